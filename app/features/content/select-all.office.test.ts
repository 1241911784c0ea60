import { expect, test } from "vitest";
import { page, userEvent } from "vitest/browser";
import { failing, refusal } from "#test/office/failing-calls.ts";
import { api, expectErrors, lookAgainUntil, makeMany, openOffice, setUpOffice } from "#test/office/office.tsx";

setUpOffice();

const bar = () => page.getByRole("region", { name: "Selection" });

test("Select all takes every entry that the search finds, loaded or not, and publishes them with one Undo", async () => {
  await makeMany(130, (n) => api.post("/faq/add", { question: `Beacon ${n}?`, answer: "Yes.", published: n === 0 }));
  // Of one that is not loaded.
  const [{ slug, version }] = await api.get("/faq/get-all?q=beacon+129&limit=1");
  await api.put(`/draft/faq/${slug}`, { changes: { answer: "Now better." }, baseVersion: version, over: null });
  await openOffice("/admin/faq?q=beacon");
  await expect.element(page.getByText("130 questions found")).toBeVisible();
  await bar().getByRole("checkbox", { name: "Select all" }).click();
  await expect.element(bar().getByRole("status")).toHaveTextContent("130 selected, 100 not shown yet");
  await page.getByRole("checkbox", { name: "Select Beacon 1?" }).click();
  await expect.element(bar().getByRole("status")).toHaveTextContent("129 selected, 100 not shown yet");
  // Somebody else begins an entry that the selection was not made for.
  await api.post("/faq/add", { question: "Beacon too late?", answer: "Yes.", published: false });
  await bar().getByRole("button", { name: "Publish" }).click();
  const words = "128 questions published. 1 question left alone: published already";
  const note = page.getByRole("dialog").filter({ hasText: words }).filter({ hasText: "1 question has a draft" });
  // The notice stays while the mouse is on it.
  await note.hover();
  const published = async () =>
    (await api.get("/faq/get-all?q=beacon&limit=1000")).filter((entry: { published: boolean }) => entry.published)
      .length;
  expect(await published()).toBe(129);
  await note.getByRole("button", { name: "Undo" }).click();
  await expect.element(page.getByText("128 questions set back.")).toBeVisible();
  expect(await published()).toBe(1);
});

test("entries that are published together, and a copy, leave their drafts, which is said", async () => {
  for (const question of ["Keel?", "Keelson?"]) {
    const { slug, version } = await api.post("/faq/add", { question, answer: "Yes.", published: false });
    if (question === "Keel?")
      await api.put(`/draft/faq/${slug}`, { changes: { answer: "Now better." }, baseVersion: version, over: null });
  }
  await openOffice("/admin/faq?q=keel");
  await expect.element(page.getByText("Draft waiting")).toBeVisible();
  await bar().getByRole("checkbox", { name: "Select all" }).click();
  await bar().getByRole("button", { name: "Publish" }).click();
  const words = "2 questions published. 1 question has a draft that is not published.";
  await expect.element(page.getByRole("dialog").filter({ hasText: words })).toBeVisible();
  await page.getByRole("button", { name: "Actions for Keel?" }).click();
  await page.getByRole("menuitem", { name: "Duplicate" }).click();
  const copied = page.getByRole("status").filter({ hasText: "A copy is made, of the version before the draft." });
  await expect.element(copied).toBeVisible();
});

test("what has gone from the list is not counted as selected", async () => {
  for (const question of ["Rope?", "Rope ladder?"]) await api.post("/faq/add", { question, answer: "Yes." });
  await openOffice("/admin/faq?q=rope");
  for (const name of ["Select Rope?", "Select Rope ladder?"])
    await page.getByRole("checkbox", { name, exact: true }).click();
  await expect.element(bar().getByRole("status")).toHaveTextContent("2 selected");
  const [{ slug }] = await api.get("/faq/get-all?q=ladder&limit=1");
  await api.remove(`/faq/${slug}`);
  await lookAgainUntil(bar().getByRole("status").filter({ hasText: "1 selected" }));
});

test("a bulk change or deletion that stops half-way says once how many were changed or are gone, and why; the deletion has Undo", async () => {
  expectErrors(/^Bulk change stopped part-way/);
  await makeMany(205, (n) => api.post("/faq/add", { question: `Mooring ${n}?`, answer: "Yes.", published: false }));
  await openOffice("/admin/faq?q=mooring");
  await expect.element(page.getByText("205 questions found")).toBeVisible();
  await bar().getByRole("checkbox", { name: "Select all" }).click();
  const ending = refusal(503, "unavailable", "The disk is full.");
  await failing({ method: "POST", path: "/api/faq/bulk", passes: 1 }, ending, async () => {
    await bar().getByRole("button", { name: "Publish" }).click();
    const alert = page.getByRole("alert").filter({ hasText: "Only some were changed." });
    await expect.element(alert.getByText("200 questions published. The disk is full.")).toBeVisible();
  });

  await openOffice("/admin/faq?q=mooring");
  await expect.element(page.getByText("205 questions found")).toBeVisible();
  await bar().getByRole("checkbox", { name: "Select all" }).click();
  await failing({ method: "POST", path: "/api/faq/bulk", passes: 1 }, ending, async () => {
    await bar().getByRole("button", { name: "Delete selected" }).click();
    await expect.element(page.getByRole("button", { name: "Yes, delete it!" })).toBeVisible();
    page.getByRole("button", { name: "Yes, delete it!" }).element().focus();
    await userEvent.keyboard("{Enter}");
    const alert = page.getByRole("alert").filter({ hasText: "Only some were changed." });
    await expect.element(alert.getByText("200 questions deleted. The disk is full.")).toBeVisible();
    await expect.element(page.getByText("Deleted!")).not.toBeInTheDocument();
    // It had the focus.
    await expect.element(page.getByRole("heading", { level: 1 })).toHaveFocus();
    await alert.getByRole("button", { name: "Undo" }).click();
  });
  await expect.element(page.getByText("200 questions set back.")).toBeVisible();
  await expect.element(page.getByText("205 questions found")).toBeVisible();
});
