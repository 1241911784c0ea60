import type { ListStream } from "#app/platform/list-stream.ts";
import {
  bit,
  bitIfSaid,
  getManaged,
  insertManaged,
  jsonIfSaid,
  listManaged,
  type ManagedQuery,
  managedTrash,
  streamManaged,
  trashManaged,
  updateManaged,
} from "#app/platform/managed.repository.server.ts";
import type { Db, Row } from "#db/schema.ts";
import type { Faq, FaqChange, FaqInput } from "./faq.contract.ts";

/** In the editors' order, all that visitors see. */
export async function listFaqs(db: Db): Promise<Faq[]> {
  return (await listManaged(db, "faq", { publishedOnly: true })).map(toFaq);
}

/** The same as a call asks for it. */
export const streamFaqs = (db: Db, which: ManagedQuery): Promise<ListStream<Faq>> =>
  streamManaged(db, "faq", ["question", "answer", "bullets"], which, (rows) => rows.map(toFaq));

/** @throws AppError `not_found` */
export async function getFaq(db: Db, slug: string, which: { publishedOnly: boolean }): Promise<Faq> {
  return toFaq(await getManaged(db, "faq", slug, which));
}

export async function insertFaq(db: Db, { published, bullets, ...words }: FaqInput, at: Date): Promise<Faq> {
  return toFaq(
    await insertManaged(
      db,
      "faq",
      words.question,
      { ...words, bullets: JSON.stringify(bullets), published: bit(published) },
      at,
    ),
  );
}

export async function updateFaq(
  db: Db,
  current: Faq,
  { published, bullets, ...words }: FaqChange,
  at: Date,
): Promise<Faq> {
  return toFaq(
    await updateManaged(
      db,
      "faq",
      current,
      { ...words, bullets: jsonIfSaid(bullets), published: bitIfSaid(published) },
      at,
    ),
  );
}

export async function trashFaq(db: Db, slug: string, at: Date): Promise<Faq | undefined> {
  const row = await trashManaged(db, "faq", slug, at);
  return row && toFaq(row);
}

function toFaq({ slug, question, answer, bullets, published, version }: Row<"faq">): Faq {
  return { slug, question, answer, bullets: JSON.parse(bullets), published: published === 1, version };
}

export const faqTrash = managedTrash("faq", "question", async (_, row) => toFaq(row));
