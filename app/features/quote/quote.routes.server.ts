import { route } from "#app/platform/http.server.ts";
import { leadKey } from "#app/platform/lead-key.server.ts";
import { quoteApi } from "./quote.contract.ts";
import { getQuote, listQuotes, trashQuote } from "./quote.repository.server.ts";
import { receiveQuote } from "./quote.service.server.ts";

export const quoteRoutes = [
  route(quoteApi.create, async (call) => {
    const form = call.body.phoneNumber ? "contact" : "quote";
    return { data: await receiveQuote(call.deps, leadKey(call, form), call.body) };
  }),
  route(quoteApi.list, ({ deps, query }) => listQuotes(deps.db, query)),
  route(quoteApi.view, async ({ deps, params }) => ({ data: await getQuote(deps.db, params.slug) })),
  route(quoteApi.remove, async ({ deps, params }) => {
    await trashQuote(deps.db, params.slug, deps.now());
    return { data: { slug: params.slug } };
  }),
];
