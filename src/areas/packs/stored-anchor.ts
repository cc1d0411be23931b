/** An anchor that comes from a file is checked before it is believed. */
import { z } from 'zod';
import { ANCHOR_VERSION, type Anchor } from '../../core/anchors/index.ts';

const text = z.string();
const count = z.number().int().min(1);

const storedAnchor = z.strictObject({
  v: z.literal(ANCHOR_VERSION),
  path: text,
  startLine: count,
  endLine: count,
  hash: text,
  normalisedHash: text,
  fileHash: text,
  fileLines: text,
  symbol: z
    .strictObject({
      name: text,
      relation: z.enum(['whole', 'inside']),
      start: z.number().int(),
      end: z.number().int(),
    })
    .optional(),
  before: text,
  after: text,
  head: text,
  tail: text,
  solid: z.number().int().min(0),
  lead: z.number().int().min(0),
  words: text,
  weight: z.number().int().min(0),
  copies: count,
});

/** Undefined if it is not one of this version. */
export function readAnchor(value: unknown): Anchor | undefined {
  const read = storedAnchor.safeParse(value);
  if (!read.success) return undefined;
  const { symbol, ...anchor } = read.data;
  return symbol === undefined ? anchor : { ...anchor, symbol };
}
