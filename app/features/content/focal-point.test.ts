import { createHash } from "node:crypto";
import { describe, expect, test } from "vitest";
import { teamMemberType } from "#app/features/team-member/team-member.type.ts";
import { createTestApp, type TestApp } from "#test/app.ts";
import { agora, agoraVoting, makeDetail, makeEntry, makeProject, makeReview } from "#test/make.ts";

/** The page's own CSS, and whether its CSP allows it. */
async function stylesOf(app: TestApp, path: string) {
  const response = await app.request(path);
  const [, css = ""] = /<style>(.*?)<\/style>/s.exec(await response.text()) ?? [];
  const hash = createHash("sha256").update(css).digest("base64");
  return { css, isAllowed: response.headers.get("Content-Security-Policy")?.includes(`'sha256-${hash}'`) };
}

const rule = (src: string, x: string, y: string) => `img[src="${src}"]{--focal-x:${x};--focal-y:${y}}`;

describe("focal points", () => {
  test("each page has a CSS rule for each picture with a focal point, allowed by its CSP, and none without", async () => {
    const app = await createTestApp("sqlite");
    const project = await makeProject(app);
    const section = await makeDetail(app, project);
    const member = await makeEntry(teamMemberType)(app, { photo: "https://example.com/ada.webp", photoFocus: "" });
    const review = await makeReview(app);
    const paths = ["/", "/portfolio", "/details/0", "/about"];
    for (const path of paths) expect((await stylesOf(app, path)).css).not.toContain("--focal");

    const put = (path: string, body: object) => app.office("PUT", path, body);
    await put(`/project/edit/${project.slug}`, { projectImageFocus: "30% 40%" });
    await put(`/project/detail/edit/${project.slug}/${section._id}`, { imgFocus: "0% 100%" });
    await put(`/team-member/edit/${member.slug}`, { photoFocus: "5% 6%" });
    await put(`/review/edit/${review.slug}`, { profileImageFocus: "7% 8%" });

    const [home, portfolio, details, about] = await Promise.all(paths.map((path) => stylesOf(app, path)));
    expect([home, portfolio, details, about].map((page) => page?.isAllowed)).toEqual([true, true, true, true]);
    for (const page of [home, portfolio, details])
      expect(page?.css).toContain(`[data-part=picture]:has([src="${agora.projectImage}"])`);
    expect(home?.css).toContain(rule("https://example.com/grace.webp", "0.07", "0.08"));
    expect(portfolio?.css).toContain(rule(agora.projectImage, "0.3", "0.4"));
    expect(details?.css).toContain(rule(agora.projectImage, "0.3", "0.4"));
    expect(details?.css).toContain(rule(agoraVoting.img, "0", "1"));
    expect(about?.css).toContain(rule("https://example.com/ada.webp", "0.05", "0.06"));
  });

  test("a focal point in the site texts is previewed, published, kept by other edits and reverted by a restore", async () => {
    const app = await createTestApp("sqlite");
    const before = app.clock.now().toISOString();
    app.clock.pass(60_000);
    const hero = "https://example.com/hero.webp";
    const service = "https://example.com/service.webp";
    const joint = "https://example.com/joint.webp";
    const values = {
      "home.heroSlides.0.img": hero,
      "home.heroSlides.0.imgFocus": "10% 20%",
      "home.heroSlides.0.imgText": "A loom",
      "home.serviceList.1.img": service,
      "home.serviceList.1.imgFocus": "30% 40%",
      "home.serviceList.1.imgText": "A token in a hand",
      "about.img": joint,
      "about.imgFocus": "50% 60%",
      "about.imgText": "",
    };
    const edits = Object.entries(values).map(([path, value]) => ({ path, value }));
    const all = async () => {
      const [home, about] = await Promise.all(["/", "/about"].map((path) => stylesOf(app, path)));
      return { css: `${home?.css}${about?.css}`, isAllowed: home?.isAllowed && about?.isAllowed };
    };
    const imageOf = (html: string, src: string) => html.match(new RegExp(`<img[^>]* src="${src}"[^>]*>`))?.[0];
    const usual = (await all()).css;
    expect(usual).not.toContain("--focal");

    // Kept in the draft of the texts, and seen in their preview, before visitors see any of it.
    const changes = values;
    const draft = await app.office("PUT", "/draft/site/texts", { changes, baseVersion: 0, over: null });
    expect(draft.status, JSON.stringify(draft.body)).toBeLessThan(300);
    const drawn = await app.office("POST", "/preview/new", { noun: "site", page: "home", body: { edits } });
    expect(drawn.status, JSON.stringify(drawn.body)).toBeLessThan(300);
    const previewed = await stylesOf(app, drawn.body.data.url);
    expect(previewed.css).toContain(rule(hero, "0.1", "0.2"));
    expect((await all()).css).toBe(usual);

    const saved = await app.office("PUT", "/site/edit", { edits });
    expect(saved.status, JSON.stringify(saved.body.errors)).toBe(200);
    const published = await all();
    expect(published.isAllowed).toBe(true);
    expect(published.css).toContain(`[data-part=picture]:has([src="${hero}"])`);
    expect(published.css).toContain(rule(hero, "0.1", "0.2"));
    expect(published.css).toContain(rule(service, "0.3", "0.4"));
    expect(published.css).toContain(rule(joint, "0.5", "0.6"));
    const [home, about] = await Promise.all(["/", "/about"].map(async (path) => (await app.request(path)).text()));
    expect(imageOf(home ?? "", hero)).toContain('alt="A loom"');
    expect(imageOf(home ?? "", service)).toContain('alt="A token in a hand"');
    expect(imageOf(about ?? "", joint)).toContain('alt=""');

    const history = await app.office("GET", "/history/site/about.imgFocus");
    expect(history.body.data).toHaveLength(1);
    await app.office("PUT", "/site/edit", { edits: [{ path: "home.heroSlides.0.mainHeading", value: "New" }] });
    expect((await all()).css).toContain(rule(hero, "0.1", "0.2"));
    const asOf = await app.office("GET", `/site-as-of/differences?at=${before}`);
    const { version } = asOf.body.data;
    const back = await app.office("POST", "/site-as-of/restore", { at: before, version });
    expect(back.status, JSON.stringify(back.body)).toBeLessThan(300);
    expect((await all()).css).toBe(usual);
  });

  test("a picture address is escaped in the CSS, and an invalid focal point gets 422 naming the field", async () => {
    const app = await createTestApp("sqlite");
    const projectImage = `https://example.com/"]{}</style><script>alert(1)</script>`;
    const { slug } = await makeProject(app, { projectImage, projectImageFocus: "30% 40%" });

    const { css, isAllowed } = await stylesOf(app, "/details/0");
    expect(isAllowed).toBe(true);
    expect(css).toMatch(/\{--focal-x:0\.3;--focal-y:0\.4\}$/);
    expect(css).toContain(`img[src="https://example.com/\\22 \\5d \\7b \\7d \\3c /style`);
    for (const projectImageFocus of ["30%", "101% 0%", "30% 40% 50%", "-1% 0%", "1.5% 0%", "center", 7, null]) {
      const { status, body } = await app.office("PUT", `/project/edit/${slug}`, { projectImageFocus });
      expect([projectImageFocus, status, body.errors?.[0].field]).toEqual([
        projectImageFocus,
        422,
        "projectImageFocus",
      ]);
    }
  });
});
