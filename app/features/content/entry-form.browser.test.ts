import { expect, test } from "vitest";
import { page } from "vitest/browser";
import { holdAnswers } from "#test/office/failing-calls.ts";
import { alerts, api, expectErrors, expectNoAxeViolations, openOffice, setUpOffice } from "#test/office/office.tsx";

setUpOffice();

const notice = () => alerts().filter({ hasText: "This question has been deleted meanwhile." });

/** A question whose form is open when somebody else deletes it. */
async function deletedWhileOpen(question: string): Promise<string> {
  expectErrors(/^Save failed/, /^Loading failed/);
  const { slug } = await api.post("/faq/add", { question, answer: "Web sites." });
  await openOffice(`/admin/faq/update/${slug}`);
  await page.getByLabelText("Answer").fill("Web sites and apps.");
  await api.remove(`/faq/${slug}`);
  return slug;
}

test("a form says that its entry was deleted meanwhile, restores it, and then saves", async () => {
  const slug = await deletedWhileOpen("What do you build?");
  await expect.element(notice()).not.toBeInTheDocument();
  await page.getByRole("button", { name: "Update Question" }).click();
  await expect.element(notice()).toBeVisible();
  await expect.element(page.getByLabelText("Answer")).toHaveValue("Web sites and apps.");
  await expectNoAxeViolations();

  await page.getByRole("button", { name: "Restore the question" }).click();
  await expect.element(notice()).not.toBeInTheDocument();
  await expect.element(alerts()).not.toBeInTheDocument();
  await page.getByRole("button", { name: "Update Question" }).click();
  await expect.element(page.getByRole("heading", { level: 1, name: "FAQ's" })).toBeVisible();
  expect(await api.get(`/faq/${slug}`)).toMatchObject({ answer: "Web sites and apps." });
});

test("on a phone, each press at the end of a form whose entry was deleted meanwhile leads to the notice at its top", async () => {
  await page.viewport(390, 844);
  expectErrors(/^Save failed/, /^The draft was not saved/, /^Loading failed/);
  const role = { title: "Engineer", location: "Lahore", experience: "1 year", jobDescription: "Build." };
  const { slug } = await api.post("/job/add", { ...role, requirements: ["Curiosity"], perksAndBenefits: ["Tea"] });
  await openOffice(`/admin/job/update/${slug}`);
  await page.getByLabelText("Location").fill("Karachi");
  await api.remove(`/job/${slug}`);
  for (const button of ["Update Job", "Update Job", "Save draft", "Save draft", "Update Job"]) {
    await page.getByRole("button", { name: button }).click();
    await expect.element(alerts().filter({ hasText: "This job has been deleted meanwhile." })).toHaveFocus();
    await expect.element(page.getByRole("button", { name: "Save as a new job" })).toBeInViewport({ ratio: 1 });
    await page.getByLabelText("Location").click();
  }
  await expect.element(page.getByLabelText("Location")).toHaveValue("Karachi");
});

test("the notice of a deletion that comes late does not take the focus from a field in which the user goes on", async () => {
  await deletedWhileOpen("Who calls?");
  const arrive = holdAnswers((method, path) => method === "GET" && /\/faq\/[^/]+$/.test(path));
  await page.getByRole("button", { name: "Update Question" }).click();
  await expect.element(alerts()).toBeVisible();
  await page.getByLabelText("Answer").fill("Everybody.");
  await arrive();
  await expect.element(notice()).toBeVisible();
  await expect.element(page.getByLabelText("Answer")).toHaveFocus();
});

test("a form notices as its window is looked at again that its entry was deleted, and saves what was typed as a new one", async () => {
  await deletedWhileOpen("Where are you?");
  window.dispatchEvent(new Event("focus"));
  await expect.element(notice()).toBeVisible();
  await page.getByRole("button", { name: "Save as a new question" }).click();
  await expect.element(page.getByRole("heading", { level: 1, name: "FAQ's" })).toBeVisible();
  const entries = (await api.get("/faq/get-all?limit=1000")) as { question: string; answer: string }[];
  expect(entries.filter(({ question }) => question === "Where are you?")).toMatchObject([
    { answer: "Web sites and apps." },
  ]);
});

test("a draft that is saved as one types stops when its entry is deleted, and goes on once that is restored", async () => {
  expectErrors(/^The draft was not saved/, /^Loading failed/);
  const { slug, version } = await api.post("/faq/add", { question: "Who are you?", answer: "An agency." });
  await api.put(`/draft/faq/${slug}`, { changes: { answer: "Engineers." }, baseVersion: version, over: null });
  await openOffice(`/admin/faq/update/${slug}`);
  await expect.element(page.getByLabelText("Answer")).toHaveValue("Engineers.");
  await api.remove(`/faq/${slug}`);
  await page.getByLabelText("Answer").fill("Engineers and designers.");
  await expect.element(notice()).toBeVisible();
  await page.getByRole("button", { name: "Restore the question" }).click();
  await expect.element(notice()).not.toBeInTheDocument();
  await expect
    .poll(async () => (await api.get(`/draft/faq/${slug}`))?.changes)
    .toMatchObject({ answer: "Engineers and designers." });
  await expect.element(page.getByLabelText("Answer")).toHaveValue("Engineers and designers.");
  await page.getByLabelText("Answer").fill("Engineers, designers and writers.");
  await expect
    .poll(async () => (await api.get(`/draft/faq/${slug}`))?.changes)
    .toMatchObject({ answer: "Engineers, designers and writers." });
});

test("whoever leaves a form or a list while a save or a copy is under way stays where they have gone", async () => {
  await page.viewport(1280, 720);
  const { slug } = await api.post("/job/add", {
    ...{ title: "Lamplighter", location: "Lahore", experience: "1 year", description: "At dusk." },
  });
  const heading = (name: string) => page.getByRole("heading", { level: 1, name });
  const inMenu = async (name: string) => {
    await page.getByRole("button", { name: "Actions for Lamplighter" }).click();
    await page.getByRole("menuitem", { name }).click();
  };
  const leave = async (wanted: string, answered: string) => {
    await page.getByRole("link", { name: "Faq", exact: true }).click();
    await expect.element(heading("FAQ's")).toBeVisible();
    await arrive();
    await expect.element(page.getByRole("status").filter({ hasText: answered })).toBeVisible();
    // Where the answer would lead to is shown some frames later.
    await arrive();
    expect(heading("FAQ's").query(), wanted).not.toBeNull();
  };
  let arrive = holdAnswers((method) => method === "PUT");
  await openOffice("/admin/job");
  await inMenu("Update");
  await page.getByLabelText("Location").fill("Karachi");
  await page.getByRole("button", { name: "Update Job" }).click();
  await leave("not the list of openings", "Job Update successfully");
  expect(await api.get(`/job/${slug}`)).toMatchObject({ location: "Karachi" });

  arrive = holdAnswers((_method, path) => path.includes("/duplicate/"));
  await openOffice("/admin/job");
  await inMenu("Duplicate");
  await leave("not the copy", "A copy is made.");
});
