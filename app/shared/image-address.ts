import { limits } from "./limits.ts";

/**
 * Whether a value may stand in an image field: an address of this site (an upload, an asset) or an http(s) address.
 * javascript:, data:, protocol-relative and back-slashed addresses are refused (spec/reading).
 */
export function isImageAddress(value: string): boolean {
  if (value.length > limits.url || /[\s\p{Cc}\\]/u.test(value)) return false;
  if (value.startsWith("/")) return !value.startsWith("//");
  if (!/^https?:\/\//i.test(value)) return false;
  return URL.canParse(value);
}

/** Widths in pixels that an upload is offered in, as far as it is that wide. A fixed list: nobody can ask for a thousand sizes. 640 and 768 are a telephone's. */
export const variantWidths = [480, 640, 768, 960, 1440, 1920] as const;
