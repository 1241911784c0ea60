import type { Page } from "@playwright/test";
import { addAdministrator } from "./support/administrators.ts";
import { expect, expectNoAxeViolations, logIn, loginAsAdmin, test } from "./support/fixtures.ts";

const picture = "db/seed/pictures/07-nft-marketplace-detail-1.webp";

test("a project with an image is added, given details, updated and deleted", async ({ page }) => {
  await loginAsAdmin(page);
  await page.getByRole("link", { name: "Add Project" }).click();
  const fields = page.getByRole("main").locator("form").getByRole("textbox");
  for (const [place, name] of ["title", "description", "techStack"].entries())
    await expect(fields.nth(place)).toHaveAttribute("name", name);
  await page.getByLabel("Title").fill("Agora");
  await page.getByLabel("Tech Stack").fill("Elixir, Postgres");
  await page.getByLabel("Description").fill("A market square for second-hand machine parts.");
  const image = page.getByLabel("Image", { exact: true });
  await image.setInputFiles(picture);
  const preview = page.getByRole("img", { name: "Preview of image" });
  await expect(preview).toHaveAttribute("src", /^\/uploads\//);
  await page.getByRole("button", { name: "Remove image" }).first().click();
  await expect(preview).toHaveCount(0);
  await expect(image).toBeFocused();
  await image.setInputFiles(picture);
  await expect(preview).toHaveAttribute("src", /^\/uploads\//);
  const sent = page.waitForRequest((request) => request.url().endsWith("/api/project/new"));
  await page.getByRole("button", { name: "Add Project" }).click();
  expect((await sent).postDataJSON()).toEqual({
    title: "Agora",
    description: "A market square for second-hand machine parts.",
    technology: "Elixir, Postgres",
    projectImage: expect.stringMatching(/^\/uploads\//),
  });
  await expect(page.getByRole("status").filter({ hasText: "Project added successfully" })).toBeVisible();
  await expect(page.getByLabel("Title")).toHaveValue("");
  await expect(preview).toHaveCount(0);

  await page.goto("/portfolio");
  await expect(page.getByRole("heading", { name: "Agora" })).toBeVisible();

  await page.goto("/admin");
  const card = page.getByRole("article").filter({ hasText: "Agora" });
  await expect(card.getByText("A market square")).toHaveCSS("-webkit-line-clamp", "2");
  await expect(card.locator("img[src*='/uploads/']").first()).toBeVisible();
  await card.getByRole("link", { name: "Agora" }).click();
  await expect(page).toHaveURL(/\/admin\/detail\/agora$/);

  await page.getByRole("link", { name: "Add Detail" }).click();
  await expect(page).toHaveURL(/\/admin\/detail\/create\/agora$/);
  await page.getByLabel("Heading").fill("The stalls");
  await page.getByLabel("Description").fill("Everybody sees every price.");
  await page.getByLabel("Image").setInputFiles(picture);
  await expect(page.getByRole("img", { name: "Preview of image" })).toBeVisible();
  const sentDetail = page.waitForRequest(
    (request) => request.method() === "POST" && request.url().endsWith("/detail/agora"),
  );
  await page.getByRole("button", { name: "Add Detail" }).click();
  expect((await sentDetail).postDataJSON()).toEqual({
    heading: "The stalls",
    description: "Everybody sees every price.",
    img: expect.stringMatching(/^\/uploads\//),
  });
  await expect(page.getByRole("status").filter({ hasText: "Project Detail added successfully" })).toBeVisible();

  await page.goto("/admin/detail/agora");
  const section = page.getByRole("article").filter({ hasText: "The stalls" });
  await expect(section.locator("img[src*='/uploads/']").first()).toBeVisible();
  await expect(section).toContainText("Everybody sees every price.");
  await section.getByRole("button", { name: /Actions for/ }).click();
  await page.getByRole("menuitem", { name: "Update" }).click();
  const dialog = page.getByRole("dialog", { name: "Detail Edit" });
  await expect(dialog.getByLabel("Heading")).toHaveValue("The stalls");
  await expect(dialog.getByLabel("Description")).toHaveValue("Everybody sees every price.");
  await expectNoAxeViolations(page);
  await dialog.getByLabel("Heading").fill("The open stalls");
  await dialog.getByRole("button", { name: "Update Detail" }).click();
  await expect(page.getByRole("status").filter({ hasText: "Detail successfully Updated" })).toBeVisible();
  await expect(dialog).toBeHidden();
  const changed = page.getByRole("article").filter({ hasText: "The open stalls" });
  await expect(changed).toBeVisible();

  await changed.getByRole("button", { name: /Actions for/ }).click();
  await page.getByRole("menuitem", { name: "Delete" }).click();
  await page.getByRole("button", { name: "Yes, delete it!" }).click();
  await expect(changed).toHaveCount(0);

  await page.goto("/admin");
  await card.getByRole("button", { name: /Actions for/ }).click();
  await page.getByRole("menuitem", { name: "Update" }).click();
  await expect(page.getByRole("heading", { level: 1 })).toHaveText("Update Project");
  await page.getByLabel("What we did").fill("Everything but the square.");
  await page.getByRole("button", { name: "Update Project" }).click();
  await expect(page.getByRole("status").filter({ hasText: "Project update successfully" })).toBeVisible();
  await expect(page).toHaveURL(/\/admin$/);
  await card.getByRole("button", { name: /Actions for/ }).click();
  await page.getByRole("menuitem", { name: "Delete" }).click();
  await page.getByRole("button", { name: "Yes, delete it!" }).click();
  await expect(card).toHaveCount(0);
});

test("a conflict asks only about the field that both changed, also in a draft", async ({ page, problems }) => {
  problems.expect(/^412 PUT/);
  await logIn(page);
  const { put, get } = await asColleague(page);
  await page.goto("/admin/update/nft-marketplace");
  await page.getByLabel("Description").fill("Mine.");
  await page.getByLabel("What we did").fill("Mine alone.");
  await put({ description: "Of Grace.", title: "Renamed by Grace" });
  await page.getByRole("button", { name: "Update Project" }).click();

  const dialog = page.getByRole("dialog", { name: "Changed in the meantime" });
  await expect(dialog.getByRole("region")).toHaveCount(1);
  const clash = dialog.getByRole("region", { name: "Description" });
  await expect(clash).toContainText(/Grace Hopper, \d\d:\d\d/);
  await expect(clash).toContainText("Of Grace.");
  await expect(clash).toContainText("Mine.");
  await expectNoAxeViolations(page);
  await dialog.getByRole("button", { name: "Take theirs" }).click();
  await expect(page.getByLabel("Description")).toHaveValue("Of Grace.");
  await expect(page.getByLabel("Title")).toHaveValue("Renamed by Grace");
  await expect(page.getByLabel("What we did"), "what nobody else touched stays").toHaveValue("Mine alone.");
  await page.getByRole("button", { name: "Update Project" }).click();
  await expect(page.getByRole("status").filter({ hasText: "Project update successfully" })).toBeVisible();
  expect(await get()).toMatchObject({ description: "Of Grace.", whatWeDid: "Mine alone.", title: "Renamed by Grace" });

  await page.goto("/admin/update/nft-marketplace");
  await page.getByLabel("Description").fill("Of the draft.");
  await expect(page.getByText(/^Draft kept/)).toBeVisible();
  await put({ description: "Of Grace, later.", title: "Renamed again" });
  await page.reload();

  await expect(page.getByLabel("Description")).toHaveValue("Of the draft.");
  await expect(page.getByLabel("Title")).toHaveValue("Renamed again");
  await expect(
    page.getByRole("status").filter({ hasText: "Saved by others since: Title, Description." }),
  ).toBeVisible();
  await page.getByRole("button", { name: "Update Project" }).click();
  await expect(dialog.getByRole("region", { name: "Description" })).toContainText("Of Grace, later.");
  await dialog.getByRole("button", { name: "Save mine" }).click();
  await expect(page.getByRole("status").filter({ hasText: "Project update successfully" })).toBeVisible();
  expect(await get()).toMatchObject({ description: "Of the draft.", title: "Renamed again" });
  await put({ title: "NFT Marketplace" });
});

/** Another administrator, who saves the same project from elsewhere. */
async function asColleague(page: Page) {
  const grace = await addAdministrator(page.request, "Grace Hopper");
  const login = await page.request.post("/api/user/login", {
    data: { user: { email: grace.email, password: grace.password } },
  });
  const headers = { Authorization: `Bearer ${(await login.json()).data.token}` };
  return {
    put: async (data: object) =>
      expect((await page.request.put("/api/project/edit/nft-marketplace", { headers, data })).status()).toBe(200),
    get: async () => (await (await page.request.get("/api/project/nft-marketplace")).json()).data,
  };
}
