import { defaultContent } from "#app/features/site-content/defaults/site-content.ts";
import { readSiteContent } from "#app/features/site-content/read-site-content.service.server.ts";
import type { Deps } from "#app/platform/deps.ts";
import { mailTo } from "#app/shared/contact/mail-to.ts";
import { type FileReply, file } from "./site-file.server.ts";
import { iconAddresses } from "./site-icon.server.ts";

/**
 * RFC 9116. The expiry date is a setting, so that an abandoned contact expires; the back office warns before that date.
 */
export async function securityTxt(deps: Deps): Promise<FileReply> {
  const { company } = await readSiteContent(deps);
  const expires = dateOf(company.securityExpires) ?? dateOf(defaultContent.company.securityExpires);
  const lines = [
    `Contact: ${mailTo(company.securityEmail)}`,
    `Expires: ${expires?.toISOString()}`,
    "Preferred-Languages: en",
    `Canonical: ${deps.config.publicUrl}/.well-known/security.txt`,
  ];
  return file("text/plain; charset=utf-8", `${lines.join("\n")}\n`);
}

const dateOf = (text: string): Date | undefined => {
  const date = new Date(text);
  return Number.isNaN(date.getTime()) ? undefined : date;
};

export async function manifest(deps: Deps): Promise<FileReply> {
  const { company, theme } = await readSiteContent(deps);
  const icon = iconAddresses(theme);
  const body = {
    name: `${company.name}: ${company.tagline}`,
    short_name: company.name,
    start_url: "/",
    scope: "/",
    display: "browser",
    background_color: "#f0f4f0",
    theme_color: "#f0f4f0",
    icons: [
      ...(!icon?.isLogo ? [{ src: icon?.svg ?? "/favicon.svg", sizes: "any", type: "image/svg+xml" }] : []),
      { src: icon?.png(192) ?? "/icon-192.png", sizes: "192x192", type: "image/png" },
      { src: icon?.png(512) ?? "/icon-512.png", sizes: "512x512", type: "image/png" },
    ],
  };
  return file("application/manifest+json", JSON.stringify(body));
}
