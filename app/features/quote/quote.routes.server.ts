import { csvMoment, csvResponse } from "#app/platform/csv.ts";
import type { Db } from "#app/platform/deps.ts";
import { fileRoute, route } from "#app/platform/http.server.ts";
import { leadKey } from "#app/platform/lead-key.server.ts";
import { quoteApi } from "./quote.contract.ts";
import { countQuotes, eachQuote, getQuote, listQuotes, type QuoteRow } from "./quote.repository.server.ts";
import { markQuote, receiveQuote, sendMailAgain } from "./quote.service.server.ts";
import { trashQuote } from "./quote-erase.repository.server.ts";

export const quoteRoutes = [
  route(quoteApi.create, async (call) => {
    const form = call.body.phoneNumber ? "contact" : "quote";
    return { data: await receiveQuote(call.deps, leadKey(call, form), call.body) };
  }),
  route(quoteApi.list, ({ deps, query }) => listQuotes(deps.db, query)),
  route(quoteApi.counts, async ({ deps, query }) => ({ data: await countQuotes(deps.db, query.since) })),
  fileRoute(quoteApi.export, async ({ deps, query }) => csvResponse("quotes", columns, exported(deps.db, query))),
  route(quoteApi.view, async ({ deps, params }) => ({ data: await getQuote(deps.db, params.slug) })),
  route(quoteApi.update, async ({ deps, params, body }) => ({ data: await markQuote(deps, params.slug, body) })),
  route(quoteApi.retryMail, async ({ deps, params }) => ({ data: await sendMailAgain(deps, params.slug) })),
  route(quoteApi.remove, async ({ deps, params }) => {
    await trashQuote(deps.db, params.slug, deps.now());
    return { data: { slug: params.slug } };
  }),
];

const columns = ["Received (UTC)", "Source", "Full name", "Email", "Phone number", "Message", "Suspected spam"];

async function* exported(db: Db, filter: Parameters<typeof eachQuote>[1]): AsyncGenerator<string[][]> {
  for await (const rows of eachQuote(db, filter)) yield rows.map(cells);
}

const cells = ({ createdAt, source, fullName, email, phoneNumber, message, isSpam }: QuoteRow) => [
  csvMoment(createdAt),
  source,
  fullName,
  email,
  phoneNumber ?? "",
  message,
  isSpam ? "yes" : "no",
];
