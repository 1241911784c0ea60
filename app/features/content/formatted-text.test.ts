import { describe, expect } from "vitest";
import { createTestApp, onEveryDatabase, type TestApp, test } from "#test/app.ts";
import { makeDetail, makeFaq, makeJob, makeProject } from "#test/make.ts";

const typed = [
  "We **drew** it, then [built](https://example.com/a?b=1&c=2) it.",
  "- one <b>tag</b>",
  "- **two**",
  "[x](javascript:alert(1)) and **unbalanced",
].join("\n");

const shown = [
  '<p dir="auto">We <strong>drew</strong> it, then <a href="https://example.com/a?b=1&amp;c=2" rel="noopener">built</a> it.</p>',
  '<ul role="list"><li dir="auto">one &lt;b&gt;tag&lt;/b&gt;</li><li dir="auto"><strong>two</strong></li></ul>',
  '<p dir="auto">[x](javascript:alert(1)) and **unbalanced</p>',
].join("");

const plain = "We drew it, then built it.\none <b>tag</b>\ntwo\n[x](javascript:alert(1)) and **unbalanced";

/** The page's markup without class names and without what scripts read. */
async function markup(app: TestApp, path: string) {
  const html = await (await app.request(path)).text();
  const [, description = ""] = /<meta name="description" content="([^"]*)"/.exec(html) ?? [];
  const linked = [...html.matchAll(/<script type="application\/ld\+json">(.*?)<\/script>/gs)].map(([, json = ""]) =>
    JSON.parse(json),
  );
  const body = html
    .slice(html.indexOf("<main"), html.indexOf("</main>"))
    .replace(/ class="[^"]*"/g, "")
    .replaceAll("<!-- -->", "");
  return { body, description, linked: JSON.stringify(linked) };
}

onEveryDatabase("light formatting of long texts", () => {
  test("does not hide words from the search", async ({ app }) => {
    const { slug } = await makeJob(app, { description: "We **draw** and [build](https://example.com) it." });
    for (const q of ["draw", "build"]) {
      const found = await app.office("GET", `/job/get-all?limit=5&q=${q}`);
      expect(found.body.data.map((each: { slug: string }) => each.slug)).toEqual([slug]);
    }
  });
});

describe("light formatting of long texts", () => {
  test("is stored as typed, rendered as HTML on the pages, and removed from descriptions and structured data", async () => {
    const app = await createTestApp("sqlite");
    const project = await makeProject(app, { whatWeDid: typed });
    const section = await makeDetail(app, project, { description: typed });
    const job = await makeJob(app, { description: typed });
    const faq = await makeFaq(app, { answer: typed });
    expect([project.whatWeDid, section.description, job.description, faq.answer]).toEqual([typed, typed, typed, typed]);

    const details = await markup(app, `/details/${project.number}`);
    expect(details.body.split(shown)).toHaveLength(3);
    const opening = await markup(app, `/career/${job.slug}`);
    expect(opening.body).toContain(shown);
    expect(opening.description).toMatch(/^We drew it, then built it\./);
    expect(
      JSON.parse(opening.linked).find(({ title }: { title?: string }) => title === job.title).description,
    ).toContain("<p>We drew it, then built it.</p><p>one &lt;b&gt;tag&lt;/b&gt;</p><p>two</p>");
    expect((await markup(app, "/career")).body).toContain(shown);
    const about = await markup(app, "/about");
    expect(about.body).toContain(shown);
    expect(about.linked).toContain(JSON.stringify(plain));
    for (const path of [`/details/${project.number}`, `/career/${job.slug}`, "/career", "/about"])
      expect(await (await app.request(path)).text()).not.toMatch(/href="javascript/i);
  });

  test("leaves text without formatting as one paragraph with its line breaks", async ({ app }) => {
    const before = "2 ** 3 ** 2, **** 4242\n- a signature\n\n[sic] & <i>";
    const project = await makeProject(app);
    await makeDetail(app, project, { description: before });

    expect((await markup(app, `/details/${project.number}`)).body).toContain(
      '<p dir="auto">2 ** 3 ** 2, **** 4242\n- a signature\n\n[sic] &amp; &lt;i&gt;</p>',
    );
  });
});
