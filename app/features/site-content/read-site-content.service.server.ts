import {
  defaultContent,
  fillContent,
  mergeContent,
  type SiteContent,
} from "#app/features/site-content/defaults/site-content.ts";
import { readEdits } from "#app/features/site-content/site-content.repository.server.ts";
import type { Deps } from "#app/platform/deps.ts";

/** The words of the site as a visitor reads them today; shared by all who read them, so nobody changes them. */
export async function readSiteContent({ db }: Pick<Deps, "db">): Promise<Readonly<SiteContent>> {
  return filled(await readEdits(db));
}

let last = { edits: "{}", content: fillContent(defaultContent) };

/** Filling every text takes longer than reading what was edited, which rarely changes. */
function filled(edits: Record<string, unknown>): SiteContent {
  const key = JSON.stringify(edits);
  if (key !== last.edits) last = { edits: key, content: fillContent(mergeContent(defaultContent, edits)) };
  return last.content;
}
