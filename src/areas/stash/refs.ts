/** All citations of the workspace, each with what became of the entry it names. */
import { citationsOf } from './citations.ts';
import { successorsOf } from './get.ts';
import { findName } from './naming.ts';
import type { StashDeps } from './ports.ts';
import type { OpenShelf } from './shelf.ts';

export interface CitedRef {
  path: string;
  line: number;
  /** As the entry's file has it; for an unknown entry, as written. */
  ref: string;
  state: 'current' | 'superseded' | 'unknown';
  superseded_by?: string[];
}

/** By path and line. */
export async function listCitations(
  open: OpenShelf,
  deps: StashDeps,
  signal: AbortSignal,
): Promise<CitedRef[]> {
  const shelf = await open();
  const all = await shelf.all(signal);
  const cited = await citationsOf(undefined, shelf.config, deps, signal);
  return cited.map(({ path, line, wanted }) => {
    const name = findName(wanted, all);
    const entry = all.find(({ file }) => file === name?.file);
    if (entry === undefined) return { path, line, ref: wanted.digits, state: 'unknown' };
    const successors = successorsOf(entry, all, shelf);
    return successors.length > 0
      ? { path, line, ref: entry.ref, state: 'superseded', superseded_by: successors }
      : { path, line, ref: entry.ref, state: 'current' };
  });
}
