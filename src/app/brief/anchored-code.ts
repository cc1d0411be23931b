/** Places that entries and packs point at, where the code is no longer what it was. */
import { isExpired } from '../../areas/packs/index.ts';
import { type Anchor, type Resolution, resolveAnchor } from '../../core/anchors/index.ts';
import type { Facts } from '../check/facts/facts.ts';
import { packTitle } from '../knowledge/library.ts';
import type { Services } from '../services.ts';
import { cameFrom, isIn, placeNow } from './anchored-place.ts';
import type { Before } from './before.ts';
import type { Risk } from './risk.ts';

const KINDS = { edited: 'anchor-edited', lost: 'anchor-lost', ambiguous: 'anchor-ambiguous' } as const;
const WORDS = {
  edited: 'was edited',
  lost: 'is lost',
  ambiguous: 'cannot be told apart from its copies',
} as const;

interface Pointer {
  id: string;
  title: string;
  anchor: Anchor;
  now: Resolution;
}

export async function anchoredCodeRisks(
  { outline }: Pick<Services, 'outline'>,
  facts: Facts,
  paths: ReadonlySet<string>,
  before: Before | undefined,
): Promise<Risk[]> {
  const risks: Risk[] = [];
  for (const { id, title, anchor, now } of await pointers(facts)) {
    const { state } = now;
    if (!isIn(paths, anchor, now)) continue;
    if (state === 'fresh' || state === 'moved') continue;
    if (before !== undefined && (await wasNoBetter(anchor, now, before, outline))) continue;
    risks.push({
      kind: KINDS[state],
      id,
      place: placeNow(anchor, now),
      message: `the code that ${id} (${title}) points at ${WORDS[state]}${cameFrom(anchor, now)}`,
    });
  }
  return risks;
}

/** Whether the code was edited or lost before the change, where it stood then: in its first file or in its last. */
async function wasNoBetter(
  anchor: Anchor,
  now: Resolution,
  before: Before,
  outline: Services['outline'],
): Promise<boolean> {
  let found = false;
  for (const path of new Set([anchor.path, now.path ?? anchor.path])) {
    const text = await before.text(path);
    if (text === undefined) continue;
    found = true;
    const { state } = resolveAnchor(anchor, text, await outline(path, text));
    if (state === 'fresh' || state === 'moved') return false;
  }
  return found;
}

async function pointers(facts: Facts): Promise<Pointer[]> {
  const fromEntries = (await facts.entryPlaces()).map(({ entry: { ref, title }, anchor, now }) => ({
    id: ref,
    title,
    anchor,
    now,
  }));
  const fromPacks = (await facts.packs()).flatMap((each) =>
    'problem' in each || isExpired(each.pack.expiresAt, facts.now)
      ? []
      : each.refs.flatMap(({ ref: { anchor }, now }) =>
          anchor === undefined ? [] : [{ id: each.pack.id, title: packTitle(each.pack), anchor, now }],
        ),
  );
  return [...fromEntries, ...fromPacks];
}
