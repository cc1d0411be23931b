/** At most so many at a time, started in order. After a failure none is started. */
export async function inParallel<T>(
  items: readonly T[],
  most: number,
  work: (item: T) => Promise<void>,
): Promise<void> {
  const waiting = items.toReversed();
  const worker = async () => {
    for (let item = waiting.pop(); item !== undefined; item = waiting.pop()) await work(item);
  };
  const workers = Array.from({ length: Math.max(1, Math.min(most, items.length)) }, async () => {
    try {
      await worker();
    } catch (thrown) {
      waiting.length = 0;
      throw thrown;
    }
  });
  await Promise.all(workers);
}
