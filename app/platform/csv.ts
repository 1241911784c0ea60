import { setImmediate as nextTurn } from "node:timers/promises";
import { cleanEmail, isEmail } from "#app/shared/contact/email.ts";
import { chosenSeparator, type Separator, separators } from "#app/shared/csv-separator.ts";
import { chunksOf } from "#app/shared/rows.ts";

/** The UTF-8 byte order mark, by which Excel recognizes the encoding. Rows follow RFC 4180. */
const csvStart = "\ufeff";

function csvRow(cells: readonly string[], separator: Separator): string {
  return `${cells.map((cell) => csvCell(cell, separator)).join(separator)}\r\n`;
}

/**
 * Where a spreadsheet expects another separator, quotes inside its cells are letters, and a line break, a tab or that
 * separator within ours begins another cell, which must be no formula either.
 */
const inertWithin = (value: string, separator: Separator): string =>
  value.replace(formulaBehind[separator === "," ? ";" : ","], "'");

// Look back from the formula: forward, each sign of a long run of blanks would have a hundred read behind it.
const formulaBehind = {
  ",": /(?=[=+\-@＝＋－＠])(?<=[,\t\r\n]["'\s\0]{0,100})/g,
  ";": /(?=[=+\-@＝＋－＠])(?<=[;\t\r\n]["'\s\0]{0,100})/g,
};

/**
 * What whoever asks has chosen, otherwise what spreadsheets expect in their language (the header Accept-Language): a
 * semicolon where numbers are written with a comma.
 */
function separatorFor(request: Request): Separator {
  const chosen = chosenSeparator(request.headers.get("Cookie") ?? undefined);
  if (chosen) return separators[chosen];
  const [, language] =
    /^\s*([a-z]{2,3}(?:-(?:[a-z]{2}|\d{3}))?)(?![a-z\d])/i.exec(request.headers.get("Accept-Language") ?? "") ?? [];
  return language && /,/.test((1.5).toLocaleString(language)) ? ";" : ",";
}

/**
 * Makes spreadsheets read every cell as the text that was typed: a leading apostrophe prevents formulas (ASVS 1.2.10),
 * and a trailing tab, which is invisible, keeps 03001234567 or 1/2 from becoming a number or a date. CSV has no other
 * way to mark text: spreadsheets convert numbers whether quoted or not. What people go on using has a form that other
 * programs understand: a telephone number is a `tel:` address (RFC 3966), and an e-mail address that begins as a formula
 * does stands in angle brackets (RFC 5322).
 */
function csvCell(value: string, separator: Separator): string {
  const marked = isTelephone(value)
    ? telephone(value)
    : isFormula(value)
      ? isEmail(value) && cleanEmail(value) === value
        ? `<${value}>`
        : `'${value}`
      : isComputed(value)
        ? `${value}\t`
        : value;
  const inert = inertWithin(marked, separator);
  return /["\r\n,;\t']/.test(inert) ? `"${inert.replaceAll('"', '""')}"` : inert;
}

/** A cell with a telephone number. */
export const telephone = (typed: string): string => typed && `tel:${typed.trim()}`;

/** An international number (ITU-T E.123): + and at least seven digits, with the usual separators between them. */
const isTelephone = (value: string): boolean => /^\+(?:[ ().-]*\d){7,15}[ ().-]*$/.test(value);

const isFormula = (value: string): boolean => /^[\s\0]*[=+\-@\t\r\0＝＋－＠]/.test(value);

/** Whether a spreadsheet would convert this value: numbers, money, percentages, dates, times, true and false. */
const isComputed = (value: string): boolean =>
  value.length <= 100 &&
  (/^[\d\s.,:/()%$€£¥etz+-]*\d[\s.,:/()%$€£¥ez+-]*([ap]m?\s*)?$/i.test(value) || isWordOfIts(value.trim()));

const isWordOfIts = (value: string): boolean =>
  /^(true|false|\d{0,4}[ ./-]{0,2}(jan|feb|mar|apr|may|jun|jul|aug|sep|oct|nov|dec)[a-z]{0,6}[ ,./-]{0,2}[\d ,./-]{0,10})$/i.test(
    value,
  );

/** A timestamp for readers in the back office: 2026-05-01 12:00:00 UTC. `at` is ISO 8601 in UTC, or empty. */
export const csvMoment = (at: string): string => at && `${at.slice(0, 10)} ${at.slice(11, 19)} UTC`;

/**
 * A CSV download, streamed while it is read; `pages` yields the rows in portions. The first is read before the response
 * starts. If a later one fails, the last line says so and the stream ends with the error.
 * @throws whatever reading the first portion throws
 */
export async function csvResponse(
  request: Request,
  name: string,
  head: string[],
  pages: AsyncIterable<string[][]>,
): Promise<Response> {
  const iterator = pages[Symbol.asyncIterator]();
  const text = textOf(head, await iterator.next(), iterator, separatorFor(request));
  const body = new ReadableStream<Uint8Array>({
    async pull(controller) {
      const { done, value } = await text.next();
      if (done) controller.close();
      else controller.enqueue(new TextEncoder().encode(value));
    },
    async cancel() {
      await iterator.return?.();
    },
  });
  return new Response(body, {
    headers: {
      "Content-Type": "text/csv; charset=utf-8",
      "Content-Disposition": `attachment; filename="${name}.csv"`,
      "Cache-Control": "no-store",
    },
  });
}

/** With the longest texts a few milliseconds. */
const rowsAtOnce = 25;

async function* textOf(
  head: string[],
  first: IteratorResult<string[][]>,
  rest: AsyncIterator<string[][]>,
  separator: Separator,
) {
  yield csvStart + csvRow(head, separator);
  try {
    for (let page = first; !page.done; page = await rest.next()) {
      for (const rows of chunksOf(page.value, rowsAtOnce)) {
        yield rows.map((cells) => csvRow(cells, separator)).join("");
        // Yields to other requests, however fast the client reads.
        await nextTurn();
      }
    }
  } catch (error) {
    yield csvRow(["This file is not whole: the server could not read the rest. Export it again."], separator);
    throw error;
  }
}
