/** 0 if none is above it. */
export function largest(values: Float64Array): number {
  let most = 0;
  for (let i = 0; i < values.length; i++) {
    const value = values[i] ?? 0;
    if (value > most) most = value;
  }
  return most;
}

/** The same in single precision, apart so that each reads one kind of array only. */
export function largestOfSingles(values: Float32Array): number {
  let most = 0;
  for (let i = 0; i < values.length; i++) {
    const value = values[i] ?? 0;
    if (value > most) most = value;
  }
  return most;
}
