/** An anchor: what is remembered about a place in code so that it can be found, or refused, later. */
import type { AnchorSymbol } from './symbol.ts';

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
  /** Of the whole file: unchanged means fresh, whatever else stands in it. */
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
