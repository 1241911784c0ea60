import { expect, test } from "vitest";
import { compare, wordRuns } from "./compare.ts";

const names = {
  title: "Title",
  published: "Published",
  img: { label: "Image", isImage: true as const },
  detail: "Details",
};
const part = { _id: "a", heading: "Voting", description: "How", img: "" };

test("two versions are compared field by field, in the order of the field names given", () => {
  const older = { slug: "x", title: "One", published: true, img: "", version: 1 };
  const pairs = compare(names, older, { ...older, title: "Two", published: false, version: 2 });

  expect(pairs.slice(0, 3)).toMatchObject([
    { label: "Title", older: "One", newer: "Two", isChanged: true },
    { label: "Published", older: "Yes", newer: "No", isChanged: true },
    { label: "Image", isImage: true, isChanged: false },
  ]);
});

test("sections are matched by id at any position, and one that only one version has is reported", () => {
  const second = { ...part, _id: "b", heading: "Counting" };
  const pairs = compare(names, { detail: [part] }, { detail: [second, { ...part, description: "Why" }] });
  const changed = pairs.filter(({ isChanged }) => isChanged);

  expect(changed.map(({ label, older, newer }) => [label, older, newer])).toEqual([
    ["Details", "Voting", "Counting\nVoting"],
    ["Detail “Counting”, heading", undefined, "Counting"],
    ["Detail “Counting”, description", undefined, "How"],
    ["Detail “Counting”, image", undefined, ""],
    ["Detail “Voting”, description", "How", "Why"],
  ]);
});

test("the rows of a list are compared as lines, in which what is empty leaves no comma", () => {
  const rows = [
    { days: "Monday", time: "9 to 5" },
    { days: "Sunday", time: "" },
  ];
  expect(compare({ value: "Text" }, { value: [] }, { value: rows })).toMatchObject([
    { older: "", newer: "Monday, 9 to 5\nSunday", isChanged: true },
  ]);
});

test("words that only one version has are marked", () => {
  expect(wordRuns("we ship on Friday", "we always ship on Monday")).toEqual({
    older: [
      { text: "we ship on ", isOwn: false },
      { text: "Friday", isOwn: true },
    ],
    newer: [
      { text: "we ", isOwn: false },
      { text: "always ", isOwn: true },
      { text: "ship on ", isOwn: false },
      { text: "Monday", isOwn: true },
    ],
  });
});

test("consecutive changed words form one mark, and a word at the end of the text matches the same word", () => {
  expect(wordRuns("Sites, apps", "Sites, apps and more").newer).toEqual([
    { text: "Sites, apps ", isOwn: false },
    { text: "and more", isOwn: true },
  ]);
});

test("where no spaces stand between words, characters that only one version has are marked", () => {
  expect(wordRuns("私たちは東京で作ります。", "私たちは大阪で作ります。").newer).toEqual([
    { text: "私たちは", isOwn: false },
    { text: "大阪", isOwn: true },
    { text: "で作ります。", isOwn: false },
  ]);
});

test("texts with little in common are not marked", () => {
  expect(wordRuns("One way of saying it", "Quite another of them")).toMatchObject({ older: [{ isOwn: false }] });
});

test("texts too long to compare by word are not marked", () => {
  const long = "word ".repeat(10_000);
  expect(wordRuns(long, `${long}more`).newer).toEqual([{ text: `${long}more`, isOwn: false }]);
});

test("lists are shown with one entry per line, and a section's layout is compared if both versions have one", () => {
  const team = [
    { role: "Designer", count: 1 },
    { role: "Engineer", count: 3 },
  ];
  const older = { team: [], detail: [{ ...part, layout: "side" }] };
  const pairs = compare({ team: "Team", detail: "Details" }, older, { team, detail: [{ ...part, layout: "full" }] });

  expect(pairs.filter(({ isChanged }) => isChanged)).toMatchObject([
    { label: "Team", older: "", newer: "Designer, 1\nEngineer, 3" },
    { label: "Detail “Voting”, layout", older: "side", newer: "full" },
  ]);
});
