import { createHash } from "node:crypto";

/**
 * What allows an inline script or style in a Content-Security-Policy: a hash-source without its quotes (CSP Level 3,
 * 2.3.1).
 */
export const cspHash = (text: string): string => `sha256-${createHash("sha256").update(text).digest("base64")}`;
