import { expect, test } from "vitest";
import { createTestApp } from "#test/app.ts";

// The text of a fresh site in the server's HTML, as search engines and readers without JavaScript get it.

const engagementModels = [
  "Dedicated team",
  "Hire a developer",
  "Project ownership",
  "Quality assurance",
  "Support and maintenance",
  "DevOps",
];

async function site() {
  const app = await createTestApp("sqlite", { seed: true });
  const open = async (path: string) => {
    const response = await app.request(path);
    const html = await response.text();
    return { status: response.status, html, text: textOf(html) };
  };
  return { ...app, open };
}

/** The visible text: without tags and without the data for hydration. */
function textOf(html: string): string {
  return html
    .slice(html.includes("<body>") ? html.indexOf("<body>") : 0)
    .replace(/<script type="application\/json".*/s, "")
    .replace(/<!-- -->/g, "")
    .replace(/<[^>]*>/g, " ")
    .replace(/&#x27;/g, "'")
    .replace(/&quot;/g, '"')
    .replace(/&amp;/g, "&")
    .replace(/\s+/g, " ");
}

const part = (html: string, pattern: RegExp) => pattern.exec(html)?.[0] ?? "";
const headings = (html: string, level: number) =>
  [...html.matchAll(new RegExp(`<h${level}[ >].*?</h${level}>`, "gs"))].map(([heading]) => textOf(heading).trim());
const inOrder = (words: string[]) =>
  new RegExp(words.map((word) => word.replace(/[.*+?^${}()|[\]\\]/g, "\\$&")).join(".*"), "s");

test("Home shows the tagline, every service with its picture, tiles, industries and engagement models, the hero's slides, the three figures and the reviews; its forms have the field names, input types and row counts of the specification", async () => {
  const { open, call } = await site();
  const { text, html } = await open("/");
  expect(headings(html, 1)).toEqual(["Where Ideas meet Reality"]);
  const sections = [
    ...["What we build", "We build, advise and run", "Recent work, and what it solved"],
    ...["From one developer to a whole team", "Industries we know", "What clients say", "Tell us the idea"],
  ];
  expect(headings(part(html, /<main.*<\/main>/s), 2)).toEqual(sections);
  for (const service of [
    "enterprise solutions",
    "web 3.0",
    "blockchain",
    "dApp",
    "consulting",
    "staff augmentation",
    "cloud",
    "DevOps",
    "QA",
    "support and maintenance",
    "mobile and web development",
    "UI/UX design",
  ])
    expect(text.toLowerCase()).toContain(service.toLowerCase());
  const figures = [...html.matchAll(/<b[^>]*>\d+.*?<\/b>\s*<p>.*?<\/p>/gs)].map(([figure]) => textOf(figure));
  expect(figures.map((figure) => figure.replace(/\s/g, ""))).toEqual([
    "6+yearsofexperience",
    "50+happyclients",
    "200+successfulprojects",
  ]);

  const h3 = headings(html, 3);
  const tiles = ["Web App Development", "DApp Development", "Blockchain", "Mobile App Development", "DevOps"];
  expect(h3.slice(0, 6)).toEqual([...tiles, "UI & UX Design"]);
  expect(h3).toEqual(expect.arrayContaining(engagementModels));
  const industries = ["DeFi", "Education", "Healthcare", "Hospitality", "E-Commerce", "Real Estate"];
  expect(h3.filter((title) => industries.includes(title))).toEqual(industries);

  const list = part(html, /<ol[^>]* role="list".*?<\/ol>/s);
  const rows = list.split("<li").slice(1);
  const names = ["Enterprise Solutions", "Web 3.0", "Consulting", "Staff Augmentation", "Cloud"];
  expect(headings(list, 3)).toEqual(names);
  for (const [index, row] of rows.entries()) {
    const texts = [...row.matchAll(/<p[^>]*>(.*?)<\/p>/gs)].map(([, words = ""]) => textOf(words).trim());
    expect(texts).toHaveLength(4);
    expect(texts[0]).toBe(`0${index + 1}`);
    for (const words of texts.slice(1)) expect(words.length).toBeGreaterThan(15);
    expect(row).toMatch(/<img[^>]* src="\/art\/services\/0\d-[^"]*\.svg"/);
  }

  const slides = html.split('aria-roledescription="slide"').slice(1, 4);
  expect(slides).toHaveLength(3);
  const words = [
    ["Where Ideas meet Reality", "We draw it with you"],
    ["From contract to first user", "Smart contracts, wallets"],
    ["Your team, plus ours", "Add one developer"],
  ];
  for (const [index, slide] of slides.entries()) {
    expect(textOf(slide)).toMatch(inOrder(words[index] ?? []));
    expect(slide).toMatch(/<img[^>]* src="\/uploads\/[0-9a-f]+\.webp"/);
  }
  // In the bar below the slides the server renders only the first slide's text.
  expect(textOf(html)).toMatch(inOrder(["01", "/ 03", "Software and blockchain agency", "6+ years, 50+ clients"]));

  const reviews = await call("GET", "/review/get-all");
  const cards = [...html.matchAll(/<figure.*?<\/figure>/gs)].map(([figure]) => figure);
  expect([cards.length, reviews.body.data.length]).toEqual([5, 5]);
  for (const [index, { fullName, company, feedback }] of reviews.body.data.entries()) {
    expect(textOf(cards[index] ?? "")).toMatch(inOrder([feedback, fullName, company]));
    expect(cards[index]).toMatch(/<(img|svg)/);
  }

  const fields = (id: string) =>
    [...part(html, new RegExp(`<form id="${id}".*?</form>`, "s")).matchAll(/<(?:input|textarea)[^>]*>/g)].map(
      ([field]) => /name="([^"]*)"/.exec(field)?.[1] ?? field,
    );
  expect(fields("quote-form")).toEqual(["fullName", "email", "message"]);
  expect(fields("contact-form")).toEqual(["fullName", "email", "phoneNumber", "message"]);
  expect(fields("newsletter-form")).toEqual(["email"]);
  expect([...html.matchAll(/<textarea[^>]* rows="(\d+)"/g)].map(([, rows]) => rows).sort()).toEqual(["10", "15"]);
  const phone = part(html, /<input[^>]*name="phoneNumber"[^>]*>/);
  expect(phone).toContain('type="tel"');
  expect(phone).toContain('inputMode="tel"');
  expect(html.match(/<input[^>]* type="email"/g)).toHaveLength(3);
  // Enabled in the server's HTML: without JavaScript every form works.
  expect(html).not.toMatch(/<button[^>]* disabled/);
});

test("About says of figures and models what Home does not, and of each step of a project how long it takes, unless that is empty", async () => {
  const { open, office } = await site();
  const said = async (path: string) => {
    const { html } = await open(path);
    const main = part(html, /<main.*<\/main>/s);
    return [...main.matchAll(/<p(?=[ >])[^>]*>([^<]*)<\/p>/g)].map(([, words = ""]) => words);
  };
  const home = new Set(await said("/"));
  const about = await said("/about");
  expect(about).toEqual(expect.arrayContaining(["clients along the way", "Two to four weeks"]));
  expect(about.filter((words) => words && home.has(words))).toEqual([]);
  const edits = [{ path: "about.process.1.weeks", value: "" }];
  await office("PUT", "/site/edit", { edits });
  expect(await said("/about")).toEqual(about.filter((words) => words !== "Two to four weeks"));
});

test("Home previews the first four projects, or all of them when there are fewer", async () => {
  const { open, call, office } = await site();
  const previewed = async () =>
    [...(await open("/")).html.matchAll(/<a href="\/details\/(\d+)"/g)].map(([, number]) => Number(number));
  expect(await previewed()).toEqual([0, 1, 2, 3]);
  const { body } = await call("GET", "/project/get-all");
  for (const { slug } of body.data.slice(0, 4)) await office("DELETE", `/project/${slug}`);
  expect(await previewed()).toEqual([4, 5, 6]);
});

test("the portfolio shows an introduction and the seven case studies with title, text and technology", async () => {
  const { open, call } = await site();
  const { html, text } = await open("/portfolio");
  expect(text).toMatch(/Seven products that began as a sketch .{60,}?01/);
  const { body } = await call("GET", "/project/get-all");
  expect(headings(part(html, /<main.*<\/main>/s), 2)).toEqual([
    "Learning platform with a token reward",
    "Agent finder for education and migration",
    "NFT floor-price prediction",
    "Startup and investor matching",
    "DeFi node and NFT platform",
    "Nonprofit mental health platform",
    "NFT marketplace",
  ]);
  for (const { title, description, technology } of body.data)
    expect(text).toMatch(inOrder([title, description, technology.split(",")[0]]));
});

test("a project's page shows its title, description, work done and all sections with pictures, and the learning platform's limited quiz attempts without a number", async () => {
  const { open, call } = await site();
  const { body } = await call("GET", "/project/get-all");
  for (const { number, title, description, whatWeDid, detail } of body.data) {
    const { html, text } = await open(`/details/${number}`);
    expect(headings(html, 1)).toEqual([title]);
    expect(text).toMatch(inOrder([title, description, "What we did", whatWeDid]));
    const main = part(html, /<main.*<\/main>/s);
    expect(detail).toHaveLength(3);
    for (const block of detail) {
      expect(text).toMatch(inOrder([block.heading, block.description]));
      expect(main).toContain(`src="${block.img}"`);
    }
  }

  const { text } = await open("/details/0");
  expect(text).toContain("limited attempts");
  expect(text).not.toMatch(/(\d+|one|two|three|four|five|ten) (quiz )?(attempts|tries)/i);
});

test("About shows its values and the six questions, each with an answer, the first one expanded; it and Home list all six engagement models", async () => {
  const { open } = await site();
  const { html, text } = await open("/about");
  for (const value of ["Commitment", "Consistency", "Transparency"]) expect(text).toContain(value);
  expect(html.match(/<details[^>]* open=""/g)).toHaveLength(1);
  expect(html).toMatch(/"@type":"FAQPage"/);
  const questions = [...html.matchAll(/<details.*?<\/details>/gs)].map(([details]) => textOf(details));
  expect(questions).toHaveLength(6);
  for (const [index, topic] of [
    /beyond web3/,
    /industries/,
    /technology services/,
    /an idea/,
    /deadlines/,
    /track progress/,
  ].entries()) {
    const [question = "", answer = ""] = questions[index]?.split("?") ?? [];
    expect(question).toMatch(topic);
    expect(answer.length).toBeGreaterThan(40);
  }

  for (const path of ["/", "/about"]) {
    const page = await open(path);
    expect(headings(page.html, 3).filter((title) => engagementModels.includes(title))).toEqual(
      path === "/" ? ["DevOps", ...engagementModels] : engagementModels,
    );
    const items = [...page.html.matchAll(/<li[ >].*?<\/li>/gs)].map(([item]) => textOf(item));
    const model = items.find((item) => /^ ?DevOps .*dedicated teams/.test(item));
    expect(model).toContain("fixed price projects");
  }
});

test("Career shows title, location and experience of the four openings while they are collapsed", async () => {
  const { html } = await (await site()).open("/career");
  const heads = [...html.matchAll(/<summary.*?<\/summary>/gs)].map(([summary]) => textOf(summary).trim());
  expect(heads).toEqual([
    "Senior Business Developer Lahore, Pakistan 1-2 Years",
    "Associate Software Engineer Lahore, Pakistan 0-6 Months",
    "Mobile Developer Intern Lahore, Pakistan Fresh",
    "UI & UX Designer Lahore, Pakistan 1-2 Years",
  ]);
});

test("the footer of every page shows address, phone, opening hours and exactly three social profiles", async () => {
  const { open, office } = await site();
  for (const path of ["/", "/portfolio", "/details/0", "/about", "/career", "/nowhere"]) {
    const footer = part((await open(path)).html, /<footer.*<\/footer>/s);
    expect(footer).toContain('<a href="tel:+92000000000">+92 00 0000000</a>');
    expect(textOf(footer)).toContain("Lahore, Pakistan");
    expect(textOf(footer)).toContain(
      "Monday to Friday 24 hours Saturday 11:00 AM to 08:00 PM Sunday 11:00 AM to 08:00 PM",
    );
    const profiles = [...footer.matchAll(/<a href="https:\/\/[^"]*" rel="noopener">([^<]*)/g)].map(([, name]) => name);
    expect(profiles).toEqual(["Instagram", "LinkedIn", "Twitter"]);
  }
  const edits = [{ path: "company.phone", value: "+92 42 111 222 333" }];
  await office("PUT", "/site/edit", { edits });
  expect((await open("/about")).html).toContain('<a href="tel:+9242111222333">+92 42 111 222 333</a>');
});

test("the footer omits the link to the current page, and a 404 page has header and footer too; the script that applies a chosen theme precedes all styles", async () => {
  const { open } = await site();
  const pages = ["/", "/portfolio", "/about", "/career"];
  for (const [own, address] of [
    ["/", "/"],
    ["/portfolio", "/PORTFOLIO"],
    ["/about", "/About/"],
    ["/career", "/cAREER/"],
    ["", "/details/3"],
    ["", "/administrator"],
    ["", "/quote"],
  ]) {
    const { html, status } = await open(address ?? "");
    const footer = part(html, /<footer.*<\/footer>/s);
    const links = [...footer.matchAll(/<a href="(\/[a-z]*)"/g)].map(([, href]) => href).slice(0, -1);
    expect([address, links]).toEqual([address, pages.filter((path) => path !== own)]);
    expect(part(html, /<header.*<\/header>/s)).toContain("Get a Quote");
    expect(status).toBe(/admin|quote/.test(address ?? "") ? 404 : 200);
  }

  const head = part((await open("/about")).html, /<head>.*<\/head>/s);
  const script = head.indexOf("<script>");
  expect(head.slice(script, head.indexOf("</script>"))).toContain("theme=(light|dark)");
  for (const style of ["<style", 'rel="stylesheet"']) {
    const place = head.indexOf(style);
    if (place >= 0) expect(script).toBeLessThan(place);
  }
});
