/** The two pieces of BM25: how telling a term is, and how much its repetition adds. */
export function rarity(documents: number, holding: number): number {
  return Math.log(1 + (documents - holding + 0.5) / (holding + 0.5));
}

/** From 0 towards saturation + 1, which it never reaches. */
export function saturated(frequency: number, saturation: number): number {
  return (frequency * (saturation + 1)) / (frequency + saturation);
}
