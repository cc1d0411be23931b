/** All citations of the workspace, each with what became of the entry it names. */
import { citationsOf } from './citations.ts';
import type { OpenEntryStore } from './entry-store.ts';
import { findName } from './naming.ts';
import type { StashDeps } from './ports.ts';
import { successorsIn } from './supersession.ts';

export interface CitedRef {
  path: string;
  line: number;
  /** As the entry's file has it; for an unknown entry, as written. */
  ref: string;
  state: 'current' | 'superseded' | 'unknown';
  superseded_by?: readonly string[];
}

/** By path and line. */
export async function listCitations(
  open: OpenEntryStore,
  deps: StashDeps,
  signal: AbortSignal,
): Promise<CitedRef[]> {
  const store = await open();
  const all = await store.all(signal);
  const successors = successorsIn(all, store.config);
  const cited = await citationsOf(undefined, store.config, deps, signal);
  return cited.map(({ path, line, wanted }) => {
    const entry = findName(wanted, all);
    if (entry === undefined) return { path, line, ref: wanted.digits, state: 'unknown' };
    const superseded_by = successors.get(entry.number);
    return superseded_by === undefined
      ? { path, line, ref: entry.ref, state: 'current' }
      : { path, line, ref: entry.ref, state: 'superseded', superseded_by };
  });
}
