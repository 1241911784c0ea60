import { AppError } from "#app/shared/app-error.ts";

/**
 * The bytes of the file in a field of a multipart/form-data body (RFC 7578), without copying; nothing if the field
 * contains no file. The platform's parser copies the body three times.
 * @throws AppError `malformed`, or `unsupported` if a part declares a transfer encoding
 */
export function fileIn(body: Uint8Array, type: string, field: string): Uint8Array | undefined {
  const bytes = Buffer.from(body.buffer, body.byteOffset, body.byteLength);
  const delimiter = delimiterOf(type);
  let at = bytes.indexOf(delimiter);
  for (;;) {
    const begin = at + delimiter.length;
    if (at === -1) throw malformed();
    const lineEnd = bytes.toString("latin1", begin, begin + 2);
    if (lineEnd === "--") return undefined;
    const headEnd = bytes.indexOf("\r\n\r\n", begin);
    const end = bytes.indexOf(`\r\n${delimiter}`, headEnd + 2);
    if (lineEnd !== "\r\n" || headEnd === -1 || end === -1) throw malformed();
    const head = bytes.toString("latin1", begin, Math.min(headEnd, begin + maxHeadBytes));
    refuseEncoded(head);
    const disposition = /^content-disposition:[ \t]*form-data(.*)$/im.exec(head)?.[1] ?? "";
    const name = /;[ \t]*name="?([^";]*)/i.exec(disposition)?.[1];
    if (name === field) return /;[ \t]*filename\*?=/i.test(disposition) ? bytes.subarray(headEnd + 4, end) : undefined;
    at = end + 2;
  }
}

const maxHeadBytes = 16 * 1024;

function delimiterOf(type: string): string {
  const boundary = /;[ \t]*boundary=(?:"([^"]+)"|([^\s;"]+))/i.exec(type);
  if (!boundary) throw malformed();
  return `--${boundary[1] ?? boundary[2]}`;
}

/**
 * RFC 7578 (4.7) has no encoding of parts: decoding one here would yield something other than what a proxy or filter in
 * front of this server saw.
 */
function refuseEncoded(head: string): void {
  if (/^content-transfer-encoding[ \t]*:(?![ \t]*(?:7bit|8bit|binary)[ \t]*$)/im.test(head))
    throw new AppError("unsupported", "Send the image’s bytes as they are, without a Content-Transfer-Encoding.");
}

const malformed = () => new AppError("malformed", "The upload is not valid multipart/form-data.");
