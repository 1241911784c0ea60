import type { Page } from "@playwright/test";
import { expect, expectNoAxeViolations, logIn, test } from "./support/fixtures.ts";
import { expectNoSidewaysScroll } from "./support/looks.ts";
import { officeOf } from "./support/office.ts";
import { goOffline } from "./support/offline.ts";

const bar = (page: Page) => page.getByRole("region", { name: "Draft" });
const button = (page: Page, name: string) => bar(page).getByRole("button", { name, exact: true });
const details = (page: Page) => page.getByRole("region", { name: "Details" });
/** The fields of an open section. */
const fieldsOf = (page: Page, name: string) => details(page).getByRole("group", { name, exact: true });
const order = (page: Page) => details(page).getByRole("heading", { level: 3 });

test("a project with three sections is written and reordered by keyboard on one screen", async ({ page }) => {
  test.slow();
  await logIn(page);
  await page.goto("/admin/create");
  await page.getByLabel("Title").fill("Lighthouse");
  for (const heading of ["The lens", "The lamp", "The tower"]) {
    await details(page).getByRole("button", { name: "Add Detail" }).press("Enter");
    const field = fieldsOf(page, "New detail").getByLabel("Heading");
    await expect(field).toBeFocused();
    await field.pressSequentially(heading);
    await expect(fieldsOf(page, heading)).toBeVisible();
  }
  const text = fieldsOf(page, "The lamp").getByLabel("Description");
  await text.fill("Oil, then gas.");
  await text.selectText();
  await text.press("Control+b");
  await expect(text).toHaveValue("**Oil, then gas.**");
  await text.press("End");
  await text.press("Enter");
  await text.pressSequentially("- bright");
  await text.press("Enter");
  await expect(text).toHaveValue("**Oil, then gas.**\n- bright\n- ");
  await text.pressSequentially("far");
  await text.press("Enter");
  await text.press("Enter");
  await expect(text).toHaveValue("**Oil, then gas.**\n- bright\n- far\n");
  await text.press("Control+k");
  await expect(text).toHaveValue("**Oil, then gas.**\n- bright\n- far\n[text](https://)");
  await text.pressSequentially("https://example.com/lamp");
  await expect(text).toHaveValue("**Oil, then gas.**\n- bright\n- far\n[text](https://example.com/lamp)");
  await details(page).getByRole("button", { name: "Move The tower, number 3 of 3" }).press("Home");
  await expect(order(page)).toHaveText(["The tower", "The lens", "The lamp"]);
  await details(page).getByRole("button", { name: "Actions for The lens" }).click();
  await page.getByRole("menuitem", { name: "Remove" }).click();
  await expect(order(page)).toHaveText(["The tower", "The lamp"]);
  await page.getByRole("button", { name: "Undo" }).click();
  await expect(order(page)).toHaveText(["The tower", "The lens", "The lamp"]);

  await expectNoSidewaysScroll(page, [390, 768, 1440]);
  await expectNoAxeViolations(page);

  const sent = page.waitForRequest((request) => request.method() === "POST" && request.url().endsWith("/project/new"));
  await page.getByRole("button", { name: "Add Project" }).click();
  expect((await sent).postDataJSON().sections).toHaveLength(3);
  await expect(page.getByRole("status").filter({ hasText: "Project added successfully" })).toBeVisible();
  await expect(details(page).getByRole("listitem")).toHaveCount(0);
  const { number } = await (await officeOf(page)).get("/project/lighthouse");
  await page.goto(`/details/${number}`);
  await expect(page.getByRole("main").getByRole("heading", { name: /^The (tower|lens|lamp)$/ })).toHaveText([
    "The tower",
    "The lens",
    "The lamp",
  ]);
  await expect(page.locator("strong", { hasText: "Oil, then gas." })).toBeVisible();
  await expect(page.getByRole("link", { name: "text" })).toHaveAttribute("href", "https://example.com/lamp");
});

test("offline section edits are kept in the draft, and merged", async ({ page, office, context, problems }) => {
  problems.expect(/^412 PUT/);
  problems.expect(/^console: The draft was not saved/);
  problems.expect(/ERR_INTERNET_DISCONNECTED/);
  test.slow();
  const { slug, number, detail } = await office.post("/project/new", {
    title: "Beacon",
    sections: [
      { heading: "The lens", description: "Ground by hand." },
      { heading: "The lamp", description: "Oil." },
    ],
  });
  const visible = async () => (await page.request.get(`/details/${number}`)).text();
  const drafted = async () =>
    (await office.get(`/draft/project/${slug}`))?.changes.sections?.map(
      ({ description }: { description: string }) => description,
    );
  await page.goto(`/admin/update/${slug}`);
  await expect(bar(page).getByText("Everything is saved. Visitors see this version.")).toBeVisible();
  await expect(button(page, "Publish now")).toBeDisabled();
  await details(page)
    .getByRole("button", { name: /^The lens/ })
    .press("Enter");
  const lens = fieldsOf(page, "The lens").getByLabel("Description");
  await lens.fill("Pressed.");
  await button(page, "Save draft").click();
  await expect(bar(page).getByText(/^Draft saved, /)).toBeVisible();
  expect(await drafted()).toEqual(["Pressed.", "Oil."]);
  expect(await visible()).not.toContain("Pressed.");

  await goOffline(context);
  await lens.fill("Pressed, typed offline.");
  await expect(bar(page).getByText(/connection|reach|network|offline/i)).toBeVisible({ timeout: 20_000 });
  await context.setOffline(false);
  await expect.poll(drafted, { timeout: 20_000 }).toEqual(["Pressed, typed offline.", "Oil."]);
  await page.getByRole("button", { name: "Preview", exact: true }).click();
  const frame = page.frameLocator("iframe[title='Page preview']");
  await expect(frame.getByText("Pressed, typed offline.")).toBeVisible();
  await page.getByRole("button", { name: "Close the preview" }).click();

  // A colleague saves the other section; a save of this one keeps both.
  await office.put(`/project/detail/edit/${slug}/${detail[1]._id}`, { description: "Gas." });
  await button(page, "Publish now").click();
  await expect(page.getByText("“Beacon” is published.")).toBeVisible();
  await expect(page).toHaveURL(new RegExp(`/admin/update/${slug}$`));
  await expect(bar(page).getByText("Everything is saved. Visitors see this version.")).toBeVisible();
  expect(await drafted()).toBeUndefined();
  const shown = await visible();
  expect([shown.includes("Pressed, typed offline."), shown.includes("Gas.")]).toEqual([true, true]);

  // Both have changed the same one: nothing is overwritten unasked, and nothing of the other section is lost.
  await lens.fill("Mine.");
  await office.put(`/project/detail/edit/${slug}/${detail[0]._id}`, { description: "Theirs." });
  await office.put(`/project/detail/edit/${slug}/${detail[1]._id}`, { heading: "The electric lamp" });
  await button(page, "Publish now").click();
  const conflict = page.getByRole("dialog", { name: "Changed in the meantime" });
  await expect(conflict.getByText("The lens, Theirs., side")).toBeVisible();
  await expect(conflict.getByText("The lens, Mine., side")).toBeVisible();
  await conflict.getByRole("button", { name: "Take theirs" }).click();
  await expect(lens).toHaveValue("Theirs.");
  await expect(order(page)).toHaveText([/The lens/, /The electric lamp/]);

  await button(page, "Unpublish").click();
  await expect(bar(page).getByText(/Visitors do not see it\.$/)).toBeVisible();
  expect((await page.request.get(`/details/${number}`)).status()).toBe(404);
  await button(page, "Publish now").click();
  await expect(bar(page).getByText("Everything is saved. Visitors see this version.")).toBeVisible();
  await expect(bar(page).getByRole("link", { name: /^View page/ })).toHaveAttribute("href", `/details/${number}`);
  expect((await page.request.get(`/details/${number}`)).status()).toBe(200);
  await expectNoSidewaysScroll(page, [390, 768, 1440]);
});

test("a draft is published from the list and from Today", async ({ page, office }) => {
  const draftOf = async (title: string) => {
    const { slug } = await office.post("/project/new", { title, published: false });
    await office.put(`/draft/project/${slug}`, {
      changes: { description: "Drafted.", published: true },
      baseVersion: 1,
      over: null,
    });
    return slug;
  };
  const [listed, waiting] = [await draftOf("Published from the list"), await draftOf("Published from Today")];
  const isPublic = async (slug: string) => (await page.request.get(`/api/project/${slug}`)).status();
  await page.goto("/admin");
  const card = page.getByRole("listitem").filter({ hasText: "Published from the list" });
  await expect(card.getByText("Draft waiting")).toBeVisible();
  await card.getByRole("button", { name: /^Actions for/ }).click();
  await page.getByRole("menuitem", { name: "Publish now" }).click();
  await expect(page.getByText("“Published from the list” is published.")).toBeVisible();
  await expect(card.getByText("Draft waiting")).toBeHidden();
  expect(await isPublic(listed)).toBe(200);

  await page.goto("/admin/today");
  const drafts = page.getByRole("region", { name: /^Drafts/ });
  const publish = drafts.getByRole("button", { name: "Publish now Published from Today" });
  await expect(publish).toBeVisible();
  await page.setViewportSize({ width: 390, height: 844 });
  await expectNoSidewaysScroll(page);
  await publish.click();
  await expect(publish).toHaveCount(0);
  expect(await isPublic(waiting)).toBe(200);
});

test("the single-section screens save into the project's draft and say that there is one", async ({ page, office }) => {
  test.slow();
  const { slug, number } = await office.post("/project/new", {
    title: "Harbour",
    sections: [{ heading: "The quay", description: "Stone." }],
  });
  const drafted = async () =>
    (await office.get(`/draft/project/${slug}`))?.changes.sections.map(
      ({ heading, description }: { heading: string; description: string }) => [heading, description],
    );
  const toast = page.getByText("Saved in the draft of the project.");
  await page.goto(`/admin/detail/create/${slug}`);
  await page.getByLabel("Heading").fill("The crane");
  await page.getByRole("button", { name: "Save draft" }).click();
  await expect(toast).toBeVisible();
  await expect(page.getByLabel("Heading")).toHaveValue("");
  expect(await drafted()).toEqual([
    ["The quay", "Stone."],
    ["The crane", ""],
  ]);

  await page.goto(`/admin/detail/${slug}`);
  await expect(page.getByText("A draft of the project changes its details.")).toBeVisible();
  await page.getByRole("button", { name: "Actions for The quay" }).click();
  await page.getByRole("menuitem", { name: "Update" }).click();
  const dialog = page.getByRole("dialog", { name: "Detail Edit" });
  await expect(dialog.getByLabel("Description")).toHaveValue("Stone.");
  await dialog.getByLabel("Description").fill("Steel.");
  await expectNoAxeViolations(page);
  await dialog.getByRole("button", { name: "Save draft" }).click();
  await expect(toast).toBeVisible();
  await expect(dialog).toBeHidden();
  expect(await drafted()).toEqual([
    ["The quay", "Steel."],
    ["The crane", ""],
  ]);
  expect(await (await page.request.get(`/details/${number}`)).text()).not.toContain("Steel.");

  await page.getByRole("button", { name: "Actions for The quay" }).click();
  await page.getByRole("menuitem", { name: "Update" }).click();
  await expect(dialog.getByText(/^This form shows a draft\./)).toBeVisible();
  await expect(dialog.getByLabel("Description")).toHaveValue("Steel.");
  await page.setViewportSize({ width: 390, height: 844 });
  await expectNoSidewaysScroll(page);
  await dialog.getByRole("button", { name: "Cancel" }).click();
  await expect(dialog).toBeHidden();

  await page.getByRole("link", { name: "Open the draft" }).click();
  await expect(order(page)).toHaveText([/The quay/, /The crane/]);
  await button(page, "Publish now").click();
  await expect(page.getByText("“Harbour” is published.")).toBeVisible();
  const shown = await (await page.request.get(`/details/${number}`)).text();
  expect([shown.includes("Steel."), shown.includes("The crane")]).toEqual([true, true]);
});
