/** Rules about the code that entries are anchored to. Entries that were replaced are not reported. */
import { whyUnreadable } from '../../areas/stash/index.ts';
import type { EntryPlace, Facts } from '../../knowledge/index.ts';
import { defineRule, type Problem, sentence } from './rule.ts';

const stashLostAnchor = defineRule({
  id: 'stash/lost-anchor',
  severity: 'warning',
  summary: 'The code an entry is anchored to is gone, and nothing has replaced the entry.',
  find: async (facts) => [
    ...(await anchorsInState(facts, 'lost', (place) => ({
      message: `The code of entry ${place.entry.ref} (${placeName(place)}) is lost: ${sentence(place.now.reason)}`,
      advice: `Write what holds now into an entry that replaces it: ${supersede(place.entry.ref)}, with --anchors where there is code for it.`,
    }))),
    ...(await unreadable(facts)),
  ],
});

async function unreadable({ stash }: Pick<Facts, 'stash'>): Promise<Problem[]> {
  const facts = await stash();
  if (facts.state !== 'ready') return [];
  return facts.entries
    .filter(({ successors }) => successors.length === 0)
    .flatMap(({ path, ref, unreadableAnchors }) =>
      unreadableAnchors.map((anchor) => ({
        file: path,
        line: 1,
        message: `The code of entry ${ref} (${anchor.at}) cannot be followed: ${sentence(whyUnreadable(anchor))}`,
        advice: `Restore that file from git; if it was never committed, ${supersede(ref)} --anchors anchors the code again.`,
      })),
    );
}

const stashAmbiguousAnchor = defineRule({
  id: 'stash/ambiguous-anchor',
  severity: 'warning',
  summary:
    'The code an entry is anchored to may be any of several places, and nothing has replaced the entry.',
  find: (facts) =>
    anchorsInState(facts, 'ambiguous', (place) => {
      const { entry, anchor, now } = place;
      const places = (now.candidates ?? []).map(
        ({ path, startLine, endLine }) => `${path ?? anchor.path}:${startLine}-${endLine}`,
      );
      return {
        message: `The code of entry ${entry.ref} (${placeName(place)}) may be at ${places.join(' or ')}.`,
        advice: `Say which place is meant in an entry that replaces it: ${supersede(entry.ref)} --anchors.`,
      };
    }),
});

const stashEditedAnchor = defineRule({
  id: 'stash/edited-anchor',
  severity: 'info',
  summary: 'The code an entry is anchored to was edited since, and nothing has replaced the entry.',
  find: (facts) =>
    anchorsInState(facts, 'edited', (place) => {
      const { entry, anchor, now } = place;
      const at = `${now.path ?? anchor.path}:${now.startLine}-${now.endLine}`;
      const moved = at === placeName(place) ? '' : ` and is now ${at}`;
      return {
        message: `The code of entry ${entry.ref} (${placeName(place)}) was edited${moved}: ${sentence(now.reason)}`,
        advice: `See whether the entry still holds; if not, replace it: ${supersede(entry.ref)}.`,
      };
    }),
});

export const anchorRules = [stashLostAnchor, stashAmbiguousAnchor, stashEditedAnchor];

async function anchorsInState(
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

function placeName({ anchor }: EntryPlace): string {
  return `${anchor.path}:${anchor.startLine}-${anchor.endLine}`;
}

/** Entries are never changed, so what is new goes into another one. */
function supersede(ref: string): string {
  return `pilotbook stash add --supersedes ${ref}`;
}
