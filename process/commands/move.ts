import path from "node:path";
import { MoveError, type MoveSource, type MoveTarget, moveRows } from "#db/move/move.ts";
import { runCommand, UsageError } from "./console.ts";

const usage = `A whole site from one database into another that is empty; stop the site first:

  npm run move -- --from PLACE --to PLACE

A PLACE is a data folder (SQLite) or an address that begins with postgres://. The old place is left as it is.`;

/** `npm run move`. */
await runCommand(async (args) => {
  const { from, to } = placesIn(args);
  const begun = performance.now();
  const source = await openSource(from);
  try {
    const target = await openTarget(to);
    try {
      const { tables, rows } = await moveRows(source, target);
      const seconds = ((performance.now() - begun) / 1000).toFixed(1);
      const next = isPostgres(to) ? "DATABASE_URL" : "DATA_DIR, and without DATABASE_URL";
      return `Moved in ${seconds} s: ${rows.toLocaleString("en-GB")} rows of ${tables} tables, counts and checksums equal. Start the site with the new place in ${next}; the old one is as it was.`;
    } finally {
      await target.close();
    }
  } finally {
    await source.close();
  }
});

function placesIn(args: string[]): { from: string; to: string } {
  const [first, from, second, to, ...more] = args[0] === "--to" ? [...args.slice(2, 4), ...args.slice(0, 2)] : args;
  if (first !== "--from" || !from || second !== "--to" || !to || more.length > 0) throw new UsageError(usage);
  const [source, target] = [from, to].map(placeOf) as [string, string];
  if (source === target) throw new UsageError(`Both places are the same.\n\n${usage}`);
  return { from: source, to: target };
}

function isPostgres(place: string): boolean {
  return /^postgres(ql)?:\/\//.test(place);
}

/** Naming the database file means its folder. */
function placeOf(word: string): string {
  if (!isPostgres(word)) return path.resolve(path.basename(word) === "jorna.sqlite" ? path.dirname(word) : word);
  // Not repeated: a password is in it.
  if (!URL.canParse(word))
    throw new MoveError(
      "The address of the PostgreSQL database cannot be read. Percent-encode signs such as / in its password.",
    );
  return word;
}

async function openSource(place: string): Promise<MoveSource> {
  if (!isPostgres(place)) return (await import("#db/move/sqlite-move.server.ts")).openSqliteSource(place);
  return (await import("#db/move/postgres-move.server.ts")).openPostgresSource(place);
}

async function openTarget(place: string): Promise<MoveTarget> {
  if (!isPostgres(place)) return (await import("#db/move/sqlite-move.server.ts")).openSqliteTarget(place);
  return (await import("#db/move/postgres-move.server.ts")).openPostgresTarget(place);
}
