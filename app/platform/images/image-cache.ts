interface Kept {
  bytes: Uint8Array;
  /** Temporary: a later read may return a better one. */
  isStandIn?: true;
}

/** Images above this size are read from the database every time. */
const largestBytes = 2 * 1024 * 1024;

/**
 * Recently served images in this process's memory, so that pictures do not keep the database's connections from other
 * work. Simultaneous reads of one image share a query. Every content write clears it, here and within a second in all
 * instances: an erased image is not served any longer than its page.
 */
export class ImageCache<T extends Kept> {
  readonly #maxBytes: number;
  /** Least recently used first. */
  readonly #kept = new Map<string, T>();
  readonly #reading = new Map<string, Promise<T>>();
  #bytes = 0;
  #generation = 0;

  /** `maxBytes` 0: only simultaneous reads are shared. */
  constructor(maxBytes: number) {
    this.#maxBytes = maxBytes;
  }

  clear(): void {
    this.#generation++;
    this.#kept.clear();
    this.#reading.clear();
    this.#bytes = 0;
  }

  /** @throws whatever `load` throws */
  async read(name: string, load: () => Promise<T>): Promise<T> {
    const kept = this.#kept.get(name);
    if (kept) {
      this.#kept.delete(name);
      this.#kept.set(name, kept);
      return kept;
    }
    const waiting = this.#reading.get(name);
    if (waiting) return waiting;
    const reading = this.#load(name, load);
    this.#reading.set(name, reading);
    return reading;
  }

  async #load(name: string, load: () => Promise<T>): Promise<T> {
    const generation = this.#generation;
    try {
      const image = await load();
      if (generation === this.#generation && !image.isStandIn) this.#keep(name, image);
      return image;
    } finally {
      if (generation === this.#generation) this.#reading.delete(name);
    }
  }

  #keep(name: string, image: T): void {
    if (image.bytes.length > Math.min(largestBytes, this.#maxBytes)) return;
    this.#kept.set(name, image);
    this.#bytes += image.bytes.length;
    for (const [oldest, { bytes }] of this.#kept) {
      if (this.#bytes <= this.#maxBytes) return;
      this.#kept.delete(oldest);
      this.#bytes -= bytes.length;
    }
  }
}
