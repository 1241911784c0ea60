import { csvMoment, csvResponse, telephone } from "#app/platform/csv.ts";
import type { Db } from "#app/platform/deps.ts";
import { eachSelected, eachShown } from "#app/platform/inbox/inbox-rows.repository.server.ts";
import { leadReference } from "#app/shared/lead-reference.ts";
import { idsIn } from "#app/shared/rows.ts";
import type { QuoteSelection } from "./quote.contract.ts";
import { fieldNames, fieldOf } from "./quote.form.ts";
import type { QuoteRow } from "./quote.repository.server.ts";
import { notesOf } from "./quote-event.repository.server.ts";
import { type QuoteFilter, shownQuotes } from "./quote-filter.repository.server.ts";
import { ownersOf } from "./quote-owner.repository.server.ts";

const columns = [
  ...["Received (UTC)", "Source", ...fieldNames.map((name) => fieldOf(name).label)],
  ...["Suspected spam", "Reference", "Status", "Owner", "Next step", "Next step on", "Notes"],
];

export const exportQuotes = (request: Request, db: Db, filter: QuoteFilter): Promise<Response> =>
  csvResponse(request, "quotes", columns, filtered(db, filter));

export const exportSelectedQuotes = (request: Request, db: Db, selection: QuoteSelection): Promise<Response> =>
  csvResponse(request, "quotes", columns, selected(db, selection));

async function* filtered(db: Db, filter: QuoteFilter): AsyncGenerator<string[][]> {
  const shown = await shownQuotes(db, filter);
  for await (const rows of eachShown<QuoteRow>("quote", shown, "desc")) yield rowsOf(db, rows);
}

async function* selected(db: Db, selection: QuoteSelection): AsyncGenerator<string[][]> {
  for await (const rows of eachSelected(db, "quote", selection, shownQuotes)) yield rowsOf(db, rows);
}

async function rowsOf(db: Db, rows: QuoteRow[]): Promise<string[][]> {
  const [owners, notes] = await Promise.all([ownersOf(db, rows), notesOf(db, idsIn(rows))]);
  return rows.map((row) => [...cells(row), owners.get(row.ownerId ?? 0)?.name ?? "", ...work(row, notes.get(row.id))]);
}

const cells = (row: QuoteRow) => [
  csvMoment(row.createdAt),
  row.source,
  ...fieldNames.map((name) => (fieldOf(name).kind === "phone" ? telephone(row[name] ?? "") : (row[name] ?? ""))),
  row.isSpam ? "yes" : "no",
  leadReference(row.slug),
  row.status,
];

const work = ({ nextStep, nextStepOn }: QuoteRow, notes: string[] = []) => [
  nextStep ?? "",
  nextStepOn ?? "",
  notes.join("\n\n"),
];
