import { addAdministrator, heading, logInAs } from "./support/administrators.ts";
import { admin, expect, expectNoAxeViolations, loginAsAdmin, test } from "./support/fixtures.ts";

/** With the day, if that has ended since. */
const keptAt = /^Draft kept, (\d+ \w+, )?\d\d:\d\d$/;

test("when the session ends in a form, logging in again restores the form", async ({ page, problems }) => {
  problems.expect(/^401 /);
  problems.expect(/^console: Save failed/);
  await loginAsAdmin(page, "/admin/job/create");
  await page.getByLabel("Title").fill("Night Watch");
  await page.getByLabel("Description").fill("An hour of typing.");
  await expect(page.getByText(keptAt)).toBeVisible();
  const token = await page.evaluate(() => localStorage.getItem("token"));
  await page.request.post("/api/user/logout", { headers: { Authorization: `Bearer ${token}` } });
  await page.getByRole("button", { name: "Add Job" }).click();

  await expect(page.getByRole("heading", { level: 1 })).toHaveText("Log in to the back office");
  await expect(page.getByRole("status")).toHaveText(
    "Your session has ended. Log in again to go on. What you typed and did not save is kept on this device.",
  );
  await expectNoAxeViolations(page);
  expect(await page.evaluate(() => localStorage.length)).toBe(0);
  await page.getByLabel("Email").fill(admin.email);
  await page.getByLabel("Password", { exact: true }).fill(admin.password);
  await page.getByRole("button", { name: "Log in" }).click();

  await expect(page).toHaveURL(/\/admin\/job\/create$/);
  await expect(page.getByLabel("Title")).toHaveValue("Night Watch");
  await expect(page.getByLabel("Description")).toHaveValue("An hour of typing.");
  await expect(page.getByText("Your unsaved changes have been restored.")).toBeVisible();
  await expectNoAxeViolations(page);
  await page.getByRole("button", { name: "Discard it" }).click();
  await expect(page.getByLabel("Title")).toHaveValue("");
  await page.getByRole("button", { name: "Undo" }).click();
  await expect(page.getByLabel("Title")).toHaveValue("Night Watch");
  await page.getByRole("button", { name: "Discard", exact: true }).click();
  await expect(page.getByLabel("Description")).toHaveValue("");
});

test("text typed in a form survives a reload, for 30 days, and an emptied form stays empty", async ({ page }) => {
  await loginAsAdmin(page, "/admin/faq/create");
  await page.getByLabel("Question").fill("Is this kept?");
  await page.reload();
  await expect(page.getByLabel("Question")).toHaveValue("Is this kept?");
  // Restored values are written again; what is emptied meanwhile would have to wait for that.
  await expect(page.getByText(keptAt)).toBeVisible();
  await page.getByLabel("Question").fill("");
  await page.reload();
  await expect(page.getByLabel("Question")).toHaveValue("");
  await expect(page.getByText("Your unsaved changes have been restored")).toHaveCount(0);

  await page.getByLabel("Question").fill("An old one?");
  await expect(page.getByText(/^Draft kept/)).toBeVisible();
  await page.evaluate(async () => {
    const opened = indexedDB.open("office-drafts");
    await new Promise((resolve) => opened.addEventListener("success", resolve));
    const drafts = opened.result.transaction("drafts", "readwrite").objectStore("drafts");
    const all = drafts.getAll();
    await new Promise((resolve) => all.addEventListener("success", resolve));
    for (const draft of all.result) drafts.put({ ...draft, at: draft.at - 31 * 24 * 60 * 60_000 });
    await new Promise((resolve) => drafts.transaction.addEventListener("complete", resolve));
  });
  await page.reload();
  await expect(page.getByLabel("Question")).toHaveValue("");
});

test("going back from a reloaded form loses and moves nothing that was typed", async ({ page }) => {
  await loginAsAdmin(page, "/admin/review/update/founder");
  for (const typed of ["", "A job that nobody has saved"]) {
    await page.getByLabel("Company").fill("Typed and not saved");
    await expect(page.getByText(keptAt)).toBeVisible();
    await page.keyboard.press("Control+k");
    await page.keyboard.type("Add job");
    await page.getByRole("option", { name: "Add job" }).click();
    await expect(page).toHaveURL("/admin/job/create");
    await page.getByLabel("Title").fill(typed);
    await page.reload();
    await expect(page.getByLabel("Title")).toHaveValue(typed);
    await page.goBack();
    await expect(page).toHaveURL("/admin/review/update/founder");
    await expect(page.getByLabel("Company")).toHaveValue("Typed and not saved");
    await expect(page.getByLabel("Full name")).not.toHaveValue("");
  }
});

test("leaving a changed form keeps a draft and shows a note that links back to it", async ({ page }) => {
  await loginAsAdmin(page, "/admin/review/update/founder");
  await page.getByLabel("Company").fill("Another company");
  await page.getByRole("link", { name: "Jobs", exact: true }).click();
  await expect(page.getByRole("heading", { level: 1 })).toHaveText("Jobs");
  const note = page.getByRole("dialog", { name: "Not saved yet" });
  await expect(note).toContainText(/Draft kept, (\d+ \w+, )?\d\d:\d\d\./);
  await note.getByRole("link", { name: "Back to it" }).click();
  await expect(page.getByLabel("Company")).toHaveValue("Another company");
  await expect(note).toHaveCount(0);
  await page.getByRole("button", { name: "Discard it" }).click();
  await expect(page.getByLabel("Company")).toHaveValue("DeFi platform");

  await page.getByRole("link", { name: "Jobs", exact: true }).click();
  await expect(page.getByRole("heading", { level: 1 })).toHaveText("Jobs");
  await expect(note, "an unchanged form says nothing").toHaveCount(0);
});

test("a draft survives closing and logging out, for its own administrator", async ({ browser, site }) => {
  const context = await browser.newContext({ baseURL: site.url });
  const request = context.request;
  const ada = await addAdministrator(request);
  const tab = await context.newPage();
  await logInAs(tab, ada);
  await expect(heading(tab)).toHaveText("All Projects");
  await tab.goto("/admin/review/create");
  await tab.getByLabel("Feedback").fill("Hers alone.");
  await expect(tab.getByText(/^Draft kept/)).toBeVisible();
  await tab.close({ runBeforeUnload: true });

  const page = await context.newPage();
  await page.goto("/admin/review/create");
  await expect(page.getByLabel("Feedback")).toHaveValue("Hers alone.");
  await page.getByRole("button", { name: "Logout" }).click();
  await expect(heading(page)).toHaveText("Log in to the back office");
  expect(await page.evaluate(() => localStorage.length)).toBe(0);
  await expect(page.getByText("Your session has ended"), "it was ended on purpose").toHaveCount(0);

  await logInAs(page, admin);
  await expect(heading(page)).toHaveText("All Projects");
  await page.goto("/admin/review/create");
  await expect(page.getByLabel("Feedback")).toHaveValue("");
  await page.getByRole("button", { name: "Logout" }).click();
  await expect(heading(page)).toHaveText("Log in to the back office");
  await logInAs(page, ada);
  await expect(heading(page)).toHaveText("All Projects");
  await page.goto("/admin/review/create");
  await expect(page.getByLabel("Feedback")).toHaveValue("Hers alone.");
  await context.close();
});

test("a password is never stored in a draft", async ({ page }) => {
  await loginAsAdmin(page, "/admin/account");
  await page.getByLabel("Email").fill("somebody@example.com");
  await page.getByLabel("Current password").first().fill("Not-to-be-kept-1");
  await expect(page.getByText(/^Draft kept/)).toBeVisible();
  const kept = await page.evaluate(async () => {
    const opened = indexedDB.open("office-drafts");
    await new Promise((resolve) => opened.addEventListener("success", resolve));
    const all = opened.result.transaction("drafts").objectStore("drafts").getAll();
    await new Promise((resolve) => all.addEventListener("success", resolve));
    return JSON.stringify([all.result, { ...sessionStorage }, { ...localStorage }]);
  });
  expect(kept).toContain("somebody@example.com");
  expect(kept).not.toContain("Not-to-be-kept-1");
  await page.getByRole("button", { name: "Discard", exact: true }).click();
});

test("a detail form closed half-way opens again after a reload with what was typed", async ({ page }) => {
  await loginAsAdmin(page, "/admin/detail/nft-marketplace");
  await page
    .getByRole("button", { name: /Actions for/ })
    .first()
    .click();
  await page.getByRole("menuitem", { name: "Update" }).click();
  const dialog = page.getByRole("dialog", { name: "Detail Edit" });
  await dialog.getByLabel("Heading").fill("Half a thought");
  await page.keyboard.press("Escape");
  await expect(dialog).toBeHidden();
  await expect(page.getByRole("status").filter({ hasText: "Not saved yet" })).toBeVisible();
  await page.reload();
  await expect(dialog.getByLabel("Heading"), "an interrupted change opens again").toHaveValue("Half a thought");
  await dialog.getByRole("button", { name: "Discard it" }).click();
  await expect(dialog).toBeHidden();
  await page.getByRole("button", { name: "Undo" }).click();
  await expect(dialog.getByLabel("Heading")).toHaveValue("Half a thought");
  await dialog.getByRole("button", { name: "Discard it" }).click();
  await expect(dialog).toBeHidden();
});

test("Enter twice, or Ctrl+S, saves the form once; what is typed meanwhile is kept", async ({ page }) => {
  await loginAsAdmin(page, "/admin/faq/create");
  await page.getByLabel("Question").fill("Sent?");
  await page.getByLabel("Answer").fill("Yes.");
  let saves = 0;
  const typed = Promise.withResolvers<void>();
  await page.route("**/api/faq/add", async (route) => {
    saves += 1;
    await typed.promise;
    await route.continue();
  });
  await page.getByLabel("Question").press("Enter");
  await page.getByLabel("Question").press("Enter");
  await expect(page.getByRole("button", { name: "Saving" })).toBeVisible();
  await page.getByLabel("Question").fill("Typed meanwhile?");
  typed.resolve();
  await expect(page.getByRole("status").filter({ hasText: "Faq added successfully" })).toBeVisible();
  expect(saves).toBe(1);
  await expect(page.getByLabel("Question")).toHaveValue("Typed meanwhile?");
  await expect(page.getByLabel("Answer"), "what was sent is gone").toHaveValue("");
  await page.reload();
  await expect(page.getByLabel("Question")).toHaveValue("Typed meanwhile?");
  await page.getByLabel("Answer").fill("Yes.");
  await page.getByLabel("Answer").press("ControlOrMeta+s");
  await expect(page.getByLabel("Question")).toHaveValue("");
  expect(saves).toBe(2);
});

test("two tabs with the same form keep what is typed in each", async ({ page }) => {
  await loginAsAdmin(page, "/admin/faq/create");
  const other = await page.context().newPage();
  const typed = async (tab: typeof page, path: string, label: string, text: string) => {
    await tab.goto(path);
    await tab.getByLabel(label).fill(text);
    await expect(tab.getByText(keptAt)).toBeVisible();
  };

  await page.goto("/admin/faq/create");
  await other.goto("/admin/faq/create");
  for (const [tab, text] of [
    [page, "Asked in one tab?"],
    [other, "Asked in the other?"],
  ] as const) {
    await tab.getByLabel("Question").fill(text);
    await expect(tab.getByText(keptAt)).toBeVisible();
  }
  await page.reload();
  await expect(page.getByLabel("Question")).toHaveValue("Asked in one tab?");
  await other.reload();
  await expect(other.getByLabel("Question")).toHaveValue("Asked in the other?");
  await page.getByLabel("Answer").fill("Yes.");
  await page.getByRole("button", { name: "Add Question" }).click();
  await expect(page.getByLabel("Question")).toHaveValue("");
  await other.reload();
  await expect(other.getByLabel("Question")).toHaveValue("Asked in the other?");
  // What a closed tab has left is found by the next.
  await other.close();
  await page.reload();
  await expect(page.getByLabel("Question")).toHaveValue("Asked in the other?");
  await page.getByRole("button", { name: "Discard it" }).click();
  await page.reload();
  await expect(page.getByLabel("Question")).toHaveValue("");

  const third = await page.context().newPage();
  await third.goto("/admin/review/update/founder");
  await typed(page, "/admin/review/update/founder", "Company", "One");
  await third.getByLabel("Feedback").fill("Typed in the third tab.");
  await expect(third.getByText(keptAt)).toBeVisible();
  await page.getByRole("button", { name: "Update Review" }).click();
  await expect(page.getByRole("heading", { level: 1 })).toHaveText("All Reviews");
  await third.reload();
  await expect(third.getByLabel("Feedback")).toHaveValue("Typed in the third tab.");

  // A tab that opens with what is being typed in another goes its own way from there.
  await typed(page, "/admin/job/create", "Title", "Night Watch");
  await typed(third, "/admin/job/create", "Title", "Day Watch");
  await page.reload();
  await expect(page.getByLabel("Title")).toHaveValue("Night Watch");
  await third.reload();
  await expect(third.getByLabel("Title")).toHaveValue("Day Watch");
  // Nor does it end what stands in that other one.
  await third.getByRole("button", { name: "Discard it" }).click();
  await third.reload();
  await expect(third.getByLabel("Title")).toHaveValue("Night Watch");
  await third.getByRole("button", { name: "Discard it" }).click();
  await expect(third.getByLabel("Title")).toHaveValue("");
  await page.reload();
  await expect(page.getByLabel("Title")).toHaveValue("Night Watch");

  // A duplicated tab has the same session storage.
  const opened = page.waitForEvent("popup");
  await page.evaluate(() => void open(location.href));
  const duplicate = await opened;
  await expect(duplicate.getByLabel("Title")).toHaveValue("Night Watch");
  await duplicate.getByLabel("Title").fill("Morning Watch");
  await expect(duplicate.getByText(keptAt)).toBeVisible();
  await page.reload();
  await expect(page.getByLabel("Title")).toHaveValue("Night Watch");
  await duplicate.reload();
  await expect(duplicate.getByLabel("Title")).toHaveValue("Morning Watch");
});
