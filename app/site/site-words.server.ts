import { readEdits } from "#app/features/site-content/site-content.repository.server.ts";
import type { Deps } from "#app/platform/deps.ts";
import { defaultContent, fillContent, mergeContent, type SiteContent } from "./content/site-content.ts";

/** The words of the site as a visitor reads them today. */
export async function siteWords({ db }: Pick<Deps, "db">): Promise<SiteContent> {
  return fillContent(mergeContent(defaultContent, await readEdits(db)));
}
