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

interface Waiting {
  work: Work;
  sinceMs: number;
}

/** Interval of the timer that measures the event loop's lag. */
const beatMs = 10;
/** An overload is over when for this long not much has been waiting. */
const overloadMs = 1_000;

/**
 * Decides which requests run, wait or are refused. Nothing is started while the event loop lags or enough requests are
 * running. Waiting requests are started round-robin by address, so that one client delays only itself. In a burst, a
 * request waits at most `maxWaitMs`. A queue that does not drain is an overload: then only the newest requests are
 * started (`strictMs`) and the rest refused at once, so that those served are served quickly. This is CoDel with an
 * adaptive LIFO (Maurer, "Fail at Scale", ACM Queue 13(8), 2015). Since all that run share the processor and the
 * database, fewer run at once while each takes longer than `targetMs` (additive increase, multiplicative decrease). A few
 * waiting requests are not an overload, however much the event loop lags.
 */
export class WorkQueue {
  readonly #lists: TaskQueue[];
  #beat: ReturnType<typeof setInterval> | undefined;
  #beatAtMs = 0;
  #isScheduled = false;

  constructor(limits: WorkLimits) {
    this.#lists = [new TaskQueue(limits, () => limits.leadsAtOnce), new TaskQueue(limits, () => limits.atOnce)];
  }

  /** Starts the work now or later, or refuses it. */
  offer(work: Work): void {
    const list = this.#listOf(work.isLead);
    this.#startBeat();
    if (list.length === 0 && list.hasPlaceFor(work.address) && !this.#isLate()) this.#begin(list, work);
    else {
      list.add({ work, sinceMs: performance.now() })?.work.refuse();
      this.#schedule();
    }
  }

  /**
   * Whether the site is, or was a moment ago, overloaded, and as much waits as can be served in time. `ahead`: how many
   * requests have been received and not been offered yet.
   */
  isOverloaded(isLead: boolean, ahead: number): boolean {
    return this.#listOf(isLead).isOverloaded(ahead);
  }

  /** Whether no address has more requests waiting than this one would have with another. */
  hasItsShare(address: string, isLead: boolean): boolean {
    return this.#listOf(isLead).hasItsShare(address);
  }

  /** How many requests run and wait. */
  get counts(): Load["queues"] {
    return { leads: this.#listOf(true).counts, others: this.#listOf(false).counts };
  }

  #listOf(isLead: boolean): TaskQueue {
    return this.#lists[isLead ? 0 : 1] as TaskQueue;
  }

  #begin(list: TaskQueue, work: Work): void {
    const done = list.begin(work.address);
    Promise.resolve(work.run()).then(
      () => this.#end(done),
      () => this.#end(done),
    );
  }

  #end(done: () => void): void {
    done();
    if (this.#lists.some(({ length }) => length > 0)) this.#schedule();
  }

  #schedule(): void {
    if (this.#isScheduled) return;
    this.#isScheduled = true;
    setImmediate(() => {
      this.#isScheduled = false;
      this.#pump();
    });
  }

  /** Refuses whatever has waited too long and starts one of the rest, leads first. */
  #pump(): void {
    const nowMs = performance.now();
    for (const list of this.#lists) for (const work of list.expired(nowMs)) work.refuse();
    if (this.#isLate()) return;
    for (const list of this.#lists) {
      const next = list.take(nowMs);
      if (!next) continue;
      this.#begin(list, next);
      // One at a time: how long it holds the event loop is seen only once it has run as far as it can in this tick. If
      // nothing can be started, the next timer or the next completed request continues.
      queueMicrotask(() => process.nextTick(() => this.#pump()));
      return;
    }
  }

  /** Whether the event loop lags. */
  #isLate(): boolean {
    return performance.now() - this.#beatAtMs > beatMs;
  }

  #startBeat(): void {
    if (this.#beat) return;
    this.#beatAtMs = performance.now();
    this.#beat = setInterval(() => {
      this.#beatAtMs = performance.now();
      if (this.#lists.every(({ isIdle }) => isIdle)) {
        clearInterval(this.#beat);
        this.#beat = undefined;
      } else this.#pump();
    }, beatMs).unref();
  }
}

/** Running and waiting work of one kind, by address. */
class TaskQueue {
  readonly #limits: WorkLimits;
  readonly #maxConcurrency: () => number;
  /** How many may run at once in an overload, adapted to how long they take. */
  #adaptedAtOnce: number;
  readonly #runningOf = new Map<string, number>();
  /** In round-robin order; the oldest of each address first. */
  readonly #waitingOf = new Map<string, Waiting[]>();
  #running = 0;
  #nonEmptySinceMs = 0;
  #reducedAtMs = 0;
  /** When an overload was last seen. */
  #overloadedAtMs = Number.NEGATIVE_INFINITY;
  length = 0;

  constructor(limits: WorkLimits, maxConcurrency: () => number) {
    this.#limits = limits;
    this.#maxConcurrency = maxConcurrency;
    this.#adaptedAtOnce = maxConcurrency();
  }

  get isIdle(): boolean {
    return this.#running === 0 && this.length === 0;
  }

  get counts(): { running: number; waiting: number } {
    return { running: this.#running, waiting: this.length };
  }

  hasPlaceFor(address: string): boolean {
    const atOnce = Math.min(this.#maxConcurrency(), this.#adaptedAtOnce);
    return this.#running < atOnce && (this.#runningOf.get(address) ?? 0) < atOnce / 2;
  }

  /** @returns a function that marks the work as finished */
  begin(address: string): () => void {
    this.#running++;
    this.#runningOf.set(address, (this.#runningOf.get(address) ?? 0) + 1);
    const begunMs = performance.now();
    return () => {
      this.#running--;
      this.#adapt(performance.now(), begunMs);
      const left = (this.#runningOf.get(address) ?? 0) - 1;
      if (left > 0) this.#runningOf.set(address, left);
      else this.#runningOf.delete(address);
    };
  }

  #adapt(nowMs: number, begunMs: number): void {
    const { targetMs, minConcurrency } = this.#limits;
    const now = this.#adaptedAtOnce;
    if (!this.#isStanding(nowMs)) this.#adaptedAtOnce = Math.min(this.#maxConcurrency(), now + 1);
    else if (nowMs - begunMs <= targetMs) this.#adaptedAtOnce = Math.min(this.#maxConcurrency(), now + 1 / now);
    // What had begun before the last reduction says nothing about it.
    else if (begunMs >= this.#reducedAtMs) {
      this.#adaptedAtOnce = Math.max(minConcurrency, now / 2);
      this.#reducedAtMs = nowMs;
    }
  }

  /** @returns what is dropped to make room: the oldest request of the address with most waiting */
  add(waiting: Waiting): Waiting | undefined {
    if (this.length === 0) this.#nonEmptySinceMs = waiting.sinceMs;
    const dropped = this.length >= this.#limits.waiting ? this.#removeOldest(this.#longest()) : undefined;
    const { address } = waiting.work;
    const own = this.#waitingOf.get(address);
    if (own) own.push(waiting);
    else this.#waitingOf.set(address, [waiting]);
    this.length++;
    return dropped;
  }

  isOverloaded(ahead: number): boolean {
    const nowMs = performance.now();
    const isMuch = this.length + ahead >= this.#limits.waitingInOverload;
    // Requests arrive in batches, between which the queue may run empty.
    const wasOverloaded = nowMs - this.#overloadedAtMs < overloadMs;
    if (this.#isStanding(nowMs) || (isMuch && wasOverloaded)) this.#overloadedAtMs = nowMs;
    return isMuch && this.#overloadedAtMs === nowMs;
  }

  hasItsShare(address: string): boolean {
    return (this.#waitingOf.get(address)?.length ?? 0) + 1 >= (this.#waitingOf.get(this.#longest())?.length ?? 0);
  }

  /** The next request whose address has a free slot. */
  take(nowMs: number): Work | undefined {
    for (const [address, own] of this.#waitingOf) {
      if (!this.hasPlaceFor(address)) continue;
      const next = this.#isStanding(nowMs) ? own.pop() : own.shift();
      this.length--;
      this.#waitingOf.delete(address);
      if (own.length > 0) this.#waitingOf.set(address, own);
      return next?.work;
    }
    return undefined;
  }

  /** Removes requests that have waited too long. */
  *expired(nowMs: number): Generator<Work> {
    const { few, fewMaxWaitMs, strictMs, maxWaitMs } = this.#limits;
    const longestMs = this.length <= few ? fewMaxWaitMs : this.#isStanding(nowMs) ? strictMs : maxWaitMs;
    for (const [address, own] of this.#waitingOf)
      while (own[0] && nowMs - own[0].sinceMs > longestMs) {
        const oldest = this.#removeOldest(address);
        if (oldest) yield oldest.work;
      }
  }

  #isStanding(nowMs: number): boolean {
    return this.length > this.#limits.few && nowMs - this.#nonEmptySinceMs > this.#limits.standingMs;
  }

  #removeOldest(address: string): Waiting | undefined {
    const own = this.#waitingOf.get(address);
    const oldest = own?.shift();
    if (oldest) this.length--;
    if (own?.length === 0) this.#waitingOf.delete(address);
    return oldest;
  }

  #longest(): string {
    let longest = "";
    let most = 0;
    for (const [address, { length }] of this.#waitingOf)
      if (length > most) {
        longest = address;
        most = length;
      }
    return longest;
  }
}
