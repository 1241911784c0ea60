import { expect, test } from "vitest";
import { jobType } from "#app/features/job/job.type.ts";
import { projectType } from "#app/features/project/project.type.ts";
import { adviceFor } from "./before-publishing.ts";

test("a complete entry gets no advice", () => {
  const words = { title: "Agora", description: "See https://example.com and [the site](https://example.com)." };
  expect(adviceFor(projectType, { ...words, projectImage: "/a.webp", projectImageAlt: "A market" })).toEqual([]);
  expect(adviceFor(jobType, { title: "Engineer", closesOn: "2030-12-31", requirements: ["Patience"] })).toEqual([]);
});

test("a picture that is neither described nor decorative is named; one without a picture is not", () => {
  const advised = (alt: string | null) =>
    adviceFor(projectType, { title: "Agora", projectImage: "/a.webp", projectImageAlt: alt, sketchImage: "" });
  const missing = ["Image has no alt text. Describe it, or mark it as decorative."];
  expect([null, "  ", "", "A market"].map(advised)).toEqual([missing, missing, [], []]);
});

test("an opening without a closing date, a project without a picture, long texts and empty links are named", () => {
  const advice = adviceFor(jobType, {
    title: "x".repeat(81),
    description: "Write to https:// or [here]( ).",
    requirements: ["Fine", "[more](#)"],
    closesOn: " ",
  });
  expect(advice).toEqual([
    "Title has 81 characters; about 80 fit its place.",
    "Description holds a link that leads nowhere.",
    "Requirements holds a link that leads nowhere.",
    "No closing date: nobody is reminded to take the opening off the site.",
  ]);
  expect(adviceFor(projectType, { title: "Agora", projectImage: "" })).toEqual([
    "No picture: the project shows an empty frame.",
  ]);
});
