/**
 * Texts of source files as they are now. A file is looked at each time it is asked for, and read again only if it is not the one
 * that was read before: by size, times and inode, as git tells it.
 */
import type { Clock } from '../clock.ts';
import { type FileFacts, isRefusal, type RepoPath, type Workspace } from '../workspace/index.ts';

export interface SourceText {
  text: string;
  /**
   * Another version of the file has another one. Undefined if the file was written so lately that the next change might have the
   * same times.
   */
  version?: string | undefined;
}

/** Of all texts that are kept, in characters; code has one byte for nearly each. */
const MOST_KEPT = 32 * 1024 * 1024;
/** The times of a file system may be this coarse. */
const COARSEST_TIMES_MS = 2_000;

export interface SourceTextsDeps {
  workspace: Pick<Workspace, 'facts' | 'readText'>;
  clock: Pick<Clock, 'now'>;
}

export class SourceTexts {
  readonly #deps: SourceTextsDeps;
  /** The ones used longest ago come first. */
  readonly #kept = new Map<string, SourceText>();
  #characters = 0;

  constructor(deps: SourceTextsDeps) {
    this.#deps = deps;
  }

  /** Undefined if it cannot be read. */
  async read(path: string): Promise<SourceText | undefined> {
    const kept = this.#kept.get(path);
    if (kept !== undefined && (await this.version(path)) === kept.version) {
      this.#keep(path, kept);
      return kept;
    }
    // Paths come from listings and resolved imports, and the workspace checks each of them again.
    const read = await this.#deps.workspace.readText(path as RepoPath);
    if (isRefusal(read)) return undefined;
    const source = { text: read.text, version: this.#versionOf(read) };
    if (source.version !== undefined) this.#keep(path, source);
    return source;
  }

  /** Of the file as it is now, without reading it. */
  async version(path: string): Promise<string | undefined> {
    const facts = await this.#deps.workspace.facts(path as RepoPath);
    return isRefusal(facts) ? undefined : this.#versionOf(facts);
  }

  #versionOf({ size, mtimeMs, ctimeMs, ino }: FileFacts): string | undefined {
    const isLate = Math.max(mtimeMs, ctimeMs) > this.#deps.clock.now() - COARSEST_TIMES_MS;
    return isLate ? undefined : `${size} ${mtimeMs} ${ctimeMs} ${ino}`;
  }

  #keep(path: string, source: SourceText): void {
    this.#drop(path);
    this.#kept.set(path, source);
    this.#characters += source.text.length;
    for (const oldest of this.#kept.keys()) {
      if (this.#characters <= MOST_KEPT) break;
      this.#drop(oldest);
    }
  }

  #drop(path: string): void {
    this.#characters -= this.#kept.get(path)?.text.length ?? 0;
    this.#kept.delete(path);
  }
}
