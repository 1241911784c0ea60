import { isWebAddress } from "./contact/web-address.ts";
import { limits } from "./limits.ts";

/** Where this site's images are: uploads, built-in pictures, drawings and avatars, files of the build. */
const imageFolders = ["/uploads/", "/pictures/", "/art/", "/assets/"];
const siteIcon = /^\/(favicon|apple-touch-icon|icon-\d+)\.(svg|ico|png)$/;

/**
 * Whether a value is allowed in an image field: an upload or asset of this site, or an http(s) URL. Other paths,
 * javascript:, data:, protocol-relative URLs and backslashes are refused.
 */
export function isImageAddress(value: string): boolean {
  if (value.length > limits.url || /[\s\p{Cc}\\]/u.test(value)) return false;
  if (siteIcon.test(value)) return true;
  if (value.startsWith("/"))
    return imageFolders.some((folder) => value.startsWith(folder)) && !/(^|\/)\.\.?(\/|$)/.test(decoded(value));
  return isWebAddress(value);
}

/** Browsers resolve encoded dots in a path, too. */
const decoded = (path: string) => path.replaceAll(/%2e/gi, ".");

/**
 * Widths in pixels of an upload's smaller copies; wider ones than the original are skipped. A fixed list, so that
 * clients cannot request arbitrary sizes. 640 and 768 are for phones.
 */
export const variantWidths = [480, 640, 768, 960, 1440, 1920] as const;

/** The content hashes of all uploads whose addresses occur in a text. */
export const uploadsIn = (text: string): string[] =>
  [...text.matchAll(/\/uploads\/([0-9a-f]{32})/g)].map(([, hash = ""]) => hash);

/** The content hash in the address of an upload, on this server or below UPLOAD_BASE_URL. */
export const hashOfUpload = (address: string): string | undefined =>
  /\/uploads\/([0-9a-f]{32})\.webp$/.exec(address)?.[1];
