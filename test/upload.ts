import sharp from "sharp";
import { signIn, type TestApp } from "./app.ts";

/** A PNG of one colour. */
export const plainPng = (background = "red", width = 40, height = 20): Promise<Buffer<ArrayBuffer>> =>
  sharp({ create: { width, height, channels: 3, background } })
    .png()
    .toBuffer() as Promise<Buffer<ArrayBuffer>>;

interface Sent {
  name?: string;
  type?: string;
  field?: string;
  /** `null`: of nobody. By default a new session of the administrator. */
  token?: string | null;
}

/** Uploads a file. */
export async function upload(
  app: TestApp,
  bytes: Uint8Array | string,
  { name = "a.png", type = "image/png", field = "file", token }: Sent = {},
) {
  const body = new FormData();
  body.append(field, new Blob([bytes as BlobPart], { type }), name);
  const headers = token === null ? undefined : { Authorization: `Bearer ${token ?? (await signIn(app))}` };
  const response = await app.request("/upload", { method: "POST", body, headers });
  return { status: response.status, headers: response.headers, body: await response.json() };
}

/** Uploads a picture of one colour. @returns its address */
export async function uploadPicture(app: TestApp, background = "red", width = 40, height = 20): Promise<string> {
  return (await upload(app, await plainPng(background, width, height))).body.url;
}
