import type { Config } from "#app/platform/config.ts";
import { readBody, route } from "#app/platform/http.server.ts";
import { AppError } from "#app/shared/app-error.ts";
import { limits } from "#app/shared/limits.ts";
import { uploadApi } from "./upload.contract.ts";
import { keepImage } from "./upload.service.server.ts";

export const uploadRoute = route(uploadApi.create, async ({ deps, request }) => {
  const url = addressBase(deps.config) + (await keepImage(deps, await fileOf(request)));
  // The reply is `{url}`; `data` beside it reads like every other call.
  return { url, data: { url } };
});

/** Where uploads have an origin of their own, an address is whole, so that it holds on the site's too (spec/reading). */
function addressBase({ uploadBaseUrl, publicUrl }: Config): string {
  const isElsewhere = uploadBaseUrl.startsWith("http") && new URL(uploadBaseUrl).origin !== publicUrl;
  return isElsewhere ? uploadBaseUrl : "";
}

async function fileOf(request: Request): Promise<Uint8Array> {
  const type = request.headers.get("Content-Type") ?? "";
  if (!/^multipart\/form-data\s*;/i.test(type))
    throw new AppError("unsupported", "Send the image as multipart/form-data with a field named file.");
  const body = await readBody(request);
  refuseEncodedParts(body, type);
  const form = await new Response(body as BodyInit, { headers: { "Content-Type": type } })
    .formData()
    .catch((cause: unknown) => {
      throw new AppError("malformed", "The upload is not valid multipart/form-data.", { cause });
    });
  const file = form.get("file");
  if (!(file instanceof Blob) || file.size === 0)
    throw new AppError("invalid", "Choose an image.", { errors: [{ field: "file", message: "Choose an image." }] });
  if (file.size > limits.uploadBytes) throw fileTooLarge();
  return new Uint8Array(await file.arrayBuffer());
}

/**
 * Refuses a part that says its bytes are encoded: RFC 7578 (4.7) has no encoding of parts. The parser would decode base64, where
 * whatever stands in front of this server saw other bytes. @throws AppError `unsupported`
 */
function refuseEncodedParts(body: Uint8Array, type: string): void {
  const boundary = /boundary=(?:"([^"]+)"|([^\s;]+))/i.exec(type);
  const delimiter = `--${boundary?.[1] ?? boundary?.[2] ?? ""}`;
  const bytes = Buffer.from(body.buffer, body.byteOffset, body.byteLength);
  for (let at = bytes.indexOf(delimiter); at !== -1; at = bytes.indexOf(delimiter, at + delimiter.length)) {
    const end = bytes.indexOf("\r\n\r\n", at);
    if (end === -1) return;
    const head = bytes.toString("latin1", at, Math.min(end, at + mostPartHeadBytes));
    if (/^content-transfer-encoding[ \t]*:(?![ \t]*(?:7bit|8bit|binary)[ \t]*$)/im.test(head))
      throw new AppError("unsupported", "Send the image's bytes as they are, without a Content-Transfer-Encoding.");
  }
}

const mostPartHeadBytes = 16 * 1024;

const fileTooLarge = () =>
  new AppError("too_large", "The image may have at most 10 MB.", {
    errors: [{ field: "file", message: "The image may have at most 10 MB." }],
  });
