/** An anchor read back from a file of the repository: untrusted until every field has its form. */
import { ANCHOR_VERSION, type Anchor, type Landmarks } from './anchor.ts';
import { isPackedMarks } from './fingerprint.ts';
import type { AnchorSymbol } from './symbol.ts';

/** A longer name is no name. */
const LONGEST_TEXT = 4096;

/** Undefined: not an anchor of this version. */
export function readAnchor(value: unknown): Anchor | undefined {
  if (!isRecord(value) || value.v !== ANCHOR_VERSION) return undefined;
  const { path, startLine, endLine, hash, normalisedHash, fileHash, fileLines } = value;
  const { symbol, beside, before, after, head, tail, solid, lead, words, weight, copies, landmarks } = value;
  if (!isText(path) || !isCount(startLine) || !isCount(endLine)) return undefined;
  if (startLine < 1 || endLine < startLine) return undefined;
  if (!isText(hash) || !isText(normalisedHash) || !isText(fileHash)) return undefined;
  if (!isPackedMarks(fileLines) || !isPackedMarks(before) || !isPackedMarks(after)) return undefined;
  if (!isPackedMarks(head) || !isPackedMarks(tail) || !isPackedMarks(words)) return undefined;
  if (!isCount(solid) || !isCount(lead) || !isCount(weight) || !isCount(copies)) return undefined;
  if (beside !== undefined && !isPackedMarks(beside)) return undefined;
  const marked = landmarks === undefined ? undefined : readLandmarks(landmarks);
  if (landmarks !== undefined && !marked) return undefined;
  const known = symbol === undefined ? undefined : readSymbol(symbol);
  if (symbol !== undefined && !known) return undefined;
  return {
    v: ANCHOR_VERSION,
    path,
    startLine,
    endLine,
    hash,
    normalisedHash,
    fileHash,
    fileLines,
    ...(known ? { symbol: known } : {}),
    ...(beside === undefined ? {} : { beside }),
    before,
    after,
    head,
    tail,
    solid,
    lead,
    words,
    weight,
    copies,
    ...(marked ? { landmarks: marked } : {}),
  };
}

function readSymbol(value: unknown): AnchorSymbol | undefined {
  if (!isRecord(value)) return undefined;
  const { name, relation, start, end, siblings } = value;
  if (!isText(name) || !isCount(start) || !isCount(end) || !isPackedMarks(siblings)) return undefined;
  if (relation !== 'whole' && relation !== 'inside') return undefined;
  return { name, relation, start, end, siblings };
}

function readLandmarks(value: unknown): Landmarks | undefined {
  if (!isRecord(value)) return undefined;
  const { above, below } = value;
  return isPackedMarks(above) && isPackedMarks(below) ? { above, below } : undefined;
}

function isRecord(value: unknown): value is Record<string, unknown> {
  return typeof value === 'object' && value !== null && !Array.isArray(value);
}

function isText(value: unknown): value is string {
  return typeof value === 'string' && value.length <= LONGEST_TEXT;
}

function isCount(value: unknown): value is number {
  return Number.isSafeInteger(value) && Number(value) >= 0;
}
