export interface Merged<V> {
  values: V;
  /** Fields that both sides changed to different values; `values` holds mine. */
  clashes: (keyof V & string)[];
}

/** Three-way merge by field: a change made on one side only is kept. */
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

/** Deep equality of JSON values; the order of an object's keys does not count, nor a key that is undefined. */
export function isSame(one: unknown, other: unknown): boolean {
  if (one === other) return true;
  if (typeof one !== "object" || typeof other !== "object" || one === null || other === null) return false;
  if (Array.isArray(one) !== Array.isArray(other)) return false;
  const [a, b] = [one, other] as Record<string, unknown>[];
  if (Array.isArray(one) && one.length !== (other as unknown[]).length) return false;
  return [...new Set([...Object.keys(one), ...Object.keys(other)])].every((key) => isSame(a?.[key], b?.[key]));
}

/** An entry of a list that is recognized by its id: a new one has none yet. */
type Listed = { _id?: string };

const isListed = (value: unknown): value is Listed[] =>
  Array.isArray(value) && value.every((each) => typeof each === "object" && each !== null);

/**
 * Three-way merge of lists whose entries have an `_id`: each entry is changed, added or removed by one side alone, and
 * so is their order.
 * @returns nothing if these are no such lists, or both sides changed the same
 */
export function mergeLists(base: unknown, mine: unknown, theirs: unknown): Listed[] | undefined {
  if (!isListed(base) || !isListed(mine) || !isListed(theirs)) return undefined;
  const [was, my, their] = [byId(base), byId(mine), byId(theirs)];
  const merged = new Map<string, Listed>();
  for (const id of new Set([...my.keys(), ...their.keys()])) {
    const [before, ours, other] = [was.get(id), my.get(id), their.get(id)];
    if (!isSame(ours, before) && !isSame(other, before) && !isSame(ours, other)) return undefined;
    const kept = isSame(ours, before) ? other : ours;
    if (kept) merged.set(id, kept);
  }
  const common = (entries: Map<string, Listed>) =>
    [...entries.keys()].filter((id) => was.has(id) && my.has(id) && their.has(id));
  const [order, mySort, theirSort] = [common(was), common(my), common(their)];
  const isSortedByMe = !isSame(mySort, order);
  if (isSortedByMe && !isSame(theirSort, order) && !isSame(mySort, theirSort)) return undefined;
  const ids = new Set(isSortedByMe ? [...my.keys(), ...their.keys()] : [...their.keys(), ...my.keys()]);
  const added = mine.filter(({ _id }) => _id === undefined);
  return [...[...ids].flatMap((id) => merged.get(id) ?? []), ...added];
}

const byId = (entries: Listed[]): Map<string, Listed> =>
  new Map(entries.flatMap((entry) => (entry._id === undefined ? [] : [[entry._id, entry] as const])));
