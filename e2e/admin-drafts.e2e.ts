import type { Page } from "@playwright/test";
import { expect, expectNoAxeViolations, test } from "./support/fixtures.ts";
import { holdNotice } from "./support/hold-notice.ts";
import { expectNoSidewaysScroll } from "./support/looks.ts";

const bar = (page: Page) => page.getByRole("region", { name: "Draft" });
const button = (page: Page, name: string) => bar(page).getByRole("button", { name });

test("a draft is saved, previewed, scheduled, discarded, restored by Undo and published", async ({ page, office }) => {
  const { slug } = await office.post("/faq/add", { question: "What is drafted?", answer: "The published answer." });
  const about = async () => (await page.request.get("/about")).text();
  const drafted = async () => (await office.get(`/draft/faq/${slug}`))?.changes.answer;
  await page.goto(`/admin/faq/update/${slug}`);
  const answer = page.getByLabel("Answer");
  await expect(button(page, "Save draft")).toBeDisabled();
  await answer.fill("The drafted answer.");
  await button(page, "Save draft").click();
  await expect(bar(page).getByText(/^Draft saved, .*by /)).toBeVisible();
  // From now on it is saved as one types.
  await answer.fill("The drafted answer, typed on.");
  await expect.poll(drafted).toBe("The drafted answer, typed on.");
  expect(await about()).not.toContain("The drafted answer");
  await button(page, "Preview draft").click();
  const preview = page.getByRole("dialog", { name: "Preview" });
  await expect(page.frameLocator("iframe[title='Page preview']").getByText("typed on.")).toBeVisible();
  await preview.getByRole("button", { name: "Close the preview" }).click();

  await button(page, "Publish at…").click();
  const dialog = page.getByRole("dialog", { name: "Publish at" });
  await dialog.getByLabel("Date and time").fill("2001-01-01T09:00");
  await expect(dialog.getByText("Choose a time that is still to come.")).toBeVisible();
  await dialog.getByLabel("Date and time").fill("2090-11-24T09:00");
  await expectNoAxeViolations(page);
  await dialog.getByRole("button", { name: "Set the time" }).click();
  await expect(bar(page).getByText("It will be published on 24 Nov 2090, 09:00.")).toBeVisible();

  await page.goto("/admin/faq");
  const item = page.getByRole("listitem").filter({ hasText: "What is drafted?" });
  await expect(item.getByText("Draft, 24 Nov 2090, 09:00")).toBeVisible();
  await office.put(`/faq/edit/${slug}`, { question: "What is saved meanwhile?" });
  await page.goto(`/admin/faq/update/${slug}`);
  await expect(page.getByText(/^This form shows a draft\./)).toBeVisible();
  await expect(answer).toHaveValue("The drafted answer, typed on.");
  await expect(page.getByLabel("Question")).toHaveValue("What is saved meanwhile?");
  await expectNoSidewaysScroll(page, [1440, 390]);

  await button(page, "Discard draft").click();
  const undo = page.getByRole("button", { name: "Undo" });
  await holdNotice(undo);
  await expect(answer).toHaveValue("The published answer.");
  await expect.poll(drafted).toBeUndefined();
  await undo.click();
  await expect(answer).toHaveValue("The drafted answer, typed on.");
  await expect(bar(page).getByText("It will be published on 24 Nov 2090, 09:00.")).toBeVisible();

  await page.getByRole("button", { name: "Update Question" }).click();
  await expect(page).toHaveURL(/\/admin\/faq$/);
  await expect(page.getByRole("listitem").filter({ hasText: "What is saved meanwhile?" })).toBeVisible();
  await expect(page.getByText("Draft, 24 Nov 2090, 09:00")).toBeHidden();
  expect(await about()).toContain("The drafted answer, typed on.");
  expect(await drafted()).toBeUndefined();
});
