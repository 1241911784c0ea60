import { expect, onTestFinished, test } from "vitest";
import { timed } from "#test/timed.ts";
import { csvResponse } from "./csv.ts";

const request = new Request("http://site.example/");

async function* breaking(after: number): AsyncGenerator<string[][]> {
  for (let n = 1; n <= after; n++) yield [[`row ${n}`]];
  throw new Error("The database is away.");
}

test("an export fails before its first byte, or says in its last line that it is not whole", async () => {
  await expect(csvResponse(request, "rows", ["Row"], breaking(0))).rejects.toThrow("The database is away.");
  for (const after of [1, 2]) {
    const { body } = await csvResponse(request, "rows", ["Row"], breaking(after));
    let text = "";
    const read = async () => {
      for await (const piece of body ?? []) text += new TextDecoder().decode(piece);
    };
    await expect(read()).rejects.toThrow("The database is away.");
    expect(text).toContain(`row ${after}\r\n`);
    expect(text).toMatch(/This file is not whole: [^\r\n]+\r\n$/);
  }
});

async function csvOf(rows: string[][], language?: string, cookie?: string): Promise<string> {
  const headers = { ...(language && { "Accept-Language": language }), ...(cookie && { Cookie: cookie }) };
  const request = new Request("http://site.example/", { headers });
  const response = await csvResponse(
    request,
    "a",
    ["A", "B"],
    (async function* () {
      yield rows;
    })(),
  );
  return response.text();
}

/** The only cell of the second line, as a spreadsheet reads it. */
async function cellOf(value: string): Promise<string> {
  const [, line = ""] = (await csvOf([[value]])).split(/\r\n(?=.)/s);
  return line
    .replace(/\r\n$/, "")
    .replace(/^"(.*)"$/s, "$1")
    .replaceAll('""', '"');
}

const signs = ["=", "+", "-", "@", "\t", "\r", "＝", "＋", "－", "＠"];

test.each(signs.map((sign) => [sign]))(
  "a cell that begins with %j is text in every spreadsheet, and whole",
  async (sign) => {
    for (const before of ["", " ", "\n", "\0", "\u00a0", "\u3000"])
      for (const rest of ["1+1", "cmd|' /C calc'!A0", "SUM(A1:A9)", "hello", 'HYPERLINK("http://evil.example","x")']) {
        const typed = before + sign + rest;
        // Behind a line break too, where another separator is expected.
        expect(await cellOf(typed)).toBe(`'${typed.replace(/\n(?=[=+\-@＝＋－＠])/, "\n'")}`);
      }
  },
);

test("phone numbers and e-mail addresses stay usable and are no formula", async () => {
  expect(await cellOf("+92 300 1234567")).toBe("tel:+92 300 1234567");
  expect(await cellOf("+923001234567")).toBe("tel:+923001234567");
  expect(await cellOf("+plus@example.com")).toBe("<+plus@example.com>");
  expect(await cellOf("-minus@example.com")).toBe("<-minus@example.com>");
  expect(await cellOf("=2+5@example.com")).toBe("<=2+5@example.com>");
  expect(await cellOf("ada+news@example.com")).toBe("ada+news@example.com");
});

test("cells are separated as spreadsheets in the reader's language expect", async () => {
  const row = [["Ada, Lovelace", "b;c"]];
  for (const language of [undefined, "*", "en-US,de;q=0.5", "ur-PK", "xx", "%"])
    expect([language, await csvOf(row, language)]).toEqual([language, 'A,B\r\n"Ada, Lovelace","b;c"\r\n']);
  for (const language of ["de", "de-AT,en;q=0.5", "fr-FR", "es-ES", "pt-BR", "ru"])
    expect([language, await csvOf(row, language)]).toEqual([language, 'A;B\r\n"Ada, Lovelace";"b;c"\r\n']);
});

test("what is chosen on the device separates cells in every language", async () => {
  const row = [["Ada", "Lovelace"]];
  expect(await csvOf(row, "en", "theme=dark; csv=semicolon")).toContain("A;B\r\nAda;Lovelace");
  expect(await csvOf(row, "de", "csv=comma; theme=dark")).toContain("A,B\r\nAda,Lovelace");
  for (const other of ["csv=", "csv=tab", "not-csv=comma"])
    expect([other, await csvOf(row, "de", other)]).toEqual([other, expect.stringContaining("A;B\r\nAda;Lovelace")]);
});

test("many long messages of blanks are exported in linear time, and others have their turn between a few rows", async () => {
  const rows = Array.from({ length: 200 }, () => [`a${"\n".repeat(9_998)}=`]);
  let turns = 0;
  const counting = setInterval(() => turns++);
  onTestFinished(() => clearInterval(counting));
  const { ms, answer } = await timed(() => csvOf(rows));
  expect(answer).toContain("\n'=");
  expect(turns).toBeGreaterThan(5);
  expect(ms).toBeLessThan(1_500);
});

test("whatever a browser says of its languages, the file comes", async () => {
  for (const [language, separator] of [
    ["de-CH-1996", ","],
    ["de-abcdefghij", ";"],
    ["fr-x", ";"],
    ["es-419", ","],
    ["en-a", ","],
    ["*", ","],
    ["-", ","],
  ] as const)
    expect(await csvOf([], language), language).toBe(`A${separator}B\r\n`);
});
