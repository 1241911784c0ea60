import type { Deps } from "#app/platform/deps.ts";
import { fileRoute, office, route, rowId } from "#app/platform/http.server.ts";
import { submissionOf } from "#app/platform/inbox/idempotency.server.ts";
import { deleteFromInbox } from "#app/platform/trash.server.ts";
import { quoteApi } from "./quote.contract.ts";
import { countQuotes, getLead, listQuotes } from "./quote.repository.server.ts";
import { addNote, changeLead, receiveQuote, sendMailAgain, sendReply } from "./quote.service.server.ts";
import { changeMany, undoMany } from "./quote-bulk.service.server.ts";
import { quoteErasure } from "./quote-erase.repository.server.ts";
import { exportQuotes, exportSelectedQuotes } from "./quote-export.service.server.ts";
import { listOwners } from "./quote-owner.repository.server.ts";

/** Reply templates, which are part of the site's content. */
type ReplyTemplates = (deps: Deps) => Promise<{ title: string; text: string }[]>;

export const quoteRoutes = (replyTemplates: ReplyTemplates) => [
  route(quoteApi.create, async (call) => {
    const form = call.body.phoneNumber ? "contact" : "quote";
    return await receiveQuote(call.deps, submissionOf(call, form), call.body);
  }),
  route(quoteApi.list, ({ deps, query }) => listQuotes(deps.db, query)),
  route(quoteApi.counts, ({ deps, query }) => countQuotes(deps.db, query.since)),
  fileRoute(quoteApi.export, async ({ request, deps, query }) => exportQuotes(request, deps.db, query)),
  fileRoute(quoteApi.exportSelected, async ({ request, deps, body }) => exportSelectedQuotes(request, deps.db, body)),
  route(quoteApi.bulk, (call) => changeMany(call.deps, call.body, office(call).id)),
  route(quoteApi.undoBulk, (call) => undoMany(call.deps, rowId(call.params.id), office(call).id)),
  route(quoteApi.options, async ({ deps }) => ({
    owners: await listOwners(deps.db),
    templates: await replyTemplates(deps),
    canSend: deps.mailer !== null,
  })),
  route(quoteApi.view, ({ deps, params }) => getLead(deps.db, params.slug)),
  route(quoteApi.update, (call) => changeLead(call.deps, call.params.slug, call.body, office(call).id)),
  route(quoteApi.addNote, (call) => addNote(call.deps, call.params.slug, call.body, office(call).id)),
  route(quoteApi.reply, (call) => sendReply(call.deps, call.params.slug, call.body, office(call).id)),
  route(quoteApi.retryMail, ({ deps, params }) => sendMailAgain(deps, params.slug)),
  route(quoteApi.remove, async (call) => {
    const { slug } = call.params;
    await deleteFromInbox(call.deps, quoteErasure.trash, slug, office(call).id);
    return { slug };
  }),
];
