import type { Deps } from "#app/platform/deps.ts";
import { type LeadKey, once } from "#app/platform/lead-key.server.ts";
import type { Quote, QuoteInput } from "./quote.contract.ts";
import { insertQuote } from "./quote.repository.server.ts";

/** Keeps the request before it is answered. The same key gives the same entry, so that a message sent twice is one lead. */
export function receiveQuote(deps: Deps, key: LeadKey, input: QuoteInput): Promise<Quote> {
  return once(deps, key, input, (db) => insertQuote(db, input, deps.now()));
}
