import { readBody, route } from "#app/platform/http.server.ts";
import { AppError, refusedAt } from "#app/shared/app-error.ts";
import { limits } from "#app/shared/limits.ts";
import { cleanFileName } from "./file-name.service.server.ts";
import { fileIn, type SentFile } from "./multipart.service.server.ts";
import { pictureApi } from "./picture.contract.ts";
import { addressBase } from "./picture.service.server.ts";
import { uploadApi } from "./upload.contract.ts";
import { cropImage, storeUpload } from "./upload.service.server.ts";

export const uploadRoute = route(uploadApi.create, async ({ deps, request }) => {
  const { bytes, name } = await fileOf(request);
  return { url: addressBase(deps.config) + (await storeUpload(deps, bytes, cleanFileName(name))) };
});

export const cropRoute = route(pictureApi.crop, async ({ deps, body }) => {
  const { url, ...size } = await cropImage(deps, body);
  return { url: addressBase(deps.config) + url, ...size };
});

async function fileOf(request: Request): Promise<SentFile> {
  const type = request.headers.get("Content-Type") ?? "";
  if (!/^multipart\/form-data\s*;/i.test(type))
    throw new AppError("unsupported", "Send the image as multipart/form-data with a field named file.");
  const file = fileIn(await readBody(request), type, "file");
  if (!file) throw refusedAt("file", "Choose an image.");
  if (file.bytes.byteLength === 0) throw refusedAt("file", "This file is empty. Choose another one.");
  if (file.bytes.byteLength > limits.uploadBytes)
    throw refusedAt("file", "The image may have at most 10 MB.", { code: "too_large" });
  return file;
}
