/** MOST_ROWS rows of ±127 with this weight stay below 2^31. */
const LARGEST_WEIGHT = 16_383;
/** 1 + ln(count) for as many counts as are told apart. */
export const MOST_COUNT = 255;

/** How much a row counts: its scale times the factor of its count times the unit, a whole number below 2^15. */
export function weighing(largestScale: number): { factors: Float64Array; weightUnit: number } {
  const factors = Float64Array.from({ length: MOST_COUNT + 1 }, (_, n) => 1 + Math.log(Math.max(1, n)));
  return { factors, weightUnit: LARGEST_WEIGHT / (largestScale * (factors[MOST_COUNT] ?? 1)) };
}

export function largest(scales: Float32Array): number {
  let most = 0;
  for (const scale of scales) most = Math.max(most, Math.abs(scale));
  return most === 0 ? 1 : most;
}
