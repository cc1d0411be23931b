/** The refs of a pack and the code as it is now: find stale refs, follow code that moved, make refs from a bundle. */

import { readAnchor } from '../../core/anchors/index.ts';
import type { Clock } from '../../core/clock.ts';
import { AppError } from '../../core/errors.ts';
import { findPack } from './lookup.ts';
import { advance, requireDraft, type StaleRef, withRef } from './pack.ts';
import type { Bundle, CodeReader, Excerpt, OpenCode, PackRepository } from './ports.ts';
import { checkLines, type Lines, type Pack, type Ref, type Section } from './types.ts';

/** Refs that a finalized pack may not have. */
export async function staleRefs(pack: Pack, code: CodeReader): Promise<StaleRef[]> {
  const stale: StaleRef[] = [];
  for (const { key: section, refs } of pack.sections)
    for (const ref of refs) {
      const { state, reason } = await code.excerpt(ref);
      if (state !== 'fresh' && state !== 'moved') stale.push({ section, ref: ref.key, reason });
    }
  return stale;
}

interface RefReport {
  section: string;
  ref: string;
  state: Excerpt['state'];
  reason: string;
  from?: string;
  to?: string;
}

export interface Refreshed {
  pack: Pack;
  /** Every ref that changed. */
  report: { fresh: number; changed: RefReport[] };
}

/** Accepts the code as it is now: gives refs new lines and anchors. Stale refs stay as they are. */
export async function refreshRefs(pack: Pack, code: CodeReader): Promise<Refreshed> {
  const report: Refreshed['report'] = { fresh: 0, changed: [] };
  const sections = [];
  for (const section of pack.sections) {
    const refs: Ref[] = [];
    for (const ref of section.refs) {
      const excerpt = await code.excerpt(ref);
      refs.push(await refreshed(ref, excerpt, code));
      if (excerpt.state === 'fresh') report.fresh++;
      else report.changed.push({ section: section.key, ref: ref.key, ...placesOf(ref, excerpt) });
    }
    sections.push({ ...section, refs });
  }
  return { pack: { ...pack, sections }, report };
}

async function refreshed(ref: Ref, excerpt: Excerpt, code: CodeReader): Promise<Ref> {
  if (excerpt.state === 'stale' || excerpt.state === 'fresh') return ref;
  const { path, lines } = excerpt;
  const anchor = await code.anchor(path, lines);
  return 'problem' in anchor ? ref : { ...ref, path, lines, anchor };
}

function placesOf(ref: Ref, excerpt: Excerpt): Omit<RefReport, 'section' | 'ref'> {
  const { state, reason } = excerpt;
  if (excerpt.state === 'stale') return { state, reason };
  return { state, reason, from: placeText(ref.path, ref.lines), to: placeText(excerpt.path, excerpt.lines) };
}

function placeText(path: string, { start, end }: Lines): string {
  return `${path}:${start}-${end}`;
}

/** A ref, and the lines where its code is now. */
export interface RefMove {
  /** Id of the pack. */
  pack: string;
  section: string;
  ref: string;
  path: string;
  lines: Lines;
}

export async function moveRef(
  { packs, code, clock }: { packs: PackRepository; code: OpenCode; clock: Clock },
  { pack: id, section, ref: key, path, lines }: RefMove,
  signal: AbortSignal,
): Promise<void> {
  const { revision } = await findPack(packs, { id });
  const anchor = await code(signal).anchor(path, checkLines(lines));
  if ('problem' in anchor)
    throw new AppError(
      'state',
      'not_fixed',
      `${placeText(path, lines)} cannot be anchored: ${anchor.problem}`,
      {
        hint: 'Point the ref at its code by hand.',
      },
    );
  const kept = { key, title: undefined, why: undefined, group: undefined };
  const change = async (pack: Pack) => {
    requireDraft(pack);
    return advance(pack, withRef(pack, section, kept, { path, lines, anchor }), clock.now());
  };
  await packs.update(id, revision, change, signal);
}

/** Keys have at most 64 characters; the rest is for a number that makes them unique. */
const MAX_SLUG = 56;

/** A draft from a bundle: a section for each file and a ref for each selection, with the rationale as its reason. */
export async function sectionsOf(bundle: Bundle, code: CodeReader, warnings: string[]): Promise<Section[]> {
  const sections = new Map<string, Section & { refs: Ref[] }>();
  const keys = new Set<string>();
  for (const { path, startLine, endLine, rationale, anchor: stored } of bundle.selections) {
    const section = sections.get(path) ?? {
      key: unique(slug(path), keys),
      title: path,
      refs: [],
      diagrams: [],
    };
    sections.set(path, section);
    const key = unique(`lines-${startLine}-${endLine}`, new Set(section.refs.map((ref) => ref.key)));
    // The bundle is a file that anybody may have written.
    const anchor = readAnchor(stored);
    const ref = { key, path, lines: { start: startLine, end: endLine }, ...(anchor && { anchor }) };
    const { state, reason } = await code.excerpt(ref);
    if (state !== 'fresh' && state !== 'moved')
      warnings.push(`${path}:${startLine}-${endLine} is not what the bundle contained: ${reason}`);
    section.refs.push(rationale.trim() === '' ? ref : { ...ref, why: rationale.trim() });
  }
  return [...sections.values()];
}

function slug(path: string): string {
  const words = path
    .toLowerCase()
    .replace(/[^a-z0-9]+/g, '-')
    .replace(/^-+|-+$/g, '');
  // The end of a path says more than its beginning.
  const short = words.slice(-MAX_SLUG).replace(/^-+/, '');
  return short.length < 2 ? `file-${short}` : short;
}

function unique(key: string, taken: Set<string>): string {
  let free = key;
  for (let count = 2; taken.has(free); count++) free = `${key}-${count}`;
  taken.add(free);
  return free;
}
