import { dayIn } from "#app/shared/day.ts";
import type { Deps } from "./deps.ts";

/** The calendar day now, as YYYY-MM-DD, in the site's time zone, as set on Site or built in. */
export async function siteDay({ db, now }: Pick<Deps, "db" | "now">): Promise<string> {
  const row = await db
    .selectFrom("siteContent")
    .select("value")
    .where("path", "=", "company.timeZone")
    .executeTakeFirst();
  return dayIn(row ? String(JSON.parse(row.value)) : "Asia/Karachi", now());
}
