import { projectInput } from "#app/features/project/project.contract.ts";
import { insertQuote } from "#app/features/quote/quote.repository.server.ts";
import { openDatabase } from "#db/open.server.ts";
import type { Db } from "#db/schema.ts";

/** Writes to the database of a product that is not running, in one transaction. */
export async function fill(
  place: { dataDir: string; databaseUrl?: string | undefined },
  write: (db: Db) => Promise<void>,
): Promise<void> {
  const { db, close } = await openDatabase({ databaseUrl: undefined, ...place });
  await db.transaction().execute(write);
  await close();
}

const words = ["stock", "orders", "wallet", "portal", "clinic", "booking", "token", "delivery", "listing", "course"];

/** Numbered leads made of ordinary words; one in 2,000 contains "lighthouse". */
export async function quotes(db: Db, from: number, to: number): Promise<void> {
  for (let n = from; n < to; n++) {
    const word = words[n % words.length];
    const rare = n % 2_000 === 0 ? " lighthouse" : "";
    const message = `We need a ${word} for ${n} people${rare}, with the ${words[(n * 7) % words.length]} we already have.`;
    await insertQuote(db, { fullName: `Visitor ${n}`, email: `visitor${n}@example.com`, message }, null, new Date());
  }
}

export const project = (n: number) =>
  projectInput.parse({
    title: `Project ${n}`,
    description: "A portal that replaces three spreadsheets.",
    technology: "React, Node.js",
  });
