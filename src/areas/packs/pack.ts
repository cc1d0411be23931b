/**
 * The rules of a pack: what may change, when, and the revision of each change. Pure: a pack in, a pack out; nothing here uses
 * the disk.
 */

import { isDeepStrictEqual } from 'node:util';
import type { Anchor } from '../../core/anchors/index.ts';
import { AppError } from '../../core/errors.ts';
import {
  type Change,
  changed,
  checkKey,
  checkLines,
  checkPath,
  type Diagram,
  invalid,
  type Pack,
  type Ref,
  type Section,
  type SectionChange,
  type Status,
} from './types.ts';

export interface NewPack {
  id: string;
  name: string | undefined;
  title: string | undefined;
  brief: string | undefined;
  tags: readonly string[];
  sections: readonly Section[];
  now: number;
  expiresAt: number | null;
}

export function newPack({ id, name, title, brief, tags, sections, now, expiresAt }: NewPack): Pack {
  const bare: Pack = {
    id,
    status: 'draft',
    tags: cleanTags(tags),
    sections,
    revision: 1,
    createdAt: now,
    updatedAt: now,
    expiresAt,
    changes: sections.map(({ key }) => ({ section: key, revision: 1 })),
  };
  return changed(bare, { name, title, brief });
}

/** Somebody may rely on a finalized pack: its content stays until it is a draft again. */
export function requireDraft(pack: Pack): void {
  if (pack.status === 'draft') return;
  throw new AppError('state', 'invalid_state', 'The pack is finalized and cannot be changed.', {
    hint: 'Set its status back to draft first.',
  });
}

export function requireStatus(pack: Pack, status: Status | undefined): void {
  if (status === undefined || pack.status === status) return;
  throw new AppError('state', 'invalid_state', `The pack is ${pack.status}, not ${status}.`, {
    details: { status: pack.status },
  });
}

export interface Meta {
  title: Change<string>;
  brief: Change<string>;
  tags: Change<readonly string[]>;
}

export function withMeta(pack: Pack, { title, brief, tags }: Meta): Pack {
  return changed(pack, { title, brief, tags: tags == null ? tags : cleanTags(tags) });
}

export interface SectionFields {
  key: string;
  title: string | undefined;
  description: Change<string>;
  /** From 0; past the end means last. */
  order: number | undefined;
}

export function withSection(pack: Pack, { key, title, description, order }: SectionFields): Pack {
  checkKey(key, 'section_key');
  const at = pack.sections.findIndex((section) => section.key === key);
  const old = pack.sections[at];
  if (old === undefined && title === undefined) throw invalid('section_title is required for a new section.');
  const bare = old ?? { key, title: title ?? '', refs: [], diagrams: [] };
  const section = changed(bare, { title, description });
  const rest = pack.sections.filter((_, index) => index !== at);
  const place = order ?? (old === undefined ? rest.length : at);
  return { ...pack, sections: rest.toSpliced(Math.min(place, rest.length), 0, section) };
}

export function withoutSection(pack: Pack, key: string): Pack {
  findSection(pack, key);
  return { ...pack, sections: pack.sections.filter((section) => section.key !== key) };
}

export interface RefFields {
  key: string;
  title: Change<string>;
  why: Change<string>;
  group: Change<string>;
}

/** Where a ref points; without an anchor it cannot be verified later. */
export interface RefPlace {
  path: string;
  lines: Ref['lines'];
  anchor: Anchor | undefined;
}

export function withRef(
  pack: Pack,
  sectionKey: string,
  fields: RefFields,
  place: RefPlace | undefined,
): Pack {
  const { key, title, why, group } = fields;
  checkKey(key, 'ref_key');
  const section = findSection(pack, sectionKey);
  const old = section.refs.find((ref) => ref.key === key);
  const bare = place === undefined ? old : placed(old ?? { key }, place);
  if (bare === undefined) throw invalid('path, line_start and line_end are required for a new ref.');
  const ref = changed(bare, { title, why, group });
  return inSection(pack, sectionKey, { refs: replaced(section.refs, ref) });
}

function placed(ref: Omit<Ref, 'path' | 'lines' | 'anchor'>, { path, lines, anchor }: RefPlace): Ref {
  const bare = { ...ref, path: checkPath(path), lines: checkLines(lines) };
  return changed<Ref, 'anchor'>(bare, { anchor: anchor ?? null });
}

export function withoutRef(pack: Pack, sectionKey: string, key: string): Pack {
  const { refs } = findSection(pack, sectionKey);
  findRef(pack, sectionKey, key);
  return inSection(pack, sectionKey, { refs: refs.filter((ref) => ref.key !== key) });
}

export interface DiagramFields {
  key: string;
  title: string | undefined;
  mermaid: string | undefined;
  why: Change<string>;
}

export function withDiagram(pack: Pack, sectionKey: string, fields: DiagramFields): Pack {
  const { key, title, mermaid, why } = fields;
  checkKey(key, 'diagram_key');
  const section = findSection(pack, sectionKey);
  const old = section.diagrams.find((diagram) => diagram.key === key);
  if (old === undefined && (title === undefined || mermaid === undefined))
    throw invalid('title and mermaid are required for a new diagram.');
  const bare: Diagram = old ?? { key, title: title ?? '', mermaid: mermaid ?? '' };
  const diagram = changed(bare, { title, mermaid, why });
  return inSection(pack, sectionKey, { diagrams: replaced(section.diagrams, diagram) });
}

export function withoutDiagram(pack: Pack, sectionKey: string, key: string): Pack {
  const { diagrams } = findSection(pack, sectionKey);
  if (!diagrams.some((diagram) => diagram.key === key)) throw missing('diagram', key);
  return inSection(pack, sectionKey, { diagrams: diagrams.filter((diagram) => diagram.key !== key) });
}

/** A ref whose code cannot be verified. */
export interface StaleRef {
  section: string;
  ref: string;
  reason: string;
}

export function withStatus(pack: Pack, status: Status, stale: readonly StaleRef[]): Pack {
  if (pack.status === status || status === 'draft') return { ...pack, status };
  if (stale.length > 0)
    throw new AppError('state', 'stale_ref', `${stale.length} of the refs cannot be verified.`, {
      hint: 'Correct or delete them, or accept the code as it is now with refresh.',
      details: { stale_refs: stale },
    });
  if (!pack.sections.some(({ refs, diagrams }) => refs.length + diagrams.length > 0))
    throw new AppError('state', 'invalid_state', 'A pack without any ref or diagram cannot be finalized.', {
      hint: 'Add a ref or a diagram first.',
    });
  return { ...pack, status };
}

export function findRef(pack: Pack, sectionKey: string, key: string): Ref {
  const ref = findSection(pack, sectionKey).refs.find((candidate) => candidate.key === key);
  if (ref === undefined) throw missing('ref', key);
  return ref;
}

function findSection(pack: Pack, key: string): Section {
  const section = pack.sections.find((candidate) => candidate.key === key);
  if (section === undefined) throw missing('section', key);
  return section;
}

function inSection(pack: Pack, key: string, fields: Partial<Section>): Pack {
  return {
    ...pack,
    sections: pack.sections.map((section) => (section.key === key ? { ...section, ...fields } : section)),
  };
}

/** In its old place, or at the end. */
function replaced<T extends { key: string }>(items: readonly T[], item: T): T[] {
  const at = items.findIndex(({ key }) => key === item.key);
  return at === -1 ? [...items, item] : items.with(at, item);
}

function cleanTags(tags: readonly string[]): string[] {
  const clean = tags.map((tag) => tag.trim());
  if (clean.includes('')) throw invalid('tags must not be empty.');
  return [...new Set(clean)];
}

function missing(what: string, key: string): AppError {
  return new AppError('not_found', 'not_found', `There is no ${what} ${key.slice(0, 64)}.`, {
    hint: 'Get the pack to see its keys.',
  });
}

/** How many removed sections a pack remembers, to report them in a revision conflict. */
const REMEMBERED_REMOVALS = 50;

/** The pack with the next revision, or the same object if nothing changed. */
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

/** Sections changed, added or removed after the revision, and sections of unknown age. */
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
