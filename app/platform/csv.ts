import { setImmediate as nextTurn } from "node:timers/promises";

/** Bytes that a spreadsheet opens as a table: RFC 4180, with the mark by which Excel knows UTF-8. */
export const csvStart = "\ufeff";

export function csvRow(cells: readonly string[]): string {
  return `${cells.map(csvCell).join(",")}\r\n`;
}

/**
 * Every cell is read as text, as it was typed: what a spreadsheet would compute has a quote mark in front (ASVS 1.2.10), and what it
 * would take for a number or a date (03001234567, 1/2) ends with a tab, which is not seen. Spreadsheets know no other sign for text
 * in a CSV file: quoted or not, they take a number for a number.
 */
function csvCell(value: string): string {
  const inert = isFormula(value) ? `'${value}` : isComputed(value) ? `${value}\t` : value;
  return /["\r\n,;\t']/.test(inert) ? `"${inert.replaceAll('"', '""')}"` : inert;
}

const isFormula = (value: string): boolean => /^[\s\0]*[=+\-@\t\r\0＝＋－＠]/.test(value);

/** Whether a spreadsheet shows another value than this: numbers, money, percentages, dates, times, true and false. */
const isComputed = (value: string): boolean =>
  value.length <= 100 && (/^[\d\s.,:/()%$€£¥e+-]*\d[\s.,:/()%$€£¥e+-]*$/i.test(value) || isWordOfIts(value.trim()));

const isWordOfIts = (value: string): boolean =>
  /^(true|false|\d{0,4}[ ./-]{0,2}(jan|feb|mar|apr|may|jun|jul|aug|sep|oct|nov|dec)[a-z]{0,6}[ ,./-]{0,2}[\d ,./-]{0,10})$/i.test(
    value,
  );

/** A moment as the office reads it: 2026-05-01 12:00:00 UTC. `at` is ISO 8601 in UTC, or empty. */
export const csvMoment = (at: string): string => at && `${at.slice(0, 10)} ${at.slice(11, 19)} UTC`;

/** A file that the browser saves, written while it is read: `pages` gives the rows in portions. */
export function csvResponse(name: string, head: string[], pages: AsyncIterable<string[][]>): Response {
  const encoder = new TextEncoder();
  const iterator = pages[Symbol.asyncIterator]();
  const body = new ReadableStream<Uint8Array>({
    start: (controller) => controller.enqueue(encoder.encode(csvStart + csvRow(head))),
    async pull(controller) {
      // However fast the client reads, others have their turn in between.
      await nextTurn();
      const { done, value } = await iterator.next();
      if (done) controller.close();
      else controller.enqueue(encoder.encode(value.map(csvRow).join("")));
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
