import { expect, test } from "vitest";
import { page } from "vitest/browser";
import { failing, refusal } from "#test/office/failing-calls.ts";
import {
  addAdministrator,
  api,
  expectErrors,
  expectNoAxeViolations,
  openOffice,
  setUpOffice,
} from "#test/office/office.tsx";

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

test("a link that ends while its form is open says so when the form is sent, and leads to the login", async () => {
  expectErrors(/^Sending failed AppError: This (link|invitation) was used/);
  const { email } = await addAdministrator("Ada Lovelace");
  const people: { id: number; email: string }[] = await api.get("/user/get-all");
  const id = people.find((each) => each.email === email)?.id;
  const isOver = async () => {
    await expect.element(page.getByRole("heading", { name: "This link no longer works" })).toBeVisible();
    await expect.element(page.getByRole("alert").filter({ hasText: "Ask for a new one." })).toBeVisible();
    await expect.element(page.getByRole("link", { name: "Go to login" })).toBeVisible();
    expect(page.getByRole("textbox").elements()).toEqual([]);
    await expectNoAxeViolations();
  };

  const { path } = await api.post(`/user/reset-link/${id}`, { dropSecondFactor: false });
  await openOffice(path);
  await page.getByLabelText("New password").fill("Difference-1822");
  await expectNoAxeViolations();
  await api.post(`/user/reset-link/${id}`, { dropSecondFactor: false });
  await page.getByRole("button", { name: "Save Password" }).click();
  await isOver();

  const invitation = await api.post("/user/invite", { fullName: "Emmy", email: "emmy@example.com" });
  await openOffice(invitation.path);
  await page.getByLabelText("Password").fill("Difference-1822");
  await api.post("/user/invite", { fullName: "Emmy", email: "emmy@example.com" });
  await page.getByRole("button", { name: "Join" }).click();
  await isOver();
});

test("a link that could not be checked says so", async () => {
  expectErrors(/^Loading failed/);
  const ending = refusal(500, "unexpected", "The disk is full.");
  await failing({ method: "POST", path: "/api/user/reset/check" }, ending, async () => {
    await openOffice(`/admin/reset/${"x".repeat(43)}`);
    await expect.element(page.getByText("The link could not be checked. Try again.")).toBeVisible();
  });
});

test("without a mail server the screens that make a link say that it has to be passed on", async () => {
  await openOffice("/admin/account/invite");
  await page.getByLabelText("Full name").fill("Mary Somerville");
  await page.getByLabelText("Email").fill("mary.somerville@example.com");
  await page.getByRole("button", { name: "Make Link" }).click();
  await expect.element(page.getByText(/^No mail is sent: pass this link on/)).toBeVisible();
  await expect.element(page.getByLabelText("Link")).toBeVisible();
});

test("whoever withdraws an invitation is asked in words, not with a name in quotation marks", async () => {
  await api.post("/user/invite", { fullName: "Bea Adler", email: "bea@example.com" });
  await openOffice("/admin/account/people");
  const row = page.getByRole("listitem").filter({ hasText: "Bea Adler" });
  await row.getByRole("button", { name: "Withdraw" }).click();
  const dialog = page.getByRole("dialog", { name: "Are you sure?" });
  await expect.element(dialog).toBeVisible();
  expect(dialog.element().textContent).toContain("The invitation for Bea Adler will be removed.");
});
