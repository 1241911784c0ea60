import { createHash, hash } from "node:crypto";

// What tables hold, the same on both databases: whoever compares or moves them asks the database for its tables and never a list.

export type ColumnKind = "integer" | "real" | "text" | "bytes";

export interface TableOutline {
  name: string;
  /** In the order of their names, in which rows are told as well. */
  columns: { name: string; kind: ColumnKind }[];
  /** Tables whose rows its own refer to. */
  refersTo: string[];
}

/** A row's values in the order of the outline's columns: `null`, a text (an integer's or a real's digits are one), or bytes. */
export type RowValues = (string | Uint8Array | null)[];

const bits = 64;

/**
 * The checksum of a table's rows in whatever order they come, the same on both databases: the SHA-256 sums of all rows, added up in
 * two halves of 64 bits, and how many there were. It finds what a fault changes, not what a forger does.
 */
export class TableChecksum {
  #rows = 0;
  #sums = [0n, 0n];

  add(row: RowValues): void {
    const digest = hash("sha256", row.map(spell).join("\n"), "buffer");
    this.#rows++;
    this.#sums = this.#sums.map((sum, half) => BigInt.asUintN(bits, sum + digest.readBigUInt64BE(8 * half)));
  }

  get rows(): number {
    return this.#rows;
  }

  /** 32 hex digits. */
  get sum(): string {
    return this.#sums.map((sum) => sum.toString(16).padStart(16, "0")).join("");
  }
}

/** No two values are spelled alike. */
function spell(value: RowValues[number]): string {
  if (value === null) return "-";
  if (typeof value === "string") return `t${value.length}:${value}`;
  return `b${createHash("sha256").update(value).digest("hex")}`;
}

/** What a table's rows come to. */
export interface TableSum {
  rows: number;
  checksum: string;
}

/** Tables that others refer to come before them. @throws where they refer to each other in a circle */
export function inOrderOfReference<T extends TableOutline>(tables: T[]): T[] {
  const left = new Map(tables.map((table) => [table.name, table]));
  const ordered: T[] = [];
  while (left.size > 0) {
    const next = [...left.values()].filter(({ name, refersTo }) =>
      refersTo.every((other) => other === name || !left.has(other)),
    );
    if (next.length === 0) throw new Error(`Tables refer to each other in a circle: ${[...left.keys()].join(", ")}`);
    for (const table of next) left.delete(table.name);
    ordered.push(...next);
  }
  return ordered;
}
