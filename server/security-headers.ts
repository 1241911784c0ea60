import type { Config } from "#app/platform/config.ts";

/** Sent with every response. */
export function commonHeaders(config: Config): Record<string, string> {
  return {
    "X-Content-Type-Options": "nosniff",
    "Referrer-Policy": "strict-origin-when-cross-origin",
    "X-Frame-Options": "DENY",
    "Cross-Origin-Opener-Policy": "same-origin",
    "Cross-Origin-Resource-Policy": "same-origin",
    "Permissions-Policy": "camera=(), microphone=(), geolocation=(), payment=(), usb=()",
    ...(config.publicUrl.startsWith("https:") && {
      // Not for subdomains, which are not this site's to decide about.
      "Strict-Transport-Security": "max-age=31536000",
    }),
  };
}

/** Sent with every data response. */
export const dataHeaders = (config: Config): Record<string, string> => ({
  ...commonHeaders(config),
  "Content-Security-Policy": dataPolicy,
});

interface DocumentParts {
  /** `sha256-…` of its inline scripts and styles. */
  scripts?: string[];
  styles?: string[];
  /** Whether pages of this site show it in a frame. */
  isFramed?: boolean;
}

/**
 * What a document may load: its own files, the hashed inline parts, images from any web URL (an image field accepts
 * one), and the two configured base URLs.
 */
export function contentPolicy(
  config: Config,
  { scripts = [], styles = [], isFramed = false }: DocumentParts = {},
): string {
  const inline = (values: string[]) => values.map((hash) => ` '${hash}'`).join("");
  const bases = [config.apiBaseUrl, config.uploadBaseUrl]
    .filter((base) => base.startsWith("http"))
    .map((base) => ` ${new URL(base).origin}`);
  return [
    "default-src 'none'",
    `script-src 'self'${inline(scripts)}`,
    `style-src 'self'${inline(styles)}`,
    `img-src 'self' https: http: blob:`,
    "font-src 'self'",
    `connect-src 'self'${[...new Set(bases)].join("")}`,
    "manifest-src 'self'",
    "form-action 'self'",
    `frame-ancestors ${isFramed ? "'self'" : "'none'"}`,
    "base-uri 'none'",
    "object-src 'none'",
  ].join("; ");
}

/** Policy of responses that are data, not documents. */
const dataPolicy = "default-src 'none'; frame-ancestors 'none'; sandbox";
