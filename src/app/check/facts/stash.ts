/** The entries as they lie in `.context/`, or why there is no telling. */
import { type Entry, parseRef, type StashConfig, successorsIn } from '../../../areas/stash/index.ts';
import { AppError } from '../../../core/errors.ts';
import { isRefusal, type RepoPath } from '../../../core/workspace/index.ts';
import type { FactParts } from './parts.ts';

export const STASH_FOLDER = '.context';

export interface StoredEntry extends Entry {
  path: RepoPath;
  /** The whole file. */
  bytes: Buffer;
  /** Refs of the entries that took its place, followed to those that nobody replaced. */
  successors: readonly string[];
}

export interface ReadyStash {
  state: 'ready';
  config: StashConfig;
  /** By number. */
  entries: readonly StoredEntry[];
  /** Numbers that have a file, readable or not. */
  numbers: ReadonlySet<bigint>;
  /** Numbers that some entry says it supersedes. */
  superseded: ReadonlySet<bigint>;
}

export type StashFacts = ReadyStash | { state: 'absent' } | { state: 'broken'; error: AppError };

export async function readStash(
  { services: { stash, workspace }, signal }: FactParts,
  note: (text: string) => void,
): Promise<StashFacts> {
  let config: StashConfig;
  try {
    config = await stash.config();
  } catch (thrown) {
    if (!(thrown instanceof AppError)) throw thrown;
    if (thrown.code !== 'not_initialized') return { state: 'broken', error: thrown };
    note('There is no .context directory: entries and the comments that cite them are not checked.');
    return { state: 'absent' };
  }
  const all = await stash.entries(signal);
  const successors = successorsIn(all, config);
  const entries: StoredEntry[] = [];
  for (const entry of all) {
    const path = workspace.resolve(`${STASH_FOLDER}/${entry.file}`);
    const read = isRefusal(path) ? path : await workspace.readBytes(path);
    if (isRefusal(path) || isRefusal(read)) continue;
    entries.push({ ...entry, path, bytes: read.bytes, successors: lastOf(entry, successors, config) });
  }
  const numbers = (await stash.list(signal)).flatMap(({ ref }) => parseRef(ref, config)?.number ?? []);
  return {
    state: 'ready',
    config,
    entries,
    numbers: new Set(numbers),
    superseded: new Set(successors.keys()),
  };
}

/** Two entries may name each other; each is then walked through once. */
function lastOf(
  { number }: Entry,
  successors: ReturnType<typeof successorsIn>,
  config: StashConfig,
): readonly string[] {
  const seen = new Set([number]);
  const last = new Set<string>();
  const follow = (refs: readonly string[]) => {
    for (const ref of refs) {
      const next = parseRef(ref, config)?.number;
      if (next === undefined || seen.has(next)) continue;
      seen.add(next);
      const further = successors.get(next);
      if (further === undefined) last.add(ref);
      else follow(further);
    }
  };
  follow(successors.get(number) ?? []);
  return [...last];
}
