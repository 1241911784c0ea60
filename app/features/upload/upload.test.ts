import { crc32, deflateSync, gzipSync } from "node:zlib";
import sharp from "sharp";
import { describe, expect } from "vitest";
import { createTestApp, onEveryDatabase, signIn, type TestApp, test } from "#test/app.ts";
import { makeReview } from "#test/make.ts";
import { upload } from "#test/upload.ts";
import { claimImageWork, insertVariant, releaseImageWork } from "./upload.repository.server.ts";

/** The stored picture, as publicly served. */
async function picture(app: TestApp, address: string) {
  const response = await app.request(address);
  return { response, bytes: Buffer.from(await response.arrayBuffer()) };
}

/** A blue picture with a red upper left quarter. */
function drawing({ width = 40, height = 20 } = {}) {
  const red = { create: { width: width / 2, height: height / 2, channels: 3 as const, background: "#ff0000" } };
  return sharp({ create: { width, height, channels: 3, background: "#0000ff" } }).composite([
    { input: red, left: 0, top: 0 },
  ]);
}

const secrets = { IFD0: { Copyright: "Ada's secret garden" }, IFD3: { GPSLatitude: "31/1 33/1 0/1" } };

/** A PNG whose header claims any size, without the pixels. */
function promisedPng(width: number, height: number): Buffer {
  const header = Buffer.alloc(13);
  header.writeUInt32BE(width, 0);
  header.writeUInt32BE(height, 4);
  header.set([8, 6, 0, 0, 0], 8);
  const chunk = (type: string, data: Buffer) => {
    const length = Buffer.alloc(4);
    length.writeUInt32BE(data.length);
    const body = Buffer.concat([Buffer.from(type), data]);
    const sum = Buffer.alloc(4);
    sum.writeUInt32BE(crc32(body));
    return Buffer.concat([length, body, sum]);
  };
  const signature = Buffer.from([0x89, 0x50, 0x4e, 0x47, 0x0d, 0x0a, 0x1a, 0x0a]);
  return Buffer.concat([
    signature,
    chunk("IHDR", header),
    chunk("IDAT", deflateSync(Buffer.alloc(1_000))),
    chunk("IEND", Buffer.alloc(0)),
  ]);
}

/** A GIF of frames that change one dot each. */
function movingGif({ width, height, frames }: { width: number; height: number; frames: number }): Buffer {
  const size = Buffer.alloc(4);
  size.writeUInt16LE(width, 0);
  size.writeUInt16LE(height, 2);
  const screen = Buffer.concat([Buffer.from("GIF89a"), size, Buffer.from([0x80, 0, 0, 0, 0, 0, 255, 255, 255])]);
  const frame = Buffer.from([0x21, 0xf9, 4, 0, 10, 0, 0, 0, 0x2c, 0, 0, 0, 0, 1, 0, 1, 0, 0, 2, 2, 0x44, 1, 0]);
  return Buffer.concat([screen, ...Array(frames).fill(frame), Buffer.from([0x3b])]);
}

const html = "<script>alert(document.domain)</script>";
const stored = (app: TestApp) => app.deps.db.selectFrom("upload").select(["hash", "width", "height"]).execute();

onEveryDatabase("uploads", (database) => {
  test("a crop is stored once as a new picture, the original is kept, and an invalid crop gets 422 naming the field", async () => {
    const app = await createTestApp(database);
    const token = await signIn(app);
    const crop = (body: object, as: string | undefined = token) =>
      app.call("POST", "/picture/crop", body, as === undefined ? {} : { token: as });
    const whole = (await upload(app, await drawing({ width: 400, height: 200 }).png().toBuffer(), { token })).body.url;
    const redQuarter = { url: whole, x: 0, y: 0, width: 0.5, height: 0.5 };

    const { status, body } = await crop(redQuarter);

    expect([status, body.data.width, body.data.height]).toEqual([201, 200, 100]);
    const { bytes, response } = await picture(app, body.data.url);
    expect(response.headers.get("Content-Type")).toBe("image/webp");
    const { channels } = await sharp(bytes).stats();
    expect(channels[0]?.min, "nothing of the blue part").toBeGreaterThan(240);
    expect((await picture(app, whole)).response.status).toBe(200);
    expect((await crop(redQuarter)).body.data.url).toBe(body.data.url);
    const blue = (await crop({ url: `${app.deps.config.publicUrl}${whole}`, x: 0.5, y: 0.5, width: 0.5, height: 0.5 }))
      .body;
    expect((await sharp((await picture(app, blue.data.url)).bytes).stats()).channels[2]?.min).toBeGreaterThan(240);
    const third = await crop({ url: whole, x: 2 / 3, y: 1 / 3, width: 1 / 3, height: 2 / 3 });
    expect([third.status, third.body.data.width, third.body.data.height]).toEqual([201, 133, 133]);

    const out = "The part to keep has to lie within the picture: make it smaller, or move it.";
    const refused = [
      [{ x: 0.6 }, "width", out],
      [{ y: 0.51 }, "height", out],
      [{ x: -0.1 }, "x", "Left has to be a number from 0 to 1: a fraction of the picture."],
      [{ y: 1.5 }, "y", "Top has to be a number from 0 to 1: a fraction of the picture."],
      [{ width: 0 }, "width", "Width has to be more than 0: choose a part of the picture."],
      [{ height: -1 }, "height", "Height has to be a number from 0 to 1: a fraction of the picture."],
      [{ x: "NaN" }, "x", "Left has to be a number from 0 to 1: a fraction of the picture."],
      [{ width: Number.NaN }, "width", "Width has to be a number from 0 to 1: a fraction of the picture."],
      [{ height: undefined }, "height", "Height is required."],
      [{ width: 0.01 }, "width", "The part to keep has to be at least 16 px wide and high. Make it larger."],
      ...[
        "https://example.com/a.webp",
        `https://example.com${whole}`,
        "/uploads/none.webp",
        "",
        `/uploads/${"0".repeat(32)}.webp`,
      ].map(
        (url) =>
          [{ url }, "url", "Only a picture that was uploaded to this site can be cropped. Upload it first."] as const,
      ),
    ] as const;
    for (const [change, field, message] of refused) {
      const answer = await crop({ ...redQuarter, ...change });
      expect([change, answer.status, answer.body.errors?.[0]]).toEqual([change, 422, { field, message }]);
    }
    expect((await app.call("POST", "/picture/crop", redQuarter)).status).toBe(401);
  });

  test("PNG, JPEG, WebP, AVIF and GIF are stored as WebP and served at the returned address", async ({ app }) => {
    for (const format of ["png", "jpeg", "webp", "avif", "gif"] as const) {
      const { status, body } = await upload(app, await drawing().toFormat(format).toBuffer());
      expect([format, status, body]).toEqual([format, 201, { url: body.url, data: { url: body.url } }]);
      expect(body.url).toMatch(/^\/uploads\/[0-9a-f]{32}\.webp$/);
      const { response, bytes } = await picture(app, body.url);
      expect(response.status).toBe(200);
      expect(await sharp(bytes).metadata()).toMatchObject({ format: "webp", width: 40, height: 20 });
    }
  });

  test("the file name of a picture is kept as plain text, and that of its last upload counts, also for its crop", async () => {
    const app = await createTestApp(database);
    const names = async () =>
      (await app.office("GET", "/picture/get-all")).body.data.map(({ name }: { name: string }) => name);
    const png = await drawing().png().toBuffer();
    const told: [sent: string, kept: string][] = [
      ["Grüße aus Lahore.png", "Grüße aus Lahore.png"],
      ['the "best" one.png', 'the "best" one.png'],
      ["C:\\Users\\ada\\..\\face.png", "face.png"],
      ["../../etc/passwd", "passwd"],
      ["invoice\u202egnp.exe\u0000 \t  (1).png", "invoicegnp.exe (1).png"],
      ["<img src=x onerror=alert(1)>.png", "<img src=x onerror=alert(1)>.png"],
      [`${"صورة".repeat(100)}.png`, `${"صورة".repeat(49)}صور…`],
    ];
    for (const [name, kept] of told) {
      expect((await upload(app, png, { name })).status).toBe(201);
      expect(await names()).toEqual([kept]);
    }
    await upload(app, png, { name: "\u200b" });
    expect(await names(), "a name that nobody sees").toEqual([told.at(-1)?.[1]]);
    const { body } = await upload(app, png, { name: "whole.png" });
    const area = { x: 0, y: 0, width: 0.5, height: 1 };
    expect((await app.office("POST", "/picture/crop", { url: body.url, ...area })).status).toBe(201);
    expect(await names()).toEqual(["whole.png", "whole.png"]);
  });

  test("identical pictures uploaded concurrently are stored once", async ({ app }) => {
    const png = await drawing().png().toBuffer();

    const urls = (await Promise.all([upload(app, png), upload(app, png), upload(app, png)])).map(
      ({ body }) => body.url,
    );

    expect(new Set(urls).size).toBe(1);
    expect(await stored(app)).toHaveLength(1);
  });

  test("of many sizes requested at once, some get the original with a one-minute cache, and the size later", async () => {
    const app = await createTestApp(database);
    const { body } = await upload(app, await drawing({ width: 2_000, height: 1_000 }).png().toBuffer());
    const hash = /[0-9a-f]{32}/.exec(body.url)?.[0];
    const names = [1920, 1440, 960, 480].map((width) => `/uploads/${hash}-${width}.avif`);

    const atOnce = await Promise.all(names.map((name) => app.request(name)));
    const later = [];
    for (const name of names) later.push(await app.request(name));

    expect(atOnce.map(({ status }) => status)).toEqual([200, 200, 200, 200]);
    const standIns = atOnce.filter(({ headers }) => headers.get("Cache-Control") === "public, max-age=60");
    expect(standIns.length).toBeGreaterThan(0);
    expect(standIns.map(({ headers }) => headers.get("Content-Type"))).toEqual(standIns.map(() => "image/webp"));
    expect(later.map(({ headers }) => headers.get("Content-Type"))).toEqual(names.map(() => "image/avif"));
    expect(later.map(({ headers }) => headers.get("Cache-Control"))).toEqual(
      names.map(() => "public, max-age=31536000, immutable"),
    );
  });

  if (database === "postgres")
    test("only one process at a time works on pictures, and a process that died does not lock out the others for good", async () => {
      const app = await createTestApp(database);
      const { db, now } = app.deps;
      const until = new Date(now().getTime() + 60_000);
      expect(await claimImageWork(db, "another process", { now: now(), until })).toBe(true);
      let isDone = false;
      const sent = upload(app, await drawing().png().toBuffer()).finally(() => (isDone = true));

      expect(await claimImageWork(db, "a third", { now: now(), until })).toBe(false);
      expect(isDone).toBe(false);
      await releaseImageWork(db, "another process");

      expect((await sent).status).toBe(201);
      expect(await claimImageWork(db, "another process", { now: now(), until })).toBe(true);
      // A process that died does not lock out the others for good.
      expect(await claimImageWork(db, "a third", { now: new Date(until.getTime() + 1), until })).toBe(true);
      // Nor does one whose clock was ahead.
      await releaseImageWork(db, "a third");
      const far = (hours: number) => new Date(now().getTime() + hours * 3_600_000);
      expect(await claimImageWork(db, "one ahead", { now: far(24), until: far(25) })).toBe(true);
      expect(await claimImageWork(db, "a third", { now: now(), until })).toBe(true);
    });

  if (database === "postgres")
    test("a size that another process has made while this one waited is not made again", async () => {
      let claims = 0;
      const app = await createTestApp(database, {
        onQuery: ({ sql }) => {
          if (sql.startsWith('update "setting"')) claims++;
        },
      });
      const { db, now } = app.deps;
      const { body } = await upload(app, await drawing({ width: 1_000, height: 500 }).png().toBuffer());
      const hash = /[0-9a-f]{32}/.exec(body.url)?.[0] ?? "";
      await claimImageWork(db, "another process", { now: now(), until: new Date(now().getTime() + 60_000) });
      claims = 0;

      const asked = app.request(`/uploads/${hash}-480.webp`);
      await expect.poll(() => claims).toBeGreaterThan(1);
      await insertVariant(db, { hash, width: 480, format: "webp", bytes: Buffer.from("made by another process") });
      await releaseImageWork(db, "another process");

      expect(await (await asked).text()).toBe("made by another process");
    });
});

describe("uploads", () => {
  test("a built-in picture can be cropped by its built-in address, and an animated picture is rejected", async () => {
    const app = await createTestApp("sqlite");
    const token = await signIn(app);
    const whole = (await upload(app, await drawing({ width: 400, height: 200 }).png().toBuffer(), { token })).body.url;
    app.deps.pictures = new Map([["/pictures/a-built.webp", whole]]);
    const half = { x: 0.25, y: 0, width: 0.5, height: 1 };
    const named = await app.office("POST", "/picture/crop", { url: "/pictures/a-built.webp", ...half });
    expect([named.status, named.body.data.width, named.body.data.height]).toEqual([201, 200, 200]);

    const animated = await sharp([await drawing().png().toBuffer(), await drawing().negate().png().toBuffer()], {
      join: { animated: true },
    })
      .gif()
      .toBuffer();
    const url = (await upload(app, animated, { token, type: "image/gif" })).body.url;
    const { status, body } = await app.office("POST", "/picture/crop", { url, ...half });
    expect([status, body.message]).toEqual([422, "An animated picture cannot be cropped. Choose a still one."]);
  });

  test("with uploads on another origin the response has a full URL, which an entry accepts and its page shows", async () => {
    const app = await createTestApp("sqlite", {
      config: { publicUrl: "https://site.example", uploadBaseUrl: "https://files.example/app" },
    });
    const { status, body } = await upload(app, await drawing({ width: 1_000, height: 600 }).png().toBuffer());
    expect([status, body.url]).toEqual([
      201,
      expect.stringMatching(/^https:\/\/files\.example\/app\/uploads\/\w+\.webp$/),
    ]);

    const made = await app.office("POST", "/project/new", { title: "Lighthouse", projectImage: body.url });
    expect([made.status, made.body.data.projectImage]).toEqual([201, body.url]);
    const html = await (await app.request("/details/0")).text();
    const path = new URL(body.url).pathname.replace("/app", "");
    expect(html).toContain(`src="${path}"`);
    expect(html).toContain(`${path.replace(".webp", "")}-960.avif 960w, ${path.replace(".webp", "")}-1440.avif 1000w"`);
    expect(html).toContain('width="1000" height="600"');
    expect((await app.request(path)).status).toBe(200);
  });

  test("with uploads on the site's own origin the response has a path", async () => {
    for (const uploadBaseUrl of ["", "/files", "https://site.example"]) {
      const app = await createTestApp("sqlite", { config: { publicUrl: "https://site.example", uploadBaseUrl } });
      const { body } = await upload(app, await drawing().png().toBuffer());
      expect([uploadBaseUrl, body.url]).toEqual([uploadBaseUrl, expect.stringMatching(/^\/uploads\/\w+\.webp$/)]);
    }
  });

  test("a picture is served with its type, immutable caching, nosniff and a sandbox policy", async ({ app }) => {
    const { body } = await upload(app, await drawing().png().toBuffer());

    const { response } = await picture(app, body.url);
    const again = await app.request(body.url, { headers: { "If-None-Match": response.headers.get("ETag") ?? "" } });

    expect(Object.fromEntries(response.headers)).toMatchObject({
      "content-type": "image/webp",
      "cache-control": "public, max-age=31536000, immutable",
      "x-content-type-options": "nosniff",
      "content-security-policy": expect.stringContaining("sandbox"),
    });
    expect([again.status, await again.text()]).toEqual([304, ""]);
  });

  test("the format is detected from the content, not from the file name or declared type", async ({ app }) => {
    const png = await drawing().png().toBuffer();

    for (const name of ["../../etc/passwd", "a.php", "a.svg", "\u0000.png", "x".repeat(5_000), "a\r\nX-Evil: 1.png"])
      expect((await upload(app, png, { name, type: "text/html" })).body.url).toMatch(/^\/uploads\/[0-9a-f]{32}\.webp$/);
    expect(await stored(app)).toHaveLength(1);
  });

  test("a picture with an EXIF orientation is rotated upright", async ({ app }) => {
    const sideways = await drawing().withMetadata({ orientation: 6 }).jpeg({ quality: 100 }).toBuffer();

    const { body } = await upload(app, sideways);

    const { bytes } = await picture(app, body.url);
    const { data, info } = await sharp(bytes).raw().toBuffer({ resolveWithObject: true });
    const colourAt = (x: number, y: number) => [...data.subarray((y * info.width + x) * info.channels).subarray(0, 3)];
    expect([info.width, info.height]).toEqual([20, 40]);
    expect(await stored(app)).toMatchObject([{ width: 20, height: 40 }]);
    // Rotated clockwise, the red corner is at the upper right.
    expect(colourAt(16, 4)[0]).toBeGreaterThan(200);
    expect(colourAt(4, 4)[0]).toBeLessThan(60);
  });

  test("EXIF, GPS and other metadata are removed", async ({ app }) => {
    for (const format of ["jpeg", "png", "webp", "avif"] as const) {
      const original = await drawing().withExif(secrets).toFormat(format).toBuffer();
      expect(original.includes("secret garden")).toBe(true);
      const { bytes } = await picture(app, (await upload(app, original)).body.url);
      expect(bytes.includes("secret garden")).toBe(false);
      const { exif, xmp, iptc, icc } = await sharp(bytes).metadata();
      expect([exif, xmp, iptc, icc]).toEqual([undefined, undefined, undefined, undefined]);
    }
  });

  test("an animated GIF stays animated", async ({ app }) => {
    const frames = [await drawing().png().toBuffer(), await drawing().negate().png().toBuffer()];
    const moving = await sharp(frames, { join: { animated: true } })
      .gif({ delay: [100, 100] })
      .toBuffer();

    const { body } = await upload(app, moving);

    const { bytes } = await picture(app, body.url);
    expect(await sharp(bytes, { animated: true }).metadata()).toMatchObject({ pages: 2, pageHeight: 20 });
    expect(await stored(app)).toMatchObject([{ width: 40, height: 20 }]);

    // Nothing pauses it in a portrait: there it holds still.
    await makeReview(app, { profileImage: body.url });
    const still = body.url.replace(".webp", "-480.avif");
    expect(await (await app.request("/")).text()).toContain(`src="${still}" alt="" width="56"`);
    expect(await sharp((await picture(app, still)).bytes).metadata()).toMatchObject({ width: 40, height: 20 });
  });

  test("a file that is not a valid picture of the five formats gets 422, and nothing is stored", async ({ app }) => {
    const png = await drawing({ width: 400, height: 300 }).png().toBuffer();
    const jpeg = await drawing({ width: 400, height: 300 }).jpeg().toBuffer();
    const files: Record<string, Uint8Array | string> = {
      svg: `<svg xmlns="http://www.w3.org/2000/svg" width="9" height="9"><script>alert(1)</script></svg>`,
      "svg behind a comment": `<?xml version="1.0"?><!-- x --><svg xmlns="http://www.w3.org/2000/svg" width="9" height="9"/>`,
      html: `<!doctype html>${html}`,
      "html that begins as a GIF": `GIF89a/*${html}*/=1;`,
      "html that begins as a PNG": Buffer.concat([png.subarray(0, 60), Buffer.from(html)]),
      "half a PNG": png.subarray(0, png.length / 2),
      "half a JPEG": jpeg.subarray(0, jpeg.length / 2),
      "a PNG with a broken middle": Buffer.concat([png.subarray(0, 80), Buffer.alloc(40, 0xff), png.subarray(120)]),
      tiff: await drawing().tiff().toBuffer(),
      pdf: "%PDF-1.4\n1 0 obj<</Type/Catalog>>endobj\ntrailer<</Root 1 0 R>>",
      bmp: Buffer.concat([Buffer.from("BM"), Buffer.alloc(100)]),
      zip: Buffer.concat([Buffer.from("PK\u0003\u0004"), Buffer.alloc(100)]),
      text: "Dear Ada",
      zeros: Buffer.alloc(1_000),
      json: "{}",
    };

    for (const [name, bytes] of Object.entries(files)) {
      const { status, body } = await upload(app, bytes);
      expect([name, status, body.errors?.[0]?.field]).toEqual([name, 422, "file"]);
      expect(body.message).not.toMatch(/vips|sharp|buffer|node/i);
    }
    expect(await stored(app)).toEqual([]);
  });

  test("an SVG or HEIC file gets an error naming its format and what to do", async ({ app }) => {
    const heic = Buffer.concat([Buffer.from("\0\0\0\x18ftypheic\0\0\0\0mif1heic", "latin1"), Buffer.alloc(200)]);
    const files: [Uint8Array | string, string, string][] = [
      ["\n<?xml version='1.0'?>\n<!DOCTYPE svg><svg/>", "This is an SVG drawing", "Export it as a PNG"],
      ["<svg viewBox='0 0 1 1'/>", "This is an SVG drawing", "Export it as a PNG"],
      [heic, "This is a HEIC photo", "Export it as a JPEG"],
      ["<p>Not an <svg></p>", "This file is not an image", "Choose a PNG, JPEG"],
    ];

    for (const [bytes, what, advice] of files) {
      const { status, body } = await upload(app, bytes);
      expect([status, body.errors[0].field]).toEqual([422, "file"]);
      expect(body.message).toContain(what);
      expect(body.errors[0].message).toContain(advice);
    }
  });

  test("code appended to a picture or hidden in its metadata is not in the stored picture", async ({ app }) => {
    const png = await drawing().png().toBuffer();
    const jpeg = await drawing()
      .withExif({ IFD0: { ImageDescription: html } })
      .jpeg()
      .toBuffer();

    for (const carrier of [Buffer.concat([png, Buffer.from(html)]), Buffer.concat([jpeg, Buffer.from(html)])]) {
      const { body } = await upload(app, carrier);
      expect((await picture(app, body.url)).bytes.includes("alert(")).toBe(false);
    }
  });

  test("a picture of more than 40 megapixels gets 413 before it is decoded, also twelve at once", async ({ app }) => {
    const bomb = promisedPng(50_000, 50_000);

    const replies = await Promise.all(Array.from({ length: 12 }, () => upload(app, bomb)));
    const justTooMany = await upload(app, promisedPng(8_000, 5_001));

    for (const { status, body } of [...replies, justTooMany])
      expect([status, body.message]).toEqual([413, expect.stringContaining("40 megapixels")]);
  });

  test("the megapixel limit counts every frame of an animated picture; a picture wider than WebP allows gets 413 naming the limit", async () => {
    const app = await createTestApp("sqlite");
    expect((await upload(app, movingGif({ width: 2_000, height: 2_000, frames: 11 }))).status).toBe(413);
    for (const allowed of [
      { width: 20, height: 10, frames: 2 },
      { width: 200, height: 200, frames: 499 },
    ])
      expect((await upload(app, movingGif(allowed))).status).toBe(201);

    const long = await sharp({ create: { width: 20_000, height: 10, channels: 3, background: "#fff" } })
      .png()
      .toBuffer();

    const { status, body } = await upload(app, long);

    expect([status, body.message]).toEqual([413, expect.stringContaining("16,383")]);
  });

  test("an animation stays one at every width, and its AVIF copies show the first frame to who prefers reduced motion", async () => {
    const app = await createTestApp("sqlite");
    const still = { create: { width: 700, height: 350, channels: 3 as const, background: "#ff0000" } };
    const frames = await Promise.all(
      ["#f00", "#00f", "#0f0"].map((background) =>
        sharp({ create: { ...still.create, background } })
          .png()
          .toBuffer(),
      ),
    );
    const moving = sharp(frames, { join: { animated: true } });
    for (const bytes of [await moving.clone().gif().toBuffer(), await moving.clone().webp().toBuffer()]) {
      const { body } = await upload(app, bytes);
      for (const copy of ["-480.avif", "-480.webp", "-768.avif", "-1920.avif", ".webp"]) {
        const { response, bytes: served } = await picture(app, body.url.replace(".webp", copy));
        const [type, pages] = copy.endsWith("avif") ? ["image/avif", 1] : ["image/webp", 3];
        expect([copy, response.headers.get("Content-Type")]).toEqual([copy, type]);
        expect([copy, (await sharp(served, { animated: true }).metadata()).pages]).toEqual([copy, pages]);
      }
    }
  });

  test("refusals name the cause: frames times size, animated PNG, turned animation, a file that is cut off", async () => {
    const app = await createTestApp("sqlite");
    const token = await signIn(app);
    const said = async (bytes: Uint8Array) => {
      const { status, body } = await upload(app, bytes, { token });
      return [status, body.message];
    };
    expect(await said(movingGif({ width: 500, height: 500, frames: 100 }))).toEqual([
      413,
      "This animation has 100 frames of 500 × 500 pixels; it may have at most 500 frames, and together 20 megapixels.",
    ]);
    expect(await said(movingGif({ width: 8, height: 8, frames: 3_000 }))).toEqual([
      413,
      expect.stringContaining("has 3,000 frames of 8 × 8 pixels"),
    ]);
    const png = await drawing().png().toBuffer();
    const control = Buffer.from("0000000861635 44c000000020000000000000000".replace(" ", ""), "hex");
    const apng = Buffer.concat([png.subarray(0, 33), control, png.subarray(33)]);
    expect(await said(apng)).toEqual([422, expect.stringContaining("animated PNG")]);
    const turned = await sharp([png, await drawing().negate().png().toBuffer()], { join: { animated: true } })
      .withMetadata({ orientation: 6 })
      .webp()
      .toBuffer();
    expect(await said(turned)).toEqual([422, expect.stringContaining("stored turned")]);
    const photo = drawing({ width: 400, height: 300 });
    for (const format of ["png", "jpeg", "webp", "gif", "avif"] as const) {
      const whole = await photo.clone()[format]().toBuffer();
      expect([format, (await upload(app, whole, { token })).status]).toEqual([format, 201]);
      const half = whole.subarray(0, Math.floor(whole.length * 0.7));
      expect([format, ...(await said(half))]).toEqual([format, 422, expect.stringMatching(/^This file is cut off: /)]);
    }
  });

  test("a file of more than 10 MB gets 413, with or without a Content-Length", async ({ app }) => {
    const token = await signIn(app);
    const large = Buffer.alloc(10 * 1024 * 1024 + 1, 1);
    async function* endless() {
      yield Buffer.from('--b\r\nContent-Disposition: form-data; name="file"; filename="a.png"\r\n\r\n');
      for (let sent = 0; sent < 12; sent++) yield Buffer.alloc(1024 * 1024, 1);
      yield Buffer.from("\r\n--b--\r\n");
    }

    const said = await upload(app, large);
    const unsaid = await app.request("/upload", {
      method: "POST",
      body: endless() as unknown as BodyInit,
      headers: { Authorization: `Bearer ${token}`, "Content-Type": "multipart/form-data; boundary=b" },
      duplex: "half",
    } as RequestInit);

    expect([said.status, said.body]).toMatchObject([
      413,
      { message: "The image may have at most 10 MB.", errors: [{ field: "file" }] },
    ]);
    expect(unsaid.status).toBe(413);
  });

  test("a malformed upload request gets 400, 415 or 422 with a message", async ({ app }) => {
    const png = await drawing().png().toBuffer();
    const token = await signIn(app);
    const send = (body: BodyInit | null, headers: Record<string, string>) =>
      app.request("/upload", { method: "POST", body, headers: { Authorization: `Bearer ${token}`, ...headers } });
    const statusOf = async (response: Promise<Response>) => [
      (await response).status,
      typeof (await (await response).json()).message,
    ];

    expect(await upload(app, png, { field: "picture" })).toMatchObject({
      status: 422,
      body: { errors: [{ field: "file" }] },
    });
    expect(await upload(app, "")).toMatchObject({
      status: 422,
      body: { message: "This file is empty. Choose another one.", errors: [{ field: "file" }] },
    });
    expect(await statusOf(send("{}", { "Content-Type": "application/json" }))).toEqual([415, "string"]);
    expect(await statusOf(send(png, { "Content-Type": "image/png" }))).toEqual([415, "string"]);
    expect(await statusOf(send("file=x", { "Content-Type": "application/x-www-form-urlencoded" }))).toEqual([
      415,
      "string",
    ]);
    expect(await statusOf(send("no parts", { "Content-Type": "multipart/form-data; boundary=b" }))).toEqual([
      400,
      "string",
    ]);
    expect(await statusOf(send("--b", { "Content-Type": "multipart/form-data" }))).toEqual([415, "string"]);
    expect(await statusOf(send(null, { "Content-Type": "multipart/form-data; boundary=b" }))).toEqual([400, "string"]);
    const textField = '--b\r\nContent-Disposition: form-data; name="file"\r\n\r\ntext\r\n--b--\r\n';
    expect(await statusOf(send(textField, { "Content-Type": "multipart/form-data; boundary=b" }))).toEqual([
      422,
      "string",
    ]);
    const boundary = "-".repeat(24) + "0123456789";
    const coded = (coding: string, bytes: Buffer) =>
      send(
        Buffer.concat([
          Buffer.from(
            `--${boundary}\r\nContent-Disposition: form-data; name="file"; filename="a.png"\r\ncontent-transfer-encoding: ${coding}\r\n\r\n`,
          ),
          bytes,
          Buffer.from(`\r\n--${boundary}--\r\n`),
        ]),
        { "Content-Type": `multipart/form-data; boundary="${boundary}"` },
      );
    expect(await statusOf(coded("base64", png))).toEqual([415, "string"]);
    expect(await statusOf(coded("Quoted-Printable", png))).toEqual([415, "string"]);
    expect(await statusOf(coded("base64", Buffer.from(png.toString("base64"))))).toEqual([415, "string"]);
    expect((await coded("binary", png)).status).toBe(201);
    const zipped = gzipSync(textField);
    expect(
      await statusOf(send(zipped, { "Content-Type": "multipart/form-data; boundary=b", "Content-Encoding": "gzip" })),
    ).toEqual([415, "string"]);
  });

  test("a picture is served in the offered widths and formats, no wider than the original, and other sizes get 404", async () => {
    const app = await createTestApp("sqlite");
    const { body } = await upload(app, await drawing({ width: 1_000, height: 500 }).png().toBuffer());
    const hash = /[0-9a-f]{32}/.exec(body.url)?.[0];
    const size = async (name: string) => {
      const { response, bytes } = await picture(app, `/uploads/${name}`);
      if (response.status !== 200) return response.status;
      const { width, height } = await sharp(bytes).metadata();
      return [response.headers.get("Content-Type"), width, height];
    };

    for (const round of [1, 2]) {
      expect([round, await size(`${hash}-480.webp`)]).toEqual([round, ["image/webp", 480, 240]]);
      expect([round, await size(`${hash}-480.avif`)]).toEqual([round, ["image/avif", 480, 240]]);
      expect([round, await size(`${hash}-960.webp`)]).toEqual([round, ["image/webp", 960, 480]]);
    }
    // A share card requests a width without knowing the picture's.
    expect(await size(`${hash}-1440.webp`)).toEqual(["image/webp", 1000, 500]);
    expect(await size(`${hash}-1440.avif`)).toEqual(["image/avif", 1000, 500]);
    for (const name of [
      `${hash}-481.webp`,
      `${hash}-100.webp`,
      `${hash}-99999.webp`,
      `${hash}.avif`,
      `${hash}-480.png`,
    ])
      expect([name, await size(name)]).toEqual([name, 404]);
    expect(await app.deps.db.selectFrom("uploadVariant").select("width").execute()).toHaveLength(4);
  });

  test("a picture of more than 8 megapixels is scaled down with its aspect ratio kept; an AVIF of that size gets 413 with advice, and a progressive JPEG is accepted", async () => {
    const app = await createTestApp("sqlite");
    const large = sharp({ create: { width: 8_000, height: 5_000, channels: 3, background: "#0e3127" } });

    expect((await upload(app, await large.jpeg().toBuffer())).status).toBe(201);
    const [{ width = 0, height = 0 } = {}] = await stored(app);
    expect(width * height).toBeLessThanOrEqual(8_000_000);
    expect(width).toBeGreaterThan(3_500);
    expect(width / height).toBeCloseTo(1.6, 2);

    const middle = sharp({ create: { width: 4_000, height: 2_500, channels: 3, background: "#0e3127" } });

    const { status, body } = await upload(app, await middle.avif({ effort: 0, quality: 30 }).toBuffer());

    expect([status, body.errors[0].message]).toEqual([413, expect.stringContaining("AVIF of at most 8 megapixels")]);
    expect((await upload(app, await middle.jpeg({ progressive: true }).toBuffer())).status).toBe(201);
  });

  test("an unknown or manipulated picture address gets 404", async ({ app }) => {
    const { body } = await upload(app, await drawing().png().toBuffer());
    const bent = [
      `/uploads/${"0".repeat(32)}.webp`,
      `/uploads/${"0".repeat(32)}-480.webp`,
      "/uploads/",
      "/uploads/%00",
      "/uploads/..%2f..%2fpackage.json",
      "/uploads/%2e%2e/package.json",
      body.url.toUpperCase(),
      `${body.url}/x`,
      `${body.url}%00`,
      "/uploads/../../etc/passwd",
    ];

    for (const address of bent) expect([address, (await app.request(address)).status]).toEqual([address, 404]);
  });
});
