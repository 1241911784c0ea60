import { createHash } from "node:crypto";
import { expect } from "vitest";
import { readSiteContent } from "#app/features/site-content/read-site-content.service.server.ts";
import { findUserByEmail, updateUser } from "#app/features/user/user.repository.server.ts";
import { sweep } from "#process/worker.ts";
import { admin, createTestApp, onEveryDatabase, signIn, type TestApp, test } from "#test/app.ts";
import { gracesReview, makeDetail, makeProject, makeReview } from "#test/make.ts";
import type { StoredPicture } from "./picture.contract.ts";
import { namePicture } from "./picture.repository.server.ts";
import { purgeUnusedPictures } from "./unused-pictures.service.server.ts";
import { insertUpload } from "./upload.repository.server.ts";

const dayMs = 24 * 60 * 60 * 1000;

const hashOf = (name: string) => createHash("sha256").update(name).digest("hex").slice(0, 32);
const addressOf = (name: string) => `/uploads/${hashOf(name)}.webp`;

/** Stores a picture as an upload does, without the work of encoding one. @returns its address */
async function store({ deps }: TestApp, name: string): Promise<string> {
  const createdAt = deps.now().toISOString();
  const bytes = Buffer.alloc(1_234, name);
  await insertUpload(deps.db, { hash: hashOf(name), mime: "image/webp", bytes, width: 900, height: 600, createdAt });
  return addressOf(name);
}

async function office(app: TestApp) {
  const token = await signIn(app);
  const list = async (query = "") => (await app.office("GET", `/picture/get-all${query}`)).body.data as StoredPicture[];
  return {
    token,
    list,
    uses: async (name: string) => (await list()).find(({ hash }) => hash === hashOf(name))?.uses.map(({ key }) => key),
    put: (path: string, body: object) => app.office("PUT", path, body),
    remove: (name: string) => app.office("DELETE", `/picture/${hashOf(name)}`),
    replace: (name: string, url: string, only?: object[]) =>
      app.office("POST", `/picture/replace/${hashOf(name)}`, { url, only }),
  };
}

const isThere = async (app: TestApp, name: string) => (await app.request(addressOf(name))).status === 200;

onEveryDatabase("the picture library", (database) => {
  test("lists pictures newest first with their size and uses, or the date on which an unused one is erased", async () => {
    const app = await createTestApp(database);
    const { list, put } = await office(app);
    const used = await store(app, "used");
    app.clock.pass(1_000);
    await store(app, "unused");
    const project = await makeProject(app, { projectImage: used, sketchImage: `${app.deps.config.publicUrl}${used}` });
    const { _id } = await makeDetail(app, project, { img: used });
    const review = await makeReview(app, { profileImage: used });
    await app.office("DELETE", `/review/${review.slug}`);
    await put("/site/edit", { edits: [{ path: "about.img", value: used }] });
    const user = await findUserByEmail(app.deps.db, admin.email);
    await updateUser(app.deps.db, user?.id ?? 0, { profileImage: used });

    const [first, second, ...others] = await list();

    expect(others).toEqual([]);
    expect(first).toEqual({
      ...{ hash: hashOf("unused"), url: addressOf("unused"), width: 900, height: 600, size: 1_234 },
      name: "Picture of 900 × 600 px",
      createdAt: app.clock.now().toISOString(),
      isBuiltIn: false,
      uses: [],
      eraseAt: new Date(app.clock.now().getTime() + 30 * dayMs).toISOString(),
    });
    expect(second).toMatchObject({ url: used, eraseAt: null });
    expect(second?.uses).toEqual(
      expect.arrayContaining([
        { key: "project/agora/projectImage", label: "Project “Agora”, Image", path: "/update/agora" },
        expect.objectContaining({ key: "project/agora/sketchImage" }),
        {
          key: `section/${_id}`,
          label: "Section “Voting” of project “Agora”",
          path: "/detail/agora",
        },
        {
          key: "review/grace-hopper/profileImage",
          label: "Review “Grace Hopper”, Profile image (in the trash)",
          path: "/trash",
        },
        expect.objectContaining({ key: "text/about.img", path: "/site?text=about.img" }),
        expect.objectContaining({ key: `user/${user?.id}` }),
      ]),
    );
    expect(second?.uses).toHaveLength(6);
  });

  test("names a picture by its file, or else by what it shows in its first place, or that place, and finds it so", async () => {
    const app = await createTestApp(database);
    const { list, put } = await office(app);
    const names = async () => Object.fromEntries((await list()).map(({ url, name }) => [url, name]));
    const [file, shown, used, text] = [
      await store(app, "file"),
      await store(app, "shown"),
      await store(app, "used"),
      await store(app, "text"),
    ];
    await namePicture(app.deps.db, hashOf("file"), "jorna-team.jpg");
    await makeProject(app, {
      title: "Jorna",
      projectImage: used,
      sketchImage: shown,
      sketchImageAlt: "A cart on a hill",
    });
    await makeReview(app, { fullName: "Grace", profileImage: file, profileImageAlt: "Grace at sea" });
    await put("/site/edit", { edits: [{ path: "about.img", value: text }] });
    expect(await names()).toEqual({
      [file]: "jorna-team.jpg",
      [shown]: "A cart on a hill",
      [used]: "Jorna, image",
      [text]: "About Us: Picture",
    });
    await put("/site/edit", { edits: [{ path: "about.imgText", value: "The yard at dawn" }] });
    expect((await names())[text]).toBe("The yard at dawn");
    const find = async (q: string) => (await list(`?q=${encodeURIComponent(q)}`)).map(({ url }) => url);
    expect(await find("jorna-team")).toEqual([file]);
    expect(await find("cart on")).toEqual([shown]);
    expect(await find("yard")).toEqual([text]);
  });

  test("a picture that comes with the site and that no entry shows has the name of its file", async () => {
    const app = await createTestApp(database, { seed: true });
    const unused = (await (await office(app)).list()).filter(({ uses }) => uses.length === 0);
    expect(unused.length).toBeGreaterThan(0);
    for (const { name } of unused) expect(name).toMatch(/^[\w-]+\.webp$/);
  });

  test("pages through 250 pictures, each once, even with equal timestamps", async ({ app }) => {
    const { list } = await office(app);
    for (let number = 0; number < 250; number++) {
      if (number % 50 === 0) app.clock.pass(1_000);
      await store(app, `picture ${number}`);
    }
    const seen: string[] = [];
    for (let before = "", some = await list("?limit=100"); some.length > 0; ) {
      seen.push(...some.map(({ hash }) => hash));
      const last = some.at(-1);
      before = encodeURIComponent(`${last?.createdAt} ${last?.hash}`);
      some = await list(`?limit=100&before=${before}`);
    }
    expect(seen).toHaveLength(250);
    expect(new Set(seen).size).toBe(250);
  });

  test("finds among 250 pictures by where they are used, by their size, and those that nothing uses", async () => {
    const app = await createTestApp(database);
    const { list } = await office(app);
    await makeProject(app, { title: "Café Ágora", projectImage: await store(app, "used") });
    for (let number = 0; number < 249; number++) {
      if (number % 50 === 0) app.clock.pass(1_000);
      await store(app, `picture ${number}`);
    }
    const find = async (q: string, more = "") =>
      (await list(`?q=${encodeURIComponent(q)}${more}`)).map(({ hash }) => hash);
    expect(await find("cafe agora")).toEqual([hashOf("used")]);
    expect(await find("project")).toEqual([hashOf("used")]);
    expect(await find("nowhere")).toEqual([]);
    expect(await find("900 × 600", "&limit=250")).toHaveLength(250);
    const unused = await find("not used", "&limit=249");
    expect(unused).toHaveLength(249);
    expect(unused).not.toContain(hashOf("used"));
    const last = (await list("?q=not%20used&limit=100")).at(-1);
    const before = encodeURIComponent(`${last?.createdAt} ${last?.hash}`);
    expect(await find("not used", `&limit=100&before=${before}`)).toEqual(unused.slice(100, 200));
  });

  test("deletes an unused picture, and rejects deleting one used by an entry, a draft, the trash or the history", async () => {
    const app = await createTestApp(database);
    const { put, remove, list } = await office(app);
    const project = await makeProject(app, { projectImage: await store(app, "a") });
    await store(app, "unused");
    await store(app, "drafted");
    const draft = { changes: { sketchImage: addressOf("drafted") }, baseVersion: project.version, over: null };
    expect((await put(`/draft/project/${project.slug}`, draft)).status).toBeLessThan(300);
    const inDraft = await remove("drafted");
    expect([inDraft.status, inDraft.body.message]).toEqual([409, "It is used in: Draft of project “Agora”."]);
    await app.office("DELETE", `/draft/project/${project.slug}`);
    // It can be brought back from there.
    const discarded = { label: "Draft of project “Agora” (discarded)", path: "/activity" };
    expect((await remove("drafted")).body.message).toBe(`It is used in: ${discarded.label}.`);
    expect((await list("?q=discarded"))[0]?.uses).toEqual([expect.objectContaining(discarded)]);

    const inUse = await remove("a");
    expect([inUse.status, inUse.body.message]).toEqual([409, "It is used in: Project “Agora”, Image."]);
    await app.office("DELETE", `/project/${project.slug}`);
    const inTrash = await remove("a");
    expect([inTrash.status, inTrash.body.message]).toEqual([409, expect.stringContaining("(in the trash)")]);
    await app.office("POST", "/trash/restore", { kind: "project", id: project.slug });
    await put(`/project/edit/${project.slug}`, { projectImage: "" });
    const inHistory = await remove("a");
    const version = { label: "Project “Agora”, version 1", path: "/history/project/agora" };
    const message = `Older versions show it and can be restored: ${version.label}.`;
    expect([inHistory.status, inHistory.body.message]).toEqual([409, message]);
    const versions = await app.office("GET", `/picture/versions/${hashOf("a")}`);
    expect(versions.body.data).toEqual([version]);
    const none = await app.office("GET", `/picture/versions/${hashOf("unused")}`);
    expect(none.body.data).toEqual([]);
    await put(`/project/edit/${project.slug}`, { sketchImage: addressOf("a") });
    const later = await app.office("GET", `/picture/versions/${hashOf("a")}`);
    expect(later.body.data).toEqual([{ ...version, label: "Project “Agora”, version 3" }, version]);
    await put(`/project/edit/${project.slug}`, { sketchImage: "" });
    expect(await isThere(app, "a")).toBe(true);

    expect((await remove("unused")).status).toBe(200);
    expect(await isThere(app, "unused")).toBe(false);
    expect((await remove("unused")).status).toBe(404);
  });

  test("lacks what was deleted after it had been chosen: it is refused at its field, and nothing beside one that is gone", async () => {
    const app = await createTestApp(database);
    const { put } = await office(app);
    const there = await store(app, "there");
    const gone = addressOf("gone");
    const project = await makeProject(app, { projectImage: there });
    const sections = [
      { heading: "The lens", img: there },
      { heading: "The lamp", img: gone },
    ];
    const drafted = { changes: { sketchImage: gone }, baseVersion: project.version, over: null };
    await put("/draft/project/agora", drafted);
    const refused = [
      await put("/project/edit/agora", { projectImage: gone }),
      await put("/project/edit/agora", { sections }),
      await app.office("POST", `/project/detail/${project.slug}`, { heading: "The lamp", img: gone }),
      await app.office("POST", "/review/add", { ...gracesReview, profileImage: gone }),
      await put("/site/edit", { edits: [{ path: "about.img", value: gone }] }),
      await app.office("POST", "/draft/publish/project/agora"),
    ];
    expect(refused.map(({ status, body }) => [status, body.errors?.[0]?.field])).toEqual([
      [422, "projectImage"],
      [422, "sections.1.img"],
      [422, "img"],
      [422, "profileImage"],
      [422, "about.img"],
      [422, "sketchImage"],
    ]);
    await app.deps.db.deleteFrom("upload").where("hash", "=", hashOf("there")).execute();
    expect((await put("/project/edit/agora", { title: "Agora II" })).status).toBe(200);
  });

  test("replaces a picture everywhere with one new version per entry, and can undo it in just those places", async () => {
    const app = await createTestApp(database);
    const { uses, replace, put } = await office(app);
    const [a, b] = [await store(app, "a"), await store(app, "b")];
    const project = await makeProject(app, { projectImage: a, projectImageFocus: "10% 20%", drawnImage: b });
    await makeDetail(app, project, { img: a, imgFocus: "30% 40%" });
    await makeDetail(app, project, { heading: "Market", img: a });
    const texts = { "about.img": a, "about.imgFocus": "50% 60%" };
    await put("/site/edit", { edits: Object.entries(texts).map(([path, value]) => ({ path, value })) });
    const trashed = await makeReview(app, { profileImage: a });
    await app.office("DELETE", `/review/${trashed.slug}`);
    const before = (await app.call("GET", "/project/agora")).body.data;
    const focusOfText = async () => (await readSiteContent(app.deps)).about.imgFocus;

    const { status, body } = await replace("a", b);

    expect([status, body.data.changed.length]).toEqual([200, 4]);
    const after = (await app.call("GET", "/project/agora")).body.data;
    expect([after.projectImage, ...after.detail.map(({ img }: { img: string }) => img)]).toEqual([b, b, b]);
    const points = [after.projectImageFocus, after.detail[0].imgFocus, await focusOfText()];
    expect(points, "the point of one picture says nothing about another").toEqual(["", "", ""]);
    expect(after.version, "one version for all of it").toBe(before.version + 1);
    expect(await (await app.request("/about")).text()).toContain(b);
    expect(await uses("a")).toEqual(["review/grace-hopper/profileImage"]);

    expect((await replace("b", a, body.data.changed)).body.data.changed).toHaveLength(4);
    expect((await app.call("GET", "/project/agora")).body.data).toEqual({ ...before, version: before.version + 2 });
    expect(await focusOfText()).toBe("50% 60%");
    expect(await uses("b"), "where it was before stays").toEqual(["project/agora/drawnImage"]);
    await replace("a", a);
    expect((await app.call("GET", "/project/agora")).body.data.projectImageFocus, "the same again").toBe("10% 20%");
    const { body: history } = await app.office("GET", "/history/project/agora");
    expect(history.data[0].version).toBe(before.version + 3);
  });

  test("the old address of a replaced picture leads to the new one, until that is undone", async ({ app }) => {
    const { replace } = await office(app);
    const [a, b] = [await store(app, "a"), await store(app, "b")];
    const bytesAt = async (address: string) => Buffer.from(await (await app.request(address)).arrayBuffer());
    const old = await bytesAt(a);
    const asked = async (address: string) => {
      const { status, headers } = await app.request(address, { redirect: "manual" });
      return [status, headers.get("Location")];
    };
    const { body } = await replace("a", b);
    expect(await asked(a)).toEqual([302, b]);
    expect(await asked(a.replace(".webp", "-480.avif"))).toEqual([302, b.replace(".webp", "-480.avif")]);
    expect(await asked(b)).toEqual([200, null]);
    await replace("b", a, body.data.changed);
    expect(await asked(a)).toEqual([200, null]);
    expect(await bytesAt(a)).toEqual(old);
  });

  test("the office goes on seeing a replaced picture at its own address, from no cache that others share", async () => {
    const app = await createTestApp(database);
    const { remove, replace } = await office(app);
    const [a, b] = [await store(app, "a"), await store(app, "b")];
    const ask = async (site: string, headers: Record<string, string> = {}) => {
      const asked = { headers: { "Sec-Fetch-Site": site, ...headers }, redirect: "manual" } as const;
      const response = await app.request(a, asked);
      const kept = ["Cache-Control", "Vary", "ETag"].map((name) => response.headers.get(name));
      return { status: response.status, bytes: Buffer.from(await response.arrayBuffer()), kept };
    };
    const before = await ask("cross-site");
    const [, , etag] = before.kept;
    await replace("a", b);

    const varying = ["private, no-cache", "Sec-Fetch-Site"];
    expect(await ask("same-origin")).toEqual({ status: 200, bytes: before.bytes, kept: [...varying, etag] });
    expect((await ask("same-origin", { "If-None-Match": String(etag) })).status).toBe(304);
    for (const site of ["cross-site", "none"])
      expect(await ask(site)).toMatchObject({ status: 302, kept: [...varying, null] });
    expect((await ask("cross-site", { "If-None-Match": String(etag) })).status).toBe(302);
    await remove("a");
    expect((await ask("same-origin")).status, "once it is deleted").toBe(302);
  });

  test("the old address of a picture leads on to the last of its replacements, as long as that is stored", async () => {
    const app = await createTestApp(database);
    const { replace, remove } = await office(app);
    const [a, b, c] = [await store(app, "a"), await store(app, "b"), await store(app, "c")];
    const leadsTo = async () => (await app.request(a, { redirect: "manual" })).headers.get("Location");
    await replace("a", b);
    await replace("b", c);
    expect(await leadsTo()).toBe(c);
    expect((await remove("b")).status).toBe(200);
    expect(await leadsTo(), "past one that is gone").toBe(c);
    expect((await remove("c")).status).toBe(200);
    expect([await leadsTo(), (await app.request(a)).status]).toEqual([null, 200]);
  });

  test("the old address of a picture stays with its first replacement, if a second finds nothing to replace", async () => {
    const app = await createTestApp(database);
    const { replace } = await office(app);
    const [a, b, c] = [await store(app, "a"), await store(app, "b"), await store(app, "c")];
    await makeProject(app, { projectImage: a });
    expect((await replace("a", b)).body.data.changed).toHaveLength(1);
    expect((await replace("a", c)).body.data.changed).toEqual([]);
    expect((await app.request(a, { redirect: "manual" })).headers.get("Location")).toBe(b);
  });

  test("rejects a replacement, and changes nothing, if either picture does not exist", async ({ app }) => {
    const { replace } = await office(app);
    const a = await store(app, "a");
    await makeProject(app, { projectImage: a });
    for (const url of [addressOf("nowhere"), "https://example.com/a.webp", ""]) {
      const { status, body } = await replace("a", url);
      expect([url, status, body.errors[0].field]).toEqual([url, 422, "url"]);
    }
    expect((await replace("nowhere", a)).status).toBe(404);
    expect((await app.call("GET", "/project/agora")).body.data).toMatchObject({ projectImage: a, version: 1 });
  });

  test("looks for unused pictures again on the same day if it failed, and otherwise once a day", async ({ app }) => {
    await store(app, "unused");
    app.clock.pass(31 * dayMs);
    const failing = new Map<string, string>();
    failing.values = () => {
      throw new Error("It failed.");
    };

    await expect(purgeUnusedPictures({ ...app.deps, pictures: failing })).rejects.toThrow("It failed.");
    expect(await isThere(app, "unused")).toBe(true);
    await purgeUnusedPictures(app.deps);
    expect(await isThere(app, "unused")).toBe(false);
    await purgeUnusedPictures({ ...app.deps, pictures: failing });
  });

  test("erases pictures unused for 30 days, and keeps those used by an entry, the trash or a saved version", async () => {
    const app = await createTestApp(database);
    const { put } = await office(app);
    const project = await makeProject(app, { projectImage: await store(app, "former") });
    await put(`/project/edit/${project.slug}`, { projectImage: await store(app, "present") });
    await store(app, "unused");
    await store(app, "uploaded again");
    app.clock.pass(29 * dayMs);
    await sweep(app.deps);
    await store(app, "uploaded again");
    const review = await makeReview(app, { profileImage: await store(app, "trashed") });
    await app.office("DELETE", `/review/${review.slug}`);
    const names = ["former", "present", "trashed", "uploaded again", "unused"];
    const there = async () => {
      const kept: string[] = [];
      for (const name of names) if (await isThere(app, name)) kept.push(name);
      return kept;
    };
    expect(await there()).toEqual(names);

    // The clock of all clean-up by age takes steps of half a day.
    for (let step = 0; step < 4; step++) {
      app.clock.pass(dayMs / 2);
      await sweep(app.deps);
    }

    expect(await there()).toEqual(["former", "present", "trashed", "uploaded again"]);
    const { body } = await app.office("GET", "/activity/get-all");
    expect(JSON.stringify(body.data)).toContain("Erased pictures unused for 30 days");
  });
});
