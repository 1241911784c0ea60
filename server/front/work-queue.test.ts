import { afterEach, beforeEach, expect, onTestFinished, test, vi } from "vitest";
import { httpLimits } from "./http-limits.ts";
import { type Work, WorkQueue } from "./work-queue.ts";

// The test controls the clock and how long each request takes.
beforeEach(
  () =>
    void vi.useFakeTimers({ toFake: ["setInterval", "clearInterval", "setTimeout", "setImmediate", "performance"] }),
);
afterEach(() => void vi.useRealTimers());

interface Told {
  name: string;
  waitedMs: number;
  isServed: boolean;
}

/** A site that processes `atOnce` requests at a time, each taking `tookMs`. */
function site({ atOnce = 10, tookMs = (): number => 10 } = {}) {
  const told: Told[] = [];
  const done: { atMs: number; waitedMs: number }[] = [];
  const limits = { ...httpLimits.work, atOnce, leadsAtOnce: atOnce };
  const queue = new WorkQueue(limits);
  const offer = (name: string, { address = "192.0.2.1", isLead = false }: Partial<Work> = {}) => {
    const sinceMs = performance.now();
    const tell = (isServed: boolean) => void told.push({ name, waitedMs: performance.now() - sinceMs, isServed });
    queue.offer({
      address,
      isLead,
      run: () => {
        tell(true);
        return new Promise<void>((resolve) =>
          setTimeout(() => {
            done.push({ atMs: performance.now(), waitedMs: performance.now() - sinceMs });
            resolve();
          }, tookMs()),
        );
      },
      refuse: () => tell(false),
    });
  };
  /** Offers `perMs` requests in each millisecond for `forMs`. */
  const load = async (perMs: number, forMs: number, options: Partial<Work> = {}) => {
    let due = 0;
    for (let ms = 0; ms < forMs; ms++) {
      for (due += perMs; due >= 1; due--) offer(options.address ?? "", options);
      await vi.advanceTimersByTimeAsync(1);
    }
  };
  return { told, done, offer, load };
}

const served = (told: Told[]) => told.filter(({ isServed }) => isServed);
const longest = (told: { waitedMs: number }[]) => Math.max(0, ...told.map(({ waitedMs }) => waitedMs));

test("below capacity every request is served at once", async () => {
  const { told, load } = site({ atOnce: 20 });
  await load(0.5, 2_000);

  expect(served(told)).toHaveLength(1_000);
  expect(longest(told)).toBeLessThan(20);
});

test("a burst is queued briefly and served completely and in order", async () => {
  const { told, offer } = site({ atOnce: 20 });
  for (let n = 0; n < 200; n++) offer(String(n));
  await vi.advanceTimersByTimeAsync(1_000);

  expect(served(told).map(({ name }) => name)).toEqual(Array.from({ length: 200 }, (_, n) => String(n)));
  expect(longest(told)).toBeLessThan(400);
});

test("at ten times the capacity requests are served or refused within a bounded time; afterwards all are served", async () => {
  // Ten at once, half of that for one address, 10 ms each: 0.5 per millisecond.
  const { told, load } = site();
  await load(5, 5_000);
  await vi.advanceTimersByTimeAsync(2_000);

  expect(told).toHaveLength(25_000);
  expect(served(told).length).toBeGreaterThan(2_400);
  // A full queue is worked off in about a second.
  expect(longest(told)).toBeLessThan(1_200);
  told.length = 0;
  await load(0.2, 500);
  expect(served(told)).toHaveLength(100);
});

test("when the queue is full, requests of the client with the most are refused at once", () => {
  const { told, offer } = site();
  for (let n = 0; n < 2_000; n++) offer("flood", { address: "192.0.2.66" });
  offer("visitor", { address: "198.51.100.1" });

  const refused = told.filter(({ isServed }) => !isServed);
  expect(refused).toHaveLength(2_001 - httpLimits.work.waiting);
  expect(new Set(refused.map(({ name }) => name))).toEqual(new Set(["flood"]));
  expect(longest(refused)).toBe(0);
});

test("what has waited too long is refused, in order, and what came later is served", async () => {
  const { told, offer } = site({ atOnce: 1, tookMs: () => 3_000 });
  for (let n = 0; n < 4; n++) {
    offer(String(n));
    await vi.advanceTimersByTimeAsync(100);
  }
  await vi.advanceTimersByTimeAsync(10_000);

  expect(told.map(({ name, isServed }) => [name, isServed])).toEqual([
    ["0", true],
    ["1", true],
    ["2", false],
    ["3", false],
  ]);
  expect(longest(told)).toBeLessThan(5_100);
  offer("4");
  await vi.advanceTimersByTimeAsync(100);
  expect(told.at(-1)).toMatchObject({ name: "4", isServed: true });
});

test("a client that floods the queue delays only itself", async () => {
  const { told, offer } = site();
  for (let ms = 0; ms < 2_000; ms++) {
    for (let n = 0; n < 5; n++) offer("flood", { address: "192.0.2.66" });
    if (ms % 20 === 0) offer("visitor", { address: `198.51.100.${ms % 200}` });
    await vi.advanceTimersByTimeAsync(1);
  }
  await vi.advanceTimersByTimeAsync(1_000);

  const visitors = told.filter(({ name }) => name === "visitor");
  expect(visitors).toHaveLength(100);
  expect(served(visitors)).toHaveLength(100);
  expect(longest(visitors)).toBeLessThan(50);
});

test("leads have their own slots and are served whatever else is queued", async () => {
  const { told, offer } = site();
  for (let ms = 0; ms < 1_000; ms++) {
    for (let n = 0; n < 5; n++) offer("read");
    if (ms % 5 === 0) offer("lead", { isLead: true });
    await vi.advanceTimersByTimeAsync(1);
  }
  await vi.advanceTimersByTimeAsync(1_000);

  const leads = told.filter(({ name }) => name === "lead");
  expect(served(leads)).toHaveLength(200);
  expect(longest(leads)).toBeLessThan(30);
});

test("a page with twenty pictures on a slow machine is not refused: each request waits and is served", async () => {
  const { told, offer } = site({ tookMs: () => 500 });
  for (let n = 0; n < 20; n++) offer(String(n));
  await vi.advanceTimersByTimeAsync(3_000);

  expect(served(told)).toHaveLength(20);
  expect(longest(told)).toBeGreaterThan(1_000);
});

test.each([1, 30])("a flood of leads that take %i ms each keeps no other request from its turn", async (tookMs) => {
  vi.useRealTimers();
  let nowMs = 0;
  const clock = vi.spyOn(performance, "now").mockImplementation(() => nowMs);
  onTestFinished(() => clock.mockRestore());
  const queue = new WorkQueue(httpLimits.work);
  const begun: boolean[] = [];
  const offer = (isLead: boolean): Promise<void> =>
    new Promise((resolve, reject) => {
      const run = () => {
        begun.push(isLead);
        nowMs += tookMs;
        resolve();
      };
      queue.offer({ address: isLead ? "192.0.2.66" : "198.51.100.1", isLead, run, refuse: reject });
    });
  await Promise.all([...Array.from({ length: 50 }, () => offer(true)), offer(false), offer(false)]);

  expect(begun.slice(0, 15).filter((isLead) => !isLead)).toHaveLength(2);
  expect(begun[0]).toBe(true);
});

test("once requests have taken their part of a turn, the next one is started in the next turn", async () => {
  vi.useRealTimers();
  let nowMs = 0;
  let turn = 0;
  const clock = vi.spyOn(performance, "now").mockImplementation(() => nowMs);
  let counting = setImmediate(function count() {
    turn++;
    counting = setImmediate(count);
  });
  onTestFinished(() => {
    clock.mockRestore();
    clearImmediate(counting);
  });
  const queue = new WorkQueue(httpLimits.work);
  /** In how many turns three requests are started of which each computes so long. */
  const turnsFor = async (ms: number) => {
    const turns = new Set<number>();
    const work = (): Promise<void> =>
      new Promise((resolve, reject) => {
        const run = () => {
          turns.add(turn);
          nowMs += ms;
          resolve();
        };
        queue.offer({ address: "192.0.2.1", isLead: false, run, refuse: reject });
      });
    await Promise.all([work(), work(), work()]);
    return turns.size;
  };

  expect(await turnsFor(1)).toBe(1);
  expect(await turnsFor(20)).toBe(3);
});
