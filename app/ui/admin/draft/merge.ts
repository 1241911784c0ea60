import { isSame } from "#app/shared/merge.ts";

export { isSame, type Merged, merge } from "#app/shared/merge.ts";

/** A revision of an entry. */
export interface SavedState<V> {
  values: V;
  author: string;
  /** ISO 8601. */
  createdAt: string;
}

/** Finds who set a field to its current value. `states`: newest first. */
export function authorOf<V extends object>(states: SavedState<V>[], field: keyof V): SavedState<V> | undefined {
  const since = states.findIndex(({ values }) => !isSame(values[field], states[0]?.values[field]));
  return since < 0 ? states.at(-1) : states[since - 1];
}

/**
 * Finds who last changed these fields. `states`: the entry's revisions, newest first; `valuesOf` converts one to form
 * values.
 */
export function authorsIn<E>(
  states: { data: unknown; author: string; createdAt: string }[],
  valuesOf: (entry: E) => object,
  fields: string[],
): Record<string, { author: string; createdAt: string }> {
  const shown = states.map(({ data, ...state }) => ({
    ...state,
    values: valuesOf(data as E) as Record<string, unknown>,
  }));
  const known = fields.flatMap((field) => {
    const by = authorOf(shown, field);
    return by ? [[field, { author: by.author, createdAt: by.createdAt }] as const] : [];
  });
  return Object.fromEntries(known);
}
