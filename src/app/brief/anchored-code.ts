/** Places that entries and packs point at, where the code is no longer what it was. */
import { type Anchor, type Resolution, resolveAnchor } from '../../core/anchors/index.ts';
import type { Facts } from '../check/facts/facts.ts';
import type { House } from '../house.ts';
import { packTitle } from '../knowledge/library.ts';
import type { Before } from './before.ts';
import type { Risk } from './risk.ts';

const KINDS = { edited: 'anchor-edited', lost: 'anchor-lost', ambiguous: 'anchor-ambiguous' } as const;
const WORDS = { edited: 'was edited', lost: 'is lost', ambiguous: 'cannot be told from its copies' } as const;

interface Pointer {
  id: string;
  title: string;
  anchor: Anchor;
  now: Resolution;
}

export async function anchoredCodeRisks(
  { outline }: Pick<House, 'outline'>,
  facts: Facts,
  paths: ReadonlySet<string>,
  before: Before | undefined,
): Promise<Risk[]> {
  const risks: Risk[] = [];
  for (const { id, title, anchor, now } of await pointers(facts)) {
    const { state } = now;
    if (!paths.has(anchor.path)) continue;
    if (state === 'fresh' || state === 'moved') continue;
    const text = await before?.text(anchor.path);
    const then =
      text === undefined ? undefined : resolveAnchor(anchor, text, await outline(anchor.path, text));
    // It was no better before the change.
    if (then !== undefined && then.state !== 'fresh' && then.state !== 'moved') continue;
    risks.push({
      kind: KINDS[state],
      id,
      place: `${anchor.path}:${anchor.startLine}-${anchor.endLine}`,
      message: `the code that ${id} (${title}) points at ${WORDS[state]}`,
    });
  }
  return risks;
}

async function pointers(facts: Facts): Promise<Pointer[]> {
  const fromEntries = (await facts.entryPlaces()).map(({ entry: { ref, title }, anchor, now }) => ({
    id: ref,
    title,
    anchor,
    now,
  }));
  const fromPacks = (await facts.packs()).flatMap((each) =>
    'problem' in each || each.pack.expiresAt <= facts.now
      ? []
      : each.refs.flatMap(({ ref: { anchor }, now }) =>
          anchor === undefined ? [] : [{ id: each.pack.id, title: packTitle(each.pack), anchor, now }],
        ),
  );
  return [...fromEntries, ...fromPacks];
}
