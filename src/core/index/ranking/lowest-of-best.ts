/** The lowest of the `count` highest values, found in one pass without sorting. The lowest of all if there are fewer. */
export function lowestOfBest(values: Float32Array | Float64Array, count: number): number {
  const size = Math.min(count, values.length);
  if (size <= 0) return Number.NEGATIVE_INFINITY;
  // A heap of the highest so far, the lowest of them first: nearly every value is below it and costs one comparison.
  const heap = new Float64Array(size);
  for (let i = 0; i < size; i++) heap[i] = values[i] ?? 0;
  for (let i = (size >> 1) - 1; i >= 0; i--) sink(heap, i);
  let lowest = heap[0] ?? 0;
  for (let i = size; i < values.length; i++) {
    const value = values[i] ?? 0;
    if (value <= lowest) continue;
    heap[0] = value;
    sink(heap, 0);
    lowest = heap[0];
  }
  return lowest;
}

function sink(heap: Float64Array, from: number): void {
  const value = heap[from] ?? 0;
  let at = from;
  for (;;) {
    let child = at * 2 + 1;
    if (child >= heap.length) break;
    if (child + 1 < heap.length && (heap[child + 1] ?? 0) < (heap[child] ?? 0)) child++;
    if ((heap[child] ?? 0) >= value) break;
    heap[at] = heap[child] ?? 0;
    at = child;
  }
  heap[at] = value;
}
