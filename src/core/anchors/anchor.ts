/**
 * An anchor: what is stored about a place in code so that it can be found later; and reading one back from a file of the
 * repository, which is untrusted until every field has been checked.
 */

import { isRecord } from '../text/index.ts';
import type { AnchorSymbol } from './anchored-symbol.ts';
import { isPackedMarks } from './fingerprint.ts';

export const ANCHOR_VERSION = 1;

/** Marks of lines, nearest first. */
export interface Landmarks {
  above: string;
  below: string;
}

export interface Anchor {
  v: typeof ANCHOR_VERSION;
  path: string;
  /** From 1, both included, as they were when the anchor was made. */
  startLine: number;
  endLine: number;
  /** Hash of the exact lines. */
  hash: string;
  /** Hash of the same lines without any whitespace. */
  normalisedHash: string;
  /** Hash of the whole file. If it is unchanged, so is the range. */
  fileHash: string;
  /** Sample of the file's distinctive lines, to recognise the file under another name. */
  fileLines: string;
  symbol?: AnchorSymbol;
  /** Marks of the paths of other files that existed then; absent if the caller did not list them. */
  beside?: string;
  /** Marks of the nearest lines that are not blank, nearest first. */
  before: string;
  after: string;
  /** Marks of the first lines that are not blank, and of the last ones where the first are not all. */
  head: string;
  tail: string;
  /** How many lines are not blank, and how many blank lines come before the first of them. */
  solid: number;
  lead: number;
  /** Sample of the words. */
  words: string;
  /** How many distinct words name something: how distinctive the text is. */
  weight: number;
  /** How often the same lines occurred in the file, ignoring whitespace. */
  copies: number;
  /** The nearest lines that occurred once in the file; stored only if there are copies. */
  landmarks?: Landmarks;
}

/** No path and no name is longer. */
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

function isText(value: unknown): value is string {
  return typeof value === 'string' && value.length <= LONGEST_TEXT;
}

function isCount(value: unknown): value is number {
  return Number.isSafeInteger(value) && Number(value) >= 0;
}
