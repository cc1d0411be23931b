/** Two files of one number, such as `00012.md` and `12.md`. The one that came first keeps the number. */
import { nameOf } from '../../../areas/stash/index.ts';
import { wasThere } from './came-with.ts';
import type { Citation } from './citations.ts';
import type { Collision, CollisionParts } from './collision.ts';
import type { StoredEntry } from './stash.ts';

export async function twinFiles(parts: CollisionParts): Promise<Collision[]> {
  const { stash, history } = parts;
  const byNumber = new Map<bigint, StoredEntry[]>();
  for (const entry of stash.entries) {
    const known = byNumber.get(entry.number);
    if (known) known.push(entry);
    else byNumber.set(entry.number, [entry]);
  }
  const found: Collision[] = [];
  for (const twins of byNumber.values()) {
    if (twins.length < 2) continue;
    // What is not committed yet is the newest.
    const age = ({ path }: StoredEntry) => history?.get(path)?.[0]?.timeMs ?? Number.POSITIVE_INFINITY;
    const isCanonical = ({ number, file }: StoredEntry) => nameOf(number, stash.config).file === file;
    const [kept, ...later] = twins.toSorted(
      (a, b) =>
        Math.sign(age(a) - age(b)) ||
        Number(isCanonical(b)) - Number(isCanonical(a)) ||
        (a.file < b.file ? -1 : 1),
    );
    for (const entry of later) {
      const text = entry.bytes.toString('utf8');
      found.push({
        entry,
        line: 1,
        message: `${entry.file} and ${kept?.file} have the same number.`,
        renumbering: {
          text,
          oldFile: { remove: entry.file },
          citations: await meaning(entry, parts),
        },
      });
    }
  }
  return found;
}

/** Comments that name this very file, and were not there before it. */
async function meaning({ file, path }: StoredEntry, parts: CollisionParts): Promise<Citation[]> {
  const added = parts.history?.get(path)?.[0];
  const before = added === undefined ? 'HEAD' : `${added.commit}^`;
  const found: Citation[] = [];
  for (const citation of await parts.citations())
    if (citation.entry?.file === file && !(await wasThere(parts, citation, before))) found.push(citation);
  return found;
}
