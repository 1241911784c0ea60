import sharp from "sharp";
import { expect, test } from "vitest";
import { createTestApp, onEveryDatabase } from "#test/app.ts";
import { refuseWrites } from "#test/refuse-writes.ts";
import { upload } from "#test/upload.ts";

onEveryDatabase("pictures", (database) => {
  test("are served in their original size while the database rejects writes and the requested size does not exist", async () => {
    const app = await createTestApp(database);
    const noise = { type: "gaussian" as const, mean: 128, sigma: 60 };
    const original = await sharp({ create: { width: 1200, height: 600, channels: 3, background: "red", noise } })
      .jpeg()
      .toBuffer();
    const { url } = (await upload(app, original)).body;
    const allow = await refuseWrites(database, app.deps.db);
    const wanted = url.replace(".webp", "-960.webp");

    const meanwhile = await app.request(wanted);
    expect([meanwhile.status, meanwhile.headers.get("Cache-Control")]).toEqual([200, "public, max-age=60"]);
    expect((await sharp(Buffer.from(await meanwhile.arrayBuffer())).metadata()).width).toBe(1200);

    await allow();
    const after = await app.request(wanted);
    expect(after.headers.get("Cache-Control")).toContain("immutable");
    expect((await sharp(Buffer.from(await after.arrayBuffer())).metadata()).width).toBe(960);
  });
});
