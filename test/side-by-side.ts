/** Works on this many values at a time, like concurrent visitors. */
export async function sideBySide<T>(atOnce: number, values: Iterable<T>, work: (value: T) => unknown): Promise<void> {
  const rest = values[Symbol.iterator]();
  const worker = async () => {
    for (let next = rest.next(); !next.done; next = rest.next()) await work(next.value);
  };
  await Promise.all(Array.from({ length: atOnce }, worker));
}
