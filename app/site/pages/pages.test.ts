import { describe, expect, test } from "vitest";
import { nextNewYearIn } from "#app/site/render/calendar.ts";
import { createTestApp, onEveryDatabase, signIn } from "#test/app.ts";
import type { Database } from "#test/data-location.ts";
import { makeProject } from "#test/make.ts";
import { uploadPicture } from "#test/upload.ts";

/** The visible text: without tags and without the data for hydration. */
function textOf(html: string): string {
  const body = html.slice(html.indexOf("<body>"), html.indexOf('<script type="application/json"'));
  const text = body
    .replace(/<[^>]*>/g, " ")
    .replace(/&#x27;/g, "'")
    .replace(/&quot;/g, '"')
    .replace(/&amp;/g, "&");
  return text.replace(/\s+/g, " ");
}

const titleOf = (html: string) => /<title>([^<]*)<\/title>/.exec(html)?.[1];

const manyOf = {
  description: "A portal that replaces three spreadsheets.",
  technology: "React, Node.js",
  projectImage: "",
  whatWeDid: "",
  drawnImage: "",
  seam: null,
  published: 1,
  version: 1,
  deletedAt: null,
} as const;

async function site(database: Database) {
  const app = await createTestApp(database, { seed: true });
  const open = async (path: string) => {
    const response = await app.request(path);
    const html = await response.text();
    return { status: response.status, html, text: textOf(html), title: titleOf(html), response };
  };
  return { ...app, open };
}

onEveryDatabase("the public pages", (database) => {
  test("an unknown project URL gets a 404 page with footer and noindex, and an unknown path gets 404", async () => {
    const { open } = await site(database);
    for (const id of [
      "7",
      "-1",
      "1.5",
      "1e3",
      "abc",
      "00",
      "4".repeat(400),
      "%00",
      "%ff",
      "0%2f",
      "constructor",
      "2147483648",
    ]) {
      const { status, html, title } = await open(`/details/${id}`);
      expect([id, status, title]).toEqual([id, 404, "Page not found | Jorna"]);
      expect(html).toContain("<footer");
      expect(html).toContain('name="robots" content="noindex"');
      expect(html).not.toContain("canonical");
    }
    for (const path of ["/create", "/quote", "/administrator", "/sent/else", "/portfolio/1", "/%"])
      expect([path, (await open(path)).status]).toEqual([path, 404]);
  });

  test("a project URL with the slug redirects permanently to the one with the number", async () => {
    const { open } = await site(database);
    const { status, response } = await open("/details/NFT-Marketplace");
    expect([status, response.headers.get("Location")]).toEqual([301, "/details/6"]);
  });

  test("a project keeps its URL: it gets 404 when unpublished and 410 when deleted, and other URLs do not change", async () => {
    const { open, office } = await site(database);
    await office("PUT", "/project/edit/agent-finder-for-education-and-migration", { published: false });
    await office("DELETE", "/project/learning-platform-with-a-token-reward");
    expect((await open("/details/1")).status).toBe(404);
    const gone = await open("/details/0");
    expect(gone.status).toBe(410);
    expect(gone.text).toContain("We no longer show it.");
    expect(gone.text).toContain("See the portfolio");
    const first = await open("/details/2");
    expect(first.html).toMatch(/>01</);
    expect(first.text).toContain("NFT floor-price prediction");
    expect((await open("/portfolio")).text).toContain("Five products that began as a sketch");
  });

  test("a portfolio of 1,003 projects is paginated, with each project listed once and in order", async () => {
    const { deps, clock, open } = await site(database);
    const total = 1_003;
    const at = clock.now().toISOString();
    const rows = Array.from({ length: total - 7 }, (_, index) => ({
      ...manyOf,
      title: `Product ${index + 7}`,
      slug: `product-${index + 7}`,
      number: index + 7,
      position: index + 8,
      createdAt: at,
      updatedAt: at,
      sector: index === 900 ? "Health" : "",
    }));
    for (const some of [rows.slice(0, 500), rows.slice(500)])
      await deps.db.insertInto("project").values(some).execute();
    const seen: string[] = [];
    const parts: string[] = [];
    for (let path: string | undefined = "/portfolio"; path; ) {
      parts.push(path);
      const { html, text, status } = await open(path);
      expect(status).toBe(200);
      expect(text).toContain("1003 products that began as a sketch");
      expect(html).toContain(`<link rel="canonical" href="http://site.example${path}"/>`);
      seen.push(...[...html.matchAll(/href="\/details\/(\d+)" aria-label/g)].map(([, number]) => number ?? ""));
      path = /href="(\/portfolio\/\d+)"[^>]*><span[^>]*>More projects/.exec(html)?.[1];
    }
    expect(parts).toEqual(["/portfolio", "/portfolio/2", "/portfolio/3"]);
    expect(seen).toEqual(Array.from({ length: total }, (_, number) => String(number)));
    expect((await open("/portfolio/3")).html).toMatch(/>1003<[\s\S]*href="\/portfolio\/2"/);
    for (const path of ["/portfolio/1", "/portfolio/4", "/portfolio/02", "/portfolio/x"])
      expect([path, (await open(path)).status]).toEqual([path, 404]);
    expect((await open("/sitemap.xml")).html).toContain("<loc>http://site.example/portfolio/3</loc>");
    expect((await open("/portfolio?sector=Health")).text).toContain("Product 907");
  });

  test("each project links to the next in the editors' order, and the last to the first", async () => {
    const { open, office } = await site(database);
    await office("PUT", "/sort-order/project", { slugs: ["nft-marketplace"] });
    await office("PUT", "/project/edit/agent-finder-for-education-and-migration", { published: false });
    await office("DELETE", "/project/nft-floor-price-prediction");
    const way: string[] = [];
    let number: string | undefined = "6";
    for (let step = 0; number !== undefined && step < 6; step++) {
      const { html } = await open(`/details/${number}`);
      way.push(`${number} at ${/>(0\d)</.exec(html)?.[1]}`);
      number = /<nav[^>]*aria-label="Next project".*?href="\/details\/(\d+)"/s.exec(html)?.[1];
    }
    expect(way).toEqual(["6 at 01", "0 at 02", "3 at 03", "4 at 04", "5 at 05", "6 at 01"]);
  });

  test("Home and portfolio query projects without counts or sections, and a project page never loads the full list", async () => {
    const read: string[] = [];
    const app = await createTestApp(database, { seed: true, onQuery: ({ sql }) => read.push(sql) });
    for (const path of ["/", "/portfolio"]) {
      read.length = 0;
      await app.request(path);
      expect(read.filter((sql) => /from "project"/.test(sql))).toHaveLength(1);
      expect(read.filter((sql) => /count\(|"project_detail"/.test(sql))).toEqual([]);
    }
    read.length = 0;
    await app.request("/details/3");
    // Of other projects it needs only a count and the next one, never the whole list.
    for (const sql of read.filter((sql) => /from "project"/.test(sql)))
      expect(sql).toMatch(/limit|count\(|"slug" =|"number" =/);
  });
});

describe("the public pages", () => {
  test("when the company answers stands beside both forms, once it says so", async () => {
    const app = await site("sqlite");
    const { call, open } = app;
    const times = async (words: string) => (await open("/")).text.split(words).length - 1;
    expect(await times("We answer within a working day.")).toBe(0);
    const edits = [{ path: "company.answers", value: "We answer within a working day." }];
    await call("PUT", "/site/edit", { edits }, { token: await signIn(app) });
    expect(await times("We answer within a working day.")).toBe(2);
  });

  test("a large picture of a reviewer or a service is loaded as the copy that suffices for how it is shown", async () => {
    const app = await site("sqlite");
    const { call, open } = app;
    const picture = await uploadPicture(app, "red", 1_200);
    const token = await signIn(app);
    const review = { fullName: "Ada", feedback: "It computes.", profileImage: picture };
    await call("POST", "/review/add", review, { token });
    await call("PUT", "/site/edit", { edits: [{ path: "home.serviceList.0.img", value: picture }] }, { token });
    const { html } = await open("/");
    expect(html).toContain(`src="${picture.replace(".webp", "-480.webp")}"`);
    expect(html).toContain(`src="${picture.replace(".webp", "-960.webp")}"`);
    expect(html).not.toContain(`src="${picture}"`);
  });

  test("each page has its own title and one canonical URL, whatever the letter case and trailing slash", async () => {
    const { open } = await site("sqlite");
    const titles: Record<string, string> = {
      "/": "Jorna | Where Ideas meet Reality",
      "/portfolio": "Portfolio | Jorna",
      "/PORTFOLIO/": "Portfolio | Jorna",
      "/About": "About Us | Jorna",
      "/cAREER": "Career | Jorna",
      "/DETAILS/0": "Learning platform with a token reward | Jorna",
    };
    for (const [path, title] of Object.entries(titles)) {
      const page = await open(path);
      expect([path, page.status, page.title]).toEqual([path, 200, title]);
      const canonical = path.toLowerCase().replace(/(.)\/$/, "$1");
      expect(page.html).toContain(`<link rel="canonical" href="http://site.example${canonical}"/>`);
      expect(page.html.match(/<h1/g)).toHaveLength(1);
    }
  });

  test("the URLs of the built-in projects count from 0, and the numbers they show count from 01", async () => {
    const { open } = await site("sqlite");
    const titles = [
      "Learning platform",
      "Agent finder",
      "NFT floor-price",
      "Startup and investor",
      "DeFi node",
      "Nonprofit mental health",
      "NFT marketplace",
    ];
    for (const [index, title] of titles.entries()) {
      const { status, text, html } = await open(`/details/${index}`);
      expect([status, text.includes(title)]).toEqual([200, true]);
      expect(html).toMatch(new RegExp(`>0${index + 1}<`));
      expect(text).toContain("What we did");
      expect(html.match(/<section class="[^"]*(left|right)/g)).toHaveLength(3);
    }
  });

  test("the portfolio, to which Home leads, lists every published project with the number in words, and says so when there is none", async () => {
    const { open, call, office } = await site("sqlite");
    expect((await open("/")).html).toMatch(/<a href="\/portfolio"[^>]*><span[^>]*>View Portfolio</);
    const full = await open("/portfolio");
    expect(full.text).toContain("Seven products that began as a sketch");
    expect([...full.html.matchAll(/href="\/details\/(\d)" aria-label/g)].map(([, number]) => number)).toEqual([
      "0",
      "1",
      "2",
      "3",
      "4",
      "5",
      "6",
    ]);
    const { body } = await call("GET", "/project/get-all");
    const [, second, ...others] = body.data;
    for (const { slug } of others) await office("DELETE", `/project/${slug}`);
    // Both are of one sector and made with React: there is nothing to choose.
    expect((await open("/portfolio")).html).not.toMatch(/\?(sector|technology)=/);
    await office("DELETE", `/project/${second.slug}`);
    const one = await open("/portfolio");
    expect(one.text).toContain("One product that began as a sketch");
    expect(one.html).not.toContain("?sector=");
    expect((await open("/details/0")).text).not.toContain("Next project");
    await office("DELETE", `/project/${body.data[0].slug}`);
    const empty = await open("/portfolio");
    expect(empty.text).toContain("No projects are shown here at the moment.");
    // The way to tell us about one; on a phone the header has none.
    expect(empty.html).toMatch(/<main.*<a [^>]*href="#quote".*<\/main>/s);
    expect(empty.html).not.toContain("/details/");
  });

  test("a project with only a title has a page without empty headings", async () => {
    const { open, office } = await site("sqlite");
    const { body } = await office("POST", "/project/new", { title: "<b>قلم</b> & 🚀" });
    const { status, html, text } = await open(`/details/${body.data.number}`);
    expect(status).toBe(200);
    expect(html).toContain("&lt;b&gt;قلم&lt;/b&gt; &amp; 🚀");
    expect(text).not.toContain("What we did");
    expect(html).toMatch(/>08</);
  });

  test("About without questions omits the questions section", async () => {
    const { open, call, office } = await site("sqlite");
    const { body } = await call("GET", "/faq/get-all");
    for (const { slug } of body.data) await office("DELETE", `/faq/${slug}`);
    const { html, text } = await open("/about");
    expect(text).not.toContain("Questions we are asked");
    expect(html).not.toContain("FAQPage");
  });

  test("Career shows two mailto links to the HR address for each opening, outside its expandable summary", async () => {
    const { open } = await site("sqlite");
    const { html, text } = await open("/career");
    expect(text).toContain("Four open roles in our Lahore office.");
    for (const words of ["Job Description", "Requirements", "Perks and Benefits", "Experience", "hr@example.com"])
      expect(text).toContain(words);
    expect(html).not.toMatch(/<details[^>]* open/);
    const subjects = [...html.matchAll(/mailto:hr@example\.com\?subject=([^"]*)"/g)].map(([, subject]) =>
      decodeURIComponent(subject ?? ""),
    );
    expect(subjects).toContain("Application: UI & UX Designer");
    expect(subjects).toContain("Interested in: UI & UX Designer");
    expect(subjects).toHaveLength(8);
    for (const [summary] of html.matchAll(/<summary.*?<\/summary>/g)) expect(summary).not.toContain("mailto");
  });

  test("a job opening with only the four required fields shows its experience and no empty headings", async () => {
    const { open, office } = await site("sqlite");
    const { body } = await office("POST", "/job/add", {
      title: "Compiler Writer",
      location: "Lahore",
      experience: "3 Years",
      description: "You write one.",
    });
    const { text } = await open(`/career/${body.data.slug}`);
    expect(text).toContain("Experience 3 Years");
    expect(text).not.toContain("Requirements");
    expect(text).not.toContain("Perks and Benefits");
    expect((await open("/career")).text).toContain("Five open roles");
  });

  test("structured data of an opening have the day of its publication where the company is, no country but a real one, and its paragraphs", async () => {
    const { open, clock, office } = await site("sqlite");
    await office("PUT", "/site/edit", { edits: [{ path: "company.timeZone", value: "Pacific/Auckland" }] });
    const description = "You write one.\n\nIn a team.";
    const draft = { title: "Compiler Writer", location: "Mitte, Berlin", description, published: false };
    const { body } = await office("POST", "/job/add", draft);
    clock.pass(3 * 3_600_000);
    const { status } = await office("PUT", `/job/${body.data.slug}`, { published: true });
    expect(status).toBe(200);
    const { html } = await open(`/career/${body.data.slug}`);
    expect(html).toContain('"datePosted":"2026-05-02"');
    expect(html).toContain('"address":{"@type":"PostalAddress","addressLocality":"Mitte, Berlin"}');
    expect(html).toMatch(/"description":"(<|\\u003c)p>You write one\.\1\/p>\1p>In a team\.\1\/p>"/);
  });

  test.for([
    [
      "Lahore",
      '"jobLocation":{"@type":"Place","address":{"@type":"PostalAddress","addressLocality":"Lahore","addressCountry":"PK"}}',
    ],
    ["Remote", '"jobLocationType":"TELECOMMUTE","applicantLocationRequirements":{"@type":"Country","name":"PK"}'],
    [
      "Remote, Germany",
      '"jobLocationType":"TELECOMMUTE","applicantLocationRequirements":{"@type":"Country","name":"DE"}',
    ],
    ["Remote or Berlin, Germany", '"jobLocationType":"TELECOMMUTE"'],
  ] as const)("the location %s is told to search engines as what it is", async ([location, expected]) => {
    const { open, office } = await site("sqlite");
    const job = { title: "Welder", location, description: "You join.", pay: "PKR 9 an hour", hiring: ["A trial day"] };
    const { body } = await office("POST", "/job/add", job);
    const { html } = await open(`/career/${body.data.slug}`);
    expect(html).toContain(expected);
    expect(html).toMatch(/"description":"[^"]*Pay: PKR 9 an hour[^"]*A trial day/);
  });

  test("a job opening has its own page, which gets 410 once the opening is deleted", async () => {
    const { open, clock, office } = await site("sqlite");
    const { status, title, html } = await open("/career/ui-and-ux-designer");
    expect([status, title]).toEqual([200, "UI &amp; UX Designer | Jorna"]);
    expect(html).toContain('"@type":"JobPosting"');
    expect(html).toContain('"addressLocality":"Lahore","addressCountry":"PK"');
    expect(html).toContain(`"datePosted":"${clock.now().toISOString().slice(0, 10)}"`);
    expect((await open("/career")).html).toContain('href="/career/ui-and-ux-designer"');
    await office("DELETE", "/job/ui-and-ux-designer");
    const gone = await open("/career/ui-and-ux-designer");
    expect([gone.status, gone.text.includes("See open roles")]).toEqual([410, true]);
    expect((await open("/career")).text).toContain("Three open roles");
    expect((await open("/career/astronaut")).status).toBe(404);
  });

  test("Career without openings says so and still shows the HR address", async () => {
    const { open, call, office } = await site("sqlite");
    const { body } = await call("GET", "/job/get-all");
    for (const { slug } of body.data) await office("DELETE", `/job/${slug}`);
    const { text, html } = await open("/career");
    expect(text).toContain("No open roles today; write to us all the same.");
    expect(html).toContain('href="mailto:hr@example.com"');
  });

  test("the footer shows the year in the site's time zone", async () => {
    const { open, clock } = await site("sqlite");
    const newYear = nextNewYearIn("Asia/Karachi", clock.now());
    expect((await open("/about")).text).toContain("© 2026");
    clock.set(newYear.toISOString());
    expect((await open("/about")).text).toContain("© 2027");
  });

  test("the confirmation page of each form shows the specified text", async () => {
    const { open } = await site("sqlite");
    expect((await open("/sent/quote")).text).toContain("Your message has been sent successfully.");
    expect((await open("/sent/contact")).text).toContain("Your message has been sent successfully.");
    expect((await open("/sent/subscription")).text).toContain("Thank you for subscribing!");
    expect((await open("/sent/quote")).html).toContain("noindex");
  });

  test("no page has inline style or event handler attributes, and the CSP has the hash of each inline block", async () => {
    const { open } = await site("sqlite");
    const { createHash } = await import("node:crypto");
    for (const path of [
      "/",
      "/portfolio",
      "/details/0",
      "/about",
      "/career",
      "/career/ui-and-ux-designer",
      "/nowhere",
      "/sent/quote",
    ]) {
      const { html, response } = await open(path);
      expect(html).not.toMatch(/<[^>]+ (style|on[a-z]+)="/);
      const policy = response.headers.get("Content-Security-Policy") ?? "";
      const blocks = [
        ...html.matchAll(/<(?:script(?: type="speculationrules")?|style)>(.*?)<\/(?:script|style)>/gs),
      ].map(([, block = ""]) => block);
      // Two styles, the page's own and the site's, and two scripts.
      expect(blocks).toHaveLength(4);
      for (const block of blocks)
        expect(policy).toContain(`'sha256-${createHash("sha256").update(block).digest("base64")}'`);
    }
  });

  test("text entered by an editor cannot break out of the embedded page data", async () => {
    const { open, office } = await site("sqlite");
    await office("POST", "/faq/add", { question: "</script><script>alert(1)</script>", answer: "<!--" });
    const { html } = await open("/about");
    expect(html).not.toContain("<script>alert(1)");
    expect(html).not.toContain('<!--"');
  });
});

onEveryDatabase("the portfolio's filter", (database) => {
  test("shows the projects with the technology in the query string and is not cached", async () => {
    const app = await createTestApp(database, { seed: true });
    const open = async (address: string) => {
      const response = await app.request(address);
      return { status: response.status, cache: response.headers.get("Cache-Control"), html: await response.text() };
    };
    const all = await open("/portfolio");
    const rows = (html: string) =>
      [...html.matchAll(/aria-label="See the project: ([^"]*)"/g)].map(([, title]) => title);
    expect(rows(all.html)).toHaveLength(7);
    expect(all.html).toContain('href="/portfolio?technology=React#technology"');

    // The unfiltered list is cached by now; the filter still works.
    const react = await open("/portfolio?technology=react");
    expect([react.status, react.cache]).toEqual([200, "no-store, no-transform"]);
    const titles = rows(react.html);
    expect(titles.length).toBeGreaterThan(0);
    expect(titles.length).toBeLessThan(7);
    expect(titles).toContain("NFT floor-price prediction");
    expect(react.html).toMatch(/<link rel="canonical" href="[^"]*\/portfolio"/);
    expect(react.html).toMatch(/aria-current="true" id="technology"[^>]*>React</);
    expect((await open("/portfolio?technology=Fortran")).status).toBe(404);
    expect(rows((await open("/portfolio?technology=")).html)).toHaveLength(7);
    expect(rows((await open("/portfolio?other=1")).html)).toHaveLength(7);
  });

  test("shows the projects of a sector, alone or with a technology, and offers only sectors of published projects", async () => {
    const app = await createTestApp(database);
    const open = async (query: string) => {
      const response = await app.request(`/portfolio${query}`);
      const html = await response.text();
      const titles = [...html.matchAll(/aria-label="See the project: ([^"]*)"/g)].map(([, title]) => title);
      const columns = [...html.matchAll(/<th scope="col"[^>]*>([^<]*)/g)].map(([, name]) => name);
      const links = [
        ...html.matchAll(/<a href="(\/portfolio[^"]*)#(?:sector|technology)"[^>]*dir="auto"[^>]*>([^<]*)/g),
      ];
      const offered = Object.fromEntries(
        links.map(([, href = "", name = ""]) => [name, href.replaceAll("&amp;", "&")]),
      );
      return { status: response.status, html, titles, columns, offered };
    };
    await makeProject(app, { title: "Ward", technology: "React、Go", sector: "Health", year: 2025 });
    await makeProject(app, { title: "Stall", technology: "React", sector: " health " });
    await makeProject(app, { title: "Vote", technology: "Go, Rust", sector: "R&D <b>" });
    await makeProject(app, { title: "Draft", technology: "Go", sector: "Secret", published: false });
    await makeProject(app, { title: "Plain", technology: "Go" });

    const all = await open("");
    expect(all.columns).toEqual(["Number", "Project", "Sector", "Year", "Technology"]);
    expect(all.offered).toEqual({
      Health: "/portfolio?sector=Health",
      "R&amp;D &lt;b&gt;": "/portfolio?sector=R%26D%20%3Cb%3E",
      Go: "/portfolio?technology=Go",
      React: "/portfolio?technology=React",
    });
    expect(all.html).toMatch(/Ward.*Health<\/td><td[^>]*>2025<\/td>/s);

    const health = await open("?sector=HEALTH");
    expect(health.titles).toEqual(["Ward", "Stall"]);
    expect(health.offered.React).toBe("/portfolio?sector=HEALTH&technology=React");
    expect((await open(health.offered.Go?.slice("/portfolio".length) ?? "")).titles).toEqual(["Ward"]);
    expect((await open("?technology=React")).offered).not.toHaveProperty("R&amp;D &lt;b&gt;");
    expect([all.html.includes(" of 4 projects"), health.html.includes("2 of 4 projects")]).toEqual([false, true]);
    const odd = await open("?sector=R%26D%20%3Cb%3E");
    expect([odd.titles, odd.columns]).toEqual([["Vote"], []]);
    for (const query of ["?sector=Secret", "?sector=Fishing", "?sector=Health&technology=Rust"])
      expect([query, (await open(query)).status]).toEqual([query, 404]);
    // More of the projects in Go are of the second sector; the order stays that of all projects.
    await makeProject(app, { title: "Poll", technology: "Go, Rust", sector: "R&D <b>" });
    await makeProject(app, { title: "Clinic", technology: "React", sector: "Health" });
    const inGo = Object.keys((await open("?technology=Go")).offered);
    expect(inGo.slice(0, 2)).toEqual(["Health", "R&amp;D &lt;b&gt;"]);
  });
});
