import { createHash, hash } from "node:crypto";

// Contents of tables in a form that is the same on both databases. Whatever compares or moves them reads the tables
// from the database, never from a list in code.

export type ColumnKind = "integer" | "real" | "text" | "bytes";

export interface TableOutline {
  name: string;
  /** Sorted by name; row values come in the same order. */
  columns: { name: string; kind: ColumnKind }[];
  /** Tables that its foreign keys refer to. */
  refersTo: string[];
}

/**
 * A row's values in the order of the outline's columns: `null`, text (also for the digits of an integer or real), or
 * bytes.
 */
export type RowValues = (string | Uint8Array | null)[];

const bits = 64;

/**
 * An order-independent checksum of a table's rows, the same on both databases: the row count, and the SHA-256 sums of
 * all rows, added up in two halves of 64 bits. It detects faults, not forgery.
 */
export class TableChecksum {
  #rows = 0;
  #sums = [0n, 0n];

  add(row: RowValues): void {
    const digest = hash("sha256", row.map(canonicalValue).join("\n"), "buffer");
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

/** Serializes a value unambiguously. */
function canonicalValue(value: RowValues[number]): string {
  if (value === null) return "-";
  if (typeof value === "string") return `t${value.length}:${value}`;
  return `b${createHash("sha256").update(value).digest("hex")}`;
}

export interface TableSum {
  rows: number;
  checksum: string;
}

/** Orders tables so that referenced ones come first. @throws if they refer to each other in a cycle */
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
