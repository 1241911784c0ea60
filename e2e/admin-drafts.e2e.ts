import type { Page } from "@playwright/test";
import { expect, expectNoAxeViolations, logIn, loginAsAdmin, test } from "./support/fixtures.ts";
import { holdNotice } from "./support/hold-notice.ts";
import { expectNoSidewaysScroll } from "./support/looks.ts";
import { officeOf } from "./support/office.ts";

const bar = (page: Page) => page.getByRole("region", { name: "Draft" });
const button = (page: Page, name: string) => bar(page).getByRole("button", { name });

test("an edit is saved as a draft, previewed, scheduled, discarded, restored by Undo, and published with Update", async ({
  page,
}) => {
  await logIn(page);
  const office = await officeOf(page);
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

test("a scheduled draft is published when due; a conflicting one is reported on Today, in its list and in its form", async ({
  page,
  problems,
}) => {
  problems.expect(/^412 PUT/);
  await loginAsAdmin(page);
  const office = await officeOf(page);
  const draftOf = async (question: string) => {
    const { slug } = await office.post("/faq/add", { question, answer: "Published." });
    await office.put(`/draft/faq/${slug}`, { changes: { answer: `Due: ${question}` }, baseVersion: 1, over: null });
    return slug;
  };
  const [due, clashing] = [await draftOf("Is it due?"), await draftOf("Does it clash?")];
  await office.put(`/faq/edit/${clashing}`, { answer: "Saved by somebody else." });
  for (const slug of [clashing, due])
    await expect(async () => {
      const publishAt = new Date(Date.now() + 1_000).toISOString();
      expect(await office.put(`/draft/schedule/faq/${slug}`, { publishAt })).toMatchObject({ publishAt });
    }).toPass();
  await expect
    .poll(async () => (await page.request.get("/about")).text(), { timeout: 60_000 })
    .toContain("Due: Is it due?");
  await expect
    .poll(async () => (await office.get(`/draft/faq/${clashing}`)).failure, { timeout: 60_000 })
    .toContain("Answer");

  await page.goto("/admin/today");
  const drafts = page.getByRole("region", { name: /^Drafts/ });
  await expect(drafts.getByText(/^Not published: .*changed the same: Answer/)).toBeVisible();
  await expectNoAxeViolations(page);
  await page.setViewportSize({ width: 390, height: 844 });
  await expectNoSidewaysScroll(page);
  await page.goto("/admin/faq");
  const item = page.getByRole("listitem").filter({ hasText: "Does it clash?" });
  await expect(item.getByText("Draft overdue")).toBeVisible();
  await expectNoAxeViolations(page);
  await page.goto(`/admin/faq/update/${clashing}`);
  await expect(page.getByText(/^Not published .*changed the same: Answer/).first()).toBeVisible();

  // Update asks, as it does about any two saves.
  await page.getByRole("button", { name: "Update Question" }).click();
  const conflict = page.getByRole("dialog").filter({ hasText: "Saved by somebody else." });
  await conflict.getByRole("button", { name: "Save mine" }).click();
  await expect(page).toHaveURL(/\/admin\/faq$/);
  await expect.poll(async () => (await page.request.get("/about")).text()).toContain("Due: Does it clash?");
});

test("the site texts are saved as one draft, which Save publishes", async ({ page }) => {
  await logIn(page);
  const office = await officeOf(page);
  const drafted = async () => (await office.get("/draft/site/texts"))?.changes["company.tagline"];
  const home = async () => (await page.request.get("/")).text();
  await page.goto("/admin/site?text=company.tagline");
  const tagline = page.locator("[name='company.tagline']");
  await tagline.fill("A drafted line.");
  await button(page, "Save draft").click();
  await expect(bar(page).getByText(/^Draft saved, /)).toBeVisible();
  await tagline.fill("A drafted line, typed on.");
  await expect.poll(drafted).toBe("A drafted line, typed on.");
  await page.goto("/admin/site?text=company.tagline");
  await expect(page.getByText("This form shows a draft.")).toBeVisible();
  await expect(tagline).toHaveValue("A drafted line, typed on.");
  expect(await home()).not.toContain("A drafted line");
  await page.setViewportSize({ width: 390, height: 844 });
  await expectNoSidewaysScroll(page);
  await page.getByRole("button", { name: "Save", exact: true }).click();
  await expect(page.getByText("One text saved.")).toBeVisible();
  expect(await home()).toContain("A drafted line, typed on.");
  expect(await drafted()).toBeUndefined();
});
