import { contentTypes } from "./content-types.ts";

// The history stores entries as the API returned them. When a later release renames, adds or removes a field, an old
// state no longer fits: restored as it is, its fields would be silently dropped or mixed with current ones. So each
// state is stored with the schema version of its type and upgraded step by step when read (server/history-shape.test.ts
// fails if a change of fields has no upgrade). A state of a newer release is shown but cannot be restored.

export type Data = Record<string, unknown>;

const upgrades = new Map(contentTypes.map(({ name, history }) => [name, history?.upgrades ?? []]));

export const shapeVersion = (noun: string): number => (upgrades.get(noun)?.length ?? 0) + 1;

/** Whether a state of this shape can be upgraded to the current one. */
export const isKnownShape = (noun: string, shape: number): boolean => shape <= shapeVersion(noun);

/** Upgrades a state to the current shape. Of a newer release, `isCurrent` is false and the data is as stored. */
export function inCurrentShape(
  noun: string,
  { shape, data }: { shape: number; data: Data },
): { data: Data; isCurrent: boolean } {
  const later = upgrades.get(noun)?.slice(shape - 1) ?? [];
  const upgraded = later.reduce((now, upgrade) => upgrade(now), data);
  return { data: upgraded, isCurrent: isKnownShape(noun, shape) };
}
