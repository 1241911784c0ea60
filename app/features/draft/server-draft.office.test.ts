import { expect, test } from "vitest";
import { page } from "vitest/browser";
import { failing, holdAnswers } from "#test/office/failing-calls.ts";
import { alerts, api, expectErrors, openOffice, setUpOffice } from "#test/office/office.tsx";

setUpOffice();

const bar = () => page.getByRole("region", { name: "Draft", exact: true });

/** Opens the form of a question with a draft that a colleague then changes. @returns how it is then, and its path */
async function changedWhileOpen(question: string) {
  const { slug } = await api.post("/faq/add", { question, answer: "Live." });
  const path = `/draft/faq/${slug}`;
  const changes = { answer: "Drafted." };
  const { version } = await api.put(path, { changes, baseVersion: 1, over: null });
  await openOffice(`/admin/faq/update/${slug}`);
  await expect.element(page.getByLabelText("Answer")).toHaveValue("Drafted.");
  const theirs = { ...changes, question: `${question} Really?` };
  return { path, draft: await api.put(path, { changes: theirs, baseVersion: 1, over: version }) };
}

test("Discard leaves what a colleague has added to the draft since, and shows it", async () => {
  expectErrors(/^The draft was not discarded/);
  const { path, draft } = await changedWhileOpen("Who discards?");
  await bar().getByRole("button", { name: "Discard draft" }).click();
  await expect.element(alerts().filter({ hasText: "The draft was not discarded." })).toBeVisible();
  await expect.element(page.getByLabelText("Question")).toHaveValue("Who discards? Really?");
  await expect.element(page.getByLabelText("Answer")).toHaveValue("Drafted.");
  await expect.element(page.getByRole("button", { name: "Undo" })).not.toBeInTheDocument();
  expect(await api.get(path)).toEqual(draft);
  await bar().getByRole("button", { name: "Discard draft" }).click();
  await expect.poll(() => api.get(path)).toBeNull();
});

test("a time is not set for what a colleague has added to the draft since, and one that was not set is forgotten", async () => {
  expectErrors(/^Save failed/);
  const { path, draft } = await changedWhileOpen("Who plans?");
  const dialog = page.getByRole("dialog", { name: "Publish at" });
  const time = dialog.getByLabelText("Date and time");
  const open = () => bar().getByRole("button", { name: "Publish at…" }).click();
  await open();
  await time.fill("2040-01-01T09:00");
  await dialog.getByRole("button", { name: "Cancel" }).click();
  await open();
  await expect.element(time).toHaveValue("");
  await time.fill("2040-01-01T09:00");
  await dialog.getByRole("button", { name: "Set the time" }).click();
  await expect.element(alerts().filter({ hasText: "Somebody else has changed this draft" })).toBeVisible();
  await expect.element(page.getByLabelText("Question")).toHaveValue("Who plans? Really?");
  expect(await api.get(path)).toEqual(draft);
});

test("where the draft cannot be saved first, it is said that no time was set", async () => {
  expectErrors(/^Save failed/, /^The draft was not saved/);
  const { slug } = await api.post("/faq/add", { question: "Who waits?", answer: "Live." });
  await openOffice(`/admin/faq/update/${slug}`);
  await failing({ method: "PUT", path: `/api/draft/faq/${slug}` }, "no connection", async () => {
    await page.getByLabelText("Answer").fill("Drafted.");
    await bar().getByRole("button", { name: "Publish at…" }).click();
    const dialog = page.getByRole("dialog", { name: "Publish at" });
    await dialog.getByLabelText("Date and time").fill("2040-01-01T09:00");
    await dialog.getByRole("button", { name: "Set the time" }).click();
    await expect.element(alerts().filter({ hasText: "No time was set" })).toBeVisible();
  });
  await expect.element(page.getByLabelText("Answer")).toHaveValue("Drafted.");
});

test("a section that was typed back before Update does not stay drafted", async () => {
  expectErrors(/^The draft was not saved/);
  const { slug } = await api.post("/project/new", { title: "Lighthouse" });
  await api.post(`/project/detail/${slug}`, { heading: "The lens", description: "Ground." });
  const { detail, version } = await api.get(`/project/${slug}`);
  const changes = { title: "Lighthouse 2", sections: [{ ...detail[0], description: "Secret." }] };
  await api.put(`/draft/project/${slug}`, { changes, baseVersion: version, over: null });
  await openOffice(`/admin/update/${slug}`);
  const sections = page.getByRole("region", { name: "Details" });
  await sections
    .getByRole("button", { name: /The lens/ })
    .first()
    .click();
  const description = sections.getByLabelText("Description");
  await expect.element(description).toHaveValue("Secret.");
  // Before the draft is saved as one types.
  await failing({ method: "PUT", path: `/api/draft/project/${slug}` }, "no connection", async () => {
    await description.fill("Ground.");
    await page.getByRole("button", { name: "Update Project" }).click();
    await expect.poll(async () => (await api.get(`/project/${slug}`)).title).toBe("Lighthouse 2");
  });
  expect(await api.get(`/draft/project/${slug}`)).toBeNull();
  expect((await api.get(`/project/${slug}`)).detail).toMatchObject([{ description: "Ground." }]);
});

test("what a save whose answer was lost has stored is nobody else’s change, and the draft is saved on", async () => {
  expectErrors(/^The draft was not saved/);
  const { slug } = await api.post("/faq/add", { question: "Who types on?", answer: "Live." });
  const path = `/draft/faq/${slug}`;
  await api.put(path, { changes: { answer: "Drafted." }, baseVersion: 1, over: null });
  await openOffice(`/admin/faq/update/${slug}`);
  const answer = page.getByLabelText("Answer");
  await failing({ method: "PUT", path: `/api${path}` }, "lost answer", async () => {
    await answer.fill("Drafted anew.");
    await expect.poll(async () => (await api.get(path)).changes.answer).toBe("Drafted anew.");
  });
  await answer.fill("Drafted anew, and on.");
  await expect.poll(async () => (await api.get(path)).changes.answer).toBe("Drafted anew, and on.");
});

test("what is typed on while a save finds a colleague’s change, and then left, does not replace that unasked", async () => {
  expectErrors(/^The draft was not saved/);
  const { path } = await changedWhileOpen("Who is asked?");
  const theirs = await api.put(path, { ...draftedBy("Theirs."), over: (await api.get(path)).version });
  const isSaving = bar().getByRole("button", { name: "Saving" });
  const arrive = holdAnswers((method, at) => method === "PUT" && at === `/api${path}`);
  await page.getByLabelText("Answer").fill("Mine.");
  await expect.element(isSaving).toBeVisible();
  await page.getByLabelText("Answer").fill("Mine, typed on.");
  await openOffice("/admin/faq");
  await arrive();
  await openOffice(`/admin${path.replace("/draft/faq", "/faq/update")}`);
  await expect.element(bar().getByText(/has changed the same in this draft: Answer\./)).toBeVisible();
  await expect.element(page.getByLabelText("Answer")).toHaveValue("Mine, typed on.");
  expect(await api.get(path)).toEqual(theirs);
});

const draftedBy = (answer: string) => ({ changes: { answer }, baseVersion: 1 });
