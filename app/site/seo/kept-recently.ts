/** Keeps what was made most recently, by key: at most `max`. What could not be made is made again. */
export function keptRecently<T>(max: number): (key: string, make: () => Promise<T>) => Promise<T> {
  const kept = new Map<string, Promise<T>>();
  return (key, make) => {
    const known = kept.get(key) ?? make();
    kept.delete(key);
    kept.set(key, known);
    known.catch(() => kept.delete(key));
    for (const oldest of kept.keys()) {
      if (kept.size <= max) break;
      kept.delete(oldest);
    }
    return known;
  };
}
