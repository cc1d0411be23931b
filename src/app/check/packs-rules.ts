/** Rules about packs: files that cannot be read, references whose code changed, and expiry. */
import type { RefMove } from '../../areas/packs/index.ts';
import { isoTime } from '../../core/clock.ts';
import type { Facts, RefFacts } from '../../knowledge/index.ts';
import { defineRule, type Problem, sentence } from './rule.ts';

const packsMalformed = defineRule({
  id: 'packs/malformed',
  severity: 'error',
  summary: 'A pack file cannot be read, which keeps all packs from being listed.',
  async find({ packs }) {
    return (await packs()).flatMap((pack) =>
      'problem' in pack
        ? [{ file: pack.file, line: 1, message: pack.problem.message, advice: pack.problem.hint }]
        : [],
    );
  },
});

const packsLostRef = defineRule({
  id: 'packs/lost-ref',
  severity: 'warning',
  summary: 'The code a pack points at is gone.',
  find: (facts) =>
    refsInState(facts, 'lost', (found) => ({
      message: `The code of ${refName(found)} (${placeName(found.ref)}) is lost: ${sentence(found.now.reason)}`,
      advice: 'Point the ref at the code that replaced it, or delete it.',
    })),
});

const packsAmbiguousRef = defineRule({
  id: 'packs/ambiguous-ref',
  severity: 'warning',
  summary: 'The code a pack points at may be any of several places.',
  find: (facts) =>
    refsInState(facts, 'ambiguous', (found) => {
      const places = (found.now.candidates ?? []).map(
        ({ path, startLine, endLine }) => `${path ?? found.ref.path}:${startLine}-${endLine}`,
      );
      return {
        message: `The code of ${refName(found)} (${placeName(found.ref)}) may be at ${places.join(' or ')}.`,
        advice: 'Point the ref at the place that is meant.',
      };
    }),
});

const packsEditedRef = defineRule({
  id: 'packs/edited-ref',
  severity: 'info',
  summary: 'The code a pack points at was edited since.',
  find: (facts) =>
    refsInState(facts, 'edited', (found) => ({
      message: `The code of ${refName(found)} (${placeName(found.ref)}) was edited: ${found.now.reason}.`,
      advice: 'Check whether what the pack says about it still holds; then refresh the pack.',
    })),
});

const packsMovedRef = defineRule<RefMove>({
  id: 'packs/moved-ref',
  severity: 'info',
  summary: 'The code a pack points at is elsewhere now, unchanged.',
  fixes: 'writes the new lines into the pack, if it is a draft',
  find: (facts) =>
    refsInState<Problem & { subject?: RefMove }>(facts, 'moved', (found) => {
      const { pack, section, ref, now } = found;
      const path = now.path ?? ref.path;
      const lines = { start: now.startLine ?? 1, end: now.endLine ?? 1 };
      return {
        message: `The code of ${refName(found)} moved from ${placeName(ref)} to ${placeName({ path, lines })}.`,
        ...(pack.status === 'draft'
          ? {
              advice: 'Run pilotbook check --fix, or refresh the pack.',
              subject: { pack: pack.id, section: section.key, ref: ref.key, path, lines },
            }
          : { advice: 'Nothing needs to be done: the finalized pack shows it at its new place.' }),
      };
    }),
  async fix(move, actions) {
    await actions.moveRef(move);
    return `${move.section}/${move.ref} now points at ${placeName(move)}`;
  },
});

const DAY_MS = 24 * 60 * 60 * 1000;
/** Time to notice over a weekend; packs are made for a week unless said otherwise. */
const SOON_MS = 3 * DAY_MS;
const LASTING_MS = 7 * DAY_MS;

const packsExpiring = defineRule({
  id: 'packs/expiring',
  severity: 'info',
  summary: 'A pack expires within three days, or has expired.',
  async find({ packs, now }) {
    return (await packs()).flatMap((each) => {
      if ('problem' in each) return [];
      const { pack, file } = each;
      if (pack.expiresAt === null) return [];
      const left = pack.expiresAt - now;
      if (left > SOON_MS) return [];
      // One made for an hour is meant to go; one that was to last should not go unnoticed.
      const lasting = pack.status === 'finalized' && pack.expiresAt - pack.createdAt > LASTING_MS;
      const when = isoTime(pack.expiresAt).replace(/\.\d+Z$/, 'Z');
      return [
        {
          file,
          line: 1,
          severity: lasting && left <= DAY_MS ? 'warning' : 'info',
          message: `The pack ${pack.name ?? pack.id} ${left <= 0 ? 'expired' : 'expires'} at ${when}.`,
          advice:
            left <= 0
              ? `If it is still needed: pilotbook pack restore ${pack.id}.`
              : `If it is still needed, give it more time: pilotbook pack edit ${pack.id} touch_ttl extend_minutes=10080.`,
        } as const,
      ];
    });
  },
});

export const packRules = [
  packsMalformed,
  packsLostRef,
  packsAmbiguousRef,
  packsEditedRef,
  packsMovedRef,
  packsExpiring,
];

async function refsInState<P extends Problem>(
  { packs }: Pick<Facts, 'packs'>,
  state: RefFacts['now']['state'],
  problem: (ref: RefFacts) => Omit<P, 'file' | 'line' | 'related'>,
): Promise<(Omit<P, 'file' | 'line' | 'related'> & Pick<Problem, 'file' | 'line' | 'related'>)[]> {
  return (await packs()).flatMap((each) =>
    'problem' in each
      ? []
      : each.refs
          .filter(({ now }) => now.state === state)
          .map((ref) => ({
            ...problem(ref),
            file: each.file,
            line: ref.line,
            related: [ref.ref.path, ...(ref.now.path === undefined ? [] : [ref.now.path])],
          })),
  );
}

/** `auth-flow/section/ref`, by the name people gave the pack. */
function refName({ pack, section, ref }: RefFacts): string {
  return `${pack.name ?? pack.id}/${section.key}/${ref.key}`;
}

function placeName({ path, lines }: Pick<RefFacts['ref'], 'path' | 'lines'>): string {
  return `${path}:${lines.start}-${lines.end}`;
}
