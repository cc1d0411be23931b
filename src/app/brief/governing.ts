/** What was written down about a set of files, each piece once: entries, decisions, constraints, packs. */
import type { SurveyedEntry } from '../../areas/stash/index.ts';
import type { Anchor, Resolution } from '../../core/anchors/index.ts';
import { byCodeUnit } from '../../core/text/index.ts';
import { type Facts, type Link, packTitle, scopesAbove } from '../../knowledge/index.ts';

export interface Governing {
  id: string;
  /** `entry`, `pack`, `constraint`, or what the entry or claim says it is. */
  kind: string;
  title: string;
  /** Why it is here: comments that cite it, places it points at, the directory it is about. */
  where: string[];
  superseded_by?: readonly string[];
  /** Its whole text, if it has one beside the title. */
  text: string;
}

/** Entries first, by number, then claims from the nearest directory up, then packs. */
export function governingOf(paths: ReadonlySet<string>, links: readonly Link[]): Governing[] {
  return [...entries(links), ...claims(paths, links), ...packs(links)];
}

function entries(links: readonly Link[]): Governing[] {
  const found = new Map<string, { entry: SurveyedEntry; where: string[] }>();
  for (const link of links) {
    if (link.by !== 'comment' && link.by !== 'anchor') continue;
    const { entry } = link;
    const known = found.get(entry.file) ?? { entry, where: [] };
    found.set(entry.file, known);
    known.where.push(
      link.by === 'comment'
        ? `cited at ${link.path}:${link.line}`
        : `about ${placeNow(link.anchor, link.now)}${movedFrom(link.anchor, link.now)}`,
    );
  }
  return [...found.values()]
    .toSorted(({ entry: a }, { entry: b }) =>
      a.number === b.number ? byCodeUnit(a.file, b.file) : a.number < b.number ? -1 : 1,
    )
    .map(({ entry: { ref, title, fields, successors, markdown }, where }) => ({
      id: ref,
      kind: fields.type ?? 'entry',
      title,
      where,
      text: beyondTitle(markdown, title),
      ...(successors.length === 0 ? {} : { superseded_by: successors }),
    }));
}

/** A text that is nothing but its title is not said twice. */
function beyondTitle(text: string, title: string): string {
  const whole = text.trim();
  return whole.replace(/^#+ */, '') === title.trim() ? '' : whole;
}

function claims(paths: ReadonlySet<string>, links: readonly Link[]): Governing[] {
  const nearest = new Map<string, number>();
  for (const path of paths)
    for (const [up, scope] of scopesAbove(path).entries())
      nearest.set(scope, Math.min(up, nearest.get(scope) ?? up));
  const distance = (scope: string) => nearest.get(scope) ?? Number.POSITIVE_INFINITY;
  return links
    .flatMap((link) => (link.by === 'directory' ? [link.claim] : []))
    .toSorted((a, b) => distance(a.scope) - distance(b.scope) || byCodeUnit(a.id, b.id))
    .map(({ id, kind, title, text, scope }) => ({
      id,
      kind,
      title,
      where: [`directory ${scope}`],
      text: beyondTitle(text, title),
    }));
}

function packs(links: readonly Link[]): Governing[] {
  const found = new Map<string, Governing>();
  for (const link of links) {
    if (link.by !== 'reference') continue;
    const { pack, section, ref, now } = link;
    const item = found.get(pack.id) ?? {
      id: pack.id,
      kind: 'pack',
      title: packTitle(pack),
      where: [],
      text: (pack.brief ?? '').trim(),
    };
    found.set(pack.id, item);
    const [start, end] = [now.startLine ?? ref.lines.start, now.endLine ?? ref.lines.end];
    item.where.push(`ref ${section.key}/${ref.key} at ${now.path ?? ref.path}:${start}-${end}`);
  }
  return [...found.values()];
}

/** Where anchored code is now; where it was, if that is unknown. */
export function placeNow(anchor: Anchor, { path = anchor.path, startLine, endLine }: Resolution): string {
  return `${path}:${startLine ?? anchor.startLine}-${endLine ?? anchor.endLine}`;
}

/** Only a move to another file is worth saying. */
export function movedFrom(anchor: Anchor, { path = anchor.path }: Resolution): string {
  return path === anchor.path ? '' : ` (moved from ${anchor.path}:${anchor.startLine}-${anchor.endLine})`;
}

/** Directory notes about these files that cannot be read. */
export interface UnreadNotes {
  path: string;
  why: string;
}

export async function unreadNotes(paths: ReadonlySet<string>, facts: Facts): Promise<UnreadNotes[]> {
  const scopes = new Set([...paths].flatMap(scopesAbove));
  return (await facts.contexts()).flatMap((context) => {
    if (context.state !== 'invalid' || !scopes.has(context.scope)) return [];
    const why = `${context.isConflict ? 'merge conflict' : 'not valid'}, line ${context.problems[0]?.line ?? 1}`;
    return [{ path: context.path, why }];
  });
}
