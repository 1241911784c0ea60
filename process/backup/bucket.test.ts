import { randomBytes } from "node:crypto";
import fs from "node:fs";
import path from "node:path";
import { describe, expect, test, vi } from "vitest";
import type { BackupBucket } from "#app/platform/config.ts";
import { copiedListName, readErased } from "#app/platform/erased-people.server.ts";
import { freshFolder } from "#test/data-location.ts";
import { openS3, type S3Fault, type S3Request, type S3Server, s3Keys } from "#test/s3-server.ts";
import { readConfig } from "../config.ts";
import { copyToBucket, deleteOldCopies, fetchErasedLists, fetchFromBucket } from "./bucket.ts";

// Against a server that checks every signature and checksum itself (test/s3-server.ts).

const quick = { firstPauseMs: 1, partBytes: 64 * 1024 };
const name = "jorna-2026-05-01T10-00-00Z.tar";
const key = `site one/${name}`;

const open = (isLocked = false) => openS3({ minPartBytes: quick.partBytes, pageSize: 2, isLocked });

function settingsOf({ environment }: S3Server, other: Record<string, string> = {}): BackupBucket {
  const { backupBucket } = readConfig({ ...environment, ...other });
  if (!backupBucket) throw new Error("no bucket");
  return backupBucket;
}

/** Several parts, the last of them short. */
function someBackup(bytes = 5 * quick.partBytes + 17): { file: string; content: Buffer } {
  const file = path.join(freshFolder(), name);
  const content = randomBytes(bytes);
  fs.writeFileSync(file, content);
  return { file, content };
}

async function fetched(storage: S3Server, settings = settingsOf(storage)): Promise<Buffer> {
  const target = path.join(freshFolder(), "fetched");
  await fetchFromBucket(settings, { bucket: settings.bucket, key }, target, quick);
  return fs.readFileSync(target);
}

const isPart = ({ method, query }: S3Request) => method === "PUT" && query.has("partNumber");
const uploadsOf = ({ requests }: S3Server) => requests.filter(({ method }) => method === "PUT");

/** Each fault once, for the first request it fits. */
function once(...faults: [isMeant: (request: S3Request) => boolean, fault: S3Fault][]) {
  const left = [...faults];
  return (request: S3Request) => {
    const index = left.findIndex(([isMeant]) => isMeant(request));
    return index < 0 ? undefined : left.splice(index, 1)[0]?.[1];
  };
}

test.each([
  ["several parts", 5 * quick.partBytes + 17, 6],
  ["whole parts", 2 * quick.partBytes, 2],
  ["one piece", quick.partBytes, 1],
])(
  "a backup of %s is uploaded, also to a bucket with object lock, and downloaded unchanged",
  async (_, bytes, parts) => {
    const storage = await open(true);
    const { file, content } = someBackup(bytes);
    await copyToBucket(settingsOf(storage), file, quick);
    expect([...storage.objects.keys()]).toEqual([key]);
    expect(storage.objects.get(key)?.body.equals(content)).toBe(true);
    expect([uploadsOf(storage).length, storage.uploads.size]).toEqual([parts, 0]);
    expect((await fetched(storage)).equals(content)).toBe(true);
  },
);

test("a backup that is already in the bucket is compared, not uploaded again", async () => {
  const storage = await open();
  const { file } = someBackup();
  await copyToBucket(settingsOf(storage), file, quick);
  const before = uploadsOf(storage).length;
  await copyToBucket(settingsOf(storage), file, quick);
  expect(uploadsOf(storage)).toHaveLength(before);
  expect(storage.requests.slice(-2).map(({ method }) => method)).toEqual(["HEAD", "GET"]);
});

test("requests that fail with 500, 503 or a lost connection are retried", async () => {
  const storage = await open();
  const { file, content } = someBackup();
  storage.fault = once(
    [({ query }) => query.has("uploads"), { status: 503, code: "SlowDown" }],
    [isPart, { status: 503, code: "SlowDown" }],
    [(request) => isPart(request) && request.query.get("partNumber") === "2", "cut"],
    [(request) => isPart(request) && request.query.get("partNumber") === "3", "lose the answer"],
    [({ method, query }) => method === "POST" && query.has("uploadId"), "lose the answer"],
    [({ method }) => method === "GET", "cut"],
    [({ method }) => method === "GET", { status: 500, code: "InternalError" }],
  );
  await copyToBucket(settingsOf(storage), file, quick);
  expect(storage.objects.get(key)?.body.equals(content)).toBe(true);
  expect(storage.requests.filter(({ method }) => method === "GET")).toHaveLength(2);
});

test("an interrupted download resumes where it stopped, as long as each attempt makes progress", async () => {
  const storage = await open();
  const { file, content } = someBackup();
  await copyToBucket(settingsOf(storage), file, quick);
  const target = path.join(freshFolder(), "fetched");
  let cuts = 0;
  storage.fault = () => {
    if (++cuts > 8) return undefined;
    const { size } = fs.statSync(target);
    return { cutAfter: () => vi.waitUntil(() => fs.statSync(target).size > size, { timeout: 30_000, interval: 2 }) };
  };
  await fetchFromBucket(settingsOf(storage), { bucket: "backups", key }, target, quick);
  expect(fs.readFileSync(target).equals(content)).toBe(true);
  const begins = storage.requests
    .slice(-8)
    .map(({ headers }) => Number(/^bytes=(\d+)-$/.exec(headers.range ?? "")?.[1]));
  expect(begins.every((begin, index) => begin > (begins[index - 1] ?? 0))).toBe(true);
});

test("a copy that differs from the backup in one byte is reported, and replaced at the next attempt", async () => {
  const storage = await open();
  const { file, content } = someBackup();
  storage.fault = once([({ method, query }) => method === "POST" && query.has("uploadId"), "change a byte"]);
  const differs = expect(copyToBucket(settingsOf(storage), file, quick)).rejects;
  await differs.toThrow(`The copy s3://backups/${key} differs from the backup`);
  await copyToBucket(settingsOf(storage), file, quick);
  expect(storage.objects.get(key)?.body.equals(content)).toBe(true);
});

describe("a failed upload is reported in one line without the secret key, and leaves no parts in the bucket:", () => {
  const always = (code: string, status: number) => (storage: S3Server) => {
    storage.fault = (request) => (isPart(request) ? { status, code } : undefined);
  };
  const cases: [what: string, prepare: (storage: S3Server) => void, other: Record<string, string>, message: string][] =
    [
      ["no bucket", () => {}, { BACKUP_S3_BUCKET: "nowhere" }, "There is no bucket nowhere at 127.0.0.1:"],
      [
        "wrong key",
        () => {},
        { BACKUP_S3_ACCESS_KEY_ID: "AKIDOTHER" },
        "does not accept the keys (InvalidAccessKeyId)",
      ],
      [
        "wrong secret",
        () => {},
        { BACKUP_S3_SECRET_ACCESS_KEY: "other" },
        "does not accept the keys (SignatureDoesNotMatch)",
      ],
      ["wrong region", () => {}, { BACKUP_S3_REGION: "us-east-1" }, "is not in the region us-east-1 of 127.0.0.1:"],
      ["denied", always("AccessDenied", 403), {}, `denies access to s3://backups/${key} (AccessDenied)`],
      ["wrong clock", always("RequestTimeTooSkewed", 403), {}, "the clock of this machine is wrong"],
      ["always busy", always("SlowDown", 503), {}, "was asked 6 times and answered 503 SlowDown"],
      ["something else", always("QuotaExceeded", 400), {}, "refused (400 QuotaExceeded: Said by …)"],
      ["a temporary key", () => {}, { BACKUP_S3_ACCESS_KEY_ID: "ASIAKEY" }, "cannot be used (If specifying temporary"],
    ];
  test.each(cases)("%s", async (_, prepare, other, message) => {
    const storage = await open();
    prepare(storage);
    const failed = await copyToBucket(settingsOf(storage, other), someBackup().file, quick).catch((error) => error);
    expect([failed.name, failed.message]).toEqual(["StorageError", expect.stringContaining(message)]);
    expect(failed.message).not.toContain(s3Keys.secret);
    expect(failed.message).not.toContain("\n");
    expect([storage.objects.size, storage.uploads.size]).toEqual([0, 0]);
  });

  test("unreachable storage", async () => {
    const storage = await open();
    storage.fault = () => "cut";
    const failed = copyToBucket(settingsOf(storage), someBackup().file, quick);
    await expect(failed).rejects.toThrow(
      /^The storage 127\.0\.0\.1:\d+ cannot be reached or does not answer \(\w+\)\.$/,
    );
  });
});

test("the oldest copies are deleted, except the last proved one and files that are not scheduled backups of this site", async () => {
  const storage = await open();
  const days = ["01", "02", "03", "04", "05"].map((day) => `jorna-2026-05-${day}T10-00-00Z.tar`);
  const ahead = "site one/jorna-2126-05-01T10-00-00Z.tar";
  const others = ["site one/notes.txt", "site one/jorna-before-0001.tar", `site two/${days[0]}`, `${days[0]}`];
  const stored = { body: Buffer.from("x"), etag: '"x"', metadata: {} };
  for (const each of [...days.map((day) => `site one/${day}`), ahead, ...others]) storage.objects.set(each, stored);
  const unfinished = { metadata: {}, parts: new Map() };
  storage.uploads.set("left", { key: `site one/${days[0]}`, ...unfinished });
  storage.uploads.set("strange", { key: "site one/notes.txt", ...unfinished });

  await deleteOldCopies(settingsOf(storage, { BACKUP_S3_KEEP: "0" }), [], quick);
  expect(storage.objects.size).toBe(days.length + 1 + others.length);
  await deleteOldCopies(settingsOf(storage, { BACKUP_S3_KEEP: "2" }), [days[1] ?? ""], quick);
  const kept = [days[1], days[3], days[4]].map((day) => `site one/${day}`);
  expect([...storage.objects.keys()].sort()).toEqual([...kept, ...others].sort());
  expect([...storage.uploads.keys()]).toEqual(["strange"]);

  storage.fault = ({ method }) => (method === "DELETE" ? { status: 403, code: "AccessDenied" } : undefined);
  const denied = deleteOldCopies(settingsOf(storage, { BACKUP_S3_KEEP: "1" }), [], quick);
  await expect(denied).rejects.toThrow("The backup was copied, but old copies cannot be deleted: ");
});

test("downloading a backup that does not exist fails with an error that names the newest one in the bucket", async () => {
  const storage = await open();
  const target = path.join(freshFolder(), "fetched");
  const fetchKey = (missing: string) =>
    fetchFromBucket(settingsOf(storage), { bucket: "backups", key: missing }, target, quick).finally(() =>
      fs.rmSync(target),
    );
  await expect(fetchKey("site one/")).rejects.toThrow(
    "There is no backup s3://backups/site one/. There is none at all.",
  );
  await copyToBucket(settingsOf(storage), someBackup(5).file, quick);
  for (const missing of ["", "site one/", "site one/other.tar"])
    await expect(fetchKey(missing)).rejects.toThrow(
      `There is no backup s3://backups/${missing}. The newest there: s3://backups/${key}.`,
    );
});

test("lists of erased people with different keys stand beside each other, and every one of them is found", async () => {
  const storage = await open();
  const settings = settingsOf(storage);
  const [here, elsewhere] = ["a", "b"].map((key) => key.repeat(64));
  const listOf = (key = "", ...people: string[]) =>
    [key, ...people.map((person) => `2026-05-02T10:00:00.000Z ${person}`), ""].join("\n");
  const upload = async (list: string) => {
    const file = path.join(freshFolder(), "erased-people.txt");
    fs.writeFileSync(file, list);
    await copyToBucket(settings, file, quick, copiedListName(list));
  };
  await upload(listOf(here, "ada"));
  await upload(listOf(elsewhere, "joan"));
  await upload(listOf(here, "ada", "grace"));
  // As builds until 2026-11 called it.
  const former = path.join(freshFolder(), "erased-people.txt");
  fs.writeFileSync(former, listOf(here, "mary"));
  await copyToBucket(settings, former, quick);

  const lists = await fetchErasedLists(settings, { bucket: settings.bucket, key }, quick);
  const found = readErased(lists, "2026-05-01T00:00:00.000Z") ?? {};
  expect(Object.fromEntries(Object.entries(found).map(([of, people]) => [of, people.sort()]))).toEqual({
    [here ?? ""]: ["ada", "grace", "mary"],
    [elsewhere ?? ""]: ["joan"],
  });
});
