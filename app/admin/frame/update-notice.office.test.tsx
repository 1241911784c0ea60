import { beforeAll, expect, test } from "vitest";
import { page } from "vitest/browser";
import { api, expectErrors, expectNoAxeViolations, openOffice, setUpOffice } from "#test/office/office.tsx";

setUpOffice();

const notice = () => page.getByRole("dialog", { name: "The back office was updated" });

/** The built site under test names its program; this is what its document says. */
let served = "";

beforeAll(async () => {
  const response = await fetch(`${document.documentElement.dataset.api}/user/me`, {
    headers: { Authorization: `Bearer ${localStorage.getItem("token") ?? "none"}` },
  });
  served = response.headers.get("Office-Program") ?? "";
});

test("an open back office says that the server was upgraded, once, and again when one of its calls is missing", async () => {
  expectErrors(/^Loading failed/);
  await api.post("/faq/add", { question: "What do you build?", answer: "Web sites." });

  expect(served).toMatch(/^index-[\w-]+\.js$/);
  document.documentElement.dataset.program = JSON.stringify(["/admin/assets/shared-1.js", `/admin/assets/${served}`]);
  await openOffice("/admin/faq");
  await expect.element(page.getByRole("heading", { name: "What do you build?" })).toBeVisible();
  await expect.element(notice()).not.toBeInTheDocument();

  document.documentElement.dataset.program = JSON.stringify(["/admin/assets/index-former.js"]);
  await page.getByRole("link", { name: "Jobs", exact: true }).click();
  await expect.element(notice().getByText("Reload to go on; what you typed is kept.")).toBeVisible();
  await expect.element(notice().getByRole("button", { name: "Reload" })).toBeVisible();
  await expectNoAxeViolations();

  await notice().getByRole("button", { name: "Close" }).click();
  await page.getByRole("link", { name: "Project", exact: true }).click();
  await expect.element(page.getByRole("heading", { name: "All Projects" })).toBeVisible();
  await expect.element(notice()).not.toBeInTheDocument();

  await openOffice("/admin/faq/update/former");
  await expect.element(notice()).toBeVisible();
});
