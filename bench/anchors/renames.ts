/** A file that git lost sight of, rewritten and renamed at once: the new file that declares most of what it declared. */
import type { Snapshot } from './snapshot.ts';

/** More than half of the names. */
const MOST = 0.5;
/** Fewer names in common are met by accident. */
const LEAST_NAMES = 3;
/** By how much the best must lead, as a share of the names. */
const LEAD = 0.1;

/** Both ways: no other new file has so many of its names, and the new file so many names of no other old one. */
export function renamedByNames(path: string, from: Snapshot, to: Snapshot): string | undefined {
  const names = namesIn(from, path);
  if (to.lines.has(path) || names.size < LEAST_NAMES) return undefined;
  const arrived = [...to.outlines.keys()].filter((file) => !from.lines.has(file));
  const [best, second] = ranked(names, arrived, to);
  if (!best || best.shared < LEAST_NAMES || best.shared <= names.size * MOST) return undefined;
  const lead = names.size * LEAD;
  if (best.shared - (second?.shared ?? 0) < lead) return undefined;
  const others = [...from.outlines.keys()].filter((file) => file !== path);
  const [rival] = ranked(namesIn(to, best.file), others, from);
  return best.shared - (rival?.shared ?? 0) < lead ? undefined : best.file;
}

function ranked(names: ReadonlySet<string>, files: readonly string[], at: Snapshot) {
  return files
    .map((file) => ({ file, shared: [...namesIn(at, file)].filter((name) => names.has(name)).length }))
    .sort((a, b) => b.shared - a.shared);
}

const known = new WeakMap<Snapshot, Map<string, ReadonlySet<string>>>();

/** The own names: the class around them may be dissolved. */
function namesIn(at: Snapshot, path: string): ReadonlySet<string> {
  const files = known.get(at) ?? new Map<string, ReadonlySet<string>>();
  known.set(at, files);
  const names =
    files.get(path) ?? new Set(at.outlines.get(path)?.map(({ name }) => name.split('.').at(-1) ?? name));
  files.set(path, names);
  return names;
}
