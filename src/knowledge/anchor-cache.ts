/**
 * Where anchored code is now, for notes on every result. An anchor is looked up again when its file changed, or the
 * file it was found in; otherwise a file costs one stat.
 */
import type { Anchor, Resolution } from '../core/anchors/index.ts';
import type { Clock } from '../core/clock.ts';
import { openPlaces, type SymbolsOf } from '../core/places/index.ts';
import { isRefusal, type Workspace } from '../core/workspace/index.ts';

/** By anchor, in the order given. */
export type AnchorCache = (anchors: readonly Anchor[], signal: AbortSignal) => Promise<readonly Resolution[]>;

/** Looking through other files for what is lost takes long, and seldom finds what it did not find before. */
const LOST_MS = 30_000;

interface Known {
  found: Resolution;
  at: number;
  /** Of the file it was in, and of the one it was found in. */
  stamps: string;
}

export function createAnchorCache(workspace: Workspace, symbolsOf: SymbolsOf, clock: Clock): AnchorCache {
  let known = new Map<string, Known>();
  return async (anchors, signal) => {
    const places = openPlaces(workspace, symbolsOf, signal);
    const stampOf = stamps(workspace);
    const stampsOf = async ({ path }: Anchor, found: Resolution) =>
      `${await stampOf(path)} ${await stampOf(found.path ?? path)}`;
    const holds = async (anchor: Anchor, { found, at, stamps }: Known) =>
      (found.state !== 'lost' || clock.elapsed() - at < LOST_MS) &&
      stamps === (await stampsOf(anchor, found));
    const kept = new Map<string, Known>();
    const results: Resolution[] = [];
    for (const anchor of anchors) {
      const key = `${anchor.path}\0${anchor.startLine}\0${anchor.endLine}\0${anchor.hash}`;
      let one = known.get(key);
      if (one === undefined || !(await holds(anchor, one))) {
        // Before the file is read: what changes in between is seen next time.
        await stampOf(anchor.path);
        const found = await places.now(anchor);
        one = { found, at: clock.elapsed(), stamps: await stampsOf(anchor, found) };
      }
      kept.set(key, one);
      results.push(one.found);
    }
    known = kept;
    return results;
  };
}

/** Size and time of each file, or why it cannot be read; each once a call. */
function stamps(workspace: Workspace): (path: string) => Promise<string> {
  const taken = new Map<string, string>();
  return async (path) => {
    const before = taken.get(path);
    if (before !== undefined) return before;
    // A path in a note is input from outside.
    const resolved = workspace.resolve(path);
    const facts = isRefusal(resolved) ? resolved : await workspace.facts(resolved);
    const stamp = isRefusal(facts) ? facts.refused : `${facts.size}:${facts.mtimeMs}`;
    taken.set(path, stamp);
    return stamp;
  };
}
