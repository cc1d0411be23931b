/** The engine: opens its parts when they are first asked for, and answers without the stored index where there is no room for one. */
import { AppError, inSentences } from '../errors.ts';
import { openGrep } from '../grep/index.ts';
import type { WordStatistics } from '../word-statistics.ts';
import type { RepoPath } from '../workspace/index.ts';
import type {
  CodeIndex,
  IndexOptions,
  IndexQuery,
  IndexStatus,
  RefreshOptions,
  RefreshSummary,
  SearchAnswer,
} from './code-index.ts';
import type { StoredIndex } from './stored-index.ts';

/** Opens and reads nothing yet. */
export function openIndex(options: IndexOptions): CodeIndex {
  return new Engine(options);
}

class Engine implements CodeIndex {
  readonly grep: CodeIndex['grep'];
  readonly filesWith: CodeIndex['filesWith'];
  readonly #knownFiles: () => Promise<readonly RepoPath[] | undefined>;
  readonly #options: IndexOptions;
  readonly #closeGrep: () => void;
  #stored: Promise<StoredIndex> | undefined;

  constructor(options: IndexOptions) {
    const { workspace, clock, log } = options;
    const grep = openGrep(workspace, { clock, log });
    this.#options = options;
    this.grep = grep.grep;
    this.filesWith = grep.filesWith;
    this.#knownFiles = grep.knownFiles;
    this.#closeGrep = () => grep.close();
  }

  async search(query: string, options: IndexQuery): Promise<SearchAnswer> {
    let stored: StoredIndex;
    try {
      stored = await this.#open();
    } catch (thrown) {
      if (!(thrown instanceof AppError) || thrown.code !== 'disk_full') throw thrown;
      const { searchWithoutIndex } = await import('./grep-fallback.ts');
      const hits = await searchWithoutIndex(this.#options, this.grep, query, options);
      const why = `There is no index. ${inSentences(thrown)}`;
      return { hits, warnings: [`${why} Until then only files with words of the query are searched.`] };
    }
    return await stored.search(query, options);
  }

  async wordStatistics(query: string): Promise<WordStatistics> {
    return await (await this.#open()).wordStatistics(query);
  }

  async files(signal?: AbortSignal): Promise<readonly RepoPath[]> {
    const stored = await this.#stored?.catch(() => undefined);
    const known = (await stored?.knownFiles()) ?? (await this.#knownFiles());
    if (known !== undefined) return known;
    return (await this.#options.workspace.files({ signal })).map(({ path }) => path);
  }

  async lineCounts(): Promise<ReadonlyMap<string, number>> {
    return await (await this.#open()).lineCounts();
  }

  async refresh(options?: RefreshOptions): Promise<RefreshSummary> {
    return await (await this.#open()).refresh(options);
  }

  async status(): Promise<IndexStatus> {
    return await (await this.#open()).status();
  }

  async isBusy(): Promise<boolean> {
    return (await this.#stored?.catch(() => undefined))?.isBusy ?? false;
  }

  async close(): Promise<void> {
    this.#closeGrep();
    await (await this.#stored?.catch(() => undefined))?.close();
  }

  /** SQLite and the kernel are loaded here, not with the program. */
  #open(): Promise<StoredIndex> {
    this.#stored ??= this.#openStored();
    // A disk that is full now may have room at the next question.
    this.#stored.catch(() => {
      this.#stored = undefined;
    });
    return this.#stored;
  }

  async #openStored(): Promise<StoredIndex> {
    const [embedder, { openStoredIndex }] = await Promise.all([
      this.#options.embedder?.(),
      import('./stored-index.ts'),
    ]);
    return await openStoredIndex({ ...this.#options, embedder, grep: this.grep });
  }
}
