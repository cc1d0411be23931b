/** One entry: its Markdown, and beside it what it says of itself. */
import type { Anchor } from '../../core/anchors/index.ts';
import { splitLines } from '../../core/text/index.ts';
import type { AnchorRef } from './anchor-files.ts';
import type { EntryName } from './naming.ts';

export const ENTRY_TYPES = ['pattern', 'rule', 'decision', 'issue'] as const;
export type EntryType = (typeof ENTRY_TYPES)[number];

/** All optional; an entry without any is a file of Markdown and nothing else. */
export interface EntryFields {
  type?: EntryType;
  module?: string;
  /** Refs of the entries it takes the place of. */
  supersedes?: string[];
  /** Places it is about. */
  anchors?: Anchor[];
}

export interface Entry extends EntryName {
  markdown: string;
  title: string;
  fields: EntryFields;
  /** Places whose files are missing, damaged or denied, so that nobody can tell where they are now. */
  unreadableAnchors: readonly AnchorRef[];
}

const LONGEST_TITLE = 100;

/** The first heading or, without one, the first line that says something. */
export function titleOf(markdown: string): string {
  const lines = splitLines(markdown).map((line) => line.trim());
  const heading = lines.find((line) => /^#{1,6}\s+\S/.test(line));
  const first =
    heading?.replace(/^#{1,6}\s+/, '').replace(/\s+#+$/, '') ?? lines.find((line) => line !== '') ?? '';
  return first.length > LONGEST_TITLE ? `${[...first].slice(0, LONGEST_TITLE - 1).join('')}…` : first;
}
