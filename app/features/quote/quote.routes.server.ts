import { csvMoment, csvResponse } from "#app/platform/csv.ts";
import type { Db } from "#app/platform/deps.ts";
import { fileRoute, office, route } from "#app/platform/http.server.ts";
import { leadKey } from "#app/platform/lead-key.server.ts";
import { leadReference } from "#app/shared/lead-reference.ts";
import { quoteApi } from "./quote.contract.ts";
import {
  countQuotes,
  eachQuote,
  getLead,
  listOwners,
  listQuotes,
  ownersOf,
  type QuoteRow,
} from "./quote.repository.server.ts";
import { addNote, changeLead, receiveQuote, sendMailAgain } from "./quote.service.server.ts";
import { trashQuote } from "./quote-erase.repository.server.ts";
import { notesOf } from "./quote-event.repository.server.ts";

export const quoteRoutes = [
  route(quoteApi.create, async (call) => {
    const form = call.body.phoneNumber ? "contact" : "quote";
    return { data: await receiveQuote(call.deps, leadKey(call, form), call.body) };
  }),
  route(quoteApi.list, ({ deps, query }) => listQuotes(deps.db, query)),
  route(quoteApi.counts, async ({ deps, query }) => ({ data: await countQuotes(deps.db, query.since) })),
  fileRoute(quoteApi.export, async ({ deps, query }) => csvResponse("quotes", columns, exported(deps.db, query))),
  route(quoteApi.options, async ({ deps }) => ({ data: { owners: await listOwners(deps.db) } })),
  route(quoteApi.view, async ({ deps, params }) => ({ data: await getLead(deps.db, params.slug) })),
  route(quoteApi.update, async (call) => ({
    data: await changeLead(call.deps, call.params.slug, call.body, office(call).id),
  })),
  route(quoteApi.addNote, async (call) => ({
    data: await addNote(call.deps, call.params.slug, call.body, office(call).id),
  })),
  route(quoteApi.retryMail, async ({ deps, params }) => ({ data: await sendMailAgain(deps, params.slug) })),
  route(quoteApi.remove, async ({ deps, params }) => {
    await trashQuote(deps.db, params.slug, deps.now());
    return { data: { slug: params.slug } };
  }),
];

const columns = [
  ...["Received (UTC)", "Source", "Full name", "Email", "Phone number", "Message", "Suspected spam"],
  ...["Reference", "Status", "Owner", "Next step", "Next step on", "Notes"],
];

async function* exported(db: Db, filter: Parameters<typeof eachQuote>[1]): AsyncGenerator<string[][]> {
  for await (const rows of eachQuote(db, filter)) {
    const [owners, notes] = await Promise.all([
      ownersOf(db, rows),
      notesOf(
        db,
        rows.map(({ id }) => id),
      ),
    ]);
    yield rows.map((row) => [...cells(row), owners.get(row.ownerId ?? 0)?.name ?? "", ...work(row, notes.get(row.id))]);
  }
}

const cells = ({ slug, createdAt, source, fullName, email, phoneNumber, message, isSpam, status }: QuoteRow) => [
  csvMoment(createdAt),
  source,
  fullName,
  email,
  phoneNumber ?? "",
  message,
  isSpam ? "yes" : "no",
  leadReference(slug),
  status,
];

const work = ({ nextStep, nextStepOn }: QuoteRow, notes: string[] = []) => [
  nextStep ?? "",
  nextStepOn ?? "",
  notes.join("\n\n"),
];
