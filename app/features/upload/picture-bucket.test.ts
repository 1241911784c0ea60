import { createHash } from "node:crypto";
import sharp from "sharp";
import { expect, test } from "vitest";
import type { Config } from "#app/platform/config.ts";
import { openPictureBucket } from "#app/platform/images/picture-bucket.server.ts";
import { BucketUnavailable, type PictureBucket } from "#app/platform/images/picture-bucket.ts";
import { readConfig } from "#process/config.ts";
import { notifyAlerts } from "#server/observability/alert-notifier.ts";
import { createTestApp, onEveryDatabase, type TestApp } from "#test/app.ts";
import { migratedLocation } from "#test/data-location.ts";
import { makeProject } from "#test/make.ts";
import { openS3, type S3Server } from "#test/s3-server.ts";
import { plainPng, upload } from "#test/upload.ts";
import { deleteUnusedObjects, pictureMover } from "./picture-object.service.server.ts";

const hourMs = 60 * 60_000;

const bucketOf = (storage: S3Server, keptIn: "bucket" | "database" = "bucket"): Partial<Config> => ({
  pictureBucket: readConfig({ ...storage.forPictures, PICTURES_IN: keptIn }).pictureBucket,
});

const store = async (app: TestApp, background: string) => upload(app, await plainPng(background));

async function read(app: TestApp, address: string) {
  const response = await app.request(address);
  return { status: response.status, headers: response.headers, bytes: Buffer.from(await response.arrayBuffer()) };
}

const rows = async ({ deps }: TestApp) => {
  const found = await deps.db.selectFrom("upload").select(["hash", "bytes", "objectKey", "objectSize"]).execute();
  return found.map(({ bytes, ...row }) => ({ ...row, inDatabase: bytes.length }));
};

const unused = ({ deps }: TestApp) => deps.db.selectFrom("unusedObject").select("key").execute();

const moverOf = ({ deps }: TestApp) => pictureMover({ ...deps, pictureBucket: deps.pictureBucket as PictureBucket });

async function moveAll(app: TestApp): Promise<void> {
  const move = moverOf(app);
  while (await move());
}

onEveryDatabase("pictures in a bucket", (database) => {
  test("an upload is stored only in the bucket, listed with its size, and served at its address and as a variant", async () => {
    const storage = await openS3();
    const app = await createTestApp(database, { config: bucketOf(storage) });
    const { status, body } = await store(app, "red");
    expect([status, body.url]).toEqual([201, expect.stringMatching(/^\/uploads\/[0-9a-f]{32}\.webp$/)]);

    const [key = ""] = storage.objects.keys();
    const content = storage.objects.get(key)?.body ?? Buffer.alloc(0);
    const hash = body.url.slice(9, 41);
    expect(storage.objects.size).toBe(1);
    expect(key).toMatch(new RegExp(`^site one/[0-9a-f-]{36}/${hash}-[0-9a-f-]{36}\\.webp$`));
    expect(createHash("sha256").update(content).digest("hex").slice(0, 32)).toBe(hash);
    expect(await rows(app)).toEqual([
      { hash, inDatabase: 0, objectKey: key.split("/")[2], objectSize: content.length },
    ]);
    expect(await unused(app)).toEqual([]);

    const shown = await read(app, body.url);
    expect([shown.status, shown.headers.get("Content-Type"), shown.bytes.equals(content)]).toEqual([
      ...[200, "image/webp", true],
    ]);
    const small = await read(app, body.url.replace(".webp", "-480.avif"));
    expect([small.status, (await sharp(small.bytes).metadata()).width]).toEqual([200, 40]);
    const { data } = (await app.office("GET", "/picture/get-all")).body;
    expect(data).toMatchObject([{ hash, size: content.length }]);
  });

  test("while the bucket is unreachable cached pictures are served, others and uploads get 503, and nothing is stored", async () => {
    const storage = await openS3();
    const app = await createTestApp(database, { config: bucketOf(storage) });
    const known = (await store(app, "red")).body.url;
    const other = (await store(app, "blue")).body.url;
    const { bytes } = await read(app, known);

    storage.fault = () => "cut";
    expect((await read(app, known)).bytes.equals(bytes)).toBe(true);
    const missed = await read(app, other);
    expect([missed.status, missed.headers.get("Retry-After"), missed.headers.get("ETag")]).toEqual([503, "60", null]);
    const refused = await store(app, "green");
    expect([refused.status, refused.headers.get("Retry-After"), refused.body.message]).toEqual([
      ...[503, "60", "The storage for pictures cannot be reached just now. Try again in a minute."],
    ]);
    expect((await app.request("/readyz")).status).toBe(200);
    expect((await app.request("/")).status).toBe(200);
    expect([await rows(app), storage.objects.size]).toMatchObject([{ length: 2 }, 2]);

    storage.fault = undefined;
    expect((await read(app, other)).status).toBe(200);
    expect((await store(app, "green")).status).toBe(201);
  });

  test("a failing bucket raises an alert without any visitor request, and the alert ends when the bucket works again", async () => {
    const storage = await openS3();
    const app = await createTestApp(database, { config: bucketOf(storage) });
    const look = notifyAlerts(app.deps);
    const alerts = async () => {
      await look();
      return (await app.office("GET", "/today")).body.data.alerts;
    };
    expect(await alerts()).toEqual([]);
    await look();
    expect(storage.requests.filter(({ method }) => method === "PUT")).toHaveLength(1);

    storage.fault = () => ({ status: 403, code: "InvalidAccessKeyId" });
    const [alert, ...others] = await alerts();
    expect([alert.kind, others]).toEqual(["pictures", []]);
    expect(alert.message).toMatch(
      /^Pictures cannot be read from their bucket: only cached ones are shown\. Pictures cannot be stored in their bucket: uploads are refused\. 127\.0\.0\.1:\d+ does not accept the keys \(InvalidAccessKeyId\)\. Correct PICTURES_S3_ACCESS_KEY_ID/,
    );
    expect(app.logged.join("\n")).toContain('"kind":"pictures"');

    // Keys that may not list: what is not there is denied.
    storage.objects.clear();
    storage.fault = ({ method, key }) =>
      method === "GET" && !storage.objects.has(key) ? { status: 403, code: "AccessDenied" } : undefined;
    expect(await alerts()).toEqual([]);

    storage.fault = ({ method }) => (method === "PUT" ? { status: 403, code: "AccessDenied" } : undefined);
    expect((await store(app, "red")).status).toBe(503);
    expect((await alerts())[0].message).toMatch(/^Pictures cannot be stored in their bucket: uploads are refused\. /);
    storage.fault = undefined;
    expect(await alerts()).toEqual([]);
  });

  test("an object left behind by a failed upload is deleted after one hour, not earlier", async () => {
    const storage = await openS3();
    const app = await createTestApp(database, { config: bucketOf(storage) });
    const kept = (await store(app, "red")).body.url;
    storage.fault = ({ method }) => (method === "PUT" ? "lose the answer" : undefined);
    expect((await store(app, "blue")).status).toBe(503);
    storage.fault = undefined;
    expect([storage.objects.size, (await rows(app)).length]).toEqual([2, 1]);

    app.clock.pass(hourMs - 1);
    await deleteUnusedObjects(app.deps);
    expect(storage.objects.size).toBe(2);
    app.clock.pass(1);
    await deleteUnusedObjects(app.deps);
    expect([storage.objects.size, await unused(app)]).toEqual([1, []]);
    expect((await read(app, kept)).status).toBe(200);
  });

  test("an object that is already gone counts as deleted, also where the storage says that there is none", async () => {
    const storage = await openS3();
    const app = await createTestApp(database, { config: bucketOf(storage) });
    storage.fault = ({ method }) => (method === "PUT" ? "lose the answer" : undefined);
    expect((await store(app, "red")).status).toBe(503);
    app.clock.pass(hourMs);
    storage.fault = ({ method }) => (method === "DELETE" ? { status: 404, code: "NoSuchKey" } : undefined);
    await deleteUnusedObjects(app.deps);
    expect(await unused(app)).toEqual([]);
  });

  test("an upload whose object was deleted before it finished gets 503 and stores no reference to the object", async () => {
    const storage = await openS3();
    const app = await createTestApp(database, { config: bucketOf(storage) });
    const { put } = app.deps.pictureBucket as PictureBucket;
    const slow = {
      ...(app.deps.pictureBucket as PictureBucket),
      async put(key: string, bytes: Uint8Array) {
        await put(key, bytes);
        app.clock.pass(2 * hourMs);
        // It is gone, but nobody knows yet.
        storage.fault = ({ method }) => (method === "DELETE" ? "lose the answer" : undefined);
        await expect(deleteUnusedObjects(app.deps)).rejects.toThrow(BucketUnavailable);
        storage.fault = undefined;
      },
    };
    app.deps.pictureBucket = slow;
    expect((await store(app, "red")).status).toBe(503);
    expect([await rows(app), storage.objects.size, (await unused(app)).length]).toEqual([[], 0, 1]);
    await deleteUnusedObjects(app.deps);
    expect(await unused(app)).toEqual([]);
  });

  test("an erased picture is also deleted from the bucket, later if the bucket is unreachable", async () => {
    const storage = await openS3();
    const app = await createTestApp(database, { config: bucketOf(storage) });
    const lone = (await store(app, "red")).body.url;
    const projectImage = (await store(app, "blue")).body.url;
    const { slug } = await makeProject(app, { projectImage });
    const kept = (await store(app, "green")).body.url;

    expect((await app.office("DELETE", `/picture/${lone.slice(9, 41)}`)).status).toBe(200);
    await app.office("DELETE", `/project/${slug}`);
    await app.office("DELETE", `/trash/project/${slug}`);
    expect([(await rows(app)).length, storage.objects.size, (await unused(app)).length]).toEqual([1, 3, 2]);

    storage.fault = ({ method }) => (method === "DELETE" ? "cut" : undefined);
    await expect(deleteUnusedObjects(app.deps)).rejects.toThrow(BucketUnavailable);
    storage.fault = undefined;
    await deleteUnusedObjects(app.deps);
    expect([storage.objects.size, await unused(app)]).toEqual([1, []]);
    expect((await read(app, lone)).status).toBe(404);
    expect((await read(app, kept)).status).toBe(200);
  });

  test("a picture whose object is missing gets 503 and is logged, and uploading it again repairs it", async () => {
    const storage = await openS3();
    const app = await createTestApp(database, { config: bucketOf(storage) });
    const { url } = (await store(app, "red")).body;
    const [lost = ""] = storage.objects.keys();
    storage.objects.clear();
    const isLogged = () => app.logged.some((line) => /picture missing.*key/.test(line) && line.includes(lost.slice(9)));
    // Keys that may not list: what is not there is denied, and so it is where nothing may be read.
    storage.fault = ({ method, key }) =>
      method === "GET" && !storage.objects.has(key) ? { status: 403, code: "AccessDenied" } : undefined;
    expect([(await read(app, url)).status, isLogged()]).toEqual([503, false]);
    await app.deps.pictureBucket?.check();
    expect([(await read(app, url)).status, isLogged()]).toEqual([503, true]);
    storage.fault = undefined;
    expect((await read(app, url)).status).toBe(503);

    expect((await store(app, "red")).body.url).toBe(url);
    expect((await read(app, url)).status).toBe(200);
    await deleteUnusedObjects(app.deps);
    // The other object is the one of the check.
    expect([storage.objects.size, (await rows(app)).length, await unused(app)]).toEqual([2, 1, []]);
  });

  test("existing pictures are moved into the bucket and back, also after an interruption, and keep their addresses", async () => {
    const storage = await openS3();
    const place = await migratedLocation(database);
    const before = await createTestApp(database, { place });
    const addresses: string[] = [];
    for (const background of ["red", "green", "blue", "white"])
      addresses.push((await store(before, background)).body.url);
    const shown = await Promise.all(addresses.map(async (address) => (await read(before, address)).bytes));
    await before.close();

    const showsAll = async (app: TestApp) => {
      for (const [index, address] of addresses.entries())
        expect((await read(app, address)).bytes.equals(shown[index] as Buffer)).toBe(true);
    };
    // The answer to the third object is lost: as if the process had been killed between the object and its row.
    const first = await createTestApp(database, { place, hasAdmin: false, config: bucketOf(storage) });
    storage.fault = ({ method }) => (method === "PUT" && storage.objects.size >= 2 ? "lose the answer" : undefined);
    await expect(moveAll(first)).rejects.toThrow(BucketUnavailable);
    storage.fault = undefined;
    expect([storage.objects.size, (await rows(first)).filter(({ objectKey }) => objectKey).length]).toEqual([3, 2]);
    await showsAll(first);
    await first.close();

    const second = await createTestApp(database, { place, hasAdmin: false, config: bucketOf(storage) });
    await moveAll(second);
    expect((await rows(second)).map(({ inDatabase }) => inDatabase)).toEqual([0, 0, 0, 0]);
    second.clock.pass(2 * hourMs);
    await deleteUnusedObjects(second.deps);
    expect(storage.objects.size).toBe(4);
    await showsAll(second);
    await second.close();

    await expect(createTestApp(database, { place, hasAdmin: false })).rejects.toThrow(
      /^PICTURES_S3_BUCKET is not set, but pictures of this site are in a bucket\. .*PICTURES_IN=database/,
    );

    const third = await createTestApp(database, { place, hasAdmin: false, config: bucketOf(storage, "database") });
    await showsAll(third);
    // One that cannot be moved does not keep the others where they are.
    const [lost = ""] = storage.objects.keys();
    const object = storage.objects.get(lost);
    storage.objects.delete(lost);
    await moveAll(third);
    expect((await rows(third)).filter(({ objectKey }) => objectKey)).toHaveLength(1);
    if (object) storage.objects.set(lost, object);
    await moveAll(third);
    await deleteUnusedObjects(third.deps);
    expect([storage.objects.size, await unused(third)]).toEqual([0, []]);
    expect(third.logged.join("\n")).toContain("all pictures are in the database");
    await third.close();

    const last = await createTestApp(database, { place, hasAdmin: false });
    await showsAll(last);
  });
});

test("a request to an unresponsive bucket times out, and no further request is sent for a while", async () => {
  const storage = await openS3();
  const settings = bucketOf(storage).pictureBucket;
  if (!settings) throw new Error("no bucket");
  const patient = openPictureBucket(settings);
  await patient.put("a.webp", Buffer.from("picture"));
  storage.fault = () => ({ cutAfter: () => new Promise(() => {}) });
  const hasty = openPictureBucket(settings, { timeoutMs: 50, restMs: 600_000 });
  await expect(hasty.get("a.webp")).rejects.toThrow(BucketUnavailable);
  const { length } = storage.requests;
  await expect(hasty.get("a.webp")).rejects.toThrow(BucketUnavailable);
  expect(storage.requests).toHaveLength(length);
  storage.fault = undefined;
  expect(await patient.get("a.webp")).toEqual(Buffer.from("picture"));
  expect(await patient.get("b.webp")).toBe(undefined);
});
