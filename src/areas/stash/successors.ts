/** Which entries replace which, and all entries with what replaced them. */
import type { StashConfig } from './config.ts';
import type { Entry } from './entry-file.ts';
import { type OpenEntryStore, STASH_FOLDER } from './entry-store.ts';
import { parseRef } from './naming.ts';

/** Number of an entry → refs of those that say they replace it, by number. */
export type Successors = ReadonlyMap<bigint, readonly string[]>;

export function successorsIn(all: readonly Entry[], config: StashConfig): Successors {
  const successors = new Map<bigint, string[]>();
  for (const { number, ref, fields } of all) {
    const superseded = new Set(fields.supersedes?.map((written) => parseRef(written, config)?.number));
    for (const old of superseded) {
      // Nothing replaces itself.
      if (old === undefined || old === number) continue;
      const known = successors.get(old);
      if (known) known.push(ref);
      else successors.set(old, [ref]);
    }
  }
  return successors;
}

export interface SurveyedEntry extends Entry {
  /** Of its file, relative to the root. */
  path: string;
  /** Refs of the entries that replace it. */
  supersededBy: readonly string[];
  /** The same, followed to those that nothing replaces. */
  successors: readonly string[];
}

export interface SurveyedStash {
  config: StashConfig;
  /** Those that can be read, by number. */
  entries: readonly SurveyedEntry[];
  /** Numbers that have a file, readable or not. */
  numbers: ReadonlySet<bigint>;
  /** Numbers that some entry says it supersedes. */
  superseded: ReadonlySet<bigint>;
}

export async function surveyEntries(open: OpenEntryStore, signal: AbortSignal): Promise<SurveyedStash> {
  const store = await open();
  const { config } = store;
  const all = await store.all(signal);
  const successors = successorsIn(all, config);
  return {
    config,
    entries: all.map((entry) => ({
      ...entry,
      path: `${STASH_FOLDER}/${entry.file}`,
      supersededBy: successors.get(entry.number) ?? [],
      successors: latestOf(entry, successors, config),
    })),
    numbers: new Set((await store.names()).map(({ number }) => number)),
    superseded: new Set(successors.keys()),
  };
}

/** Two entries may name each other; each is then visited once. */
function latestOf({ number }: Entry, successors: Successors, config: StashConfig): readonly string[] {
  const seen = new Set([number]);
  const latest = new Set<string>();
  const follow = (refs: readonly string[]) => {
    for (const ref of refs) {
      const next = parseRef(ref, config)?.number;
      if (next === undefined || seen.has(next)) continue;
      seen.add(next);
      const further = successors.get(next);
      if (further === undefined) latest.add(ref);
      else follow(further);
    }
  };
  follow(successors.get(number) ?? []);
  return [...latest];
}
