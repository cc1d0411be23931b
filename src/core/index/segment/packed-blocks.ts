/** Many blocks in one array: thousands of small buffers would leave the memory of a long run in pieces. */
export interface PackedBlocks {
  bytes: Uint8Array<ArrayBuffer>;
  /** Where each block ends; it begins where the one before it ends. */
  ends: Uint32Array<ArrayBuffer>;
}

export const NO_BLOCKS: PackedBlocks = { bytes: new Uint8Array(), ends: new Uint32Array() };

export function blockAt({ bytes, ends }: PackedBlocks, number: number): Uint8Array | undefined {
  const end = ends[number];
  return end === undefined ? undefined : bytes.subarray(number === 0 ? 0 : ends[number - 1], end);
}

export function oneBlock(bytes: Uint8Array<ArrayBuffer>): PackedBlocks {
  return { bytes, ends: Uint32Array.of(bytes.length) };
}
