import { expect, test } from "vitest";
import { jobType } from "#app/features/job/job.type.ts";
import { projectType } from "#app/features/project/project.type.ts";
import { adviceFor, adviceForTexts } from "./before-publishing.ts";
import { dayIn } from "./day.ts";

test("a complete entry gets no advice", () => {
  const words = { title: "Agora", description: "See https://example.com and [the site](https://example.com)." };
  expect(adviceFor(projectType, { ...words, projectImage: "/a.webp", projectImageAlt: "A market" })).toEqual([]);
  expect(adviceFor(jobType, { title: "Engineer", closesOn: "2030-12-31", requirements: ["Patience"] })).toEqual([]);
});

test("a picture without alt text that is not decorative gets advice, and a missing picture gets none", () => {
  const advised = (alt: string | null) =>
    adviceFor(projectType, { title: "Agora", projectImage: "/a.webp", projectImageAlt: alt, sketchImage: "" });
  const missing = ["Image has no alt text. Describe it, or mark it as decorative."];
  expect([null, "  ", "", "A market"].map(advised)).toEqual([missing, missing, [], []]);
});

test("an alt text that was written for another picture gets advice", () => {
  const before = { title: "Agora", projectImage: "/a.webp", projectImageAlt: "A market" };
  const advised = (change: object) => adviceFor(projectType, { ...before, ...change }, before);
  expect(advised({ projectImage: "/b.webp" })).toEqual(["Image has changed: see whether its alt text still fits."]);
  expect(advised({ projectImage: "/b.webp", projectImageAlt: "A harbour" })).toEqual([]);
  expect(advised({ title: "Forum" })).toEqual([]);
});

test("a missing closing date, a missing project picture, long texts and empty links get advice", () => {
  const advice = adviceFor(jobType, {
    title: "x".repeat(81),
    description: "Write to https:// or [here]( ).",
    requirements: ["Fine", "[more](#)"],
    closesOn: " ",
  });
  expect(advice).toEqual([
    "Title has 81 characters; about 80 fit its place.",
    "Description contains a link that leads nowhere.",
    "Requirements contains a link that leads nowhere.",
    "No closing date: nobody is reminded to take the opening off the site.",
  ]);
  expect(adviceFor(projectType, { title: "Agora", projectImage: "" })).toEqual([
    "No picture: the project shows an empty frame.",
  ]);
});

test("what looks like a link and is none gets advice", () => {
  expect(
    adviceFor(jobType, { title: "Engineer", description: "See [us](www.example.com).", closesOn: "2030-12-31" }),
  ).toEqual([
    "Description: [us](www.example.com) does not become a link. Its address has to begin with https://, mailto:, tel: or /.",
  ]);
});

test("a closing date that is over gets advice", () => {
  const advice = (closesOn: string, more = {}) => adviceFor(jobType, { title: "Engineer", closesOn, ...more });
  const today = dayIn(undefined, new Date());
  const yesterday = new Date(Date.parse(today) - 24 * 60 * 60_000).toISOString().slice(0, 10);
  expect(advice(today)).toEqual([]);
  expect(advice(yesterday)).toEqual(["The closing date is over: visitors will not find the opening."]);
  expect(advice(yesterday, { closesItself: false })).toEqual([]);
});

test("site texts that are too long, contain an empty link or lack alt text get advice", () => {
  const texts = [
    { path: "heading", label: "Heading", kind: "text", fallback: "Where ideas meet reality, in forty letters" },
    { path: "short", label: "Button", kind: "text", fallback: "Go" },
    { path: "lead", label: "Lead", kind: "longText", fallback: "Words." },
    { path: "picture", label: "Picture", kind: "image", fallback: "/built-in.webp" },
    { path: "words", label: "What the picture shows", kind: "alt", fallback: "", of: "picture" },
  ];
  const advice = (values: Record<string, unknown>) => adviceForTexts(texts, (path) => values[path]);

  expect(advice({ heading: "x".repeat(63), short: "x".repeat(40), lead: "x".repeat(900), words: "" })).toEqual([]);
  expect(
    advice({ heading: "x".repeat(64), short: "x".repeat(41), lead: "[Read](#)", picture: "/own.webp", words: " " }),
  ).toEqual([
    "Heading has 64 characters; about 63 fit its place.",
    "Button has 41 characters; about 40 fit its place.",
    "Lead contains a link that leads nowhere.",
    "What the picture shows has no alt text. Describe it, or mark it as decorative.",
  ]);
  expect(advice({ heading: null, picture: "/own.webp", words: null })).toEqual([]);
  const before = (path: string) => ({ picture: "/own.webp", words: "A harbour" })[path];
  const exchanged = { picture: "/other.webp", words: "A harbour" };
  expect(adviceForTexts(texts, (path) => (exchanged as Record<string, unknown>)[path], before)).toEqual([
    "The picture has changed: see whether “What the picture shows” still fits.",
  ]);
});
