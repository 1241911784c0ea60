import { spawn } from "node:child_process";
import { once } from "node:events";
import { Writable } from "node:stream";
import { expect, test } from "vitest";
import { toStream } from "./log-output.ts";

test("while the log reader stalls, excess lines are dropped, and their number is logged afterwards", async () => {
  const taken: string[] = [];
  let goOn = () => {};
  const stream = new Writable({
    decodeStrings: false,
    highWaterMark: 1,
    write(text, _, done) {
      taken.push(text);
      if (taken.length === 1) goOn = done;
      else done();
    },
  });
  const write = toStream(stream, 5_000);

  const lines = Array.from({ length: 100 }, (_, n) => JSON.stringify({ n, text: "a".repeat(1_000) }));
  for (const line of lines) write(line);
  expect(stream.writableLength).toBeLessThan(7_000);
  const drained = once(stream, "drain");
  goOn();
  await drained;
  write("the next");

  const kept = taken.filter((line) => line.startsWith('{"n"')).length;
  expect(kept).toBeGreaterThan(3);
  expect(taken.at(-2)).toContain(`"event":"log lines dropped","lines":${100 - kept}}`);
  expect(taken.at(-1)).toBe("the next\n");
});

test("an unread stderr pipe does not block the process", async () => {
  const program = `
    const { createLogOutput } = await import("./app/platform/observability/log-output.ts");
    const write = createLogOutput();
    for (let n = 0; n < 3_000; n++) write("a".repeat(1_000));
    setTimeout(() => process.exit(process.stderr.writableLength > 900_000 ? 7 : 8));`;
  const child = spawn(process.execPath, ["--input-type=module", "-e", program], {
    stdio: ["ignore", "ignore", "pipe"],
  });
  child.stderr.pause();

  expect(await once(child, "exit")).toEqual([7, null]);
});
