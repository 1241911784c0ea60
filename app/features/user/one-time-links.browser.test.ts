import { expect, test } from "vitest";
import { page } from "vitest/browser";
import { addAdministrator, api, openOffice, setUpOffice } from "#test/office/office.tsx";

setUpOffice();

test("a link that somebody else’s browser opens says who is logged in there, and leads to no one else’s back office", async () => {
  const { email } = await addAdministrator("Grace Hopper");
  const people: { id: number; email: string }[] = await api.get("/user/get-all");
  const id = people.find((each) => each.email === email)?.id;
  const own = JSON.parse(localStorage.getItem("userData") ?? "{}").email;

  const invitation = await api.post("/user/invite", { fullName: "Mary", email: "mary@example.com" });
  await openOffice(invitation.path);
  await expect
    .element(page.getByText(new RegExp(`This browser is logged in as ${own}; joining ends that\\.`)))
    .toBeVisible();

  const { path } = await api.post(`/user/reset-link/${id}`, { dropSecondFactor: false });
  await openOffice(path);
  await page.getByLabelText("New password").fill("Difference-1822");
  await page.getByRole("button", { name: "Save Password" }).click();
  await expect.element(page.getByRole("heading", { name: "Password changed" })).toBeVisible();
  await expect.element(page.getByRole("status").filter({ hasText: `still logged in as ${own}` })).toBeVisible();
  await expect.element(page.getByRole("button", { name: "Log out" })).toBeVisible();
  expect(page.getByRole("link", { name: "Log in" }).elements()).toEqual([]);
});
