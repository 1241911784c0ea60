import fs from "node:fs";
import type SQLite from "better-sqlite3";
import { headerBytes, type Range, readTreePage, readTrunkPage, type TreePage } from "./page.ts";

/** Bytes of a page that belong to nothing and are not zero. */
export interface Remains {
  page: number;
  /** The page that says so: itself, or the one with the cell that continues on it. */
  owner: number;
  ranges: Range[];
}

/** What a page is. All others are overflow pages, which the cells that continue on them tell. */
const kinds = { tree: 1, unused: 2, trunk: 3 } as const;

/**
 * SQLite's file without its log, read and overwritten past SQLite. Only for a process other than the site's: closing the
 * file would release the site's locks.
 */
export class MainFile {
  readonly #descriptor: number;
  #kinds = new Uint8Array();
  #pageSize = 0;
  /** Size of a page without its reserved bytes. */
  #usable = 0;
  #zeros = Buffer.alloc(0);

  constructor(file: string) {
    this.#descriptor = fs.openSync(file, "r+");
  }

  /** How many pages it has; the first is number 1. */
  get count(): number {
    return this.#kinds.length - 1;
  }

  /**
   * Finds out what each page is: from the pages above the leaves alone, which are one in a hundred or fewer.
   * @param reader in a transaction that began while the log was empty
   */
  read(reader: SQLite.Database): void {
    const roots = reader.prepare("select rootpage from sqlite_master where rootpage > 0").pluck().all() as number[];
    const header = Buffer.alloc(headerBytes);
    fs.readSync(this.#descriptor, header, 0, headerBytes, 0);
    this.#pageSize = header.readUInt16BE(16) === 1 ? 65_536 : header.readUInt16BE(16);
    this.#usable = this.#pageSize - header.readUInt8(20);
    this.#zeros = Buffer.alloc(this.#pageSize);
    this.#kinds = new Uint8Array((reader.pragma("page_count", { simple: true }) as number) + 1);
    for (const root of [1, ...roots]) this.#readTree(root);
    for (let trunk = header.readUInt32BE(32); trunk !== 0; ) trunk = this.#readTrunk(trunk);
  }

  #readTree(root: number): void {
    this.#kinds[root] = kinds.tree;
    const { isLeaf, children } = this.#treePage(root);
    if (isLeaf) return;
    // All leaves of a tree are at the same depth.
    if (this.#treePage(children[0] as number).isLeaf) for (const child of children) this.#kinds[child] = kinds.tree;
    else for (const child of children) this.#readTree(child);
  }

  #readTrunk(number: number): number {
    const { next, leaves } = readTrunkPage(this.#page(number), this.#usable);
    this.#kinds[number] = kinds.trunk;
    for (const leaf of leaves) this.#kinds[leaf] = kinds.unused;
    return next;
  }

  /** The bytes to overwrite on a page, and on the last overflow page of each of its cells. */
  remainsOn(number: number): Remains[] {
    const kind = this.#kinds[number];
    if (kind === kinds.unused) return this.#notZero(number, number, [[0, this.#usable]]);
    if (kind === kinds.trunk)
      return this.#notZero(number, number, readTrunkPage(this.#page(number), this.#usable).free);
    if (kind !== kinds.tree) return [];
    const { free, overflows } = this.#treePage(number);
    return [
      ...this.#notZero(number, number, free),
      ...overflows.flatMap((overflow) => this.#remainsAfter(overflow, number)),
    ];
  }

  #remainsAfter({ first, bytes }: TreePage["overflows"][number], owner: number): Remains[] {
    const room = this.#usable - 4;
    let last = first;
    let rest = bytes;
    for (; rest > room; rest -= room) last = this.#page(last).readUInt32BE(0);
    return rest < room ? this.#notZero(last, owner, [[4 + rest, this.#usable]]) : [];
  }

  #notZero(number: number, owner: number, ranges: Range[]): Remains[] {
    const page = this.#page(number);
    const found = ranges.filter(([from, to]) => !page.subarray(from, to).equals(this.#zeros.subarray(0, to - from)));
    return found.length > 0 ? [{ page: number, owner, ranges: found }] : [];
  }

  #treePage(number: number): TreePage {
    return readTreePage(this.#page(number), this.#usable, number === 1 ? headerBytes : 0);
  }

  #page(number: number): Buffer {
    const page = Buffer.allocUnsafe(this.#pageSize);
    fs.readSync(this.#descriptor, page, 0, this.#pageSize, (number - 1) * this.#pageSize);
    return page;
  }

  overwrite({ page, ranges }: Remains): void {
    for (const [from, to] of ranges)
      fs.writeSync(this.#descriptor, this.#zeros, 0, to - from, (page - 1) * this.#pageSize + from);
  }

  /** Waits until what was overwritten is on the disk. */
  sync(): void {
    fs.fdatasyncSync(this.#descriptor);
  }

  close(): void {
    fs.closeSync(this.#descriptor);
  }
}
