import { createEntry, removeEntry, updateEntry } from "#app/platform/content.server.ts";
import { type AnyCall, ifMatch, office, route } from "#app/platform/http.server.ts";
import { faqApi } from "./faq.contract.ts";
import { getFaq, insertFaq, streamFaqs, trashFaq, updateFaq } from "./faq.repository.server.ts";

const writing = (call: AnyCall) => ({ deps: call.deps, noun: "faq", userId: office(call).id });

export const faqRoutes = [
  route(faqApi.list, ({ deps, query, caller }) => streamFaqs(deps.db, { ...query, publishedOnly: !caller })),
  route(faqApi.view, async ({ deps, params, caller }) => ({
    data: await getFaq(deps.db, params.slug, { publishedOnly: !caller }),
  })),
  route(faqApi.create, async (call) => ({
    data: await createEntry(writing(call), (db, at) => insertFaq(db, call.body, at)),
  })),
  route(faqApi.update, async (call) => ({
    data: await updateEntry(
      writing(call),
      ifMatch(call.request),
      (db) => getFaq(db, call.params.slug, { publishedOnly: false }),
      (db, current, at) => updateFaq(db, current, call.body, at),
    ),
  })),
  route(faqApi.remove, (call) =>
    removeEntry(writing(call), call.params.slug, (db, at) => trashFaq(db, call.params.slug, at)),
  ),
];
