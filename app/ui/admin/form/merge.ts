export interface Merged<V> {
  values: V;
  /** The fields that both sides changed, each to something else: here `values` has mine. */
  clashes: (keyof V & string)[];
}

/** Three-way merge, field by field: what only one side changed is that side's. */
export function merge<V extends object>(base: V, mine: V, theirs: V): Merged<V> {
  const values = { ...theirs };
  const clashes: (keyof V & string)[] = [];
  for (const field of Object.keys(mine) as (keyof V & string)[]) {
    if (isSame(mine[field], base[field])) continue;
    if (!isSame(theirs[field], base[field]) && !isSame(theirs[field], mine[field])) clashes.push(field);
    values[field] = mine[field];
  }
  return { values, clashes };
}

/** For values that JSON can hold. */
export const isSame = (one: unknown, other: unknown): boolean => JSON.stringify(one) === JSON.stringify(other);

/** A saved state of an entry, as the history has it. */
export interface SavedState<V> {
  values: V;
  author: string;
  /** ISO 8601. */
  createdAt: string;
}

/** Who gave a field the value that it has in the newest state. `states`: newest first. */
export function authorOf<V extends object>(states: SavedState<V>[], field: keyof V): SavedState<V> | undefined {
  const since = states.findIndex(({ values }) => !isSame(values[field], states[0]?.values[field]));
  return since < 0 ? states.at(-1) : states[since - 1];
}

/** Who changed these fields last. `states`: the entry's saved states, newest first; `valuesOf` shows one as the form does. */
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
