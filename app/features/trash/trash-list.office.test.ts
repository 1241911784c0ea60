import { expect, test } from "vitest";
import { page } from "vitest/browser";
import { failing, refusal } from "#test/office/failing-calls.ts";
import {
  alerts,
  api,
  expectErrors,
  expectNoAxeViolations,
  makeMany,
  openOffice,
  setUpOffice,
} from "#test/office/office.tsx";

setUpOffice();

const bar = () => page.getByRole("region", { name: "Selection" });
const rows = () => page.getByRole("main").getByRole("article");

test("a long trash is shown in parts and by kind, and Select all takes what is not shown too", async () => {
  const entries: { slug: string }[] = await makeMany(104, (n) =>
    api.post("/faq/add", { question: `Driftwood ${n}?`, answer: "Yes.", published: false }),
  );
  await api.post("/faq/bulk", { action: "delete", entries: entries.map(({ slug }) => ({ slug })) });
  const job = await api.post("/job/add", { title: "Lighthouse keeper" });
  await api.remove(`/job/${job.slug}`);
  await openOffice("/admin/trash");
  await expect.element(page.getByText("105 entries", { exact: true })).toBeVisible();
  expect(rows().elements()).toHaveLength(100);
  // A colleague restores one that is shown: none of those that follow is skipped.
  await api.post("/trash/restore", { kind: "faq", id: entries[50]?.slug });
  // Not by the pointer, which would focus the window, and so load all parts again.
  (page.getByRole("button", { name: "Show more" }).element() as HTMLElement).click();
  const names = () =>
    rows()
      .elements()
      .map((row) => row.querySelector("h2")?.textContent);
  await expect.poll(() => names().at(-1)).toBe("Driftwood 0?");
  for (let n = 0; n < 104; n++) if (n !== 50) expect(names()).toContain(`Driftwood ${n}?`);
  await expect.element(page.getByRole("button", { name: "Show more" })).not.toBeInTheDocument();

  await page.getByLabelText("Kind").selectOptions("Job");
  await expect.poll(() => rows().elements().length).toBe(1);
  await expect.element(page.getByRole("heading", { name: "Lighthouse keeper" })).toBeVisible();

  await page.getByLabelText("Kind").selectOptions("Question");
  await expect.element(page.getByText("103 entries", { exact: true })).toBeVisible();
  await expect.poll(() => rows().elements().length).toBe(100);
  await bar().getByRole("checkbox", { name: "Select all" }).click();
  await page.getByRole("checkbox", { name: "Select Driftwood 102?" }).click();
  await expect.element(bar().getByRole("status")).toHaveTextContent("102 selected, 3 not shown yet");
  // Somebody else deletes one that the selection was not made for.
  const later = await api.post("/faq/add", { question: "Flotsam?", answer: "Yes." });
  await api.remove(`/faq/${later.slug}`);
  await bar().getByRole("button", { name: "Restore selected" }).click();
  await expect.element(page.getByText("102 entries have been restored.")).toBeVisible();
  await expect.poll(() => rows().elements().length).toBe(2);
  for (const name of ["Driftwood 102?", "Flotsam?"])
    await expect.element(page.getByRole("heading", { name })).toBeVisible();
});

test("Restore selected says how many could not be restored", async () => {
  const slugs: string[] = [];
  for (const question of ["Ballast?", "Bilge?"]) {
    const { slug } = await api.post("/faq/add", { question, answer: "Yes.", published: false });
    await api.remove(`/faq/${slug}`);
    slugs.push(slug);
  }
  await openOffice("/admin/trash");
  for (const name of ["Ballast?", "Bilge?"]) await page.getByRole("checkbox", { name: `Select ${name}` }).click();
  await api.remove(`/trash/faq/${slugs[0]}`);
  await bar().getByRole("button", { name: "Restore selected" }).click();
  await expect.element(page.getByText(/^1 entry has been restored\. 1 entry is no longer in the trash,/)).toBeVisible();
});

test("Undo takes back what was restored; what is selected is deleted for good once that is confirmed", async () => {
  const { slug } = await api.post("/faq/add", { question: "Jetsam?", answer: "Yes.", published: false });
  await api.remove(`/faq/${slug}`);
  await openOffice("/admin/trash?kind=faq");
  const jetsam = page.getByRole("heading", { name: "Jetsam?" });
  const select = () => page.getByRole("checkbox", { name: "Select Jetsam?" }).click();
  await select();
  await bar().getByRole("button", { name: "Restore selected" }).click();
  await expect.element(jetsam).not.toBeInTheDocument();
  const restored = page.getByRole("dialog", { name: "1 entry has been restored." });
  await restored.getByRole("button", { name: "Undo" }).click();
  await expect.element(jetsam).toBeVisible();
  await select();
  const question = page.getByRole("dialog", { name: "Delete for good?" });
  const ask = () => bar().getByRole("button", { name: "Delete selected for good" }).click();
  await ask();
  await expectNoAxeViolations();
  await question.getByRole("button", { name: "Keep it" }).click();
  await expect.element(jetsam).toBeVisible();
  await ask();
  await question.getByRole("button", { name: "Delete for good" }).click();
  await expect.element(jetsam).not.toBeInTheDocument();
  expect((await api.get("/trash/get-all?kind=faq")).map(({ id }: { id: string }) => id)).not.toContain(slug);
});

test("Restore selected whose answer was lost shows what it has done", async () => {
  expectErrors(/^The entries could not be restored/);
  for (const question of ["Lost ballast?", "Lost bilge?"]) {
    const { slug } = await api.post("/faq/add", { question, answer: "Yes.", published: false });
    await api.remove(`/faq/${slug}`);
  }
  await openOffice("/admin/trash");
  for (const name of ["Lost ballast?", "Lost bilge?"])
    await page.getByRole("checkbox", { name: `Select ${name}` }).click();
  await failing({ method: "POST", path: "/api/trash/bulk" }, "lost answer", async () => {
    await bar().getByRole("button", { name: "Restore selected" }).click();
    await expect.element(alerts().filter({ hasText: "The entries could not be restored." })).toBeVisible();
    await expect.element(page.getByRole("heading", { name: "Lost ballast?" })).not.toBeInTheDocument();
  });
  await alerts().getByRole("button", { name: "Retry" }).click();
  await expect.element(page.getByText(/2 entries are no longer in the trash,/)).toBeVisible();
});

test("a failure is reported once, and no longer after the same button has worked", async () => {
  expectErrors(/AppError: The disk is full/);
  const { slug } = await api.post("/faq/add", { question: "Once only?", answer: "Yes." });
  await api.remove(`/faq/${slug}`);
  await openOffice("/admin/trash");
  const restore = rows().filter({ hasText: "Once only?" }).getByRole("button", { name: "Restore" });
  await failing(
    { method: "POST", path: "/api/trash/restore" },
    refusal(500, "unexpected", "The disk is full."),
    async (calls) => {
      for (const count of [1, 2]) {
        await restore.click();
        await expect.poll(calls).toBe(count);
        await expect.element(alerts().filter({ hasText: "“Once only?” could not be restored." })).toBeVisible();
      }
    },
  );
  await restore.click();
  await expect.element(page.getByText("“Once only?” has been restored.")).toBeVisible();
  await expect.element(alerts()).not.toBeInTheDocument();
});
