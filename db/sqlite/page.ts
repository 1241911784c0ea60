// Reads pages of SQLite's file, to find the bytes of each that belong to nothing.
// Source: https://www.sqlite.org/fileformat2.html (1.5 The freelist, 1.6 B-tree pages, 1.7 Overflow pages).

/** A range of bytes: from, and up to but not including. */
export type Range = [from: number, to: number];

/** A page of a table or an index. */
export interface TreePage {
  isLeaf: boolean;
  /** Pages below; empty for a leaf. */
  children: number[];
  /** Contents that continue on other pages: the first of these, and how many bytes are on them. */
  overflows: { first: number; bytes: number }[];
  /** Bytes that no header and no cell covers. */
  free: Range[];
}

const interiorIndex = 2;
const interiorTable = 5;
const leafIndex = 10;
const leafTable = 13;

/** Page 1 begins with the header of the file. */
export const headerBytes = 100;

/**
 * @param usable size of a page without its reserved bytes
 * @param start where the page's own header begins
 * @throws if cells and free bytes do not add up to the page exactly as its header says
 */
export function readTreePage(page: Buffer, usable: number, start = 0): TreePage {
  const type = page[start] as number;
  if (![interiorIndex, interiorTable, leafIndex, leafTable].includes(type)) throw malformed("type");
  const isLeaf = type === leafIndex || type === leafTable;
  const count = page.readUInt16BE(start + 3);
  const pointers = start + (isLeaf ? 8 : 12);
  const pointersEnd = pointers + 2 * count;
  const children: number[] = [];
  const overflows: TreePage["overflows"] = [];
  const cells: Range[] = [];
  for (let n = 0; n < count; n++) {
    const at = page.readUInt16BE(pointers + 2 * n);
    const cell = readCell(page, at, type, usable);
    cells.push([at, at + cell.size]);
    if (cell.child !== undefined) children.push(cell.child);
    if (cell.overflow) overflows.push(cell.overflow);
  }
  if (!isLeaf) children.push(page.readUInt32BE(start + 8));
  const gaps = between(pointersEnd, cells, usable);
  const content = page.readUInt16BE(start + 5) || 65_536;
  const blocks = freeBlocks(page, start, usable);
  const counted = content - pointersEnd + sum(blocks.map(({ size }) => size)) + (page[start + 7] as number);
  if (counted !== sum(gaps.map(([from, to]) => to - from))) throw malformed("free bytes");
  return { isLeaf, children, overflows, free: without(gaps, blocks) };
}

interface Cell {
  size: number;
  child?: number;
  overflow?: { first: number; bytes: number };
}

function readCell(page: Buffer, start: number, type: number, usable: number): Cell {
  let at = start;
  const child = type === interiorTable || type === interiorIndex ? page.readUInt32BE(at) : undefined;
  if (child !== undefined) at += 4;
  const [number, length] = varint(page, at);
  at += length;
  if (type === interiorTable) return { size: at - start, child: child as number };
  if (type === leafTable) at += varint(page, at)[1];
  const local = localBytes(number, type === leafTable, usable);
  const withChild = child === undefined ? {} : { child };
  if (local === number) return { size: Math.max(4, at + local - start), ...withChild };
  const overflow = { first: page.readUInt32BE(at + local), bytes: number - local };
  return { size: at + local + 4 - start, ...withChild, overflow };
}

/** How many bytes of a content are in its cell; the others are on overflow pages. */
function localBytes(bytes: number, isTable: boolean, usable: number): number {
  const least = Math.floor(((usable - 12) * 32) / 255) - 23;
  const most = isTable ? usable - 35 : Math.floor(((usable - 12) * 64) / 255) - 23;
  if (bytes <= most) return bytes;
  const fitting = least + ((bytes - least) % (usable - 4));
  return fitting <= most ? fitting : least;
}

/** @returns the number and how many bytes it takes */
function varint(page: Buffer, at: number): [value: number, length: number] {
  let value = 0;
  for (let n = 0; n < 8; n++) {
    const byte = page.readUInt8(at + n);
    value = value * 128 + (byte & 127);
    if (byte < 128) return [value, n + 1];
  }
  return [value * 256 + page.readUInt8(at + 8), 9];
}

interface Block {
  at: number;
  size: number;
}

function freeBlocks(page: Buffer, start: number, usable: number): Block[] {
  const blocks: Block[] = [];
  let end = 0;
  for (let at = page.readUInt16BE(start + 1); at !== 0; at = page.readUInt16BE(at)) {
    const size = page.readUInt16BE(at + 2);
    if (at < end || size < 4 || at + size > usable) throw malformed("free blocks");
    end = at + size;
    blocks.push({ at, size });
  }
  return blocks;
}

function between(from: number, cells: Range[], to: number): Range[] {
  const gaps: Range[] = [];
  let end = from;
  for (const [start, next] of cells.sort(([a], [b]) => a - b)) {
    if (start < end) throw malformed("cells");
    if (start > end) gaps.push([end, start]);
    end = next;
  }
  if (end > to) throw malformed("cells");
  if (end < to) gaps.push([end, to]);
  return gaps;
}

/** Leaves out the first four bytes of each block, which link the blocks. */
function without(gaps: Range[], blocks: Block[]): Range[] {
  const free: Range[] = [];
  let linked = 0;
  for (const [from, to] of gaps) {
    let rest = from;
    for (; linked < blocks.length && (blocks[linked] as Block).at < to; linked++) {
      const { at } = blocks[linked] as Block;
      if (at < rest || at + 4 > to) throw malformed("free blocks");
      if (at > rest) free.push([rest, at]);
      rest = at + 4;
    }
    if (rest < to) free.push([rest, to]);
  }
  if (linked < blocks.length) throw malformed("free blocks");
  return free;
}

const sum = (numbers: number[]): number => numbers.reduce((total, number) => total + number, 0);

const malformed = (what: string): Error => new Error(`A page of the database is damaged (${what}).`);

/** A trunk page of the freelist: the next trunk, or 0, and the unused pages that it lists. */
export function readTrunkPage(page: Buffer, usable: number): { next: number; leaves: number[]; free: Range[] } {
  const count = page.readUInt32BE(4);
  const end = 8 + 4 * count;
  if (end > usable) throw malformed("freelist");
  const leaves = Array.from({ length: count }, (_, n) => page.readUInt32BE(8 + 4 * n));
  return { next: page.readUInt32BE(0), leaves, free: end < usable ? [[end, usable]] : [] };
}
