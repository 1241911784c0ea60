import { expect, test } from "vitest";
import { page } from "vitest/browser";
import { failing } from "#test/office/failing-calls.ts";
import { api, expectErrors, openOffice, setUpOffice } from "#test/office/office.tsx";

setUpOffice();

const bar = () => page.getByRole("region", { name: "Draft", exact: true });
const answer = () => page.getByLabelText("Answer");
const question = () => page.getByLabelText("Question");

/** Leaves the form as it is; what was typed stays on this device. */
async function leave(): Promise<void> {
  await openOffice("/admin/faq");
  await expect.element(page.getByRole("heading", { level: 1, name: "FAQ's" })).toBeVisible();
}

const addFaq = (asked: string) => api.post("/faq/add", { question: asked, answer: "Live." });
const draftOf = (slug: string) => api.get(`/draft/faq/${slug}`);
const save = (slug: string, changes: object, over: string | null = null) =>
  api.put(`/draft/faq/${slug}`, { changes, baseVersion: 1, over });

/** Opens the form and types an answer that is not saved. */
async function typeAndLeave(slug: string, text: string): Promise<void> {
  await openOffice(`/admin/faq/update/${slug}`);
  await answer().fill(text);
  await expect.element(page.getByText(/^Draft kept/).first()).toBeVisible();
  await leave();
}

test("a form that opens with what was typed on this device keeps what a colleague has drafted since", async () => {
  const { slug } = await addFaq("Who drafts?");
  await typeAndLeave(slug, "Typed here.");
  const { version } = await save(slug, { question: "Who has drafted?", bullets: ["one", "two"] });
  await openOffice(`/admin/faq/update/${slug}`);
  await expect.element(answer()).toHaveValue("Typed here.");
  await expect.element(question()).toHaveValue("Who has drafted?");
  await expect.poll(async () => (await draftOf(slug)).version).not.toBe(version);
  expect((await draftOf(slug)).changes).toEqual({
    question: "Who has drafted?",
    bullets: ["one", "two"],
    answer: "Typed here.",
  });
});

test("where a colleague has drafted the same, a form asks, also when it is opened again, and replaces nothing before", async () => {
  const { slug } = await addFaq("Who clashes?");
  await typeAndLeave(slug, "Mine.");
  const drafted = await save(slug, { question: "Who has clashed?", answer: "Theirs." });
  for (const _ of ["at first", "again"]) {
    await openOffice(`/admin/faq/update/${slug}`);
    await expect.element(bar().getByText(/has changed the same in this draft: Answer\./)).toBeVisible();
    await expect.element(answer()).toHaveValue("Mine.");
    await expect.element(question()).toHaveValue("Who has clashed?");
    await leave();
    expect(await draftOf(slug)).toMatchObject({ version: drafted.version });
  }
  await openOffice(`/admin/faq/update/${slug}`);
  await question().fill("Who has clashed here?");
  await bar().getByRole("button", { name: "Save draft" }).click();
  await expect
    .poll(async () => (await draftOf(slug)).changes)
    .toEqual({ question: "Who has clashed here?", answer: "Mine." });
});

test("what was typed back in a draft before the form was left stays typed back", async () => {
  const { slug } = await addFaq("Who reverts?");
  await save(slug, { question: "Who has reverted?", answer: "Drafted." });
  await openOffice(`/admin/faq/update/${slug}`);
  await expect.element(answer()).toHaveValue("Drafted.");
  expectErrors(/^The draft was not saved/);
  await failing({ method: "PUT", path: `/api/draft/faq/${slug}` }, "no connection", async (calls) => {
    await answer().fill("Live.");
    await leave();
    await expect.poll(calls).toBe(1);
  });
  await openOffice(`/admin/faq/update/${slug}`);
  await expect.element(answer()).toHaveValue("Live.");
  await expect.poll(async () => (await draftOf(slug)).changes).toEqual({ question: "Who has reverted?" });
});

test("the Site texts open with what was typed on this device beside what a colleague has drafted since", async () => {
  await openOffice("/admin/site?section=about");
  await page.getByLabelText("Faq lead", { exact: true }).fill("Ask us.");
  await expect.element(page.getByText(/^Draft kept/).first()).toBeVisible();
  await leave();
  const changes = { "career.heading": "Drafted heading", "portfolio.lead": "Drafted lead" };
  const base = { "career.heading": null, "portfolio.lead": null };
  await api.put("/draft/site/texts", { changes, base, baseVersion: 0, over: null });
  await openOffice("/admin/site?section=about");
  const drafted = async () => (await api.get("/draft/site/texts")).changes;
  await expect.poll(async () => Object.values(await drafted())).toContain("Ask us.");
  expect(await drafted()).toMatchObject(changes);
  await api.remove("/draft/site/texts");
});

test("the form of a section opens with both too, and asks before it replaces what a colleague has drafted", async () => {
  expectErrors(/^Save failed/);
  const { slug } = await api.post("/project/new", { title: "Lighthouse" });
  await api.post(`/project/detail/${slug}`, { heading: "The lens", description: "Ground." });
  const { detail, version } = await api.get(`/project/${slug}`);
  const dialog = page.getByRole("dialog", { name: "Detail Edit" });
  const heading = dialog.getByLabelText("Heading");
  await openOffice(`/admin/detail/${slug}`);
  await page.getByRole("button", { name: "Actions for The lens" }).click();
  await page.getByRole("menuitem", { name: "Update" }).click();
  await heading.fill("My lens");
  await expect.element(page.getByText(/^Draft kept/).first()).toBeVisible();
  await leave();
  const theirs = { ...detail[0], heading: "Their lens", description: "Cast." };
  const draft = { changes: { sections: [theirs] }, baseVersion: version, over: null };
  const before = await api.put(`/draft/project/${slug}`, draft);
  // It opens by itself where something was typed in it.
  await openOffice(`/admin/detail/${slug}`);
  await expect.element(heading).toHaveValue("My lens");
  await expect.element(dialog.getByLabelText("Description")).toHaveValue("Cast.");
  await dialog.getByRole("button", { name: "Save draft" }).click();
  await expect.element(dialog.getByText(/Somebody else has changed the same/)).toBeVisible();
  expect(await api.get(`/draft/project/${slug}`)).toMatchObject({ version: before.version });
  await dialog.getByRole("button", { name: "Save draft" }).click();
  await expect
    .poll(async () => (await api.get(`/draft/project/${slug}`)).changes.sections)
    .toMatchObject([{ heading: "My lens", description: "Cast." }]);
});
