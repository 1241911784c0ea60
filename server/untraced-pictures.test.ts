import sharp from "sharp";
import { expect, onTestFinished, test } from "vitest";
import type { AnyDb } from "#db/dialect.ts";
import { openDatabase } from "#db/open.server.ts";
import { createTestApp, onEveryDatabase, type TestApp } from "#test/app.ts";
import { type DataLocation, freshLocation } from "#test/data-location.ts";
import { migrateAsBefore } from "#test/early-database.ts";
import { makeProject } from "#test/make.ts";
import { sweep } from "../process/worker.ts";

const day = 24 * 60 * 60_000;
const at = "2026-05-01T11:00:00.000Z";

const hashes = {
  shown: "a".repeat(32),
  whole: "b".repeat(32),
  otherCrop: "c".repeat(32),
  elsewhere: "d".repeat(32),
  former: "e".repeat(32),
  drafted: "f".repeat(32),
};
type Name = keyof typeof hashes;
const address = (name: Name) => `/uploads/${hashes[name]}.webp`;

/**
 * A site as the builds left it that cropped pictures and did not note from which: a project shows a crop, and nothing
 * the whole picture and another crop of it.
 */
async function writeCrops(place: DataLocation): Promise<void> {
  const { db: typed, close } = await openDatabase(place);
  const db = typed as AnyDb;
  await db.transaction().execute((trx) => migrateAsBefore(trx, "0028"));
  const bytes = await sharp({ create: { width: 60, height: 40, channels: 3, background: "red" } })
    .webp()
    .toBuffer();
  for (const hash of Object.values(hashes))
    await db
      .insertInto("upload")
      .values({ hash, mime: "image/webp", bytes, width: 60, height: 40, created_at: at })
      .execute();
  const words = { description: "", technology: "", drawn_image: "", what_we_did: "", seam: null, published: 1 };
  const add = (number: number, image: Name) =>
    db
      .insertInto("project")
      .values({
        ...{ ...words, number, title: `Case ${number}`, slug: `case-${number}`, project_image: address(image) },
        ...{ version: 1, position: number, created_at: at, updated_at: at, deleted_at: null },
      })
      .execute();
  await add(1, "shown");
  await add(2, "elsewhere");
  const saved = { noun: "project", slug: "case-2", version: 1, action: "update", user_id: null, created_at: at };
  const former = JSON.stringify({ title: "Case 2", projectImage: address("former") });
  await db
    .insertInto("change")
    .values({ ...saved, data: former })
    .execute();
  const draft = { noun: "project", slug: "case-2", version: 1, base: "{}", base_version: 1, shape: 1 };
  const changes = JSON.stringify({ projectImage: address("drafted") });
  await db
    .insertInto("draft")
    .values({ ...draft, changes, user_id: null, created_at: at, updated_at: at })
    .execute();
  await close();
}

async function left(app: TestApp): Promise<Name[]> {
  const names = Object.keys(hashes) as Name[];
  const statuses = await Promise.all(names.map(async (name) => (await app.request(address(name))).status));
  return names.filter((_, n) => statuses[n] === 200);
}

async function eraseProject(app: TestApp, slug: string): Promise<void> {
  expect((await app.office("DELETE", `/project/${slug}`)).status).toBe(200);
  expect((await app.office("DELETE", `/trash/project/${slug}`)).status).toBe(200);
}

onEveryDatabase("pictures from before crops were noted", (database) => {
  async function upgraded(): Promise<TestApp> {
    const place = await freshLocation(database);
    await writeCrops(place);
    const app = await createTestApp(database, { place });
    onTestFinished(app.close);
    return app;
  }

  test("are erased with an entry that may show a part of them, unless something shows or can show them", async () => {
    const app = await upgraded();
    expect(await left(app)).toEqual(Object.keys(hashes));

    await eraseProject(app, "case-1");

    expect(await left(app)).toEqual(["elsewhere", "former", "drafted"]);
  });

  test("stay when they are saved after the upgrade, and are then asked about no more", async () => {
    const app = await upgraded();
    await makeProject(app, { projectImage: address("whole") });
    app.clock.pass(31 * day);
    await sweep(app.deps);
    expect(await app.deps.db.selectFrom("untracedPicture").selectAll().execute()).toEqual([]);

    await eraseProject(app, "case-1");

    expect(await left(app)).toEqual(["whole", "elsewhere", "former", "drafted"]);
  });
});
