import { describe, expect } from "vitest";
import { createTestApp, onEveryDatabase, test } from "#test/app.ts";
import { gracesReview, makeReview } from "#test/make.ts";

// Behaviour of reviews beyond that of all content types (app/platform/content/content.test.ts).

onEveryDatabase("reviews", (database) => {
  test("a new review has its four fields and is not a sample", async ({ app }) => {
    expect(await makeReview(app)).toEqual({
      ...gracesReview,
      profileImageAlt: null,
      profileImageFocus: "",
      slug: "grace-hopper",
      published: true,
      version: 1,
      isSample: false,
    });
  });

  test("a built-in review stays a sample when it is only hidden or published, until its text is changed", async () => {
    const app = await createTestApp(database, { seed: true });
    const [{ slug }] = (await app.call("GET", "/review/get-all")).body.data;
    const isSample = async (change: object) =>
      (await app.office("PUT", `/review/edit/${slug}`, change)).body.data.isSample;

    expect(await isSample({ published: false })).toBe(true);
    expect(await isSample({ published: true })).toBe(true);
    expect(await isSample({ feedback: "We were glad." })).toBe(false);
    expect(await isSample({ published: false })).toBe(false);
  });
});

describe("reviews", () => {
  test("full name and feedback are required", async ({ app }) => {
    const refused = async (body: object) =>
      (await app.office("POST", "/review/add", body)).body.errors.map(({ field }: { field: string }) => field);

    expect(await refused({ company: "Navy" })).toEqual(["fullName", "feedback"]);
    expect(await refused({ fullName: "Grace Hopper", feedback: "" })).toEqual(["feedback"]);
  });
});
