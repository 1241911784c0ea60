export interface Merged<V> {
  values: V;
  /** Fields that both sides changed to different values; `values` holds mine. */
  clashes: (keyof V & string)[];
}

/**
 * Three-way merge by field: a change made on one side only is kept. Of lists whose entries have an `_id`, each entry is
 * merged in the same way; where the sides clash within one, all else in the list is still merged.
 */
export function merge<V extends object>(base: V, mine: V, theirs: V): Merged<V> {
  const values = { ...theirs };
  const clashes: (keyof V & string)[] = [];
  for (const field of Object.keys(mine) as (keyof V & string)[]) {
    if (isSame(mine[field], base[field])) continue;
    const isTheirs = !isSame(theirs[field], base[field]) && !isSame(theirs[field], mine[field]);
    const lists = isTheirs ? mergeLists(base[field], mine[field], theirs[field]) : undefined;
    if (lists ? lists.isClash : isTheirs) clashes.push(field);
    values[field] = lists ? (lists.values as V[typeof field]) : mine[field];
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

type Listed = { _id: string };

const isEntry = (value: unknown): value is Listed =>
  typeof value === "object" && value !== null && typeof (value as Partial<Listed>)._id === "string";
const isListed = (value: unknown): value is Listed[] => Array.isArray(value) && value.every(isEntry);

/**
 * Three-way merge of lists whose entries have an `_id`. An entry that one side removed and the other changed is a
 * clash, and is kept; of two orders mine holds, because no text depends on it. Entries of mine without an `_id` are new.
 * @returns nothing if these are no such lists
 */
function mergeLists(base: unknown, mine: unknown, theirs: unknown) {
  if (!isListed(base) || !isListed(theirs) || !Array.isArray(mine)) return undefined;
  const added = mine.filter((each) => !isEntry(each));
  const [was, my, their] = [byId(base), byId(mine.filter(isEntry)), byId(theirs)];
  const merged = new Map<string, Listed>();
  let isClash = false;
  for (const id of new Set([...my.keys(), ...their.keys()])) {
    const [before, ours, other] = [was.get(id), my.get(id), their.get(id)];
    if (ours && other) {
      const both = merge(before ?? ({} as Listed), ours, other);
      isClash ||= both.clashes.length > 0;
      merged.set(id, both.values);
      continue;
    }
    const left = (ours ?? other) as Listed;
    const isChanged = !isSame(left, before);
    isClash ||= before !== undefined && isChanged;
    if (isChanged) merged.set(id, left);
  }
  const common = (entries: Map<string, Listed>) =>
    [...entries.keys()].filter((id) => was.has(id) && my.has(id) && their.has(id));
  const isSortedByMe = !isSame(common(my), common(was));
  const [first, second] = isSortedByMe ? [my, their] : [their, my];
  return { values: [...inOrder(merged, [...first.keys()], [...second.keys()]), ...added], isClash };
}

const byId = (entries: Listed[]): Map<string, Listed> => new Map(entries.map((entry) => [entry._id, entry]));

/** In the first order; an entry that only the second has follows the one that it follows there. */
function inOrder(entries: Map<string, Listed>, first: string[], second: string[]): Listed[] {
  const ids = [...first];
  const known = new Set(first);
  for (const [place, id] of second.entries()) {
    if (known.has(id)) continue;
    const before = second[place - 1];
    ids.splice(before === undefined ? 0 : ids.indexOf(before) + 1, 0, id);
    known.add(id);
  }
  return ids.flatMap((id) => entries.get(id) ?? []);
}
