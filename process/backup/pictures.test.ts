import fs from "node:fs";
import path from "node:path";
import * as tar from "tar";
import { describe, expect, test } from "vitest";
import { pictureMover } from "#app/features/upload/picture-object.service.server.ts";
import type { PictureBucket } from "#app/platform/images/picture-bucket.ts";
import { createTestApp, onEveryDatabase, onPostgres, type TestApp } from "#test/app.ts";
import { killAt, runCommand } from "#test/commands.ts";
import { type Database, type DataLocation, freshFolder, freshLocation, migratedLocation } from "#test/data-location.ts";
import { makeProject } from "#test/make.ts";
import { dataOf } from "#test/process.ts";
import { openS3, type S3Server } from "#test/s3-server.ts";
import { uploadPicture } from "#test/upload.ts";
import { readConfig } from "../config.ts";

// Backups of a site whose pictures are in a bucket. The commands run as processes.

const bucketOf = ({ forPictures }: S3Server) => ({ pictureBucket: readConfig(forPictures).pictureBucket });

const read = async (app: TestApp, address: string) => {
  const response = await app.request(address);
  return response.status === 200 ? Buffer.from(await response.arrayBuffer()).toString("base64") : response.status;
};

/** A site with two pictures in the bucket, which is not running. */
async function siteWithPictures(database: Database, storage: S3Server) {
  const place = await migratedLocation(database);
  const app = await createTestApp(database, { place, config: bucketOf(storage) });
  const addresses = [await uploadPicture(app, "red"), await uploadPicture(app, "blue")];
  await makeProject(app, { projectImage: addresses[0] });
  const shown = await Promise.all(addresses.map((address) => read(app, address)));
  await app.close();
  return { place, addresses, shown };
}

const answers = (app: TestApp, addresses: string[]) => Promise.all(addresses.map((address) => read(app, address)));

async function restored(database: Database, file: string): Promise<DataLocation> {
  const target = await freshLocation(database);
  expect(await runCommand("restore", [file], dataOf(target))).toMatchObject({ code: 0, err: "" });
  return target;
}

onEveryDatabase("a backup of a site with pictures in a bucket", (database) => {
  test("contains the pictures, passes --prove and is restored with or without a bucket; the original objects stay", async () => {
    const storage = await openS3();
    const { place, addresses, shown } = await siteWithPictures(database, storage);
    const environment = { ...dataOf(place), ...storage.forPictures };
    const file = path.join(freshFolder(), "site.tar");
    const made = await runCommand("backup", [file], environment);
    expect(made).toMatchObject({ code: 0, err: "", out: expect.stringContaining(" and 2 pictures at ") });
    expect(fs.readdirSync(path.dirname(file))).toEqual(["site.tar"]);
    const folder = freshFolder();
    await tar.extract({ file, cwd: folder, strict: true });
    await tar.extract({ file: path.join(folder, "pictures.tar"), cwd: folder, strict: true });
    for (const [index, address] of addresses.entries())
      expect(fs.readFileSync(path.join(folder, path.basename(address))).toString("base64")).toBe(shown[index]);

    const keys = [...storage.objects.keys()].sort();
    expect(await runCommand("backup", ["--prove", file], environment)).toMatchObject({ code: 0, err: "" });
    expect([...storage.objects.keys()].sort()).toEqual(keys);

    const without = await createTestApp(database, { place: await restored(database, file), hasAdmin: false });
    expect(await answers(without, addresses)).toEqual(shown);

    const target = await restored(database, file);
    const beside = await createTestApp(database, { place: target, hasAdmin: false, config: bucketOf(storage) });
    const move = pictureMover({ ...beside.deps, pictureBucket: beside.deps.pictureBucket as PictureBucket });
    while (await move());
    expect(await answers(beside, addresses)).toEqual(shown);
    expect(storage.objects.size).toBe(4);
    expect(keys.every((key) => storage.objects.has(key))).toBe(true);
    expect(new Set([...storage.objects.keys()].map((key) => path.dirname(key))).size).toBe(2);
  });
});

// The same for both databases.
describe("a backup of a site with pictures in a bucket", () => {
  test("fails if the bucket is not configured or denies access; one without pictures missing from the bucket is restored, but not proved", async () => {
    const storage = await openS3();
    const { place, addresses, shown } = await siteWithPictures("sqlite", storage);
    const environment = { ...dataOf(place), ...storage.forPictures };
    const file = path.join(freshFolder(), "site.tar");
    const unset = await runCommand("backup", [file], dataOf(place));
    expect([unset.code, unset.err]).toEqual([
      1,
      expect.stringMatching(/^PICTURES_S3_BUCKET is not set, but 2 pictures/),
    ]);
    storage.fault = () => ({ status: 403, code: "AccessDenied" });
    const refused = await runCommand("backup", [file], environment);
    expect([refused.code, refused.err]).toEqual([
      ...[1, expect.stringMatching(/^The pictures cannot be backed up: .* denies access to s3:/)],
    ]);
    storage.fault = undefined;
    expect(fs.readdirSync(path.dirname(file))).toEqual([]);

    const hash = addresses[1]?.slice(9, 41) ?? "";
    for (const key of storage.objects.keys()) if (key.includes(hash)) storage.objects.delete(key);
    // Not before it is made: the first line is the reason why none is.
    const broken = await runCommand("backup", [file], { ...environment, ...killAt("rename site.tar") });
    expect([broken.code, broken.err]).toEqual([null, ""]);
    const made = await runCommand("backup", [file], environment);
    expect([made.code, made.err]).toEqual([
      ...[0, expect.stringMatching(/^The backup lacks 1 pictures that are missing in the bucket/)],
    ]);
    const proof = await runCommand("backup", ["--prove", file], environment);
    const lack = `lacks pictures that are missing in the bucket, 1 in all: ${addresses[1]}.`;
    expect([proof.code, proof.err]).toEqual([1, expect.stringContaining(lack)]);
    const copy = await createTestApp("sqlite", { place: await restored("sqlite", file), hasAdmin: false });
    expect(await answers(copy, addresses)).toEqual([shown[0], 404]);
  });

  test("is repeated if a picture is moved out of the bucket while it is being made", async () => {
    const storage = await openS3();
    const { place, addresses, shown } = await siteWithPictures("sqlite", storage);
    const file = path.join(freshFolder(), "site.tar");
    const app = await createTestApp("sqlite", { place, hasAdmin: false, config: bucketOf(storage) });
    const [key = ""] = storage.objects.keys();
    const object = storage.objects.get(key);
    const hash = path.basename(key).slice(0, 32);
    let moved: Promise<unknown> | undefined;
    storage.fault = ({ method, key: asked }) => {
      if (method !== "GET" || asked !== key) return undefined;
      // As `pictureMover` and `deleteUnusedObjects` do it: the dump refers to an object that is gone by now.
      moved ??= app.deps.db
        .updateTable("upload")
        .set({ bytes: object?.body as Buffer, objectKey: null, objectSize: null })
        .where("hash", "=", hash)
        .execute()
        .then(() => storage.objects.delete(key));
      return storage.objects.has(key) ? "cut" : undefined;
    };
    const environment = { ...dataOf(place), ...storage.forPictures };
    expect(await runCommand("backup", [file], environment)).toMatchObject({ code: 0, err: "" });
    expect(moved).toBeDefined();
    await app.close();
    const copy = await createTestApp("sqlite", { place: await restored("sqlite", file), hasAdmin: false });
    expect(await answers(copy, addresses)).toEqual(shown);
  });
});

onPostgres(() => {
  test("a site moved to PostgreSQL serves its pictures from the bucket and adds new ones under the same prefix", async () => {
    const storage = await openS3();
    const { place, addresses, shown } = await siteWithPictures("sqlite", storage);
    const target = await freshLocation("postgres");
    const moved = await runCommand("move", ["--from", place.dataDir, "--to", target.databaseUrl ?? ""], {});
    expect([moved.code, moved.err]).toEqual([0, ""]);
    const app = await createTestApp("postgres", { place: target, hasAdmin: false, config: bucketOf(storage) });
    expect(await answers(app, addresses)).toEqual(shown);
    await uploadPicture(app, "green");
    expect(new Set([...storage.objects.keys()].map((key) => path.dirname(key))).size).toBe(1);
  });
});
