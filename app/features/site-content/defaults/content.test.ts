import { expect, test } from "vitest";
import { plainHeading } from "#app/ui/site/drawn-heading.tsx";
import { contentSections, fieldsOf } from "./sections.ts";
import { defaultContent, fillContent, mergeContent } from "./site-content.ts";
import { builtIn, heading, line, list, text } from "./site-text.ts";
import { counted, cutAtWord, filledIn } from "./words.ts";

test("an edit replaces only its own value", () => {
  const content = mergeContent(defaultContent, {
    "company.name": "Agora",
    "home.heroSlides.1.mainDesc": "Other words",
  });
  expect(content.company.name).toBe("Agora");
  expect(content.home.heroSlides[1]?.mainDesc).toBe("Other words");
  expect(content.home.heroSlides[0]).toEqual(defaultContent.home.heroSlides[0]);
  expect(defaultContent.company.name).toBe("Jorna");
});

test("an edit of the wrong type, of an unknown path or of a whole branch is ignored", () => {
  const edits = {
    "figures.experience.value": "six",
    "home.heroSlides.9.count": "10",
    company: "Agora",
    __proto__: { name: "x" },
    "company.toString": "x",
  };
  expect(mergeContent(defaultContent, edits)).toEqual(defaultContent);
});

test("placeholders in texts are replaced by names and figures", () => {
  const content = fillContent(
    mergeContent(defaultContent, { "company.name": "Agora {tagline}", "figures.clients.value": 51 }),
  );
  expect(content.pageTitles.about.title).toBe("About Us | Agora {tagline}");
  expect(content.home.heroSlides[0]?.smDesc).toBe("6+ years, 51+ clients, 200+ projects");
});

test("counts up to twelve are written as words, with the text for none, one or many", () => {
  const texts: [string, string, string] = ["None", "One role", "{Count} roles, {count} desks"];
  expect([0, 1, 4, 12, 40].map((count) => counted(count, texts))).toEqual([
    "None",
    "One role",
    "Four roles, four desks",
    "Twelve roles, twelve desks",
    "40 roles, 40 desks",
  ]);
  expect(filledIn("{unknown} stays", {})).toBe("{unknown} stays");
});

test("a long description is cut at a word boundary", () => {
  expect(cutAtWord("Short.")).toBe("Short.");
  expect(cutAtWord("one two three four", 12)).toBe("one two…");
  expect(cutAtWord("x".repeat(300)).length).toBe(160);
  const family = "👨‍👩‍👧‍👦";
  expect(cutAtWord(family.repeat(40))).toBe(`${family.repeat(14)}…`);
  expect(cutAtWord("ก็".repeat(100), 10)).toBe(`${"ก็".repeat(4)}…`);
});

test("a heading is converted to plain text without its markup", () => {
  expect(plainHeading("Where [Ideas] / meet Reality")).toBe("Where Ideas meet Reality");
});

test("every site text has exactly one field, and every field except the listed ones has a default", () => {
  const fields = contentSections.flatMap((section) => section.fields);
  expect(new Set(fields.map(({ path }) => path)).size).toBe(fields.length);
  // What a company must decide for itself has no default.
  const undecided = fields.filter(({ fallback, of }) => fallback === "" && !of).map(({ path }) => path);
  expect(undecided).toEqual([
    "company.answers",
    "theme.logo",
    "theme.logoDark",
    ...[0, 1, 2, 3, 4, 5, 6].map((index) => `about.terms.${index}.answer`),
  ]);
  expect(fields.find(({ path }) => path === "company.hrEmail")).toMatchObject({ label: "HR e-mail", kind: "email" });
  expect(fields.find(({ path }) => path === "home.heroSlides.0.drawnImg")).toMatchObject({
    label: "Hero slide 1, drawn picture",
    kind: "image",
  });
  // Beside each picture that fills a frame of its own: what it shows, and its focal point.
  const parts = fields.filter(({ of }) => of !== undefined);
  const framed = fields.filter(({ path, kind }) => kind === "image" && !path.endsWith(".drawnImg"));
  expect(framed).toHaveLength(9);
  expect(parts.map(({ of, kind }) => `${of} ${kind}`).sort()).toEqual(
    framed.flatMap(({ path }) => [`${path} alt`, `${path} focalPoint`]).sort(),
  );
  expect(fields.find(({ path }) => path === "figures.experience.value")).toMatchObject({ kind: "number" });
  const edits = Object.fromEntries(fields.map(({ path, fallback }) => [path, fallback]));
  expect(mergeContent(defaultContent, edits)).toEqual(defaultContent);
});

test("a field's kind and optionality come from its declaration, whatever its key; a label can be declared", () => {
  const declared = {
    replyEmail: line("Write to us"),
    phone: text("By day or night", { label: "When we answer" }),
    img: line("", { optional: true }),
    smHeading: heading("[Small]"),
    icon: "fixed",
    url: list("Step", ["First"], (words) => ({ empty: line(words), icon: "fixed" })),
  };
  const fields = fieldsOf(declared, "help");
  expect(
    fields.map(({ path, label, kind, isRequired, isHeading }) => [path, label, kind, isRequired, isHeading]),
  ).toEqual([
    ["help.replyEmail", "Reply email", "text", true, false],
    ["help.phone", "When we answer", "longText", false, false],
    ["help.img", "Img", "text", false, false],
    ["help.smHeading", "Sm heading", "text", true, true],
    ["help.url.0.empty", "Step 1, empty", "text", true, false],
  ]);
  expect(builtIn(declared)).toMatchObject({ img: "", icon: "fixed", url: [{ empty: "First", icon: "fixed" }] });
});
