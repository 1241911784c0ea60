import sharp from "sharp";
import type { TestApp } from "./app.ts";
import { signIn } from "./app.ts";

/** Uploads a picture of one colour, `width` pixels wide. @returns its address */
export async function uploadPicture(app: TestApp, background = "red", width = 40): Promise<string> {
  const bytes = await sharp({ create: { width, height: 20, channels: 3, background } })
    .png()
    .toBuffer();
  const form = new FormData();
  form.append("file", new Blob([Uint8Array.from(bytes)]), "a.png");
  const headers = { Authorization: `Bearer ${await signIn(app)}` };
  return (await (await app.request("/upload", { method: "POST", body: form, headers })).json()).url;
}
