import { spawnSync } from "node:child_process";
import os from "node:os";
import path from "node:path";
import sharp from "sharp";
import { expect, onTestFinished, test, vi } from "vitest";
import type { Log } from "#app/platform/observability/log.ts";
import { openImages } from "./image-process.ts";

/** A picture as large and as detailed as a camera's. */
const photo = sharp({
  create: { width: 2400, height: 1600, channels: 3, background: "#0e3127", noise: { type: "gaussian", sigma: 30 } },
})
  .jpeg()
  .toBuffer();
const dot = sharp({ create: { width: 4, height: 2, channels: 3, background: "#f1561e" } })
  .png()
  .toBuffer();

function open(limits: Parameters<typeof openImages>[1] = {}) {
  const warnings: string[] = [];
  const quiet = () => {};
  const log: Log = { debug: quiet, info: quiet, error: quiet, warn: (event) => void warnings.push(event) };
  const images = openImages(log, limits);
  onTestFinished(images.close);
  return { images, warnings };
}

/** Kills the process as soon as there is one other than `former`. */
async function kill(images: ReturnType<typeof openImages>, signal: NodeJS.Signals, former?: number): Promise<number> {
  const pid = await vi.waitFor(
    () => {
      const now = images.pid();
      if (now === undefined || now === former) throw new Error("not started yet");
      return now;
    },
    { interval: 1, timeout: 30_000 },
  );
  process.kill(pid, signal);
  return pid;
}

test("pictures are processed in a separate process with a lower priority than the server", async () => {
  const { images } = open();
  const kept = await images.run({ kind: "keep" }, [await dot]);
  expect(kept).toMatchObject({ width: 4, height: 2 });
  expect(images.pid()).not.toBe(process.pid);
  expect(os.getPriority(images.pid())).toBe(os.constants.priority.PRIORITY_BELOW_NORMAL);
  expect((await sharp(kept.bytes).metadata()).format).toBe("webp");
});

test("if the image process is killed while processing a picture, a new process completes it", async () => {
  const { images, warnings } = open();
  const kept = images.run({ kind: "keep" }, [await photo]);
  await kill(images, "SIGKILL");
  expect(await kept).toMatchObject({ width: 2400, height: 1600 });
  expect(warnings).toEqual(["image process ended"]);
});

test.each([
  ["SIGKILL", "unavailable"],
  ["SIGSEGV", "invalid"],
] as const)("after two kills by %s the picture fails with %s, and the next one is processed", async (signal, code) => {
  const { images } = open();
  const kept = images.run({ kind: "keep" }, [await photo]).catch((error: unknown) => error);
  const first = await kill(images, signal);
  await kill(images, signal, first);
  expect(await kept).toMatchObject({ name: "AppError", code });
  expect(await images.run({ kind: "keep" }, [await dot])).toMatchObject({ width: 4 });
});

test("a picture that takes too long is rejected with an error that says so", async () => {
  const { images } = open({ uploadMs: 1 });
  await expect(images.run({ kind: "keep" }, [await photo])).rejects.toMatchObject({
    code: "too_large",
    message: expect.stringContaining("more time"),
  });
});

test("a picture that needs too much memory is rejected with an error that says so; a smaller one is processed", async () => {
  const { images } = open({ memoryMiB: 95 });
  await expect(images.run({ kind: "keep" }, [await photo])).rejects.toMatchObject({
    code: "too_large",
    message: expect.stringContaining("more memory"),
  });
  expect(await images.run({ kind: "keep" }, [await dot])).toMatchObject({ width: 4 });
});

test("an idle image process exits and is started again for the next picture", async () => {
  const { images } = open({ idleMs: 1 });
  await images.run({ kind: "keep" }, [await dot]);
  await vi.waitFor(() => expect(images.pid()).toBeUndefined(), { interval: 5, timeout: 30_000 });
  expect(await images.run({ kind: "keep" }, [await dot])).toMatchObject({ width: 4 });
});

test("concurrent pictures are processed by a single process", async () => {
  const { images } = open();
  const all = Promise.all(Array.from({ length: 6 }, async () => images.run({ kind: "keep" }, [await dot])));
  const pids = new Set<number | undefined>();
  const watched = all.finally(() => pids.add(images.pid()));
  await images.run({ kind: "resize", width: 480, format: "avif" }, [await photo]);
  pids.add(images.pid());
  await watched;
  expect(pids.size).toBe(1);
});

test("where no file can be opened any more the picture fails with unavailable, and counts as none that cannot be read", () => {
  const program = `
    import fs from "node:fs";
    const { openImages } = await import(${JSON.stringify(path.resolve("process/images/image-process.ts"))});
    const images = openImages({ warn() {} });
    try { for (;;) fs.openSync("/dev/null") } catch {}
    const error = await images.run({ kind: "keep" }, [new Uint8Array()]).catch((error) => error);
    console.log(error.name, error.code);
    process.exit();`;
  const args = [process.execPath, "--no-warnings", "--input-type=module", "-e", program];
  const { stdout, stderr } = spawnSync("sh", ["-c", 'ulimit -n 100; exec "$0" "$@"', ...args], { encoding: "utf8" });
  expect([stdout, stderr]).toEqual(["AppError unavailable\n", ""]);
});
