import type { Config } from "#app/platform/config.ts";
import { readBody, route } from "#app/platform/http.server.ts";
import { AppError } from "#app/shared/app-error.ts";
import { limits } from "#app/shared/limits.ts";
import { fileIn } from "./multipart.service.server.ts";
import { pictureApi } from "./picture.contract.ts";
import { uploadApi } from "./upload.contract.ts";
import { cropImage, storeUpload } from "./upload.service.server.ts";

export const uploadRoute = route(uploadApi.create, async ({ deps, request }) => {
  const url = addressBase(deps.config) + (await storeUpload(deps, await fileOf(request)));
  // The reply is `{url}`; its `data` field makes it readable like every other reply.
  return { url, data: { url } };
});

export const cropRoute = route(pictureApi.crop, async ({ deps, body }) => {
  const { url, ...size } = await cropImage(deps, body);
  return { data: { url: addressBase(deps.config) + url, ...size } };
});

/**
 * If uploads have a different origin, addresses are absolute, so that they also work on the site's origin
 * (spec/reading).
 */
function addressBase({ uploadBaseUrl, publicUrl }: Config): string {
  const isElsewhere = uploadBaseUrl.startsWith("http") && new URL(uploadBaseUrl).origin !== publicUrl;
  return isElsewhere ? uploadBaseUrl : "";
}

async function fileOf(request: Request): Promise<Uint8Array> {
  const type = request.headers.get("Content-Type") ?? "";
  if (!/^multipart\/form-data\s*;/i.test(type))
    throw new AppError("unsupported", "Send the image as multipart/form-data with a field named file.");
  const file = fileIn(await readBody(request), type, "file");
  if (!file) throw noImage("Choose an image.");
  if (file.byteLength === 0) throw noImage("This file is empty. Choose another one.");
  if (file.byteLength > limits.uploadBytes) throw fileTooLarge();
  return file;
}

const noImage = (message: string) => new AppError("invalid", message, { errors: [{ field: "file", message }] });

const fileTooLarge = () =>
  new AppError("too_large", "The image may have at most 10 MB.", {
    errors: [{ field: "file", message: "The image may have at most 10 MB." }],
  });
