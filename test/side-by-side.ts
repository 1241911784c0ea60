/** Eight at a time, like concurrent visitors; fewer where all change one row. */
export async function sideBySide<T>(values: Iterable<T>, work: (value: T) => Promise<void>, atOnce = 8): Promise<void> {
  const rest = values[Symbol.iterator]();
  const worker = async () => {
    for (let next = rest.next(); !next.done; next = rest.next()) await work(next.value);
  };
  await Promise.all(Array.from({ length: atOnce }, worker));
}
