import { defaultContent } from "#app/features/site-content/defaults/site-content.ts";
import { readSiteContent } from "#app/features/site-content/read-site-content.service.server.ts";
import { siteContentApi } from "#app/features/site-content/site-content.contract.ts";
import { route } from "#app/platform/http.server.ts";
import { errorFacts } from "#app/platform/observability/log.ts";
import { builtInTheme, type Theme, themeRules } from "#app/shared/theme.ts";
import { escaped } from "#app/site/render/escape.ts";
import { logoPictures } from "#app/site/render/logo.server.ts";
import { iconAddresses } from "#app/site/seo/site-icon.server.ts";
import type { AppDeps } from "../app-context.ts";

export interface Company {
  name: string;
  theme: Theme;
  logo: Awaited<ReturnType<typeof logoPictures>>;
}

/** For a back office that is open while the name, the logo or a colour is saved. */
export const companyRoutes = [
  route(siteContentApi.company, async ({ deps }) => {
    const { company, theme } = await readSiteContent(deps);
    const logo = await logoPictures(deps, theme);
    const icon = iconOf({ theme, logo });
    return { name: company.name, logo: logo ?? null, rules: themeRules(theme), icon };
  }),
];

/** The company as set on Site. The back office opens without its database too, with the built-in one. */
export async function readCompany(deps: AppDeps): Promise<Company> {
  try {
    const { company, theme } = await readSiteContent(deps);
    return { name: company.name, theme, logo: await logoPictures(deps, theme) };
  } catch (error) {
    deps.log.warn("the company could not be read", errorFacts(error));
    return { name: defaultContent.company.name, theme: builtInTheme, logo: undefined };
  }
}

/**
 * The document of the back office with the company's name, logo and icon, where they differ from the built-in ones
 * (app/ui/admin/screen/site-logo.tsx).
 */
export function withCompany(html: string, { name, theme, logo }: Company): string {
  const named = name === defaultContent.company.name ? "" : ` data-name="${escaped(name)}"`;
  const drawn = logo ? ` data-logo="${escaped(JSON.stringify(logo))}"` : "";
  const icon = iconOf({ theme, logo });
  return html
    .replace("<html", () => `<html${named}${drawn}`)
    .replace("<title>Jorna ", () => `<title>${escaped(name)} `)
    .replace('href="/favicon.svg" type="image/svg+xml"', `href="${icon.href}" type="${icon.type}"`);
}

function iconOf({ theme, logo }: Pick<Company, "theme" | "logo">): { href: string; type: string } {
  const icon = iconAddresses(theme);
  if (icon && logo) return { href: icon.png(192), type: "image/png" };
  return { href: icon?.svg ?? "/favicon.svg", type: "image/svg+xml" };
}
