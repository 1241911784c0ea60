import type { ListStream } from "#app/platform/list-stream.ts";
import {
  bit,
  bitIfSaid,
  getManaged,
  insertManaged,
  listManaged,
  type ManagedQuery,
  managedTrash,
  streamManaged,
  trashManaged,
  updateManaged,
} from "#app/platform/managed.repository.server.ts";
import type { Db, Row } from "#db/schema.ts";
import type { Review, ReviewChange, ReviewInput } from "./review.contract.ts";

/** In the editors' order, all that visitors see. */
export async function listReviews(db: Db): Promise<Review[]> {
  return (await listManaged(db, "review", { publishedOnly: true })).map(toReview);
}

/** The same as a call asks for it. */
export const streamReviews = (db: Db, which: ManagedQuery): Promise<ListStream<Review>> =>
  streamManaged(db, "review", ["fullName", "company", "feedback"], which, (rows) => rows.map(toReview));

/** @throws AppError `not_found` */
export async function getReview(db: Db, slug: string, which: { publishedOnly: boolean }): Promise<Review> {
  return toReview(await getManaged(db, "review", slug, which));
}

/** `isSample`: a built-in review, to be replaced by an approved one. */
export async function insertReview(
  db: Db,
  { published, ...words }: ReviewInput,
  at: Date,
  isSample = false,
): Promise<Review> {
  return toReview(
    await insertManaged(
      db,
      "review",
      words.fullName,
      { ...words, isSample: bit(isSample), published: bit(published) },
      at,
    ),
  );
}

/** An editor who saves a sample's words has made them their own; showing or hiding it has not. */
export async function updateReview(
  db: Db,
  current: Review,
  { published, ...words }: ReviewChange,
  at: Date,
): Promise<Review> {
  const isSample = bit(current.isSample && Object.keys(words).length === 0);
  return toReview(
    await updateManaged(db, "review", current, { ...words, isSample, published: bitIfSaid(published) }, at),
  );
}

export async function trashReview(db: Db, slug: string, at: Date): Promise<Review | undefined> {
  const row = await trashManaged(db, "review", slug, at);
  return row && toReview(row);
}

function toReview({
  slug,
  fullName,
  company,
  feedback,
  profileImage,
  published,
  version,
  isSample,
}: Row<"review">): Review {
  return {
    slug,
    fullName,
    company,
    feedback,
    profileImage,
    published: published === 1,
    version,
    isSample: isSample === 1,
  };
}

export const reviewTrash = managedTrash("review", "fullName", async (_, row) => toReview(row));
