/** Bytes that a spreadsheet opens as a table: RFC 4180, with the mark by which Excel knows UTF-8. */
export const csvStart = "\ufeff";

export function csvRow(cells: readonly string[]): string {
  return `${cells.map(csvCell).join(",")}\r\n`;
}

/** A cell that a spreadsheet would take for a formula is text, by a leading quote mark (ASVS 1.2.10). */
function csvCell(value: string): string {
  const inert = /^[\s\0]*[=+\-@\t\r\0＝＋－＠]/.test(value) ? `'${value}` : value;
  return /["\r\n,;\t']/.test(inert) ? `"${inert.replaceAll('"', '""')}"` : inert;
}

/** A file that the browser saves, written while it is read: `pages` gives the rows in portions. */
export function csvResponse(name: string, head: string[], pages: AsyncIterable<string[][]>): Response {
  const encoder = new TextEncoder();
  const iterator = pages[Symbol.asyncIterator]();
  const body = new ReadableStream<Uint8Array>({
    start: (controller) => controller.enqueue(encoder.encode(csvStart + csvRow(head))),
    async pull(controller) {
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
