import { holds, isPaged, type Page } from "#app/platform/search.repository.server.ts";
import { randomName } from "#app/platform/secret.server.ts";
import { AppError } from "#app/shared/app-error.ts";
import type { ListQuery } from "#app/shared/shape.ts";
import type { Db, Row } from "#db/schema.ts";
import type { Quote, QuoteInput } from "./quote.contract.ts";

/** Newest first, by the order of arrival and not by the clock. */
export async function listQuotes(db: Db, which: ListQuery): Promise<Page<Quote>> {
  let live = db.selectFrom("quote").where("deletedAt", "is", null);
  const q = which.q?.trim();
  if (q)
    live = live.where((eb) =>
      holds([eb.ref("fullName"), eb.ref("email"), eb.ref("phoneNumber"), eb.ref("message")], q),
    );
  let page = live.selectAll().orderBy("id", "desc");
  if (which.limit !== undefined || which.offset !== undefined)
    page = page.limit(which.limit ?? 1_000).offset(which.offset ?? 0);
  const data = (await page.execute()).map(toQuote);
  if (!isPaged(which)) return { data };
  const { total } = await live.select((eb) => eb.fn.countAll().as("total")).executeTakeFirstOrThrow();
  return { data, total: Number(total) };
}

/** @throws AppError `not_found` */
export async function getQuote(db: Db, slug: string): Promise<Quote> {
  const row = await db
    .selectFrom("quote")
    .selectAll()
    .where("slug", "=", slug)
    .where("deletedAt", "is", null)
    .executeTakeFirst();
  if (!row) throw new AppError("not_found", "This quote does not exist, or no longer.");
  return toQuote(row);
}

export async function insertQuote(
  db: Db,
  { fullName, email, phoneNumber, message }: QuoteInput,
  at: Date,
): Promise<Quote> {
  const hasPhone = (phoneNumber ?? "").trim() !== "";
  const row = await db
    .insertInto("quote")
    .values({
      slug: randomName(),
      fullName,
      email,
      phoneNumber: hasPhone ? phoneNumber : null,
      message,
      source: hasPhone ? "contact" : "quote",
      createdAt: at.toISOString(),
      deletedAt: null,
    })
    .returningAll()
    .executeTakeFirstOrThrow();
  return toQuote(row);
}

/** Moves a quote to the trash; one that is there already stays as it is. */
export async function trashQuote(db: Db, slug: string, at: Date): Promise<void> {
  await db
    .updateTable("quote")
    .set({ deletedAt: at.toISOString() })
    .where("slug", "=", slug)
    .where("deletedAt", "is", null)
    .execute();
}

function toQuote({ slug, fullName, email, phoneNumber, message, source, createdAt }: Row<"quote">): Quote {
  return { slug, fullName, email, ...(phoneNumber !== null && { phoneNumber }), message, source, createdAt };
}
