import type { AnyDb } from "../dialect.ts";

type Cells = Record<string, string>;
type Values = Record<string, unknown>;

/** The built-in rows of that time. A profile had the name of its network typed out, which now comes from its address. */
const lists: Record<string, Cells[]> = {
  "company.hours": [
    { days: "Monday to Friday", time: "24 hours" },
    { days: "Saturday", time: "11:00 AM to 08:00 PM" },
    { days: "Sunday", time: "11:00 AM to 08:00 PM" },
  ],
  "company.social": [
    { url: "https://www.instagram.com/", name: "" },
    { url: "https://www.linkedin.com/", name: "" },
    { url: "https://twitter.com/", name: "" },
  ],
};

/**
 * Opening hours and profiles were three rows with a text for each cell (`company.hours.0.days`), and are now one text
 * each, with any number of rows. The texts of the cells stay: builds that run beside this one read them, and this one
 * does not.
 */
export async function up(db: AnyDb): Promise<void> {
  // Rows are read and written by the names that the columns have in the database.
  const plain = db.withoutPlugins();
  for (const [list, builtIn] of Object.entries(lists)) {
    const versions = await joinHistory(plain, list, builtIn);
    await joinTexts(plain, list, builtIn, versions);
    await joinDrafts(plain, list, builtIn);
  }
}

/** Each saved state of a cell becomes one of its list, by the same author at the same time. @returns how many */
async function joinHistory(db: AnyDb, list: string, builtIn: Cells[]): Promise<number> {
  const states = await db
    .selectFrom("change")
    .select(["id", "slug", "data"])
    .where("noun", "=", "site")
    .where("slug", "like", `${list}.%`)
    .orderBy("id")
    .execute();
  const cells: Values = {};
  for (const [index, { id, slug, data }] of states.entries()) {
    cells[slug] = JSON.parse(data).value;
    const value = joined(list, builtIn, cells);
    const action = value === null ? "delete" : index === 0 ? "create" : "update";
    const state = { slug: list, version: index + 1, action, data: JSON.stringify({ value }) };
    await db.updateTable("change").set(state).where("id", "=", id).execute();
  }
  return states.length;
}

async function joinTexts(db: AnyDb, list: string, builtIn: Cells[], versions: number): Promise<void> {
  const edited = await db
    .selectFrom("site_content")
    .select(["path", "value", "updated_at"])
    .where("path", "like", `${list}.%`)
    .execute();
  const cells = Object.fromEntries(edited.map(({ path, value }) => [path, JSON.parse(value)]));
  const value = joined(list, builtIn, cells);
  if (value === null) return;
  const updated_at = edited
    .map((each) => each.updated_at)
    .sort()
    .at(-1);
  const row = { path: list, value: JSON.stringify(value), version: Math.max(1, versions), updated_at };
  await db.insertInto("site_content").values(row).execute();
}

async function joinDrafts(db: AnyDb, list: string, builtIn: Cells[]): Promise<void> {
  const drafts = await db.selectFrom("draft").select(["id", "changes", "base"]).where("noun", "=", "site").execute();
  const live = await db.selectFrom("site_content").select("value").where("path", "=", list).executeTakeFirst();
  const saved: Cells[] = live ? JSON.parse(live.value) : builtIn;
  for (const { id, ...stored } of drafts) {
    const [changes, base]: Values[] = [JSON.parse(stored.changes), JSON.parse(stored.base)];
    if (!changes || !base || !Object.keys(changes).some((path) => path.startsWith(`${list}.`))) continue;
    const before = joined(list, saved, base);
    const state = {
      changes: JSON.stringify({ ...without(list, changes), [list]: joined(list, before ?? saved, changes) ?? before }),
      base: JSON.stringify({ ...without(list, base), [list]: before ?? (live ? saved : null) }),
    };
    await db.updateTable("draft").set(state).where("id", "=", id).execute();
  }
}

const without = (list: string, values: Values): Values =>
  Object.fromEntries(Object.entries(values).filter(([path]) => !path.startsWith(`${list}.`)));

/** The rows with what was typed in their cells; null if nothing was. */
function joined(list: string, rows: Cells[], cells: Values): Cells[] | null {
  let isTyped = false;
  const typed = rows.map((row, index) =>
    Object.fromEntries(
      Object.entries(row).map(([column, value]) => {
        const cell = cells[`${list}.${index}.${column}`];
        isTyped ||= typeof cell === "string";
        return [column, typeof cell === "string" ? cell : value];
      }),
    ),
  );
  return isTyped ? typed : null;
}
