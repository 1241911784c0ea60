import { failure, storedToken } from "#app/browser/send.ts";
import { endSession, officeSender } from "#app/browser/session.ts";
import { AppError, type ErrorBody } from "#app/shared/app-error.ts";
import type { CropArea } from "#app/shared/crop.ts";
import type { PictureApi } from "./picture.contract.ts";

const call = officeSender<PictureApi>();

/** A large picture needs minutes on a slow connection, and its coding does on a busy server. */
const timeoutMs = 5 * 60_000;

/**
 * Sends an image to `{UPLOAD_BASE_URL}/upload` (the base URL is set on the document). Uses XMLHttpRequest, since fetch
 * reports no upload progress. `onProgress` gets 0 to 100.
 * @returns the image's URL
 * @throws AppError with the server's message. An aborted `signal` rejects with its reason.
 */
export function uploadImage(file: File, onProgress: (percent: number) => void, signal: AbortSignal): Promise<string> {
  const request = new XMLHttpRequest();
  request.open("POST", `${document.documentElement.dataset.upload ?? ""}/upload`);
  const token = storedToken();
  if (token) request.setRequestHeader("Authorization", `Bearer ${token}`);
  request.timeout = timeoutMs;
  request.upload.onprogress = ({ loaded, total }) => onProgress(Math.floor((loaded / total) * 100));
  const form = new FormData();
  form.append("file", file);
  return new Promise((resolve, reject) => {
    request.onload = () => settle(request, resolve, reject);
    request.onerror = request.ontimeout = () =>
      reject(new AppError("unavailable", "The image could not be uploaded. Check the connection and try again."));
    signal.addEventListener("abort", () => {
      request.abort();
      reject(signal.reason);
    });
    request.send(form);
  });
}

/** Makes a picture of a part of another. @returns its URL @throws AppError with the server's message */
const cropImage = async (url: string, area: CropArea): Promise<string> =>
  (await call("POST", "/picture/crop", { body: { url, ...area }, timeoutMs })).data.url;

export const uploads = { send: uploadImage, crop: cropImage, chooser: () => import("./picture-chooser.page.tsx") };

function settle(request: XMLHttpRequest, resolve: (url: string) => void, reject: (error: AppError) => void) {
  const body = readJson(request.responseText);
  if (request.status < 300 && body?.url) return resolve(body.url);
  const error =
    request.status === 413 && !body?.message
      ? new AppError("too_large", "A proxy in front of the site refused the image. It has to allow 11 MB.")
      : failure(new Response(null, { status: request.status }), body);
  if (error.code === "unauthorized") endSession();
  reject(error);
}

function readJson(text: string): (Partial<ErrorBody> & { url?: string }) | undefined {
  try {
    return JSON.parse(text);
  } catch {
    return undefined;
  }
}
