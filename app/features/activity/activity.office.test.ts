import { expect, test } from "vitest";
import { page } from "vitest/browser";
import { api, expectNoAxeViolations, main, openOffice, setUpOffice } from "#test/office/office.tsx";

setUpOffice();

test("what was done to many entries in one step is one line, which lists them and undoes them all", async () => {
  const entries: { slug: string }[] = [];
  for (let n = 1; n <= 3; n++) entries.push(await api.post("/faq/add", { question: `Beacon ${n}?`, answer: "Yes." }));
  await api.post("/faq/bulk", { action: "unpublish", entries: entries.map(({ slug }) => ({ slug })) });
  const published = async () =>
    (await api.get("/faq/get-all")).filter(
      (each: { question: string; published: boolean }) => each.question.startsWith("Beacon") && each.published,
    ).length;
  expect(await published()).toBe(0);

  await openOffice("/admin/activity");
  const group = main().getByRole("article", { name: "Changed the question Beacon 3? and 2 others" });
  await expect.element(group).toBeVisible();
  await group.getByText("All 3").click();
  await expect.element(group.getByRole("listitem").first()).toBeVisible();
  expect(group.getByRole("listitem").elements()).toHaveLength(3);
  await expectNoAxeViolations();
  await group.getByRole("button", { name: "Undo 3" }).click();
  await expect.element(page.getByRole("status").filter({ hasText: "Taken back: Changed the question" })).toBeVisible();
  expect(await published()).toBe(3);
});

test("what was done in one step is one line also where it is longer than a page of the list", async () => {
  const slugs: string[] = [];
  for (let n = 1; n <= 120; n++)
    slugs.push((await api.post("/faq/add", { question: `Lantern ${n}?`, answer: "Yes." })).slug);
  await api.post("/faq/bulk", { action: "delete", entries: slugs.map((slug) => ({ slug })) });

  await openOffice("/admin/activity");
  const group = main().getByRole("article", { name: "Deleted the question Lantern 120? and 119 others" });
  await expect.element(group.getByRole("button", { name: "Undo 120" })).toBeVisible();
});

test("what is restored from the trash in one step is one line too, also of messages", async () => {
  const names = ["Ada", "Grace", "Katherine", "Dorothy", "Mary", "Annie"];
  const places: { kind: string; id: string }[] = [];
  for (const fullName of names) {
    const email = `${fullName.toLowerCase()}@example.com`;
    const { slug } = await api.post("/quote/new", { fullName, email, message: "Hello" });
    places.push({ kind: "quote", id: slug });
  }
  await api.post("/quote/bulk", { selection: { slugs: places.map(({ id }) => id) }, action: "delete" });
  await api.post("/trash/bulk", { action: "restore", entries: places });

  await openOffice("/admin/activity");
  const group = main().getByRole("article", { name: "Restored the message of Annie and 5 others" });
  await expect.element(group).toBeVisible();
  await expect.element(group.getByRole("button", { name: "Undo 6" })).toBeVisible();
  await main().getByRole("article", { name: "Deleted 6 messages" }).getByRole("button", { name: "Undo" }).click();
  await expect
    .element(page.getByText("Taken back, but for 6 changed or erased since: Deleted 6 messages", { exact: true }))
    .toBeVisible();
});
