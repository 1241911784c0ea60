import { createEntry, removeEntry, updateEntry } from "#app/platform/content.server.ts";
import { type AnyCall, ifMatch, office, route } from "#app/platform/http.server.ts";
import { reviewApi } from "./review.contract.ts";
import { getReview, insertReview, streamReviews, trashReview, updateReview } from "./review.repository.server.ts";

const writing = (call: AnyCall) => ({ deps: call.deps, noun: "review", userId: office(call).id });

export const reviewRoutes = [
  route(reviewApi.list, ({ deps, query, caller }) => streamReviews(deps.db, { ...query, publishedOnly: !caller })),
  route(reviewApi.view, async ({ deps, params, caller }) => ({
    data: await getReview(deps.db, params.slug, { publishedOnly: !caller }),
  })),
  route(reviewApi.create, async (call) => ({
    data: await createEntry(writing(call), (db, at) => insertReview(db, call.body, at)),
  })),
  route(reviewApi.update, async (call) => ({
    data: await updateEntry(
      writing(call),
      ifMatch(call.request),
      (db) => getReview(db, call.params.slug, { publishedOnly: false }),
      (db, current, at) => updateReview(db, current, call.body, at),
    ),
  })),
  route(reviewApi.remove, (call) =>
    removeEntry(writing(call), call.params.slug, (db, at) => trashReview(db, call.params.slug, at)),
  ),
];
