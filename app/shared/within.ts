/** What `work` results in, or `late` if that takes longer: its value, or what it throws. */
export async function within<T>(ms: number, work: Promise<T>, late: () => T): Promise<T> {
  const over = Promise.withResolvers<void>();
  const timer = setTimeout(over.resolve, ms);
  try {
    return await Promise.race([work, over.promise.then(late)]);
  } finally {
    clearTimeout(timer);
  }
}
