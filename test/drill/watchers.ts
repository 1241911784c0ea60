import { setTimeout as pause } from "node:timers/promises";
import { officeOf, type Product } from "../product.ts";

const addresses = ["/", "/portfolio", "/about", "/career", "/details/0", "/privacy"];

/** Visitors who open one page after the other. */
export function readPages(url: string, count: number) {
  const counts = { served: 0, failed: {} as Record<string, number> };
  let isStopped = false;
  const readers = Array.from({ length: count }, async (_, reader) => {
    for (let n = reader; !isStopped; n++) {
      const outcome = await read(`${url}${addresses[n % addresses.length]}`);
      if (outcome === "200") counts.served++;
      else counts.failed[outcome] = (counts.failed[outcome] ?? 0) + 1;
      await pause(10);
    }
  });
  return {
    counts,
    failed: () => Object.values(counts.failed).reduce((sum, each) => sum + each, 0),
    async finish() {
      isStopped = true;
      await Promise.all(readers);
      return counts;
    },
  };
}

async function read(address: string): Promise<string> {
  try {
    const response = await fetch(address, { signal: AbortSignal.timeout(10_000) });
    await response.arrayBuffer();
    return String(response.status);
  } catch (error) {
    return (error as Error).name === "TimeoutError" ? "no answer in 10 s" : "connection lost";
  }
}

interface Spread {
  changes: number;
  p50: number;
  p99: number;
  worst: number;
  /** The worst, where the time during which the database could not be reached is not counted. */
  worstSinceBack: number;
}

interface Staleness {
  ms: number;
  sinceBackMs: number;
}

/** The name of the state in which nothing happens. */
export const quiet = "all is well";

/**
 * An editor changes a text every half second, and every instance is polled until its page shows it: measures the time
 * from the editor's response to the last stale page of each instance, by the state in which it began. An instance that
 * does not respond shows nobody a stale page.
 */
export async function measureStaleness(editor: Product, instances: Product[]) {
  const office = await officeOf(editor.url);
  const byState = new Map<string, Staleness[]>();
  let backMs = 0;
  let state = quiet;
  /** The last state other than quiet since the present change began. */
  let met = quiet;
  let isStopped = false;
  const editing = (async () => {
    for (let n = 0; !isStopped; n++) {
      const word = `+92 42 ${String(1_000_000 + n)}`;
      met = state;
      const response = await office
        .put("/site/edit", { edits: [{ path: "company.phone", value: word }] })
        .catch(() => undefined);
      await response?.body?.cancel();
      if (response?.ok) {
        const fromMs = performance.now();
        const lasts = await Promise.all(instances.map((instance) => lastShowedOld(instance.url, word, fromMs)));
        const times = lasts.flatMap((lastMs) =>
          lastMs === undefined
            ? []
            : [{ ms: lastMs - fromMs, sinceBackMs: Math.max(0, lastMs - Math.max(fromMs, backMs)) }],
        );
        // A change interrupted by a state counts towards that state.
        byState.set(met, [...(byState.get(met) ?? []), ...times]);
      }
      await pause(500);
    }
  })();
  return {
    name(next: string) {
      state = next;
      if (next !== quiet) met = next;
    },
    /** New connections to the database succeed again from now on. */
    databaseIsBack() {
      backMs = performance.now();
    },
    async finish(): Promise<Record<string, Spread>> {
      isStopped = true;
      await editing;
      return Object.fromEntries([...byState].map(([name, times]) => [name, spreadOf(times)]));
    },
  };
}

/** @returns when the instance last showed the old page, at the earliest `fromMs`; nothing if it is down */
async function lastShowedOld(url: string, word: string, fromMs: number): Promise<number | undefined> {
  for (let lastOldMs = fromMs; ; ) {
    const askedMs = performance.now();
    if (askedMs - fromMs > 20_000) return askedMs;
    const text = await fetch(`${url}/privacy`, { signal: AbortSignal.timeout(3_000) })
      .then((response) => (response.ok ? response.text() : undefined))
      .catch(() => undefined);
    if (text === undefined) return undefined;
    if (text.includes(word)) return lastOldMs;
    lastOldMs = askedMs;
    await pause(20);
  }
}

function spreadOf(times: Staleness[]): Spread {
  const sorted = times.map(({ ms }) => ms).toSorted((a, b) => a - b);
  const worstSinceBack = Math.round(Math.max(0, ...times.map(({ sinceBackMs }) => sinceBackMs)));
  const at = (part: number) => Math.round(sorted[Math.min(sorted.length - 1, Math.floor(sorted.length * part))] ?? 0);
  return { changes: sorted.length, p50: at(0.5), p99: at(0.99), worst: at(1), worstSinceBack };
}
