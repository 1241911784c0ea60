import sharp, { type Region, type Sharp } from "sharp";
import { describe, expect, test } from "vitest";
import { mainPaths } from "#app/shared/public-pages.ts";
import { createTestApp, onEveryDatabase } from "#test/app.ts";

/** Whether a part of a picture has one colour. */
async function isBlank(picture: ArrayBuffer, part: Region): Promise<boolean> {
  const { channels } = await sharp(await sharp(picture).extract(part).toBuffer()).stats();
  return channels.every(({ min, max }) => min === max);
}

onEveryDatabase("resources for search engines, feed readers and other sites", (database) => {
  test("the sitemap lists every public page and no unpublished or deleted one", async () => {
    const { request, office } = await createTestApp(database, { seed: true });
    await office("PUT", "/project/edit/nft-marketplace", { published: false });
    await office("DELETE", "/job/mobile-developer-intern");
    const xml = await (await request("/sitemap.xml")).text();
    const paths = [...xml.matchAll(/<loc>http:\/\/site\.example([^<]*)<\/loc>/g)].map(([, path]) => path);
    expect(paths).toEqual([
      ...mainPaths,
      "/details/0",
      "/details/1",
      "/details/2",
      "/details/3",
      "/details/4",
      "/details/5",
      "/career/senior-business-developer",
      "/career/associate-software-engineer",
      "/career/ui-and-ux-designer",
    ]);
    expect(xml).toMatch(/<loc>http:\/\/site\.example\/details\/0<\/loc><lastmod>2026-05-01<\/lastmod>/);
  });

  test("the RSS feed lists projects newest first and escapes their titles", async () => {
    const { request, clock, office } = await createTestApp(database, { seed: true });
    clock.pass(86_400_000);
    await office("POST", "/project/new", { title: "Agora <& co> \u0007", description: "Told" });
    const response = await request("/feed.xml");
    const xml = await response.text();
    expect(response.headers.get("Content-Type")).toBe("application/rss+xml; charset=utf-8");
    const titles = [...xml.matchAll(/<item><title>([^<]*)/g)].map(([, title]) => title);
    expect(titles).toHaveLength(8);
    expect(titles[0]).toBe("Agora &lt;&amp; co&gt; ");
    expect(xml).toContain("<link>http://site.example/details/7</link>");
    expect(xml).toContain("<pubDate>Sat, 02 May 2026 12:00:00 GMT</pubDate>");
  });

  test("the feed dates and orders projects by their first publication", async () => {
    const { request, clock, office } = await createTestApp(database);
    const project = { title: "Agora", description: "Told", published: false };
    const { body } = await office("POST", "/project/new", project);
    clock.pass(3_600_000);
    await office("POST", "/project/new", { title: "Begun later, published first", description: "Told" });
    for (const published of [true, false, true]) {
      clock.pass(3 * 3_600_000);
      const { status } = await office("PUT", `/project/edit/${body.data.slug}`, { published });
      expect(status).toBe(200);
    }
    const xml = await (await request("/feed.xml")).text();
    expect(xml).toContain("<pubDate>Fri, 01 May 2026 16:00:00 GMT</pubDate>");
    const titles = [...xml.matchAll(/<item><title>([^<]*)/g)].map(([, title]) => title);
    expect(titles).toEqual(["Agora", "Begun later, published first"]);
  });

  test("feed and sitemap get 304 for a date since which no content was written, unless an ETag says otherwise", async () => {
    const { request, clock, office } = await createTestApp(database, { seed: true });
    clock.pass(86_400_000);
    await office("PUT", "/project/edit/nft-marketplace", { title: "Agora" });
    const lastModified = "Sat, 02 May 2026 12:00:00 GMT";
    const since = (date: string, more: Record<string, string> = {}) => ({
      headers: { "If-Modified-Since": date, ...more },
    });
    const statusesOf = (init: RequestInit) =>
      Promise.all(["/feed.xml", "/sitemap.xml"].map(async (path) => (await request(path, init)).status));
    clock.pass(60_000);
    const known = [
      lastModified,
      "Sat, 02 May 2026 12:00:30 GMT",
      "Saturday, 02-May-26 12:00:00 GMT",
      "Sat May  2 12:00:00 2026",
    ];
    for (const date of known) expect([date, await statusesOf(since(date))]).toEqual([date, [304, 304]]);
    const unknown = [
      "Sat, 02 May 2026 11:59:59 GMT",
      "Sun, 02 May 2027 12:00:00 GMT",
      "2026-05-02T12:00:00Z",
      "Sat, 99 May 2026 12:00:00 GMT",
    ];
    for (const date of unknown) expect([date, await statusesOf(since(date))]).toEqual([date, [200, 200]]);
    expect(await statusesOf(since(lastModified, { "If-None-Match": '"x"' }))).toEqual([200, 200]);
    const etag = (await request("/feed.xml")).headers.get("ETag") ?? "";
    expect((await request("/feed.xml", since(unknown[0] ?? "", { "If-None-Match": etag }))).status).toBe(304);
    const head = await request("/feed.xml", { method: "HEAD", ...since(lastModified) });
    expect(head.status).toBe(304);

    clock.pass(500);
    await office("DELETE", "/project/nft-marketplace");
    const current = await request("/feed.xml");
    expect([current.status, current.headers.get("Last-Modified")]).toEqual([200, null]);
    expect(await statusesOf(since(lastModified))).toEqual([200, 200]);
    clock.pass(500);
    expect((await request("/feed.xml")).headers.get("Last-Modified")).toBe("Sat, 02 May 2026 12:01:01 GMT");
  });
});

describe("resources for search engines, feed readers and other sites", () => {
  test("an unset profile or a placeholder stands in no structured data, set ones do", async () => {
    const app = await createTestApp("sqlite", { seed: true });
    const organizationOf = async () => {
      const html = await (await app.request("/")).text();
      const blocks = [...html.matchAll(/<script type="application\/ld\+json"[^>]*>(.*?)<\/script>/gs)];
      const found = blocks.flatMap(([, json = ""]) => JSON.parse(json)).flatMap((each) => each["@graph"] ?? each);
      return found.find((each: { "@type": string }) => each["@type"] === "Organization");
    };
    const built = await organizationOf();
    expect([built.sameAs, built.telephone]).toEqual([undefined, undefined]);
    const profiles = ["https://www.linkedin.com/", "https://example.com/jorna", "https://github.com/jorna"];
    const social = { path: "company.social", value: profiles.map((url) => ({ url, name: "" })) };
    const edits = [social, { path: "company.phone", value: "+92 42 35780000" }];
    const { status } = await app.office("PUT", "/site/edit", { edits });
    expect(status).toBe(200);
    const set = await organizationOf();
    expect([set.sameAs, set.telephone]).toEqual([["https://github.com/jorna"], "+92 42 35780000"]);
  });

  test("robots.txt disallows the back office and names the sitemap, security.txt has a contact and an expiry date, the web app manifest is served, and a page has speculation rules for prefetching its links", async () => {
    const { request } = await createTestApp("sqlite");
    const text = await (await request("/robots.txt")).text();
    expect(text).toContain("Disallow: /admin");
    expect(text).toContain("Sitemap: http://site.example/sitemap.xml");

    const contact = await (await request("/.well-known/security.txt")).text();
    expect(contact).toContain("Contact: mailto:hello@example.com");
    expect(contact).toMatch(/^Expires: \d{4}-\d{2}-\d{2}T\d{2}:\d{2}:\d{2}\.000Z$/m);

    const manifest = await request("/site.webmanifest");
    expect(manifest.headers.get("Content-Type")).toBe("application/manifest+json");
    expect(await manifest.json()).toMatchObject({ short_name: "Jorna", start_url: "/" });
    const page = await request("/about");
    const rules = /<script type="speculationrules">(.*?)<\/script>/.exec(await page.text())?.[1] ?? "";
    expect(JSON.parse(rules)).toHaveProperty("prefetch");
  });

  test("feed and sitemap have Last-Modified, get 304 for a matching ETag, and are compressed", async () => {
    const { request, clock, office } = await createTestApp("sqlite", { seed: true });
    clock.pass(86_400_000);
    await office("PUT", "/project/edit/nft-marketplace", { title: "Agora" });
    for (const path of ["/feed.xml", "/sitemap.xml"]) {
      const first = await request(path, { headers: { "Accept-Encoding": "gzip" } });
      expect(first.headers.get("Last-Modified")).toBe("Sat, 02 May 2026 12:00:00 GMT");
      expect(first.headers.get("Content-Encoding")).toBe("gzip");
      const again = await request(path, { headers: { "If-None-Match": first.headers.get("ETag") ?? "" } });
      expect([again.status, await again.text()]).toEqual([304, ""]);
    }
    const xml = await (await request("/feed.xml")).text();
    expect(xml).toContain("<language>en</language>\n<lastBuildDate>Sat, 02 May 2026 12:00:00 GMT</lastBuildDate>");
    const description = await request("/api/openapi.json", { headers: { "Accept-Encoding": "br" } });
    expect(description.headers.get("Content-Encoding")).toBe("br");
    expect((await description.json()).openapi).toMatch(/^3\./);
  });

  test("llms.txt names the company and links its projects and openings", async () => {
    const { request } = await createTestApp("sqlite", { seed: true });
    const text = await (await request("/llms.txt")).text();
    expect(text).toMatch(/^# Jorna\n> /);
    expect(text).toContain("[NFT marketplace](http://site.example/details/6)");
    expect(text).toContain(
      "[Mobile Developer Intern](http://site.example/career/mobile-developer-intern): Lahore, Pakistan, Fresh",
    );
  });

  test("every page has its own link preview image, made from its content", async () => {
    const { request, office } = await createTestApp("sqlite", { seed: true });
    const picture = async (name: string) => {
      const response = await request(`/share/${name}.png`);
      return { status: response.status, bytes: Buffer.from(await response.arrayBuffer()) };
    };
    const seen = new Set<string>();
    for (const name of [
      "home",
      "portfolio",
      "about",
      "career",
      "details-0",
      "details-6",
      "career-mobile-developer-intern",
    ]) {
      const { status, bytes } = await picture(name);
      expect([name, status]).toEqual([name, 200]);
      expect(await sharp(bytes).metadata()).toMatchObject({ format: "png", width: 1200, height: 630 });
      expect(bytes.length).toBeLessThan(150_000);
      seen.add(bytes.toString("base64"));
    }
    expect(seen.size).toBe(7);
    for (const name of ["details-7", "details", "career-astronaut", "else", "home-1", "details--1"])
      expect([name, (await picture(name)).status]).toEqual([name, 404]);
    const before = (await picture("details-0")).bytes;
    await office("PUT", "/project/edit/learning-platform-with-a-token-reward", { title: "Agora" });
    expect((await picture("details-0")).bytes.equals(before)).toBe(false);
  });

  test("the address of a project's link preview image changes with its picture, so that no old one is shown", async () => {
    const { request, call, office } = await createTestApp("sqlite", { seed: true });
    const addressOf = async () => /"og:image" content="([^"]*)"/.exec(await (await request("/details/2")).text())?.[1];
    const before = await addressOf();
    expect(before).toBe(await addressOf());
    const [, , { slug }] = (await call("GET", "/project/get-all")).body.data;
    const projectImage = "/pictures/01-learning-token-reward-built.webp";
    await office("PUT", `/project/edit/${slug}`, { projectImage });
    expect(await addressOf()).not.toBe(before);
  });

  test("the link preview image of a project without a drawing shows its picture whole, around its focal point", async () => {
    const { request, call, office } = await createTestApp("sqlite", { seed: true });
    const [{ projectImage }] = (await call("GET", "/project/get-all")).body.data;
    const cardOf = async (projectImageFocus: string) => {
      const { body } = await office("POST", "/project/new", { title: "Agora", projectImage, projectImageFocus });
      return Buffer.from(await (await request(`/share/details-${body.data.number}.png`)).arrayBuffer());
    };
    const leftEdge = { left: 656, top: 0, width: 2, height: 630 };
    const frame = { left: 656, top: 0, width: 544, height: 630 };
    const pixels = (picture: Sharp) => picture.removeAlpha().raw().toBuffer();
    const edge = await sharp(await cardOf(""))
      .extract(leftEdge)
      .toBuffer();
    const [, , blue] = (await sharp(edge).stats()).channels;
    // The picture's own colours, not the pencil of a crossed box.
    expect(blue?.mean).toBeGreaterThan(150);
    const stored = await (await request(projectImage)).arrayBuffer();
    const atTheRight = { fit: "cover", position: "right" } as const;
    const wanted = await pixels(sharp(stored).resize(frame.width, frame.height, atTheRight));
    const shown = await pixels(sharp(await cardOf("100% 50%")).extract(frame));
    const difference = shown.reduce((sum, value, index) => sum + Math.abs(value - (wanted[index] ?? 0)), 0);
    expect(difference / shown.length).toBeLessThan(5);
  });

  test("so does the address of every other page's, with what it shows", async () => {
    const { request, call, office } = await createTestApp("sqlite", { seed: true });
    const [job] = (await call("GET", "/job/get-all")).body.data;
    const addressOf = async (path: string) =>
      /"og:image" content="([^"]*)"/.exec(await (await request(path)).text())?.[1];
    const img = "/pictures/04-startup-investor-built.webp";
    for (const [page, path, value] of [
      ["/", "home.heroSlides.0.img", img],
      ["/about", "about.heading", "Who we are"],
      ["/about", "company.address", "1 Loom Lane"],
      ["/portfolio", "portfolio.lead", "All of it."],
      ["/career", "career.heading", "Work here"],
      [`/career/${job.slug}`, undefined, "On the moon"],
    ] as const) {
      const before = await addressOf(page);
      if (path) await office("PUT", "/site/edit", { edits: [{ path, value }] });
      else await office("PUT", `/job/${job.slug}`, { location: value });
      expect([page, (await addressOf(page)) === before]).toEqual([page, false]);
    }
  });

  test("a title that is too long or not covered by the font still gives a link preview image, which ends no word at its edge", async () => {
    const { request, office } = await createTestApp("sqlite", { seed: true });
    for (const title of ["قلم اور کاغذ", "🚀", "x".repeat(300), "word ".repeat(60)]) {
      const { body } = await office("POST", "/project/new", { title });
      const response = await request(`/share/details-${body.data.number}.png`);
      expect([title.slice(0, 8), response.status]).toEqual([title.slice(0, 8), 200]);
      const edge = { left: 1140, top: 0, width: 60, height: 630 };
      expect([title.slice(0, 8), await isBlank(await response.arrayBuffer(), edge)]).toEqual([title.slice(0, 8), true]);
    }
  });

  test("in the link preview image of an opening a slash in its title is a slash, and no line break", async () => {
    const { request, office } = await createTestApp("sqlite", { seed: false });
    const job = { title: "Design / Build", location: "Lahore", experience: "", description: "x" };
    const { body } = await office("POST", "/job/add", job);
    const picture = await (await request(`/share/career-${body.data.slug}.png`)).arrayBuffer();
    const aboveTheLine = { left: 64, top: 140, width: 1000, height: 290 };
    expect(await isBlank(picture, aboveTheLine)).toBe(true);
  });

  test("a link preview image leaves out the signs that its font lacks, rather than the title or the note", async () => {
    const { request, office } = await createTestApp("sqlite", { seed: false });
    const pictureOf = async (title: string, location: string) => {
      const { body } = await office("POST", "/job/add", { title, location, experience: "", description: "x" });
      const response = await request(`/share/career-${body.data.slug}.png`);
      return Buffer.from(await response.arrayBuffer()).toString("base64");
    };
    const plain = await pictureOf("Café® lead, on-site", "Lahore");
    for (const [title, location] of [
      ["🇵🇰 Café® lead, on-site", "📍 Lahore"],
      ["Café® lead, on-site 👍🏽 1️⃣", "Lahore 🏴󠁧󠁢󠁥󠁮󠁧󠁿"],
      ["Cafe\u0301® lead, on\u2011site", "La\u00adhore\u200b"],
    ] as const)
      expect([title, (await pictureOf(title, location)) === plain]).toEqual([title, true]);
    expect((await pictureOf("Cafe lead, on-site", "Lahore")) === plain).toBe(false);
  });

  test("a project page has Open Graph tags, a Twitter card and structured data, of which a sample is no part", async () => {
    const { request, call, office } = await createTestApp("sqlite", { seed: true });
    const html = await (await request("/details/2")).text();
    expect(html).toContain('<meta property="og:title" content="NFT floor-price prediction | Jorna"/>');
    expect(html).toMatch(
      /<meta property="og:image" content="http:\/\/site\.example\/share\/details-2\.png\?v=[\w-]+"\/>/,
    );
    expect(html).toContain('<meta name="twitter:card" content="summary_large_image"/>');
    const typesIn = (page: string) =>
      [...page.matchAll(/<script type="application\/ld\+json">(.*?)<\/script>/g)].map(
        ([, json = ""]) => JSON.parse(json)["@type"],
      );
    expect(typesIn(html)).toEqual(["Organization", "BreadcrumbList"]);
    expect(typesIn(await (await request("/")).text())).toEqual(["Organization", "WebSite"]);

    const [, , { slug, title }] = (await call("GET", "/project/get-all")).body.data;
    await office("PUT", `/project/edit/${slug}`, { title });
    const confirmed = await (await request("/details/2")).text();
    expect(typesIn(confirmed)).toEqual(["Organization", "BreadcrumbList", "CreativeWork"]);
  });
});
