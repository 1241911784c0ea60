import type { Load } from "#app/platform/observability/metrics.ts";
import type { WorkLimits } from "./http-limits.ts";

/** A request whose body has been received. */
export interface Work {
  /** The client's address: the queue is fair between addresses. */
  address: string;
  /** Leads are started first and have their own slots. */
  isLead: boolean;
  /** Settles when the response has been produced. */
  run(): unknown;
  /** Responds that the site is overloaded. */
  refuse(): void;
}

/** For how much of a turn of the event loop requests are started. */
const turnMs = 5;
/** How often what waits is looked at, if no completed request does it earlier. */
const lookMs = 50;

/**
 * Decides which requests run, wait or are refused. Only so many run at once, leads in slots of their own. The others wait
 * in round-robin order of their addresses, so that one client delays only itself, and are refused after `maxWaitMs`; when
 * too many wait, the address with most of them loses its oldest. Only for a part of each turn of the event loop are they
 * started, so that cached pages, health and new connections do not wait for all.
 */
export class WorkQueue {
  readonly #lanes: readonly [leads: Lane, others: Lane];
  /** When the first lead was started since one of the others. */
  #leadsFromMs: number | undefined;
  #isScheduled = false;
  #looking: ReturnType<typeof setInterval> | undefined;

  constructor(limits: WorkLimits) {
    this.#lanes = [new Lane(limits, "leadsAtOnce"), new Lane(limits, "atOnce")];
  }

  /** Starts the work in a later turn, or refuses it. */
  offer(work: Work): void {
    this.#lanes[work.isLead ? 0 : 1].add(work)?.refuse();
    this.#looking ??= setInterval(() => this.#startNext(), lookMs).unref();
    this.#schedule();
  }

  /** How many requests run and wait. */
  get counts(): Load["queues"] {
    const [leads, others] = this.#lanes;
    return { leads: leads.counts, others: others.counts };
  }

  #schedule(): void {
    if (this.#isScheduled) return;
    this.#isScheduled = true;
    setImmediate(() => {
      this.#isScheduled = false;
      this.#startNext();
    });
  }

  /** Starts one request after the other, each when the one before has run as far as it can in this turn. */
  #startNext(untilMs = performance.now() + turnMs): void {
    for (const lane of this.#lanes) for (const work of lane.expired()) work.refuse();
    if (this.#lanes.every(({ counts }) => counts.waiting === 0)) {
      clearInterval(this.#looking);
      this.#looking = undefined;
      return;
    }
    const [leads, others] = this.#lanes;
    const nowMs = performance.now();
    // Whoever floods the site with leads keeps no other request from its turn.
    const hadTurn = nowMs - (this.#leadsFromMs ?? nowMs) >= turnMs;
    for (const lane of hadTurn ? [others, leads] : [leads, others]) {
      const next = lane.take();
      if (!next) continue;
      this.#leadsFromMs = lane === leads ? (this.#leadsFromMs ?? nowMs) : undefined;
      const end = () => {
        lane.end(next);
        this.#schedule();
      };
      Promise.resolve(next.run()).then(end, end);
      queueMicrotask(() =>
        process.nextTick(() => {
          if (performance.now() < untilMs) this.#startNext(untilMs);
          else this.#schedule();
        }),
      );
      return;
    }
  }
}

interface Waiting {
  work: Work;
  sinceMs: number;
}

/** Running and waiting work of one kind, by address. */
class Lane {
  readonly #limits: WorkLimits;
  readonly #slots: "leadsAtOnce" | "atOnce";
  readonly #runningOf = new Map<string, number>();
  /** In round-robin order; the oldest of each address first. */
  readonly #waitingOf = new Map<string, Waiting[]>();
  readonly counts = { running: 0, waiting: 0 };

  /** `slots`: the limit that says how many run at once. */
  constructor(limits: WorkLimits, slots: "leadsAtOnce" | "atOnce") {
    this.#limits = limits;
    this.#slots = slots;
  }

  /** @returns what is dropped to make room: the oldest request of the address with most waiting */
  add(work: Work): Work | undefined {
    const dropped = this.counts.waiting >= this.#limits.waiting ? this.#takeFrom(this.#longest()) : undefined;
    const waiting = { work, sinceMs: performance.now() };
    this.#waitingOf.set(work.address, [...(this.#waitingOf.get(work.address) ?? []), waiting]);
    this.counts.waiting++;
    return dropped;
  }

  /** The next request whose address has a free slot; it runs from now on. */
  take(): Work | undefined {
    const atOnce = this.#limits[this.#slots];
    if (this.counts.running >= atOnce) return undefined;
    for (const [address] of this.#waitingOf) {
      const running = this.#runningOf.get(address) ?? 0;
      if (running >= atOnce / 2) continue;
      const next = this.#takeFrom(address);
      this.#runningOf.set(address, running + 1);
      this.counts.running++;
      return next;
    }
    return undefined;
  }

  end({ address }: Work): void {
    const left = (this.#runningOf.get(address) ?? 0) - 1;
    if (left > 0) this.#runningOf.set(address, left);
    else this.#runningOf.delete(address);
    this.counts.running--;
  }

  /** Removes requests that have waited too long. */
  *expired(): Generator<Work> {
    const nowMs = performance.now();
    for (const [address, [oldest]] of this.#waitingOf)
      for (let next = oldest; next && nowMs - next.sinceMs > this.#limits.maxWaitMs; ) {
        yield this.#takeFrom(address) as Work;
        next = this.#waitingOf.get(address)?.[0];
      }
  }

  /** Removes the oldest request of an address, whose turn then comes after those of all others. */
  #takeFrom(address: string): Work | undefined {
    const [oldest, ...others] = this.#waitingOf.get(address) ?? [];
    if (oldest) this.counts.waiting--;
    this.#waitingOf.delete(address);
    if (others.length > 0) this.#waitingOf.set(address, others);
    return oldest?.work;
  }

  #longest(): string {
    const [longest = ""] = [...this.#waitingOf].reduce<[string?, Waiting[]?]>(
      (most, entry) => (entry[1].length > (most[1]?.length ?? 0) ? entry : most),
      [],
    );
    return longest;
  }
}
