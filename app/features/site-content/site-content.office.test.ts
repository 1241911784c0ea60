import { expect, test } from "vitest";
import { page, userEvent } from "vitest/browser";
import { keepDraft } from "#app/browser/admin-draft.ts";
import { api, expectErrors, main, openOffice, setUpOffice } from "#test/office/office.tsx";

setUpOffice();

test("Undo after Reset brings back what was typed and never saved, and the focus stays at the field", async () => {
  await openOffice("/admin/site?section=about");
  const lead = page.getByLabelText("Faq lead", { exact: true });
  const builtIn = ((await lead.findElement()) as HTMLTextAreaElement).value;
  await lead.fill("Ask us anything, at any hour.");
  const reset = page.getByRole("button", { name: "Reset Faq lead" });
  (reset.element() as HTMLElement).focus();
  await userEvent.keyboard("{Enter}");
  await expect.element(lead).toHaveValue(builtIn);
  await expect.element(reset).not.toBeInTheDocument();
  await expect.element(lead).toHaveFocus();

  await page.getByRole("dialog", { name: "Faq lead reset" }).getByRole("button", { name: "Undo" }).click();
  await expect.element(lead).toHaveValue("Ask us anything, at any hour.");
  await expect.element(lead).toHaveFocus();
  await expect.element(page.getByText("One text is not saved.")).toBeVisible();
  // Undo could do nothing once the form has been left.
  await reset.click();
  await page.getByRole("link", { name: "Trash" }).click();
  await expect.element(page.getByRole("heading", { name: "Trash" })).toBeVisible();
  await expect.element(page.getByRole("dialog", { name: "Faq lead reset" })).not.toBeInTheDocument();
});

/** A picture of one colour, as a file. */
async function pictureFile(name: string): Promise<File> {
  const canvas = new OffscreenCanvas(400, 100);
  canvas.getContext("2d")?.fillRect(0, 0, 400, 100);
  return new File([await canvas.convertToBlob({ type: "image/png" })], name, { type: "image/png" });
}

test("a saved logo and name appear in the frame at once, and go again with Reset and with Undo in Activity", async () => {
  await openOffice("/admin/site?section=theme");
  const bar = page.getByRole("complementary", { name: "Back office" });
  const logo = bar.getByRole("img", { name: "Jorna" });
  const save = page.getByRole("button", { name: "Save", exact: true });
  const isPicture = () => logo.element().localName === "img";
  await expect.element(logo).toBeVisible();
  expect(isPicture()).toBe(false);

  await userEvent.upload(page.getByLabelText("Logo", { exact: true }), await pictureFile("logo.png"));
  await expect.element(page.getByAltText("Preview of logo", { exact: true })).toBeVisible();
  await save.click();
  await expect.poll(isPicture).toBe(true);

  await page.getByRole("button", { name: "Reset Logo", exact: true }).click();
  await save.click();
  await expect.poll(isPicture).toBe(false);

  await bar.getByRole("link", { name: "Activity" }).click();
  await main()
    .getByRole("article", { name: /^Reset to built-in/ })
    .getByRole("button", { name: "Undo" })
    .click();
  await expect.poll(isPicture).toBe(true);
  await main()
    .getByRole("article", { name: /^Changed the text/ })
    .first()
    .getByRole("button", { name: "Undo" })
    .click();
  await expect.poll(isPicture).toBe(false);

  await openOffice("/admin/site?text=company.name");
  await main().getByLabelText("Name", { exact: true }).first().fill("Agora");
  await save.click();
  await expect.element(bar.getByText("Agora")).toBeVisible();
  await api.put("/site/edit", { edits: [{ path: "company.name", value: null }] });
});

test("the focal point of a built-in drawing is set on the drawing", async () => {
  await openOffice("/admin/site?section=home");
  const drawing = () => document.querySelector(`main img[src$=".svg"]:has(+ [role="slider"])`);
  await expect.poll(() => drawing()?.clientWidth).toBeGreaterThan(200);
  await expect.poll(() => drawing()?.clientHeight).toBeGreaterThan(130);
});

const profiles = () => page.getByRole("group", { name: "Social profiles" });
const address = (place: number) =>
  page.getByRole("textbox", { name: `Social profiles, profile ${place}: Address`, exact: true });
const save = () => page.getByRole("button", { name: "Save", exact: true });
const savedProfiles = async (): Promise<string[]> =>
  (await api.get("/site/get-all"))
    .filter(({ path }: { path: string }) => path === "company.social")
    .flatMap(({ value }: { value: { url: string }[] }) => value.map(({ url }) => url));

test("profiles are added, moved and removed by keyboard, none may be left, and Reset brings back the built-in ones", async () => {
  await openOffice("/admin/site?text=company.social");
  await expect.element(address(1)).toHaveFocus();
  const name = page.getByRole("textbox", { name: "Social profiles, profile 1: Name" });
  await expect.element(name).toHaveAttribute("placeholder", "Instagram");
  await address(1).fill("https://dribbble.com/jorna ");
  await expect.element(name).toHaveAttribute("placeholder", "Dribbble");

  const add = profiles().getByRole("button", { name: "Add profile" });
  (add.element() as HTMLElement).focus();
  await userEvent.keyboard("{Enter}");
  await expect.element(address(4)).toHaveFocus();
  await userEvent.keyboard("https://github.com/jorna");
  const grip = profiles().getByRole("button", { name: /^Move https:\/\/github.com/ });
  (grip.element() as HTMLElement).focus();
  await userEvent.keyboard("{Home}");
  await expect.element(address(1)).toHaveValue("https://github.com/jorna");
  await expect.element(grip).toHaveFocus();
  await profiles().getByRole("button", { name: "Remove profile 3" }).click();
  await expect.element(address(2)).toHaveFocus();
  // A row that was begun and left blank is none.
  await add.click();
  await save().click();
  const kept = ["https://github.com/jorna", "https://dribbble.com/jorna", "https://twitter.com/"];
  await expect.poll(savedProfiles).toEqual(kept);

  for (const place of [3, 2, 1])
    await profiles()
      .getByRole("button", { name: `Remove profile ${place}` })
      .click();
  await expect.element(add).toHaveFocus();
  await save().click();
  await expect.element(page.getByText("One text saved.")).toBeVisible();
  await expect.poll(savedProfiles).toEqual([]);
  await page.getByRole("button", { name: "Reset Social profiles" }).click();
  await expect.element(address(3)).toHaveValue("https://twitter.com/");
  await save().click();
  await expect.element(page.getByText("Changed", { exact: true })).not.toBeInTheDocument();
});

test("what an earlier release kept of single opening hours and profiles on this device is in their lists", async () => {
  await keepDraft("/admin/site", {
    values: { "company.hours.1.time": "By appointment", "company.tagline": "Kept" },
    base: { "company.hours.1.time": null, "company.tagline": null },
    at: Date.now(),
  });
  await openOffice("/admin/site?section=company");
  await expect.element(page.getByRole("textbox", { name: "Opening hours, row 2: Time" })).toHaveValue("By appointment");
  await expect.element(page.getByLabelText("Tagline", { exact: true })).toHaveValue("Kept");
  await expect.element(page.getByText("2 texts are not saved.")).toBeVisible();
  await save().click();
  await expect.element(page.getByText("2 texts saved.")).toBeVisible();
});

test("what is typed in a list and beside it is there again when the texts are opened again", async () => {
  const time = page.getByRole("textbox", { name: "Opening hours, row 2: Time" });
  const tagline = page.getByLabelText("Tagline", { exact: true });
  await openOffice("/admin/site?section=company");
  await time.fill("By appointment only");
  await tagline.fill("Typed beside it");
  await page.getByRole("link", { name: "Trash" }).click();
  await expect.element(page.getByRole("heading", { name: "Trash" })).toBeVisible();
  await openOffice("/admin/site?section=company");
  await expect.element(time).toHaveValue("By appointment only");
  await expect.element(tagline).toHaveValue("Typed beside it");
  await expect.element(page.getByText("2 texts are not saved.")).toBeVisible();
  await page.getByRole("button", { name: "Discard", exact: true }).click();
});

test("the marks of a heading are explained at its field, and words are drawn again after it was typed over", async () => {
  await openOffice("/admin/site?section=career");
  const heading = page.getByLabelText("Heading", { exact: true });
  await expect.element(heading).toHaveAccessibleDescription(/^Put \[ \] round the words to be drawn/);
  ((await heading.findElement()) as HTMLElement).focus();
  await userEvent.keyboard("{ControlOrMeta>}a{/ControlOrMeta}We ship on friday");
  await expect.element(heading).toHaveAccessibleDescription(/^The drawn words are gone\. .*, and \/ between/);
  await page.getByRole("button", { name: "Draw “friday” in Heading" }).click();
  await expect.element(heading).toHaveValue("We ship on [friday]");
  await expect.element(heading).toHaveFocus();
  await expect.element(heading).toHaveAccessibleDescription(/^Put \[ \] round the words to be drawn/);
  await save().click();
  await expect.element(page.getByText("One text saved.")).toBeVisible();
  expect((await api.get("/site/get-all")).find(({ path }: { path: string }) => path === "career.heading").value).toBe(
    "We ship on [friday]",
  );
});

test("how long data is kept is not set among the texts, which would not ask, but under Personal data", async () => {
  expectErrors(/^This version could not be restored/);
  const path = "privacy.keepQuotesDays";
  await api.put("/site/edit", { edits: [{ path, value: 30 }], shortens: true });
  await api.put("/site/edit", { edits: [{ path, value: 730 }] });
  await openOffice(`/admin/history/site/${path}`);
  await main().getByRole("button", { name: "Restore this version" }).click();
  const alert = page.getByRole("alert").filter({ hasText: "Set it under Personal data, which asks first." });
  await expect.element(alert).toBeVisible();
  await openOffice(`/admin/site?text=${path}`);
  await expect.element(main().getByText(/^730/)).toBeVisible();
  await expect.element(main().getByLabelText(/^Days after/)).not.toBeInTheDocument();
  await main().getByRole("link", { name: "Set under Personal data" }).first().click();
  await expect.element(main().getByLabelText("Messages")).toHaveValue("730");
});

test("a draft that Save has nothing left of, since a colleague has saved the same, stays with its time; Save publishes what is typed on in it", async () => {
  const path = "about.faqLead";
  const draft = { changes: { [path]: "Ask us." }, base: { [path]: null }, baseVersion: 0, over: null };
  await api.put("/draft/site/texts", draft);
  const publishAt = new Date(Date.now() + 86_400_000).toISOString();
  await api.put("/draft/schedule/site/texts", { publishAt });
  await openOffice(`/admin/site?text=${path}`);
  const bar = main().getByRole("region", { name: "Draft" });
  await expect.element(bar.getByText(/It will be published/)).toBeVisible();
  const field = main().getByLabelText("Faq lead", { exact: true });
  await expect.element(field).toHaveValue("Ask us.");

  await api.put("/site/edit", { edits: [{ path, value: "Ask us." }] });
  await main().getByRole("button", { name: "Save", exact: true }).click();
  await expect.element(main().getByRole("link", { name: "History of Faq lead" })).toBeVisible();
  await expect.element(main().getByText("Not saved")).not.toBeInTheDocument();
  await expect.element(bar.getByText(/It will be published/)).toBeVisible();
  await field.fill("Ask us anything.");
  const stored = async () => (await api.get("/draft/site/texts")).changes;
  await expect.poll(stored).toEqual({ [path]: "Ask us anything." });
  await save().click();
  await expect.poll(async () => await api.get("/draft/site/texts")).toBeNull();
  expect((await api.get("/site/get-all")).find((text: { path: string }) => text.path === path).value).toBe(
    "Ask us anything.",
  );
});
