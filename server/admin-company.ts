import { defaultContent } from "#app/features/site-content/defaults/site-content.ts";
import { readSiteContent } from "#app/features/site-content/read-site-content.service.server.ts";
import { errorFacts } from "#app/platform/log.ts";
import { escaped } from "#app/site/render/escape.ts";
import { logoPictures } from "#app/site/render/logo.server.ts";
import { iconAddresses } from "#app/site/seo/site-icon.server.ts";
import type { AppDeps } from "./app-context.ts";

/**
 * The document of the back office with the company's name and uploaded logo, where they differ from the built-in ones
 * (app/ui/admin/site-logo.tsx). It opens without its database too, with the built-in ones.
 */
export async function withCompany(deps: AppDeps, html: string): Promise<string> {
  try {
    const { company, theme } = await readSiteContent(deps);
    const logo = await logoPictures(deps, theme);
    const named = company.name === defaultContent.company.name ? "" : ` data-name="${escaped(company.name)}"`;
    const drawn = logo ? ` data-logo="${escaped(JSON.stringify(logo))}"` : "";
    const icon = logo && iconAddresses(theme);
    return html
      .replace("<html", () => `<html${named}${drawn}`)
      .replace("<title>Jorna ", () => `<title>${escaped(company.name)} `)
      .replace('href="/favicon.svg" type="image/svg+xml"', (built) =>
        icon ? `href="${icon.png(192)}" type="image/png"` : built,
      );
  } catch (error) {
    deps.log.warn("the company could not be read", errorFacts(error));
    return html;
  }
}
