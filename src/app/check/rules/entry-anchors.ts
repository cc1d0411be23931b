/** The places of entries in one state, as problems; of an entry that was replaced nobody asks. */
import type { EntryPlace } from '../facts/entry-places.ts';
import type { Facts } from '../facts/facts.ts';
import type { Problem } from '../rule.ts';

export async function anchorsInState(
  { entryPlaces }: Pick<Facts, 'entryPlaces'>,
  state: EntryPlace['now']['state'],
  problem: (place: EntryPlace) => Pick<Problem, 'message' | 'advice'>,
): Promise<Problem[]> {
  return (await entryPlaces())
    .filter(({ entry, now }) => now.state === state && entry.successors.length === 0)
    .map((place) => ({
      ...problem(place),
      file: place.entry.path,
      line: 1,
      related: [place.anchor.path, ...(place.now.path === undefined ? [] : [place.now.path])],
    }));
}

export function placeName({ anchor }: EntryPlace): string {
  return `${anchor.path}:${anchor.startLine}-${anchor.endLine}`;
}

/** Entries are never changed, so what is new goes into another one. */
export function supersede(ref: string): string {
  return `pilotbook stash add --supersedes ${ref}`;
}
