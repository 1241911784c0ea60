import { dayIn } from "#app/shared/day.ts";
import type { Deps } from "./deps.ts";

/** The calendar day now, as YYYY-MM-DD, in the site's time zone, as set on Site or built in. */
export async function siteDay({ db, now }: Pick<Deps, "db" | "now">): Promise<string> {
  const rows = await db
    .selectFrom("siteContent")
    .select(["path", "value"])
    .where("path", "=", "company.timeZone")
    .execute();
  // A page that is edited gets all texts for any query (server/pages/page-editing.ts).
  const row = rows.find(({ path }) => path === "company.timeZone");
  return dayIn(row ? String(JSON.parse(row.value)) : "Asia/Karachi", now());
}
