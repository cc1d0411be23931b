/** What a brief says. */

import type { UserAtDepth } from '../impact/users.ts';
import type { BriefedFile, BriefOptions } from './change.ts';
import type { Governing } from './governing.ts';

/** What a change, or the state of the files, endangers. */
export interface Risk {
  kind:
    | 'citation-removed'
    | 'cited-code-changed'
    | 'entry-missing'
    | 'anchor-edited'
    | 'anchor-lost'
    | 'anchor-ambiguous'
    | 'context-stale';
  /** Of the entry, the pack or the directory. */
  id: string;
  /** `path:line` or `path`. */
  place: string;
  message: string;
}

export interface Brief {
  title: string;
  base: string | null;
  files: readonly BriefedFile[];
  at_risk: readonly Risk[];
  /** `text` is there as far as the budget went. */
  governing: readonly (Omit<Governing, 'text'> & { text?: string })[];
  /** Who uses the symbols that the change touched, directly. */
  users: readonly UserAtDepth[];
  /** Functions of tests that reach them. */
  tests: readonly UserAtDepth[];
  left_out: LeftOut;
  /** `used` is about what the Markdown form costs. */
  tokens: { budget: number; used: number };
  /** Directory notes about these files that cannot be read. */
  unread: readonly string[];
  /** What could not be looked at, and why. */
  notes: readonly string[];
}

/** For the budget. */
export interface LeftOut {
  files: number;
  at_risk: number;
  /** Ids of what governs but is not even named. */
  governing: readonly string[];
  /** Ids of what is named without its text. */
  texts: readonly string[];
  users: number;
  tests: number;
}

export type MakeBrief = (options: BriefOptions) => Promise<Brief>;
