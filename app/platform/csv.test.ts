import { expect, test } from "vitest";
import { csvResponse } from "./csv.ts";

async function* breaking(after: number): AsyncGenerator<string[][]> {
  for (let n = 1; n <= after; n++) yield [[`row ${n}`]];
  throw new Error("The database is away.");
}

test("an export fails before its first byte, or says in its last line that it is not whole", async () => {
  await expect(csvResponse("rows", ["Row"], breaking(0))).rejects.toThrow("The database is away.");
  for (const after of [1, 2]) {
    const { body } = await csvResponse("rows", ["Row"], breaking(after));
    let text = "";
    const read = async () => {
      for await (const piece of body ?? []) text += new TextDecoder().decode(piece);
    };
    await expect(read()).rejects.toThrow("The database is away.");
    expect(text).toContain(`row ${after}\r\n`);
    expect(text).toMatch(/This file is not whole: [^\r\n]+\r\n$/);
  }
});
