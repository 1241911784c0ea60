import { contentTypes } from "./content-types.ts";

// The history keeps entries as the API showed them. When a later release renames, adds or drops a field, an old state no longer
// fits: restored as it is, its fields would be dropped silently or mixed with today's. So each state is stored with the
// schema version of its type, and upgraded step by step when it is read. A state that cannot be upgraded is shown and not restored.

type Data = Record<string, unknown>;

export interface Shape {
  /** Counts up with every change of `fields`. */
  version: number;
  /** The fields of a state, as server/history-shape.test.ts reads them from the contract: it is red when they differ. */
  fields: readonly string[];
  /** From the version that is named to the next one: what a state of it would say today. */
  upgrades: Readonly<Record<number, (data: Data) => Data>>;
}

export const shapes: Record<string, Shape> = {
  ...Object.fromEntries(contentTypes.map(({ name, history }) => [name, history])),
  site: { version: 1, fields: ["value"], upgrades: {} },
  order: { version: 1, fields: ["ids"], upgrades: {} },
};

/** Under which shape a state of this noun is kept today. */
export const shapeVersion = (noun: string, of = shapes): number => of[noun]?.version ?? 1;

/** A state in today's shape; `isCurrent` is false where there is no way to it, and the data then as it was kept. */
export function inCurrentShape(
  noun: string,
  { shape, data }: { shape: number; data: Data },
  of = shapes,
): { data: Data; isCurrent: boolean } {
  const current = shapeVersion(noun, of);
  let now = data;
  for (let version = shape; version !== current; version++) {
    const upgrade = of[noun]?.upgrades[version];
    if (version > current || !upgrade) return { data, isCurrent: false };
    now = upgrade(now);
  }
  return { data: now, isCurrent: true };
}
