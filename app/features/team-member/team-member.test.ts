import { describe, expect } from "vitest";
import { createTestApp, onEveryDatabase, type TestApp, test } from "#test/app.ts";
import { makeEntry } from "#test/make.ts";
import { teamMemberType } from "./team-member.type.ts";

// Behaviour of team members beyond that of all content types (app/platform/content/content.test.ts).

const makeMember = makeEntry(teamMemberType);
const about = async (app: TestApp) => (await app.request("/about")).text();
const section = async (app: TestApp) => /<section[^>]*id="team".*?<\/section>/s.exec(await about(app))?.[0];

onEveryDatabase("team members", (database) => {
  test("there are none by default, and the About page has no team section until one is published", async () => {
    const app = await createTestApp(database, { seed: true });
    expect((await app.call("GET", "/team-member/get-all")).body).toEqual({ data: [] });
    expect(await section(app)).toBeUndefined();

    const { slug } = await makeMember(app, { fullName: "Ada Lovelace", role: "Analyst", published: false });
    expect(await section(app)).toBeUndefined();
    await app.office("PUT", `/team-member/edit/${slug}`, { published: true });

    expect(await section(app)).toMatch(/Ada Lovelace.*Analyst/s);
    await app.office("DELETE", `/team-member/${slug}`);
    expect(await section(app)).toBeUndefined();
  });

  test("they are shown in the configured order, with a photo or a drawing in its place", async ({ app }) => {
    await makeMember(app, { fullName: "Ada", photo: "" });
    const { slug } = await makeMember(app, {
      fullName: "Grace",
      photo: "https://example.com/grace.webp",
      photoAlt: null,
    });
    await app.office("PUT", `/sort-order/team-member/${slug}`, { place: 1 });

    const html = (await section(app)) ?? "";

    expect(html.indexOf("Grace")).toBeLessThan(html.indexOf("Ada"));
    expect(html.match(/<img[^>]*>/g)).toEqual([
      expect.stringMatching(
        /alt="".*src="https:\/\/example.com\/grace.webp"|src="https:\/\/example.com\/grace.webp".*alt=""/,
      ),
    ]);
    expect(html.match(/<svg/g)).toHaveLength(1);
  });
});

describe("team members", () => {
  test("the section heading is a site text, and a preview opens at the section", async ({ app }) => {
    await app.office("PUT", "/site/edit", { edits: [{ path: "about.teamHeading", value: "Who we are" }] });

    const { body } = await app.office("POST", "/preview/new", {
      noun: "team-member",
      body: { fullName: "Unsaved Ada" },
    });

    expect(body.data.url).toMatch(/^\/preview\/[\w-]{43}#team$/);
    const html = await (await app.request(body.data.url)).text();
    expect(html).toContain("Who we are");
    expect(html).toContain("Unsaved Ada");
    expect(await about(app)).not.toContain("Unsaved Ada");
  });
});
