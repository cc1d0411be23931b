/**
 * The one rule for stored vectors: a unit vector times 127, rounded. All rows have the same scale, so integer
 * dot products compare across rows and `dot / UNIT_DOT` is the cosine, usually within 0.005.
 */
const LARGEST = 127;

/** The dot product of a quantised unit vector with itself, rounding aside. */
export const UNIT_DOT = LARGEST * LARGEST;

/** Expects a vector of length one (or of zeros). */
export function quantise(vector: Float32Array, into: Int8Array): void {
  for (let d = 0; d < vector.length; d++) {
    const scaled = Math.round((vector[d] ?? 0) * LARGEST);
    into[d] = Math.max(-LARGEST, Math.min(LARGEST, scaled));
  }
}

/** Makes the length one, in place. A vector of zeros, or with a component that is no number, becomes zeros. */
export function normalise(vector: Float32Array): void {
  let squares = 0;
  for (let d = 0; d < vector.length; d++) {
    const component = vector[d] ?? 0;
    squares += component * component;
  }
  if (!Number.isFinite(squares) || squares === 0) {
    vector.fill(0);
    return;
  }
  const factor = 1 / Math.sqrt(squares);
  for (let d = 0; d < vector.length; d++) vector[d] = (vector[d] ?? 0) * factor;
}
