import { createHash } from "node:crypto";
import sharp from "sharp";
import { describe, expect, test } from "vitest";
import { MailWorker } from "#app/features/mail/mail-worker.service.server.ts";
import { emailTemplates } from "#app/features/mail/templates.service.server.ts";
import { insertUpload } from "#app/features/upload/upload.repository.server.ts";
import { createTestApp, type TestApp } from "#test/app.ts";
import type { Database } from "#test/data-location.ts";
import { openMailbox } from "#test/mailbox.ts";
import { ada, makeReview } from "#test/make.ts";
import { uploadPicture } from "#test/upload.ts";

const blue = "#1d5fd0";
const plum = "#3d1536";

async function createOffice(database: Database) {
  const mailbox = await openMailbox();
  const app = await createTestApp(database, { config: { smtpUrl: mailbox.url, mailFrom: "office@site.example" } });
  const ask = app.office;
  const set = (edits: Record<string, string | null>) =>
    ask("PUT", "/site/edit", { edits: Object.entries(edits).map(([path, value]) => ({ path, value })) });
  const mailed = async () => {
    await app.call("POST", "/quote/new", { ...ada, email: `ada${mailbox.received.length}@example.com` });
    await new MailWorker(app.deps, emailTemplates).sendDue();
    return mailbox.received.at(-1)?.text ?? "";
  };
  return { app, ask, set, mailed };
}

const read = async (app: TestApp, path: string) => (await app.request(path)).text();
const bytesOf = async (app: TestApp, path: string) => {
  const response = await app.request(path);
  return { status: response.status, bytes: Buffer.from(await response.arrayBuffer()) };
};

/** Whether a picture has a pixel of nearly this colour. */
async function shows(bytes: Buffer, colour: string): Promise<boolean> {
  const { data, info } = await sharp(bytes).raw().toBuffer({ resolveWithObject: true });
  const wanted = [1, 3, 5].map((start) => Number.parseInt(colour.slice(start, start + 2), 16));
  for (let at = 0; at < data.length; at += info.channels)
    if (wanted.every((channel, index) => Math.abs(channel - (data[at + index] ?? 0)) < 10)) return true;
  return false;
}

describe("the theme", () => {
  test("a colour below WCAG AA is refused with both ratios and a colour that passes, and nothing is stored", async () => {
    const { ask, set } = await createOffice("sqlite");

    const refused = await set({ "theme.pencil": "#ffb000", "theme.bottleDark": "#7fb09f", "company.tagline": "Kept?" });

    expect(refused.status).toBe(422);
    const said = Object.fromEntries(
      refused.body.errors.map((error: { field: string; message: string }) => [error.field, error.message]),
    );
    expect(Object.keys(said)).toEqual(["theme.pencil", "theme.bottleDark"]);
    expect(said["theme.pencil"]).toMatch(
      /^Accent colour has too little contrast: lines and large words on the page would have 1\.\d+:1 and need 3:1 \(WCAG AA\)\. Choose a darker colour, such as #[0-9a-f]{6}\.$/,
    );
    expect(said["theme.bottleDark"]).toMatch(/^Dark background, dark theme has too little contrast: .* need 4\.5:1/);
    expect((await ask("GET", "/site/get-all")).body.data).toEqual([]);

    const offered = /such as (#\w+)/.exec(said["theme.pencil"])?.[1] as string;
    expect((await set({ "theme.pencil": offered })).status).toBe(200);
    for (const value of ["orange", "#f15", "#f1561e;}", ""])
      expect((await set({ "theme.pencil": value })).body.errors[0].message).toBe(
        "Accent colour has to be a colour such as #f1561e.",
      );
  });

  test("pages, back office, mails, share pictures, icons and manifest follow at once, and an undo reverts them all", async () => {
    const { app, ask, set, mailed } = await createOffice("sqlite");
    const before = {
      page: await read(app, "/"),
      office: await read(app, "/admin"),
      manifest: await read(app, "/site.webmanifest"),
      share: await bytesOf(app, "/share/home.png"),
      mail: await mailed(),
    };
    for (const text of [before.page, before.office, before.manifest]) expect(text).not.toContain("/icon/");
    expect(before.office).not.toContain("<style");
    expect(before.page).not.toContain("--pencil");
    expect(before.mail).toContain("#f1561e");

    expect((await set({ "theme.pencil": blue.toUpperCase(), "theme.bottle": plum })).status).toBe(200);

    const page = await app.request("/");
    const html = await page.text();
    const style = /<style>(.*?)<\/style>/s.exec(html)?.[1] ?? "";
    expect(style).toContain(`--pencil:${blue}`);
    expect(style).toContain(`--solid:${plum}`);
    // White words on the dark pencil; nothing about the dark theme, which has its own colours.
    expect(style).toContain("--on-pencil:#fbfdfc");
    expect(style).not.toContain("data-theme=dark");
    expect(page.headers.get("Content-Security-Policy")).toContain(
      `style-src 'self' 'sha256-${createHash("sha256").update(style).digest("base64")}'`,
    );
    // The address of a share picture changes with it, because other sites keep their copy.
    const shareOf = (text: string) => /property="og:image" content="([^"]*)"/.exec(text)?.[1];
    expect(shareOf(html)).not.toBe(shareOf(before.page));

    const office = await app.request("/admin");
    const officeStyle = /<style id="theme">(.*?)<\/style>/s.exec(await office.text())?.[1] ?? "";
    expect(officeStyle).toContain(`--solid:${plum}`);
    expect(office.headers.get("Content-Security-Policy")).toContain(
      createHash("sha256").update(officeStyle).digest("base64"),
    );

    const { icons } = JSON.parse(await read(app, "/site.webmanifest"));
    expect(icons.map(({ sizes }: { sizes: string }) => sizes)).toEqual(["any", "192x192", "512x512"]);
    expect(await read(app, icons[0].src)).toContain(`stroke:${blue}`);
    const icon = await bytesOf(app, icons[1].src);
    expect(await sharp(icon.bytes).metadata()).toMatchObject({ format: "png", width: 192, height: 192 });
    expect(await shows(icon.bytes, blue)).toBe(true);
    for (const [, href = ""] of html.matchAll(/href="(\/icon\/[^"]*)"/g))
      expect([href, (await bytesOf(app, href)).status]).toEqual([href, 200]);
    expect((await bytesOf(app, "/icon/64.png")).status).toBe(404);

    const share = await bytesOf(app, "/share/home.png");
    expect([await shows(share.bytes, blue), await shows(share.bytes, "#f1561e")]).toEqual([true, false]);
    const mail = await mailed();
    expect(mail).toContain(`bgcolor="${plum}"`);
    expect(mail).toContain(`3px solid ${blue}`);
    expect(mail).not.toContain("#f1561e");

    for (const line of (await ask("GET", "/activity/get-all")).body.data as {
      id: string;
      done: string;
      what: string;
    }[])
      if (/Theme/.test(`${line.done} ${line.what}`))
        expect([line, (await ask("POST", `/activity/undo/${line.id}`)).status]).toEqual([line, 200]);

    expect(await read(app, "/")).toBe(before.page);
    expect(await read(app, "/admin")).toBe(before.office);
    expect(await read(app, "/site.webmanifest")).toBe(before.manifest);
    expect((await bytesOf(app, "/share/home.png")).bytes.equals(before.share.bytes)).toBe(true);
    expect(await mailed()).toContain("#f1561e");
    expect((await ask("GET", "/history/site/theme.pencil")).body.data).toHaveLength(2);
  });

  test("the built-in pictures of services and reviews follow the colours, at an address that contains them", async () => {
    const { app, ask, set } = await createOffice("sqlite");
    await makeReview(app, { profileImage: "" });
    const pictures = (html: string) =>
      [...html.matchAll(/<img[^>]* src="(\/art\/[^"#]*(?:services|avatars)[^"#]*)"/g)].map(([, src = ""]) => src);
    const plain = pictures(await read(app, "/"));
    expect(plain).toContain("/art/services/02-web-3.svg");
    expect(plain).toContain("/art/avatars/review-1.svg");

    // On the dark area a colour is lightened where it would be too dark.
    expect((await set({ "theme.pencil": blue, "theme.pencilDark": "#f0b6e0" })).status).toBe(200);
    const html = await read(app, "/");
    const onSolid = /--pencil-on-solid:#(\w+)/.exec(html)?.[1];
    const coloured = pictures(html);
    expect(coloured).toContain(`/art/${onSolid}-f0b6e0/services/02-web-3.svg`);
    expect(coloured).toContain(`/art/${blue.slice(1)}-f0b6e0/avatars/review-1.svg`);
    expect(coloured).toHaveLength(plain.length);
    for (const address of coloured) {
      const answer = await app.request(address);
      expect([address, answer.status, answer.headers.get("content-type"), answer.headers.get("cache-control")]).toEqual(
        [address, 200, "image/svg+xml", "public, max-age=31536000, immutable"],
      );
      const [, light, dark] = address.match(/art\/(\w+)-(\w+)/) ?? [];
      const svg = await answer.text();
      expect(svg).toContain(`:root{--pencil:#${light}}@media(prefers-color-scheme:dark){:root{--pencil:#${dark}}}`);
      expect(svg).not.toMatch(/#f1561e|#fc763d/);
      const unchanged = await app.request(address, { headers: { "If-None-Match": answer.headers.get("etag") ?? "" } });
      expect(unchanged.status).toBe(304);
    }
    // The page on which an editor clicks them knows them by their own address.
    const { url } = (await ask("POST", "/page-editing/render", { path: "/", texts: {}, entries: [] })).body.data;
    expect(await read(app, url)).toMatch(
      /<img data-fields="[\d ]+"[^>]* src="\/art\/\w+-f0b6e0\/services\/02-web-3[.]svg"/,
    );
    for (const path of ["/art/1d5fd0-f0b6e0/services/none.svg", "/art/1d5fd0-red/services/02-web-3.svg"])
      expect([path, (await app.request(path)).status]).toEqual([path, 404]);
  });

  test("an uploaded logo and name replace the default ones everywhere until they are undone", async () => {
    const { app, ask, set, mailed } = await createOffice("sqlite");
    const plain = { page: await read(app, "/"), office: await read(app, "/admin"), mail: await mailed() };
    const manifest = await read(app, "/site.webmanifest");
    const logo = await uploadPicture(app, "#7a1fa2", 960, 240);
    const logoDark = await uploadPicture(app, "#e0b0ff", 300, 300);

    for (const value of ["https://elsewhere.example/logo.svg", "/logo.png", "data:image/svg+xml,<svg/>"])
      expect((await set({ "theme.logo": value })).body.errors[0].message).toBe(
        "Logo has to be an uploaded picture (PNG, JPEG, WebP, AVIF or GIF). Export an SVG as PNG first.",
      );
    expect((await set({ "theme.logo": logo, "company.name": 'Agora & "Sons"' })).status).toBe(200);

    const html = await read(app, "/");
    const small = logo.replace(".webp", "-480.webp");
    const shown = `src="${small}" width="480" height="120" alt="Agora &amp; &quot;Sons&quot;"`;
    // In the header and in the menu.
    expect(html.split(shown)).toHaveLength(3);
    // The letters across the footer are no copy of those in the header.
    expect(html).not.toContain("#wordmark");
    expect((await bytesOf(app, small)).status).toBe(200);
    const office = await read(app, "/admin");
    expect(office).toContain('data-name="Agora &amp; &quot;Sons&quot;"');
    expect(office).toContain(small);
    expect(office).toMatch(/<link rel="icon" href="\/icon\/192\.png[^"]*" type="image\/png"/);
    const mail = await mailed();
    const [, address = ""] =
      /<img src="http:\/\/site\.example([^"]*)" alt="Agora &amp; &quot;Sons&quot;" width="160" height="40"/.exec(
        mail,
      ) ?? [];
    const inMail = await bytesOf(app, address);
    expect(await sharp(inMail.bytes).metadata()).toMatchObject({ format: "png", width: 384, height: 96 });
    const { icons, short_name } = JSON.parse(await read(app, "/site.webmanifest"));
    expect(short_name).toBe('Agora & "Sons"');
    expect(icons.map(({ type }: { type: string }) => type)).toEqual(["image/png", "image/png"]);
    for (const { src } of icons) expect(await shows((await bytesOf(app, src)).bytes, "#7a1fa2")).toBe(true);
    expect(await shows((await bytesOf(app, "/share/home.png")).bytes, "#7a1fa2")).toBe(true);
    expect(html).toContain(`"logo":"http://site.example${icons[1].src}"`);

    expect((await set({ "theme.logoDark": logoDark })).status).toBe(200);
    expect(await read(app, "/")).toContain(`src="${logoDark}" width="300" height="300"`);

    for (const line of (await ask("GET", "/activity/get-all")).body.data as { id: string; undo: { can: boolean } }[])
      if (line.undo.can) expect((await ask("POST", `/activity/undo/${line.id}`)).status).toBe(200);
    expect(await read(app, "/")).toBe(plain.page);
    expect(await read(app, "/admin")).toBe(plain.office);
    expect(await read(app, "/site.webmanifest")).toBe(manifest);
    expect(await mailed()).not.toContain("<img");
  });

  test("a logo that is no longer stored falls back to the default logo", async () => {
    const { app, set, mailed } = await createOffice("sqlite");
    const { db, now } = app.deps;
    const [hash, bytes] = ["0".repeat(32), Buffer.alloc(1)];
    const logo = { hash, mime: "image/webp", bytes, width: 9, height: 9, createdAt: now().toISOString() };
    await insertUpload(db, logo);
    await set({ "theme.logo": `/uploads/${hash}.webp` });
    await db.deleteFrom("upload").where("hash", "=", hash).execute();

    expect(await read(app, "/")).toContain('aria-label="Jorna"');
    expect(await read(app, "/admin")).not.toContain("data-logo");
    expect(await mailed()).not.toContain("<img");
    expect(await shows((await bytesOf(app, "/icon/192.png")).bytes, "#f1561e")).toBe(true);
    expect((await bytesOf(app, "/share/home.png")).status).toBe(200);
  });

  test("a preview shows a colour before it is saved, and an invalid stored colour changes nothing", async () => {
    const { app, ask } = await createOffice("sqlite");
    const plain = await read(app, "/");
    const body = { noun: "site", page: "home", body: { edits: [{ path: "theme.pencil", value: blue }] } };
    const { url } = (await ask("POST", "/preview/new", body)).body.data;
    expect(await read(app, url)).toContain(`--pencil:${blue}`);
    expect(await read(app, "/")).toBe(plain);

    const at = app.clock.now().toISOString();
    const row = { path: "theme.pencil", value: '"red}</style>"', version: 1, updatedAt: at };
    await app.deps.db.insertInto("siteContent").values(row).execute();
    app.deps.pages.clear();

    expect(await read(app, "/")).toBe(plain);
  });
});
