import {
  defaultContent,
  fillContent,
  mergeContent,
  type SiteContent,
} from "#app/features/site-content/defaults/site-content.ts";
import { readEdits } from "#app/features/site-content/site-content.repository.server.ts";
import type { Deps } from "#app/platform/deps.ts";

/** The site's current texts as visitors read them; the object is shared by all callers and must not be modified. */
export async function readSiteContent({ db }: Pick<Deps, "db">): Promise<Readonly<SiteContent>> {
  return filled(await readEdits(db));
}

let last = { edits: "{}", content: fillContent(defaultContent) };

/** Cached, since filling in every text takes longer than reading the edits, which rarely change. */
function filled(edits: Record<string, unknown>): SiteContent {
  const key = JSON.stringify(edits);
  if (key !== last.edits) last = { edits: key, content: fillContent(mergeContent(defaultContent, edits)) };
  return last.content;
}
