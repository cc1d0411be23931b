/** A value that at least `count` of the values reach, and not many more: found by counting, without sorting. The lowest value if there are fewer. */
export function lowestOfBest(values: Float32Array | Float64Array, count: number): number {
  let [low, high] = [Number.POSITIVE_INFINITY, Number.NEGATIVE_INFINITY];
  for (let i = 0; i < values.length; i++) {
    const value = values[i] ?? 0;
    if (value < low) low = value;
    if (value > high) high = value;
  }
  if (values.length <= count || !(high > low)) return low;
  const perStep = (high - low) / STEPS;
  if (!(perStep > 0)) return low;
  const steps = new Uint32Array(STEPS + 1);
  for (let i = 0; i < values.length; i++) {
    const step = Math.floor(((values[i] ?? 0) - low) / perStep);
    steps[step] = (steps[step] ?? 0) + 1;
  }
  let step = STEPS;
  for (let reached = steps[step] ?? 0; reached < count && step > 0; reached += steps[step] ?? 0) step--;
  // A little lower, so that no value of this step falls below it by rounding.
  return low + (step - 0.01) * perStep;
}

const STEPS = 4_096;
