/** Revisions: what a change makes of a pack, and what others changed since one was read. */
import { isDeepStrictEqual } from 'node:util';
import { AppError } from '../../core/errors.ts';
import type { Pack, Section, SectionChange } from './types.ts';

/** Enough to tell a late writer what vanished; older ones are forgotten. */
const REMEMBERED_REMOVALS = 50;

/** The pack after a change: the next revision, or the very same pack if nothing is different. */
export function advance(before: Pack, after: Pack, now: number): Pack {
  if (isDeepStrictEqual(before, after)) return before;
  const revision = before.revision + 1;
  // A clock that was set back must not make a change look older than the one before it.
  const updatedAt = Math.max(now, before.updatedAt);
  return { ...after, revision, updatedAt, changes: changesAt(before, after, revision) };
}

function changesAt(before: Pack, after: Pack, revision: number): SectionChange[] {
  const old = byKey(before.sections);
  const now = byKey(after.sections);
  const touched = [...new Set([...now.keys(), ...old.keys()])].filter(
    (key) => !isDeepStrictEqual(old.get(key), now.get(key)),
  );
  const kept = before.changes.filter(({ section }) => !touched.includes(section));
  const all = [...kept, ...touched.map((section) => ({ section, revision }))];
  const removed = all.filter(({ section }) => !now.has(section)).sort((a, b) => b.revision - a.revision);
  const forgotten = new Set(removed.slice(REMEMBERED_REMOVALS));
  return all.filter((change) => !forgotten.has(change));
}

function byKey(sections: readonly Section[]): Map<string, Section> {
  return new Map(sections.map((section) => [section.key, section]));
}

/** Sections changed, added or removed after the revision; those of unknown age count as changed. */
export function changedSince(pack: Pack, revision: number): string[] {
  if (revision >= pack.revision) return [];
  const age = new Map(pack.changes.map((change) => [change.section, change.revision]));
  const keys = new Set([...pack.sections.map(({ key }) => key), ...age.keys()]);
  return [...keys].filter((key) => (age.get(key) ?? pack.revision) > revision);
}

export function checkRevision(pack: Pack, expected: number): void {
  if (pack.revision === expected) return;
  throw new AppError(
    'conflict',
    'revision_conflict',
    `The pack is at revision ${pack.revision}, not ${expected}.`,
    {
      hint: 'Read the pack again and repeat the change with its revision.',
      details: {
        expected_revision: expected,
        actual_revision: pack.revision,
        changed_sections: changedSince(pack, expected),
      },
    },
  );
}
