import { describe, expect, test } from "vitest";
import { reviewType } from "#app/features/review/review.type.ts";
import { teamMemberType } from "#app/features/team-member/team-member.type.ts";
import { createTestApp, type TestApp } from "#test/app.ts";
import { agora, agoraVoting, makeDetail, makeEntry, makeProject, makeReview } from "#test/make.ts";

const sketchImage = "https://example.com/sketch.webp";
const photo = "https://example.com/ada.webp";

/** The alternative texts of the picture at `src` on a page, in order. */
async function altsOn(app: TestApp, path: string, src: string): Promise<string[]> {
  const html = await (await app.request(path)).text();
  return [...html.matchAll(/<img[^>]*>/g)]
    .filter(([image]) => image.includes(`src="${src}"`))
    .map(([image]) => /alt="([^"]*)"/.exec(image)?.[1] ?? "missing");
}

async function allAlts(app: TestApp) {
  return {
    home: await altsOn(app, "/", agora.projectImage),
    portfolio: await altsOn(app, "/portfolio", agora.projectImage),
    case: await altsOn(app, "/details/0", agora.projectImage),
    sketch: await altsOn(app, "/details/0", sketchImage),
    section: await altsOn(app, "/details/0", agoraVoting.img),
    team: await altsOn(app, "/about", photo),
    review: await altsOn(app, "/", "https://example.com/grace.webp"),
  };
}

describe("alternative texts", () => {
  test("a picture shows its alternative text on every page, the default if unset, and none if decorative", async () => {
    const app = await createTestApp("sqlite");
    const project = await makeProject(app, { sketchImage });
    const section = await makeDetail(app, project);
    const member = await makeEntry(teamMemberType)(app, { photo, photoAlt: null });
    const review = await makeReview(app);
    expect([project.projectImageAlt, project.sketchImageAlt, section.imgAlt, review.profileImageAlt]).toEqual(
      Array.from({ length: 4 }, () => null),
    );
    const usual = await allAlts(app);
    expect(usual).toEqual({
      home: ["Agora"],
      portfolio: ["Agora, finished screen"],
      case: ["Agora, finished screen"],
      sketch: [""],
      section: ["Voting"],
      team: [""],
      review: usual.review.map(() => ""),
    });
    expect(usual.review.length).toBeGreaterThan(0);

    const put = (path: string, body: object) => app.office("PUT", path, body);
    const alts = { projectImageAlt: "Stalls in rows", sketchImageAlt: "A map of stalls" };
    const paths = {
      project: `/project/edit/${project.slug}`,
      section: `/project/detail/edit/${project.slug}/${section._id}`,
      member: `/team-member/edit/${member.slug}`,
      review: `/${reviewType.path}/edit/${review.slug}`,
    };
    expect((await put(paths.project, alts)).body.data).toMatchObject(alts);
    await put(paths.section, { imgAlt: "A ballot" });
    await put(paths.member, { photoAlt: "Ada at her desk" });
    await put(paths.review, { profileImageAlt: "Grace in uniform" });
    expect(await allAlts(app)).toEqual({
      home: ["Stalls in rows"],
      portfolio: ["Stalls in rows"],
      case: ["Stalls in rows"],
      sketch: ["A map of stalls"],
      section: ["A ballot"],
      team: ["Ada at her desk"],
      // Of its halves, each a picture, one says it.
      review: ["Grace in uniform", ""],
    });

    // A save of something else leaves them as they are.
    await put(paths.project, { title: "Agora II" });
    expect((await allAlts(app)).case).toEqual(["Stalls in rows"]);
    await put(paths.project, { projectImageAlt: "" });
    await put(paths.section, { imgAlt: "" });
    expect(await allAlts(app)).toMatchObject({ home: [""], portfolio: [""], case: [""], section: [""] });
    await put(paths.project, { projectImageAlt: null });
    expect((await allAlts(app)).home).toEqual(["Agora II"]);
  });

  test("an alternative text that is not a string or exceeds 300 characters gets 422 naming the field", async () => {
    const app = await createTestApp("sqlite");
    const { slug } = await makeProject(app);
    for (const projectImageAlt of [7, ["a"], "x".repeat(301)]) {
      const { status, body } = await app.office("PUT", `/project/edit/${slug}`, { projectImageAlt });
      expect([status, body.errors[0].field]).toEqual([422, "projectImageAlt"]);
    }
    const { status, body } = await app.office("POST", `/project/detail/${slug}`, { heading: "A", imgAlt: 7 });
    expect([status, body.errors[0].field]).toEqual([422, "imgAlt"]);
  });
});
