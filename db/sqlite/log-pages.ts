import fs from "node:fs";

const headerBytes = 32;
const frameHeaderBytes = 24;

/**
 * The pages of which SQLite's log has a newer version than the file, as far as the log was empty at `begin` and has not
 * been copied since. Call it only while nobody writes.
 * @see https://www.sqlite.org/fileformat2.html#the_write_ahead_log
 */
export class LogPages {
  readonly #file: string;
  readonly #pages = new Set<number>();
  /** After the last transaction that was read; what follows may have been rolled back and overwritten since. */
  #readTo = headerBytes;

  constructor(file: string) {
    this.#file = file;
  }

  begin(): void {
    this.#pages.clear();
    this.#readTo = headerBytes;
  }

  size(): number {
    return fs.statSync(this.#file, { throwIfNoEntry: false })?.size ?? 0;
  }

  /** @returns the numbers of all pages in it, also of a transaction that was rolled back */
  read(): ReadonlySet<number> {
    const size = this.size();
    if (size <= this.#readTo) return this.#pages;
    const descriptor = fs.openSync(this.#file, "r");
    try {
      const header = Buffer.alloc(headerBytes);
      fs.readSync(descriptor, header, 0, headerBytes, 0);
      const frameBytes = frameHeaderBytes + header.readUInt32BE(8);
      const frame = Buffer.alloc(frameHeaderBytes);
      for (let at = this.#readTo; at + frameBytes <= size; at += frameBytes) {
        fs.readSync(descriptor, frame, 0, frameHeaderBytes, at);
        this.#pages.add(frame.readUInt32BE(0));
        const isCommit = frame.readUInt32BE(4) !== 0;
        if (isCommit) this.#readTo = at + frameBytes;
      }
    } finally {
      fs.closeSync(descriptor);
    }
    return this.#pages;
  }
}
