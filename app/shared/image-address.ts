import { limits } from "./limits.ts";

/**
 * Whether a value is allowed in an image field: a path on this site (an upload or asset) or an http(s) URL.
 * javascript:, data:, protocol-relative URLs and backslashes are refused (spec/reading).
 */
export function isImageAddress(value: string): boolean {
  if (value.length > limits.url || /[\s\p{Cc}\\]/u.test(value)) return false;
  if (value.startsWith("/")) return !value.startsWith("//");
  if (!/^https?:\/\//i.test(value)) return false;
  return URL.canParse(value);
}

/**
 * Widths in pixels of an upload's smaller copies; wider ones than the original are skipped. A fixed list, so that
 * clients cannot request arbitrary sizes. 640 and 768 are for phones.
 */
export const variantWidths = [480, 640, 768, 960, 1440, 1920] as const;

/** The content hash in the address of an upload, on this server or below UPLOAD_BASE_URL. */
export const hashOfUpload = (address: string): string | undefined =>
  /\/uploads\/([0-9a-f]{32})\.webp$/.exec(address)?.[1];
