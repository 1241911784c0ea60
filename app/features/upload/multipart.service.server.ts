import { AppError } from "#app/shared/app-error.ts";

export interface SentFile {
  bytes: Uint8Array;
  /** As the sender says, not cleaned. */
  name: string;
}

/**
 * The file in a field of a multipart/form-data body (RFC 7578), its bytes without copying; nothing if the field
 * contains no file. The platform's parser copies the body three times.
 * @throws AppError `malformed`, or `unsupported` if a part declares a transfer encoding
 */
export function fileIn(body: Uint8Array, type: string, field: string): SentFile | undefined {
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
    if (name === field)
      return /;[ \t]*filename\*?=/i.test(disposition)
        ? { bytes: bytes.subarray(headEnd + 4, end), name: fileNameIn(disposition) }
        : undefined;
    at = end + 2;
  }
}

/** In the encoding of the form, UTF-8. Browsers write a quote as %22 (RFC 7578, 4.2), other programs as \\". */
function fileNameIn(disposition: string): string {
  const [, quoted, plain] = /;[ \t]*filename=(?:"((?:[^"\\]|\\.)*)"|([^";\r\n]*))/i.exec(disposition) ?? [];
  const name = Buffer.from((quoted ?? plain ?? "").replaceAll('\\"', '"'), "latin1").toString("utf8");
  return name.replaceAll("%22", '"');
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
