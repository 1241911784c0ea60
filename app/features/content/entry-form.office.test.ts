import { expect, test } from "vitest";
import { page } from "vitest/browser";
import { failing, holdAnswers } from "#test/office/failing-calls.ts";
import {
  alerts,
  api,
  expectErrors,
  expectNoAxeViolations,
  lookAgainUntil,
  openOffice,
  setUpOffice,
} from "#test/office/office.tsx";

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
  await expect.element(page.getByText("In the trash. Visitors do not see it.")).toBeVisible();
  for (const name of ["Unpublish", "View page"]) expect(page.getByText(name, { exact: true }).elements()).toEqual([]);
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
  await lookAgainUntil(notice());
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

test("an entry whose answer was lost is added once, though it is changed, the page is left and its edits are discarded in between", async () => {
  expectErrors(/^Save failed/);
  const lose = (path: string, button: string) =>
    failing({ method: "POST", path }, "lost answer", async () => {
      await page.getByRole("button", { name: button }).click();
      await expect.element(alerts()).toBeVisible();
    });
  const answers = async (question: string) =>
    ((await api.get("/faq/get-all?limit=1000")) as { question: string; answer: string }[])
      .filter((entry) => entry.question.startsWith(question))
      .map((entry) => `${entry.question} ${entry.answer}`);
  const add = page.getByRole("button", { name: "Add Question" });
  const question = page.getByLabelText("Question");
  const answer = page.getByLabelText("Answer");
  const fill = async (asked: string, answered: string) => {
    await question.fill(asked);
    await answer.fill(answered);
  };
  const addIt = async () => {
    await add.click();
    await expect.element(question).toHaveValue("");
  };

  await openOffice("/admin/faq/create");
  await fill("Is it lost?", "No.");
  await lose("/api/faq/add", "Add Question");
  await openOffice("/admin/faq");
  await openOffice("/admin/faq/create");
  await expect.element(answer).toHaveValue("No.");
  await addIt();
  expect(await answers("Is it lost")).toEqual(["Is it lost? No."]);

  await fill("Is it changed?", "No.");
  await lose("/api/faq/add", "Add Question");
  await answer.fill("Yes.");
  await page.getByRole("button", { name: "Discard" }).click();
  await expect.element(question).toHaveValue("");
  await page.getByRole("button", { name: "Undo" }).click();
  await expect.element(answer).toHaveValue("Yes.");
  await addIt();
  expect(await answers("Is it changed")).toEqual(["Is it changed? Yes."]);

  // What comes next is another entry.
  await fill("Is it changed?", "Another.");
  await addIt();
  expect(await answers("Is it changed")).toEqual(["Is it changed? Yes.", "Is it changed? Another."]);
});

test("a copy, a section and an entry saved as new are made once, though the first answer was lost", async () => {
  expectErrors(/^Save failed/, /^Loading failed/, /^No copy could be made/);
  const lose = (path: string, press: () => Promise<void>) =>
    failing({ method: "POST", path }, "lost answer", async () => {
      await press();
      await expect.element(alerts()).toBeVisible();
    });
  const questions = async () =>
    ((await api.get("/faq/get-all?limit=1000")) as { question: string }[]).map((entry) => entry.question);

  await deletedWhileOpen("Is it saved as new?");
  await lookAgainUntil(notice());
  const saveAsNew = page.getByRole("button", { name: "Save as a new question" });
  await failing({ method: "POST", path: "/api/faq/add" }, "lost answer", async () => {
    await saveAsNew.click();
    await expect.element(alerts().filter({ hasText: "could not be reached" })).toBeVisible();
  });
  await saveAsNew.click();
  await expect.element(page.getByRole("heading", { level: 1, name: "FAQ's" })).toBeVisible();
  expect((await questions()).filter((each) => each === "Is it saved as new?")).toHaveLength(1);

  const role = { title: "Ferryman", location: "Lahore", experience: "1 year", jobDescription: "Row." };
  await api.post("/job/add", { ...role, requirements: ["Oars"], perksAndBenefits: [] });
  await openOffice("/admin/job");
  await page.getByRole("button", { name: "Actions for Ferryman" }).click();
  await lose("/api/job/duplicate/:slug", () => page.getByRole("menuitem", { name: "Duplicate" }).click());
  await alerts().getByRole("button", { name: "Retry" }).click();
  await expect.element(page.getByLabelText("Title", { exact: true })).toHaveValue("Ferryman (copy)");
  const jobs = (await api.get("/job/get-all?limit=1000")) as { title: string }[];
  expect(jobs.filter(({ title }) => title === "Ferryman (copy)")).toHaveLength(1);

  const project = "learning-platform-with-a-token-reward";
  const before = (await api.get(`/project/${project}`)).detail.length;
  await openOffice(`/admin/detail/create/${project}`);
  await page.getByLabelText("Heading").fill("Lost");
  await lose("/api/project/detail/:slug", () => page.getByRole("button", { name: "Add Detail" }).click());
  await page.getByLabelText("Heading").fill("Found");
  await page.getByRole("button", { name: "Add Detail" }).click();
  await expect.element(page.getByLabelText("Heading")).toHaveValue("");
  const sections = (await api.get(`/project/${project}`)).detail as { heading: string }[];
  expect(sections.slice(before)).toMatchObject([{ heading: "Found" }]);
});

test("on a phone the bar below a project's form shows every button whole, and keeps less than a quarter of the screen", async () => {
  await page.viewport(390, 844);
  await openOffice("/admin/create");
  await expect.element(page.getByText(/^Fill in /)).toBeInViewport({ ratio: 1 });
  await expectNoAxeViolations();

  const img = "https://example.com/harbour.webp";
  const word = "Hafenbetriebsgesellschaftsgebäudeverwaltung".repeat(2);
  const sections = Array.from({ length: 12 }, (_, place) => ({ heading: `${word}${place}`, img }));
  const pictured = { technology: "Brick", projectImage: img, sections };
  const { slug } = await api.post("/project/new", { title: "Harbour", description: "A quay.", ...pictured });
  await openOffice(`/admin/update/${slug}`);
  await page.getByLabelText("Title", { exact: true }).fill("Old harbour");
  await page.getByRole("button", { name: "Save draft" }).click();
  const bar = page.getByRole("region", { name: "Draft" });
  // The bar grows by what a draft can be done with.
  await expect.element(bar.getByRole("button", { name: "Discard draft" })).toBeVisible();
  await expect
    .poll(() => {
      bar.element().scrollIntoView({ block: "end" });
      return Math.round(bar.element().getBoundingClientRect().bottom);
    })
    .toBeLessThanOrEqual(844);
  for (const button of ["Save draft", "Publish now", "Publish at…", "Preview draft", "Discard draft", "Unpublish"])
    await expect.element(bar.getByRole("button", { name: button })).toBeInViewport({ ratio: 1 });
  await expect.element(bar.getByRole("link", { name: /^View page/ })).toBeInViewport({ ratio: 1 });
  const update = page.getByRole("button", { name: "Update Project" });
  scrollTo(0, 0);
  await expect.element(update).toBeInViewport({ ratio: 1 });
  expect(update.element().getBoundingClientRect().top).toBeGreaterThan(844 * 0.75);
  await page.getByText("13 things to look at before publishing").click();
  await expect.element(update).toBeInViewport({ ratio: 1 });
  expect(document.documentElement.scrollWidth).toBe(390);
  // On a low screen it stays at the end of the form.
  await page.viewport(320, 568);
  await expect.element(update).not.toBeInViewport();
  await expectNoAxeViolations();
});

test("after an entry is added the way to it stays above the cleared form, where the focus is", async () => {
  await page.viewport(390, 844);
  await openOffice("/admin/faq/create");
  for (const question of ["Is it far?", "Is it near?"]) {
    await page.getByLabelText("Question").fill(question);
    await page.getByLabelText("Answer").fill("Yes.");
    await page.getByRole("button", { name: "Add Question" }).click();
    const line = page
      .getByRole("main")
      .getByRole("paragraph")
      .filter({ hasText: `“${question}” is added.` });
    await expect.element(line).toBeInViewport();
    await expect.element(page.getByLabelText("Question")).toHaveFocus();
    await expect.element(page.getByLabelText("Question")).toHaveValue("");
  }
  await page.getByRole("main").getByRole("link", { name: "Open it" }).click();
  await expect.element(page.getByLabelText("Question")).toHaveValue("Is it near?");
});

test("a sample is confirmed in its form, which Set-up names, and what was typed there stays", async () => {
  const [{ slug, fullName }] = await api.get("/review/get-all");
  await openOffice("/admin/today");
  await page
    .getByRole("region", { name: "Set-up" })
    .getByRole("link", { name: new RegExp(`^${fullName}`) })
    .click();
  const notice = page.getByText(/^This review is a sample/);
  await expect.element(notice).toBeVisible();
  await expectNoAxeViolations();
  await page.getByLabelText("Company").fill("Ours");
  await page.getByRole("button", { name: "This is ours" }).click();
  await expect.element(page.getByText("The review is no longer a sample.")).toBeVisible();
  await expect.element(notice).not.toBeInTheDocument();
  await expect.element(page.getByLabelText("Company")).toHaveValue("Ours");
  expect(await api.get(`/review/${slug}`)).toMatchObject({ isSample: false, company: "Education platform" });

  await page.getByRole("button", { name: "Update Review" }).click();
  await expect.element(page.getByRole("heading", { level: 1, name: "All Reviews" })).toBeVisible();
  expect(await api.get(`/review/${slug}`)).toMatchObject({ company: "Ours" });
});
