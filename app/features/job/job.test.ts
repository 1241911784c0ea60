import { describe, expect } from "vitest";
import { teamMemberType } from "#app/features/team-member/team-member.type.ts";
import { createTestApp, onEveryDatabase, test } from "#test/app.ts";
import { compilerEngineer, makeEntry, makeJob } from "#test/make.ts";

// Behaviour of jobs beyond that of all content types (app/platform/content/content.test.ts).

const makeMember = makeEntry(teamMemberType);
const lists = { requirements: ["C", "Patience"], perksAndBenefits: ["Tea"], experienceDetails: ["Three years of C"] };

onEveryDatabase("jobs", (database) => {
  test("a job with only the four fields of the specification has empty lists", async ({ app }) => {
    expect(await makeJob(app)).toEqual({
      ...compilerEngineer,
      slug: "compiler-engineer",
      requirements: [],
      perksAndBenefits: [],
      experienceDetails: [],
      closesOn: "",
      closesItself: true,
      pay: "",
      hours: "",
      hiring: [],
      published: true,
      version: 1,
    });
  });

  test("a closing date closes a job by itself in the second its day ends in the site's time zone, everywhere at once", async () => {
    const app = await createTestApp(database);
    for (const [timeZone, day, isoEnd] of [
      ["Asia/Karachi", "2026-05-03", "2026-05-03T19:00:00.000Z"],
      ["America/New_York", "2026-05-05", "2026-05-06T04:00:00.000Z"],
      // Clocks are set back on that day.
      ["Europe/Berlin", "2026-10-25", "2026-10-25T23:00:00.000Z"],
    ] as const) {
      await app.office("PUT", "/site/edit", { edits: [{ path: "company.timeZone", value: timeZone }] });
      const make = async (job: object) =>
        (await app.office("POST", "/job/add", { closesOn: day, ...job })).body.data.slug;
      const slug = await make({ title: `Moth catcher ${day}` });
      const stays = await make({ title: `Stays ${day}`, closesItself: false });
      const read = async (address: string) => {
        const response = await app.request(address);
        return {
          status: response.status,
          text: await response.text(),
          modified: response.headers.get("Last-Modified"),
        };
      };
      const shown = async () => ({
        page: (await read(`/career/${slug}`)).status,
        career: (await read("/career")).text.includes(slug),
        map: (await read("/sitemap.xml")).text.includes(slug),
        llms: (await read("/llms.txt")).text.includes(slug),
        card: (await read(`/share/career-${slug}.png`)).status,
        call: (await app.call("GET", `/job/${slug}`)).status,
        list: JSON.stringify((await app.call("GET", "/job/get-all")).body).includes(slug),
      });
      const end = Date.parse(isoEnd);
      app.clock.pass(end - 1_000 - app.deps.now().getTime());
      const { text } = await read(`/career/${slug}`);
      expect(/"validThrough":"([^"]+)"/.exec(text)?.[1]).toBe(new Date(end - 1_000).toISOString());
      expect(await shown()).toEqual({
        page: 200,
        career: true,
        map: true,
        llms: true,
        card: 200,
        call: 200,
        list: true,
      });
      app.clock.pass(1_000);
      expect(await shown()).toEqual({
        page: 410,
        career: false,
        map: false,
        llms: false,
        card: 404,
        call: 404,
        list: false,
      });
      expect((await read("/sitemap.xml")).modified).toBe(new Date(end).toUTCString());
      expect((await read(`/career/${stays}`)).status).toBe(200);
      expect((await app.office("GET", `/job/${slug}`)).status).toBe(200);
    }
  });

  test("the search covers the lists, but not their JSON syntax", async ({ app }) => {
    await makeJob(app, { ...lists, title: "Tester" });
    await makeJob(app);
    const find = async (q: string) =>
      (await app.call("GET", `/job/get-all?q=${q}`)).body.data.map(({ slug }: { slug: string }) => slug);

    expect(await find("patience")).toEqual(["tester"]);
    expect(await find("TEA")).toEqual(["tester"]);
    expect(await find("three+years")).toEqual(["tester"]);
    for (const mark of ["[", "]", '"', '","', "\\n"])
      expect([mark, await find(encodeURIComponent(mark))]).toEqual([mark, []]);
  });
});

describe("jobs", () => {
  test("what a job pays, its hours and how hiring goes are shown in the list and on its page, and nowhere if not given", async () => {
    const app = await createTestApp("sqlite");
    const facts = { pay: "PKR 250,000 a month", hours: "40 a week, from 10:00", hiring: ["A call", "A paid day"] };
    const { slug } = await makeJob(app, facts);
    const given = ["Pay", "Hours", "Place", "How hiring goes", facts.pay, facts.hours, ...facts.hiring];
    const shown = async (path: string) => {
      const main = /<main.*<\/main>/s.exec(await (await app.request(path)).text())?.[0] ?? "";
      return given.filter((words) => main.includes(`>${words}<`));
    };
    expect([await shown("/career"), await shown(`/career/${slug}`)]).toEqual([given, given]);
    await app.office("PUT", `/job/${slug}`, { pay: "", hours: "", hiring: [] });
    expect([await shown("/career"), await shown(`/career/${slug}`)]).toEqual([[], ["Place"]]);
  });

  test("the page of a job sets the first paragraph of its description apart from the others", async ({ app }) => {
    const { slug } = await makeJob(app);
    await app.office("PUT", `/job/${slug}`, { description: "You sell.\n\nEvery day.\nAll day." });
    const html = await (await app.request(`/career/${slug}`)).text();
    expect(html).toMatch(/<p [^>]*>You sell\.<\/p><p [^>]*>Every day\.\nAll day\.<\/p>/);
  });

  test("the page of a job shows the first four people of the team and leads to the others, and nobody if there is nobody", async () => {
    const app = await createTestApp("sqlite");
    const { slug } = await makeJob(app);
    const people = async () => {
      const html = await (await app.request(`/career/${slug}`)).text();
      return [...html.matchAll(/<h3[^>]*>([^<]*)<\/h3><p[^>]*>([^<]*)<|href="(\/about#team)"/g)].map((found) =>
        found.slice(1).filter(Boolean).join(": "),
      );
    };
    expect(await people()).toEqual([]);
    for (const fullName of ["Ada", "Bea", "Cem", "Dua", "Eve"])
      await makeMember(app, { fullName, role: "Tester", published: fullName !== "Bea" });
    expect(await people()).toEqual(["/about#team", "Ada: Tester", "Cem: Tester", "Dua: Tester", "Eve: Tester"]);
    await makeMember(app, { fullName: "Fay", role: "Tester" });
    expect((await people()).slice(1)).toHaveLength(4);
  });

  test("only the title is required", async ({ app }) => {
    expect((await app.office("POST", "/job/add", { title: "Tester" })).body.data).toMatchObject({
      location: "",
      experience: "",
      description: "",
    });
    expect(await app.office("POST", "/job/add", { location: "Lahore" })).toMatchObject({
      status: 422,
      body: { errors: [{ field: "title", message: "Job title is required." }] },
    });
  });
});
