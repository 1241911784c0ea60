import type { Page } from "@playwright/test";
import { expect, expectNoAxeViolations, loginAsAdmin, test } from "./support/fixtures.ts";

/** A project with two sections, the first of them open in Detail Edit. */
async function editing(page: Page, title: string) {
  await loginAsAdmin(page);
  await expect(page.getByRole("heading", { level: 1 })).toBeVisible();
  const token = await page.evaluate(() => localStorage.getItem("token"));
  const headers = { Authorization: `Bearer ${token}` };
  const send = async (method: "post" | "put", path: string, data: object) =>
    (await (await page.request[method](`/api/project${path}`, { headers, data })).json()).data;
  const { slug } = await send("post", "/new", { title });
  const lens = await send("post", `/detail/${slug}`, { heading: "The lens", description: "Ground by hand." });
  const lamp = await send("post", `/detail/${slug}`, { heading: "The lamp", description: "Oil." });
  await page.goto(`/admin/detail/${slug}`);
  await page.getByRole("button", { name: "Actions for The lens" }).click();
  await page.getByRole("menuitem", { name: "Update" }).click();
  const dialog = page.getByRole("dialog", { name: "Detail Edit" });
  await expect(dialog.getByLabel("Heading")).toHaveValue("The lens");
  return {
    dialog,
    /** Somebody else saves. */
    elsewhere: (section: "lens" | "lamp", data: object) =>
      send("put", `/detail/edit/${slug}/${{ lens, lamp }[section]._id}`, data),
    stored: async () => (await (await page.request.get(`/api/project/${slug}`, { headers })).json()).data.detail,
    remove: () => page.request.delete(`/api/project/detail/${slug}/${lens._id}`, { headers }),
  };
}

const saved = (page: Page) => page.getByRole("status").filter({ hasText: "Detail successfully Updated" });

test("saving a section that someone else changed meanwhile shows both versions, and Save mine keeps the editor's", async ({
  page,
  problems,
}) => {
  problems.expect(/^412 PUT/);
  problems.expect(/^console: Save failed/);
  const { dialog, elsewhere, stored } = await editing(page, "Lighthouse of two");
  await dialog.getByLabel("Description").fill("Pressed.");
  await elsewhere("lens", { description: "Cast." });
  await dialog.getByRole("button", { name: "Update Detail" }).click();

  const choice = page.getByRole("dialog", { name: "Changed in the meantime" });
  await expect(choice).toContainText("Cast.");
  await expect(choice).toContainText("Pressed.");
  await expectNoAxeViolations(page);
  expect((await stored())[0].description).toBe("Cast.");
  await choice.getByRole("button", { name: "Save mine" }).click();
  await expect(saved(page)).toBeVisible();
  expect((await stored())[0].description).toBe("Pressed.");
});

test("Take theirs loads the other editor's version into the form", async ({ page, problems }) => {
  problems.expect(/^412 PUT/);
  problems.expect(/^console: Save failed/);
  await page.setViewportSize({ width: 390, height: 844 });
  const { dialog, elsewhere } = await editing(page, "Lighthouse of theirs");
  await dialog.getByLabel("Description").fill("Pressed.");
  await elsewhere("lens", { description: "Cast." });
  await dialog.getByRole("button", { name: "Update Detail" }).click();
  const choice = page.getByRole("dialog", { name: "Changed in the meantime" });
  await expect(choice).toBeVisible();
  await choice.getByRole("button", { name: "Take theirs" }).click();
  await expect(dialog.getByLabel("Description")).toHaveValue("Cast.");
});

test("saving a section causes no conflict when someone else changed another section", async ({ page, problems }) => {
  problems.expect(/^412 PUT/);
  const { dialog, elsewhere, stored } = await editing(page, "Lighthouse of many");
  await dialog.getByLabel("Description").fill("Pressed.");
  await elsewhere("lamp", { description: "Gas." });
  await dialog.getByRole("button", { name: "Update Detail" }).click();
  await expect(saved(page)).toBeVisible();
  expect((await stored()).map(({ description }: { description: string }) => description)).toEqual(["Pressed.", "Gas."]);
});

test("saving a section that someone else deleted reports it and keeps what was typed", async ({ page, problems }) => {
  problems.expect(/^(412|404) (PUT|GET)/);
  problems.expect(/^console: Loading failed/);
  problems.expect(/^console: (Save|Loading the section) failed/);
  const { dialog, remove } = await editing(page, "Lighthouse of none");
  await dialog.getByLabel("Description").fill("Pressed.");
  await remove();
  await dialog.getByRole("button", { name: "Update Detail" }).click();
  await expect(dialog.getByRole("alert")).toContainText("This section does not exist or has been deleted.");
  await expect(dialog.getByLabel("Description")).toHaveValue("Pressed.");
});
