import { spawn } from "node:child_process";
import { once } from "node:events";
import { existsSync, readdirSync, utimesSync, writeFileSync } from "node:fs";
import path from "node:path";
import { expect, onTestFinished, test } from "vitest";
import { freshFolder } from "#test/data-location.ts";
import { withLock } from "./lock.mjs";

/** Runs a program that may use `withLock`, `lock` and `folder`. */
function run(folder: string, program: string) {
  const lock = JSON.stringify(path.join(folder, "a.lock"));
  const imports = `import { existsSync } from "node:fs"; import { withLock } from ${JSON.stringify(path.resolve("scripts/lock.mjs"))};`;
  const child = spawn(process.execPath, [
    ...["--input-type=module", "-e"],
    `${imports} const lock = ${lock}, folder = ${JSON.stringify(folder)}; ${program}`,
  ]);
  child.stderr.pipe(process.stderr);
  onTestFinished(() => void child.kill("SIGKILL"));
  const next = async () => String((await once(child.stdout, "data"))[0]);
  return { child, next };
}

/** A lock whose owner was killed. */
async function abandonedLock(): Promise<string> {
  const folder = freshFolder();
  const { child, next } = run(
    folder,
    `await withLock(lock, () => { console.log("taken"); return new Promise((done) => setTimeout(done, 1e9)); });`,
  );
  await next();
  child.kill("SIGKILL");
  await once(child, "close");
  return folder;
}

test("the lock of a process that was killed is taken over, and nothing is left of it afterwards", async () => {
  const folder = await abandonedLock();
  expect(readdirSync(folder)).toHaveLength(1);
  expect(await withLock(path.join(folder, "a.lock"), async () => "done")).toBe("done");
  expect(readdirSync(folder)).toEqual([]);
});

test("a process that judges a lock abandoned does not take it from one that was faster", async () => {
  const folder = await abandonedLock();
  const taken = path.join(folder, "taken");
  // Between looking whether the owner still runs and the answer, another process takes the lock.
  const slower = run(
    folder,
    `process.kill = () => {
      console.log("looking");
      while (!existsSync(folder + "/taken"));
      process.kill = () => true;
      throw Object.assign(new Error(), { code: "ESRCH" });
    };
    await withLock(lock, async () => console.log("working"));`,
  );
  expect(await slower.next()).toContain("looking");
  await withLock(path.join(folder, "a.lock"), async () => {
    writeFileSync(taken, "");
    expect(await slower.next()).toContain("Waiting");
  });
  expect(await slower.next()).toContain("working");
});

test("whoever was held to be gone leaves the lock to the one that has taken it over", async () => {
  const lock = path.join(freshFolder(), "a.lock");
  const end = Promise.withResolvers<void>();
  const later = await withLock(lock, async () => {
    // As after a quarter of an hour.
    utimesSync(lock, 0, 0);
    // In an array, or it would be waited for.
    return [withLock(lock, () => end.promise)];
  });
  expect(readdirSync(lock)).toHaveLength(1);
  end.resolve();
  await Promise.all(later);
  expect(existsSync(lock)).toBe(false);
});
