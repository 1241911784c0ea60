import { expect, test } from "vitest";
import { page } from "vitest/browser";
import { failing, holdAnswers } from "#test/office/failing-calls.ts";
import { alerts, api, expectErrors, lookAgainUntil, openOffice, setUpOffice } from "#test/office/office.tsx";

setUpOffice();

test("an earlier message of the same person is cut at the pane's edge, however long it is", async () => {
  const visitor = { fullName: "Ada Lovelace", email: "ada+web@example.com" };
  await api.post("/quote/new", { ...visitor, message: "An engine that weaves algebraic patterns. ".repeat(20) });
  const { slug } = await api.post("/quote/new", { ...visitor, message: "Any news?" });
  await page.viewport(390, 844);
  await openOffice(`/admin/quote/${slug}`);

  await expect.element(page.getByRole("heading", { name: "Wrote before" })).toBeVisible();
  expect(document.documentElement.scrollWidth).toBeLessThanOrEqual(390);
  // Some mail programs write to the address as it is encoded.
  await expect
    .element(page.getByRole("link", { name: visitor.email }))
    .toHaveAttribute("href", `mailto:${visitor.email}`);
});

test("the next step has room for its words at every width, beside the list too", async () => {
  const lead = { fullName: "Mary Somerville", email: "mary@example.com", message: "On the connexion" };
  const { slug } = await api.post("/quote/new", lead);
  await openOffice(`/admin/quote/${slug}`);
  const step = page.getByLabelText("Next step");
  for (const width of [390, 768, 1024, 1280, 1440]) {
    await page.viewport(width, 800);
    await expect.element(step).toBeVisible();
    expect(step.element().clientWidth, `at ${width} px`).toBeGreaterThan(150);
  }
});

const line = (name: string) => page.getByRole("article").filter({ hasText: name });
const deleted = () => alerts().filter({ hasText: "This message has been deleted meanwhile." });

test("an open message that somebody else deletes says so and leaves the list, when it is looked at again or acted on", async () => {
  expectErrors(/^Loading failed/, /^The message could not be changed/);
  const write = async (fullName: string): Promise<string> =>
    (await api.post("/quote/new", { fullName, email: "grace@example.com", message: "A compiler" })).slug;
  await page.viewport(1280, 720);
  for (const notice of ["looked at", "acted on"]) {
    const slug = await write(`Grace, ${notice}`);
    await openOffice(`/admin/quote/${slug}`);
    await expect.element(line(`Grace, ${notice}`)).toBeVisible();
    await page.getByLabelText("Private note").fill("Met at the opera.");
    await api.remove(`/quote/${slug}`);
    if (notice === "looked at") await lookAgainUntil(deleted());
    else await page.getByRole("button", { name: "Mark unread" }).click();
    await expect.element(deleted()).toBeVisible();
    await expect.element(deleted().filter({ hasText: "What you typed about it is kept" })).toBeVisible();
    await expect.element(line(`Grace, ${notice}`)).not.toBeInTheDocument();
    await expect.element(page.getByRole("button", { name: "Retry" })).not.toBeInTheDocument();
  }
});

test("a message deleted while it was listed says so when it is opened, and leaves the list", async () => {
  expectErrors(/^Loading failed/);
  await page.viewport(1280, 720);
  const { slug } = await api.post("/quote/new", { fullName: "Edith", email: "edith@example.com", message: "Currents" });
  await openOffice("/admin/quote");
  await expect.element(line("Edith")).toBeVisible();
  await api.remove(`/quote/${slug}`);
  await page.getByRole("link", { name: "Edith" }).click();
  await expect.element(deleted()).toBeVisible();
  await expect.element(line("Edith")).not.toBeInTheDocument();
});

const progress = () => page.getByRole("region", { name: "Progress" });
const status = () => progress().getByLabelText("Status");

test("choices made while the message is still being marked as read are shown at once, and the last one is saved", async () => {
  await page.viewport(1280, 720);
  const { slug } = await api.post("/quote/new", {
    fullName: "Mary",
    email: "mary@example.com",
    message: "A telescope",
  });
  const arrive = holdAnswers((method, _path, body) => method === "PUT" && body.includes("isRead"));
  await openOffice(`/admin/quote/${slug}`);
  await expect.poll(async () => (await api.get(`/quote/${slug}`)).readAt).toBeDefined();
  for (const choice of ["Lost", "Won"]) {
    await status().selectOptions(choice);
    await expect.element(status()).toHaveDisplayValue(choice);
  }
  await arrive();
  await expect.element(page.getByRole("listitem").filter({ hasText: "set the status to Won" })).toBeVisible();
  await expect.element(page.getByRole("button", { name: "Mark unread" })).toBeVisible();
  await expect.element(status()).toHaveDisplayValue("Won");
  expect(await api.get(`/quote/${slug}`)).toMatchObject({ status: "won" });
});

test("what was loaded before a change does not replace it when it arrives afterwards", async () => {
  await page.viewport(1280, 720);
  const { slug } = await api.post("/quote/new", { fullName: "Emmy", email: "emmy@example.com", message: "A ring" });
  await api.put(`/quote/${slug}`, { isRead: true });
  await openOffice(`/admin/quote/${slug}`);
  await expect.element(status()).toHaveDisplayValue("New");
  const arrive = holdAnswers((method, path) => method === "GET" && path.endsWith(`/quote/${slug}`));
  window.dispatchEvent(new Event("focus"));
  await status().selectOptions("Replied");
  await expect.element(page.getByRole("listitem").filter({ hasText: "set the status to Replied" })).toBeVisible();
  await arrive();
  await expect.element(status()).toHaveDisplayValue("Replied");
});

test("a message deleted while it was being marked as read says so, although that is answered after it was looked at again", async () => {
  expectErrors(/^Loading failed/);
  await page.viewport(1280, 720);
  const { slug } = await api.post("/quote/new", { fullName: "Sofia", email: "sofia@example.com", message: "A top" });
  const letReadingArrive = holdAnswers((method, _path, body) => method === "PUT" && body.includes("isRead"));
  await openOffice(`/admin/quote/${slug}`);
  await expect.poll(async () => (await api.get(`/quote/${slug}`)).readAt).toBeDefined();
  await api.remove(`/quote/${slug}`);
  const letLookArrive = holdAnswers((method, path) => method === "GET" && path.endsWith(`/quote/${slug}`));
  window.dispatchEvent(new Event("focus"));
  await letReadingArrive();
  await letLookArrive();
  await expect.element(deleted()).toBeVisible();
  await expect.element(line("Sofia")).not.toBeInTheDocument();
});

test("a colleague's next step is named before it is replaced, and what was typed stays", async () => {
  expectErrors(/^The message could not be changed/);
  await page.viewport(1280, 720);
  const { slug } = await api.post("/quote/new", { fullName: "Nina", email: "nina@example.com", message: "A clock" });
  // Else it is marked as read when it opens, and the answer to that shows the colleague's step before Save is pressed.
  await api.put(`/quote/${slug}`, { isRead: true });
  await openOffice(`/admin/quote/${slug}`);
  const save = progress().getByRole("button", { name: "Save" });
  await progress().getByLabelText("Next step").fill("  ");
  await expect.element(save).toBeDisabled();
  await progress().getByLabelText("Next step").fill("Send an offer");
  await api.put(`/quote/${slug}`, { nextStep: "Call her", nextStepOn: "2026-12-01" });
  await save.click();
  await expect.element(alerts().filter({ hasText: "Somebody has set another next step meanwhile." })).toBeVisible();
  await expect
    .element(progress().getByText("Meanwhile “Call her, 2026-12-01” was set. Save replaces it."))
    .toBeVisible();
  await expect.element(progress().getByLabelText("Next step")).toHaveValue("Send an offer");
  expect(await api.get(`/quote/${slug}`)).toMatchObject({ nextStep: "Call her" });
  await save.click();
  await expect
    .element(page.getByRole("listitem").filter({ hasText: "set the next step: Send an offer" }))
    .toBeVisible();
  await expect.element(save).toBeDisabled();
  await expect.element(progress().getByText("Meanwhile")).not.toBeInTheDocument();
});

test("a note cannot be typed on while it is being stored, and one changed after a lost answer is neither lost nor taken for stored", async () => {
  expectErrors(/^The note was not saved/);
  await page.viewport(1280, 720);
  const { slug } = await api.post("/quote/new", { fullName: "Rosa", email: "rosa@example.com", message: "A map" });
  await openOffice(`/admin/quote/${slug}`);
  const field = page.getByLabelText("Private note");
  const add = page.getByRole("button", { name: "Add note" });
  const entry = (text: string) => page.getByRole("listitem").filter({ hasText: text });
  await field.fill("Called.");
  const arrive = holdAnswers((_method, path) => path.endsWith(`/note/${slug}`));
  await add.click();
  await expect.element(field).toHaveAttribute("readonly");
  await arrive();
  await expect.element(entry("Called.")).toBeVisible();

  await field.fill("Will write.");
  await failing({ method: "POST", path: "/api/quote/note/:slug" }, "lost answer", async () => {
    await add.click();
    await expect.element(alerts()).toBeVisible();
  });
  await field.fill("Will write on Monday.");
  await add.click();
  await expect.element(alerts().filter({ hasText: "An earlier text has arrived already" })).toBeVisible();
  await expect.element(entry("Will write.")).toBeVisible();
  await expect.element(field).toHaveValue("Will write on Monday.");
  await add.click();
  await expect.element(entry("Will write on Monday.")).toBeVisible();
  await expect.element(field).toHaveValue("");
});

test("a failed note is stored once: with what was typed since, though its notice and the form both try again, or the message was left", async () => {
  expectErrors(/^The note was not saved/);
  await page.viewport(1280, 720);
  const { slug } = await api.post("/quote/new", { fullName: "Ines", email: "ines@example.com", message: "A chart" });
  await api.post("/quote/new", { fullName: "Paul", email: "paul@example.com", message: "A list" });
  await openOffice(`/admin/quote/${slug}`);
  const field = page.getByLabelText("Private note");
  const add = page.getByRole("button", { name: "Add note" });
  const retry = alerts().getByRole("button", { name: "Retry" });
  const notes = async () => (await api.get(`/quote/${slug}`)).history.map(({ text }: { text: string }) => text);
  const fail = (ending: "no connection" | "lost answer") =>
    failing({ method: "POST", path: "/api/quote/note/:slug" }, ending, async () => {
      await add.click();
      await expect.element(retry).toBeVisible();
    });

  await field.fill("Called.");
  await fail("no connection");
  await add.click();
  await expect.element(field).toHaveValue("");
  await expect.element(alerts()).not.toBeInTheDocument();
  expect(await notes()).toEqual(["Called."]);

  await field.fill("Wrote.");
  await fail("no connection");
  await field.fill("Wrote twice.");
  await retry.click();
  await expect.element(field).toHaveValue("");
  expect(await notes()).toEqual(["Called.", "Wrote twice."]);

  await field.fill("Met.");
  await fail("lost answer");
  await page.getByRole("link", { name: "Paul" }).first().click();
  await expect.element(page.getByRole("region", { name: "Paul" })).toBeVisible();
  await openOffice(`/admin/quote/${slug}`);
  await expect.element(field).toHaveValue("Met.");
  await add.click();
  await expect.element(field).toHaveValue("");
  expect(await notes()).toEqual(["Called.", "Wrote twice.", "Met."]);
});

test("marking as spam returns the focus that its button loses, but does not take it from a note begun meanwhile", async () => {
  await page.viewport(1280, 720);
  const { slug } = await api.post("/quote/new", { fullName: "Olga", email: "olga@example.com", message: "Buy this" });
  await openOffice(`/admin/quote/${slug}`);
  const note = page.getByLabelText("Private note");
  const mark = (name: string) => page.getByRole("button", { name, exact: true });
  await mark("Spam").click();
  await expect.element(page.getByRole("heading", { level: 1 })).toHaveFocus();
  const arrive = holdAnswers((method) => method === "PUT");
  await mark("Not spam").click();
  await note.fill("Ask Ada.");
  await arrive();
  await expect.element(mark("Spam")).toBeVisible();
  await expect.element(note).toHaveFocus();
});

test("on a phone an open message stays in its place when the list behind it arrives", async () => {
  await page.viewport(390, 844);
  const { slug } = await api.post("/quote/new", { fullName: "Ida", email: "ida@example.com", message: "A catalogue" });
  const arrive = holdAnswers((_method, path) => path.endsWith("/quote/get-all"));
  await openOffice(`/admin/quote/${slug}`);
  const name = page.getByRole("heading", { name: "Ida" });
  await expect.element(name).toBeVisible();
  const before = name.element().getBoundingClientRect().top;
  await arrive();
  await expect.poll(() => document.querySelectorAll("[aria-busy]").length).toBe(0);
  expect(name.element().getBoundingClientRect().top).toBe(before);
});
