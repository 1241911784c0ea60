import type { PageCache as ClearablePages } from "#app/platform/page-cache.ts";
import type { CachedResponse } from "../front/cached-response.ts";

interface Kept {
  cached: CachedResponse;
  generation: number;
  bornMs: number;
  untilMs: number;
}

/** The result of a render. */
export interface Made {
  cached: CachedResponse;
  /** When it expires, since pages show the year. Undefined: not cached (errors, unknown paths). */
  validUntil?: Date;
}

const maxBytes = 96 * 1024 * 1024;

/**
 * Rendered pages in this process's memory, by canonical path. A content write invalidates all of them at once. A page
 * rendered across a write is served but not cached; a stale page is still served if rendering fails.
 */
export class PageCache implements ClearablePages {
  #kept = new Map<string, Kept>();
  #rendering = new Map<string, Promise<CachedResponse>>();
  #generation = 0;
  #changedMs: number;
  #bytes = 0;
  readonly #nowMs: () => number;
  readonly #onClear: (() => void) | undefined;

  /** `onClear`: clears other caches of the content. */
  constructor(nowMs: () => number = Date.now, onClear?: () => void) {
    this.#nowMs = nowMs;
    this.#onClear = onClear;
    this.#changedMs = nowMs();
  }

  clear(): void {
    this.#generation++;
    this.#changedMs = this.#nowMs();
    this.#onClear?.();
  }

  /** When the content was last written, as far as this process knows: at the latest when it started. */
  get changedAt(): Date {
    return new Date(this.#changedMs);
  }

  /** How many pages are kept, and their size. */
  get count(): number {
    return this.#kept.size;
  }

  get bytes(): number {
    return this.#bytes;
  }

  /** A fresh page, or undefined. */
  fresh(path: string): CachedResponse | undefined {
    const kept = this.#kept.get(path);
    if (!kept || kept.generation !== this.#generation) return undefined;
    const nowMs = this.#nowMs();
    return nowMs >= kept.bornMs && nowMs < kept.untilMs ? kept.cached : undefined;
  }

  /**
   * Renders a page once for all requests waiting for it. On failure, serves the last good one and calls `onFailure`.
   */
  async page(path: string, render: () => Promise<Made>, onFailure: (error: unknown) => void): Promise<CachedResponse> {
    // Non-canonical paths hit the cache here rather than in the request gate.
    const fresh = this.fresh(path);
    if (fresh) return fresh;
    const running = `${this.#generation} ${path}`;
    const waiting = this.#rendering.get(running);
    if (waiting) return waiting;
    const rendering = this.#render(path, render, onFailure).finally(() => this.#rendering.delete(running));
    this.#rendering.set(running, rendering);
    return rendering;
  }

  async #render(
    path: string,
    render: () => Promise<Made>,
    onFailure: (error: unknown) => void,
  ): Promise<CachedResponse> {
    const generation = this.#generation;
    try {
      const { cached, validUntil } = await render();
      if (!validUntil) this.#forget(path);
      else if (generation === this.#generation)
        this.#keep(path, { cached, generation, bornMs: this.#nowMs(), untilMs: validUntil.getTime() });
      return cached;
    } catch (error) {
      const last = this.#kept.get(path);
      if (!last) throw error;
      onFailure(error);
      return last.cached;
    }
  }

  #keep(path: string, kept: Kept): void {
    this.#forget(path);
    this.#kept.set(path, kept);
    this.#bytes += kept.cached.size;
    for (const oldest of this.#kept.keys()) {
      if (this.#bytes <= maxBytes) break;
      this.#forget(oldest);
    }
  }

  #forget(path: string): void {
    const kept = this.#kept.get(path);
    if (!kept) return;
    this.#kept.delete(path);
    this.#bytes -= kept.cached.size;
  }
}
