import type { Page } from "@playwright/test";
import { expect, logIn, test } from "./support/fixtures.ts";
import { officeOf } from "./support/office.ts";

/** A project with two sections, of which the test edits the first, and others save any. */
async function editing(page: Page) {
  await logIn(page);
  const office = await officeOf(page);
  const { slug } = await office.post("/project/new", { title: "Lighthouse of two" });
  const lens = await office.post(`/project/detail/${slug}`, { heading: "The lens", description: "Ground by hand." });
  const lamp = await office.post(`/project/detail/${slug}`, { heading: "The lamp", description: "Oil." });
  await page.goto(`/admin/detail/${slug}`);
  const dialog = page.getByRole("dialog", { name: "Detail Edit" });
  return {
    dialog,
    type: async (description: string) => {
      if (!(await dialog.isVisible())) {
        await page.getByRole("button", { name: "Actions for The lens" }).click();
        await page.getByRole("menuitem", { name: "Update" }).click();
        await expect(dialog.getByLabel("Heading")).toHaveValue("The lens");
      }
      await dialog.getByLabel("Description").fill(description);
    },
    update: () => dialog.getByRole("button", { name: "Update Detail" }).click(),
    /** Somebody else saves. */
    elsewhere: (section: "lens" | "lamp", data: object) =>
      office.put(`/project/detail/edit/${slug}/${{ lens, lamp }[section]._id}`, data),
    expectStored: (...descriptions: string[]) =>
      expect
        .poll(async () =>
          (await office.get(`/project/${slug}`)).detail.map(({ description }: { description: string }) => description),
        )
        .toEqual(descriptions),
    remove: () => office.remove(`/project/detail/${slug}/${lens._id}`),
  };
}

test("a section is saved beside another's changes, and kept if others deleted it", async ({ page, problems }) => {
  problems.expect(/^(412|404) (PUT|GET)/);
  problems.expect(/^console: (Save|Loading|Loading the section) failed/);
  const { dialog, type, update, elsewhere, expectStored, remove } = await editing(page);
  await type("Pressed.");
  await elsewhere("lamp", { description: "Gas." });
  await update();
  await expect(page.getByRole("status").filter({ hasText: "Detail successfully Updated" })).toBeVisible();
  await expectStored("Pressed.", "Gas.");
  await expect(dialog).toBeHidden();

  await type("Polished.");
  await elsewhere("lens", { description: "Cast." });
  await update();
  const choice = page.getByRole("dialog", { name: "Changed in the meantime" });
  await expect(choice).toContainText("Cast.");
  await expect(choice).toContainText("Polished.");
  await expectStored("Cast.", "Gas.");
  await choice.getByRole("button", { name: "Save mine" }).click();
  await expectStored("Polished.", "Gas.");
  await expect(dialog).toBeHidden();

  await type("Typed late.");
  await remove();
  await update();
  await expect(dialog.getByRole("alert")).toContainText("This section does not exist or has been deleted.");
  await expect(dialog.getByLabel("Description")).toHaveValue("Typed late.");
});
