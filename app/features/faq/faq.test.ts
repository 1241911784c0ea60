import { describe, expect } from "vitest";
import { onEveryDatabase, test } from "#test/app.ts";
import { makeFaq, whatIsABug } from "#test/make.ts";

// Behaviour of questions beyond that of all content types (app/platform/content/content.test.ts).

onEveryDatabase("questions", () => {
  test("bullets with quotes, brackets and line breaks are returned unchanged", async ({ app }) => {
    const bullets = ['"quoted"', "[1]", "a\nb", "\\", "🚀", ""];

    expect((await makeFaq(app, { bullets })).bullets).toEqual(bullets);
  });

  test("the search matches punctuation in a bullet, but not the JSON syntax of the stored list", async ({ app }) => {
    const { slug } = await makeFaq(app, { bullets: ['Say "moth" [sic].', "Ünlü"] });
    await makeFaq(app, { bullets: ["Plain"] });
    const find = async (q: string) =>
      (await app.call("GET", `/faq/get-all?q=${encodeURIComponent(q)}`)).body.data.map(
        (faq: { slug: string }) => faq.slug,
      );

    for (const q of ['"', '"moth" [', "[", "ünlü"]) expect([q, await find(q)]).toEqual([q, [slug]]);
    for (const q of ['","', '["', "\\"]) expect([q, await find(q)]).toEqual([q, []]);
  });
});

describe("questions", () => {
  test("question and answer are required", async ({ app }) => {
    const refused = async (body: object) => {
      const reply = await app.office("POST", "/faq/add", body);
      return [reply.status, reply.body.errors.map(({ field }: { field: string }) => field)];
    };

    expect(await refused({ question: "What is a bug?" })).toEqual([422, ["answer"]]);
    expect(await refused({ answer: "A moth." })).toEqual([422, ["question"]]);
    expect(await refused({ question: "", answer: " " })).toEqual([422, ["question", "answer"]]);
  });

  test("bullets are at most 50 strings of up to 1,000 characters", async ({ app }) => {
    const statusOf = async (bullets: unknown) =>
      (await app.office("POST", "/faq/add", { ...whatIsABug, bullets })).status;

    expect(await statusOf(Array(50).fill("b".repeat(1_000)))).toBe(201);
    expect(await statusOf(Array(51).fill("b"))).toBe(422);
    expect(await statusOf(["b".repeat(1_001)])).toBe(422);
    expect(await statusOf("one")).toBe(422);
    expect(await statusOf([1])).toBe(422);
    expect(await statusOf(["a\0b"])).toBe(422);
  });

  test("100,000 invalid bullets get 422 with a short response body", async ({ app }) => {
    const { status, body } = await app.office("POST", "/faq/add", { ...whatIsABug, bullets: Array(100_000).fill(1) });

    expect(status).toBe(422);
    expect(JSON.stringify(body).length).toBeLessThan(20_000);
  });
});
