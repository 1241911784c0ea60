import { expect, test } from "vitest";
import { createTestApp, onEveryDatabase } from "#test/app.ts";
import { compilerEngineer, makeJob, signIn } from "#test/make.ts";

// Behaviour of jobs beyond that of all content types (app/platform/content/content.test.ts).

const lists = { requirements: ["C", "Patience"], perksAndBenefits: ["Tea"], experienceDetails: ["Three years of C"] };

onEveryDatabase("jobs", (database) => {
  test("a job with only the four fields of the specification has empty lists", async () => {
    const app = await createTestApp(database);

    expect(await makeJob(app)).toEqual({
      ...compilerEngineer,
      slug: "compiler-engineer",
      requirements: [],
      perksAndBenefits: [],
      experienceDetails: [],
      closesOn: "",
      published: true,
      version: 1,
    });
  });

  test("updating the four fields of the specification keeps the lists", async () => {
    const app = await createTestApp(database);
    const { slug } = await makeJob(app, lists);

    const changed = await app.call(
      "PUT",
      `/job/${slug}`,
      { ...compilerEngineer, location: "Karachi" },
      { token: await signIn(app) },
    );

    expect(changed.body.data).toMatchObject({ ...lists, location: "Karachi" });
    expect((await app.call("GET", `/job/${slug}`)).body.data).toMatchObject(lists);
  });

  test("only the title is required", async () => {
    const app = await createTestApp(database);
    const token = await signIn(app);

    expect((await app.call("POST", "/job/add", { title: "Tester" }, { token })).body.data).toMatchObject({
      location: "",
      experience: "",
      description: "",
    });
    expect(await app.call("POST", "/job/add", { location: "Lahore" }, { token })).toMatchObject({
      status: 422,
      body: { errors: [{ field: "title", message: "Job title is required." }] },
    });
  });

  test("the search covers the lists, but not their JSON syntax", async () => {
    const app = await createTestApp(database);
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
