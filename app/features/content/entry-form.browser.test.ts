import { expect, test } from "vitest";
import { page } from "vitest/browser";
import { alerts, api, expectErrors, openOffice, setUpOffice } from "#test/office/office.tsx";

setUpOffice();

test("a form says what to do if its entry was deleted meanwhile, and saves once that is restored", async () => {
  expectErrors(/^Save failed/);
  const { slug } = await api.post("/faq/add", { question: "What do you build?", answer: "Web sites." });
  await openOffice(`/admin/faq/update/${slug}`);
  await page.getByLabelText("Answer").fill("Web sites and apps.");
  await api.remove(`/faq/${slug}`);

  await page.getByRole("button", { name: "Update Question" }).click();
  await expect.element(alerts().filter({ hasText: "restore the entry from the trash, then save again" })).toBeVisible();

  await api.post("/trash/restore", { kind: "faq", id: slug });
  await page.getByRole("button", { name: "Update Question" }).click();
  await expect.element(page.getByRole("heading", { level: 1, name: "FAQ's" })).toBeVisible();
  expect(await api.get(`/faq/${slug}`)).toMatchObject({ answer: "Web sites and apps." });
});
