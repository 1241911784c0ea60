import { readQuery } from "#app/browser/read-query.ts";
import { officeSender } from "#app/browser/session.ts";
import type { QuoteApi } from "./quote.contract.ts";

const call = officeSender<QuoteApi>();

/**
 * Number of quotes newer than the one `known` returns at the time of the request. Apart from the other calls, since every
 * screen needs it.
 */
export const newQuotes = (known: () => string | undefined) =>
  readQuery(["quote", "counts", "new"], (signal) =>
    call("GET", "/quote/counts", { query: { since: known() }, signal }),
  );
