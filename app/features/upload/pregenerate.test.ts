import sharp from "sharp";
import { expect, test } from "vitest";
import { AppError, type ErrorCode } from "#app/shared/app-error.ts";
import { createTestApp } from "#test/app.ts";
import { upload } from "#test/upload.ts";
import { pregenerateOne } from "./upload.service.server.ts";

/** An upload 600 px wide. */
async function withUpload(format: "png" | "webp") {
  const app = await createTestApp("sqlite");
  const noise = { type: "gaussian" as const, mean: 128, sigma: 60 };
  const bytes = await sharp({ create: { width: 600, height: 400, channels: 3, background: "red", noise } })
    .toFormat(format)
    .toBuffer();
  expect((await upload(app, bytes)).status).toBe(201);
  return app;
}

/** An upload whose sizes cannot be generated. */
async function failingImages(code: ErrorCode) {
  const app = await withUpload("png");
  const run = () => Promise.reject(new AppError(code, "It failed."));
  return { deps: { ...app.deps, images: { ...app.deps.images, run } }, logged: app.logged };
}

test("an image whose sizes cannot be generated in advance is logged and passed over", async () => {
  const { deps, logged } = await failingImages("invalid");
  expect(await pregenerateOne(deps)).toBe(true);
  expect(logged.filter((line) => line.includes("image variant not prepared"))).toHaveLength(1);
  expect(await pregenerateOne(deps)).toBe(false);
});

test("sizes that cannot be generated because no image can be processed are a failure, and tried again", async () => {
  const { deps } = await failingImages("unavailable");
  for (let tries = 0; tries < 2; tries++) await expect(pregenerateOne(deps)).rejects.toThrow("It failed.");
});

test("every size of a WebP is generated in advance, but for the one for which it serves itself, and then no more", async () => {
  const { deps } = await withUpload("webp");
  for (let sizes = 0; sizes < 3; sizes++) expect(await pregenerateOne(deps)).toBe(true);
  expect(await pregenerateOne(deps)).toBe(false);
});
