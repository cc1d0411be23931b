/** What one client was sent of files, so that it is not sent again: for each line, a digest of what it was. */
import { createHash } from 'node:crypto';
import {
  type AnswerText,
  type Excerpt,
  excerptLines,
  isExcerpt,
  line,
  place,
  plainLines,
} from '../core/answer.ts';

/** About 10 MB; the files sent longest ago are forgotten, and their lines sent again. */
const MOST_LINES = 100_000;
/** Of a digest, in characters of six bits each. */
const DIGEST_LENGTH = 16;

export interface Saved {
  excerpts: number;
  bytes: number;
}

export class SentLines {
  readonly #files = new Map<string, Map<number, string>>();
  readonly #most: number;
  #count = 0;

  constructor(most: number = MOST_LINES) {
    this.#most = most;
  }

  /** One line instead of each excerpt that was sent before and has not changed since. */
  withoutRepeats(text: AnswerText): { text: AnswerText; saved: Saved } {
    const saved = { excerpts: 0, bytes: 0 };
    const parts = text.map((part) => {
      if (!isExcerpt(part) || !this.#holds(part)) return part;
      const { path, startLine, code } = part;
      const said = line('as sent before: ', place(path, startLine, startLine + code.length - 1));
      const gain = sizeOf(excerptLines(part)) - sizeOf(plainLines([said]));
      if (gain <= 0) return part;
      saved.excerpts++;
      saved.bytes += gain;
      return said;
    });
    return { text: parts, saved };
  }

  /** To be called with what was sent, after it was. */
  remember(text: AnswerText): void {
    for (const part of text) if (isExcerpt(part)) this.#add(part);
    for (const [path, lines] of this.#files) {
      if (this.#count <= this.#most) break;
      this.#files.delete(path);
      this.#count -= lines.size;
    }
  }

  #holds({ path, startLine, code }: Excerpt): boolean {
    const lines = this.#files.get(path);
    return lines !== undefined && code.every((each, at) => lines.get(startLine + at) === digest(each));
  }

  #add({ path, startLine, code }: Excerpt): void {
    const lines = this.#files.get(path) ?? new Map<number, string>();
    this.#count -= lines.size;
    for (const [at, each] of code.entries()) lines.set(startLine + at, digest(each));
    this.#count += lines.size;
    // The file sent last is the last one to be forgotten.
    this.#files.delete(path);
    this.#files.set(path, lines);
  }
}

function digest(text: string): string {
  return createHash('sha256').update(text).digest('base64').slice(0, DIGEST_LENGTH);
}

function sizeOf(lines: readonly string[]): number {
  return lines.reduce((sum, each) => sum + Buffer.byteLength(each) + 1, 0);
}
