import { contentTypes } from "./content-types.ts";

// The history stores entries as the API returned them. When a later release renames, adds or removes a field, an old
// state no longer fits: restored as it is, its fields would be silently dropped or mixed with current ones. So each
// state is stored with the schema version of its type and upgraded step by step when read. A state that cannot be
// upgraded is shown but cannot be restored.

export type Data = Record<string, unknown>;

export interface Shape {
  /** Incremented with every change to `fields`. */
  version: number;
  /** The fields of a state. server/history-shape.test.ts fails if they differ from the contract. */
  fields: readonly string[];
  /** Upgrades a state from the version in the key to the next one. */
  upgrades: Readonly<Record<number, (data: Data) => Data>>;
}

export const shapes: Record<string, Shape> = {
  ...Object.fromEntries(contentTypes.map(({ name, history }) => [name, history])),
  site: { version: 1, fields: ["value"], upgrades: {} },
  order: { version: 1, fields: ["ids"], upgrades: {} },
};

/** The current shape version for states of this noun. */
export const shapeVersion = (noun: string, of = shapes): number => of[noun]?.version ?? 1;

/** Whether a state of this shape can be upgraded to the current one. */
export function isKnownShape(noun: string, shape: number, of = shapes): boolean {
  const current = shapeVersion(noun, of);
  for (let version = shape; version !== current; version++)
    if (version > current || !of[noun]?.upgrades[version]) return false;
  return true;
}

/** Upgrades a state to the current shape. If no upgrade path exists, `isCurrent` is false and the data is as stored. */
export function inCurrentShape(
  noun: string,
  { shape, data }: { shape: number; data: Data },
  of = shapes,
): { data: Data; isCurrent: boolean } {
  if (!isKnownShape(noun, shape, of)) return { data, isCurrent: false };
  let now = data;
  for (let version = shape; version !== shapeVersion(noun, of); version++)
    now = of[noun]?.upgrades[version]?.(now) ?? now;
  return { data: now, isCurrent: true };
}
