/**
 * Runs tasks in the order they come, for at most `sliceMs` without a pause, so that an event loop turn with many requests
 * does not delay what is answered at once. In an overload hundreds of connections have something to read in each turn.
 */
export class TimeSlices {
  readonly #sliceMs: number;
  #waiting: (() => void)[] = [];
  /** Tasks of `#waiting` that have run. */
  #done = 0;
  #spentMs = 0;
  #isScheduled = false;

  constructor(sliceMs: number) {
    this.#sliceMs = sliceMs;
  }

  /** Number of tasks waiting. */
  get length(): number {
    return this.#waiting.length - this.#done;
  }

  /** Runs the task now or, when this turn's time is spent, in one of the next turns. Tasks must not throw. */
  run(task: () => void): void {
    this.#schedule();
    if (this.#waiting.length > 0 || this.#spentMs >= this.#sliceMs) this.#waiting.push(task);
    else this.#measure(task);
  }

  #measure(task: () => void): void {
    const begunMs = performance.now();
    task();
    this.#spentMs += performance.now() - begunMs;
  }

  #schedule(): void {
    if (this.#isScheduled) return;
    this.#isScheduled = true;
    setImmediate(() => {
      this.#isScheduled = false;
      this.#spentMs = 0;
      this.#continue();
    });
  }

  #continue(): void {
    while (this.#done < this.#waiting.length && this.#spentMs < this.#sliceMs)
      this.#measure(this.#waiting[this.#done++] as () => void);
    if (this.#done < this.#waiting.length) this.#schedule();
    else {
      this.#waiting = [];
      this.#done = 0;
    }
  }
}
