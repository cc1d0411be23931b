/**
 * An anchor: what is remembered about a place in code so that it can be found, or refused, later; and how one is read back
 * from a file of the repository, untrusted until every field has its form.
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
  /** Of the exact lines. */
  hash: string;
  /** Of the same lines without any whitespace. */
  normalisedHash: string;
  /** Of the whole file: unchanged means fresh, whatever else is in it. */
  fileHash: string;
  /** Sample of the file's telling lines: how the file is known under another name. */
  fileLines: string;
  symbol?: AnchorSymbol;
  /** Marks of the paths of other files that stood then; absent where whoever made the anchor did not say. */
  beside?: string;
  /** Marks of the nearest lines that are not blank, nearest first. */
  before: string;
  after: string;
  /** Marks of the first lines that are not blank, and of the last ones where the first are not all. */
  head: string;
  tail: string;
  /** How many lines are not blank, and how many blank ones lead. */
  solid: number;
  lead: number;
  /** Sample of the words. */
  words: string;
  /** Distinct naming words: how much the text says about itself. */
  weight: number;
  /** How often the same lines stood in the file, whitespace aside. */
  copies: number;
  /** The nearest lines that stood nowhere else; kept where there are copies. */
  landmarks?: Landmarks;
}

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

function isText(value: unknown): value is string {
  return typeof value === 'string' && value.length <= LONGEST_TEXT;
}

function isCount(value: unknown): value is number {
  return Number.isSafeInteger(value) && Number(value) >= 0;
}
