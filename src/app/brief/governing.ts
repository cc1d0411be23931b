/** What was written down about a set of files: entries, packs, decisions and constraints. */
import { posix } from 'node:path';
import { isExpired } from '../../areas/packs/index.ts';
import type { Facts } from '../check/facts/facts.ts';
import { packTitle } from '../knowledge/library.ts';
import type { Services } from '../services.ts';
import { cameFrom, isIn, placeNow } from './anchored-place.ts';

export interface Governing {
  id: string;
  /** `entry`, `pack`, `constraint`, or what the entry or claim says it is. */
  kind: string;
  title: string;
  /** Why it is here: comments that cite it, places it points at, the directory it speaks of. */
  where: string[];
  superseded_by?: readonly string[];
  /** Its whole text, if it has one beside the title. */
  text: string;
}

/** Entries first, by number, then claims from the nearest directory up, then packs. */
export async function governingOf(
  paths: ReadonlySet<string>,
  facts: Facts,
  { library }: Pick<Services, 'library'>,
): Promise<Governing[]> {
  return [
    ...(await entries(paths, facts)),
    ...(await claims(paths, library)),
    ...(await packs(paths, facts)),
  ];
}

async function entries(paths: ReadonlySet<string>, facts: Facts): Promise<Governing[]> {
  const stash = await facts.stash();
  if (stash.state !== 'ready') return [];
  const cited = (await facts.citations()).filter(({ path }) => paths.has(path));
  const places = await facts.entryPlaces();
  const found: Governing[] = [];
  for (const { file, ref, title, fields, successors, markdown } of stash.entries) {
    const comments = cited.filter(({ entry }) => entry?.file === file);
    const about = places
      .filter(({ entry, anchor, now }) => entry.file === file && isIn(paths, anchor, now))
      .map(({ anchor, now }) => `about ${placeNow(anchor, now)}${cameFrom(anchor, now)}`);
    if (comments.length + about.length === 0) continue;
    const item: Governing = {
      id: ref,
      kind: fields.type ?? 'entry',
      title,
      where: [...comments.map(({ path, line }) => `cited at ${path}:${line}`), ...about],
      text: beyondTitle(markdown, title),
    };
    found.push(successors.length === 0 ? item : { ...item, superseded_by: successors });
  }
  return found;
}

/** A text that is nothing but its title is not said twice. */
function beyondTitle(text: string, title: string): string {
  const whole = text.trim();
  return whole.replace(/^#+ */, '') === title.trim() ? '' : whole;
}

/** The directories that hold these files, each with how far it is above the nearest of them. */
function scopesAbove(paths: ReadonlySet<string>): ReadonlyMap<string, number> {
  const scopes = new Map<string, number>();
  for (const path of paths)
    for (let scope = posix.dirname(path), up = 0; ; scope = posix.dirname(scope), up++) {
      scopes.set(scope, Math.min(up, scopes.get(scope) ?? up));
      if (scope === '.') break;
    }
  return scopes;
}

/** Documents whose claims would belong here, if they could be read. */
export async function unreadNotes(paths: ReadonlySet<string>, facts: Facts): Promise<string[]> {
  const scopes = scopesAbove(paths);
  return (await facts.contexts()).flatMap((context) => {
    if (context.state !== 'invalid' || !scopes.has(context.scope)) return [];
    const why = `${context.isConflict ? 'merge conflict' : 'not valid'}, line ${context.problems[0]?.line ?? 1}`;
    return [`${context.path} cannot be read (${why}): its decisions are missing here; run pilotbook check.`];
  });
}

async function claims(paths: ReadonlySet<string>, library: Services['library']): Promise<Governing[]> {
  const scopes = scopesAbove(paths);
  const distance = (id: string) => scopes.get(scopeOf(id)) ?? Number.POSITIVE_INFINITY;
  return (await library.claims())
    .filter(({ id }) => scopes.has(scopeOf(id)))
    .toSorted((a, b) => distance(a.id) - distance(b.id) || (a.id < b.id ? -1 : 1))
    .map(({ id, type, title, text }) => ({
      id,
      // In the list of knowledge a constraint counts among the rules; here it has its own name.
      kind: type === 'decision' ? type : 'constraint',
      title,
      where: [`directory ${scopeOf(id)}`],
      text: beyondTitle(text, title),
    }));
}

/** The id of a claim is its directory and its place in the document: `src/auth#decision-1`. */
function scopeOf(id: string): string {
  return id.slice(0, id.lastIndexOf('#'));
}

async function packs(paths: ReadonlySet<string>, facts: Facts): Promise<Governing[]> {
  return (await facts.packs()).flatMap((each) => {
    if ('problem' in each || isExpired(each.pack.expiresAt, facts.now)) return [];
    const refs = each.refs.filter(({ ref, now }) => paths.has(now.path ?? ref.path) || paths.has(ref.path));
    if (refs.length === 0) return [];
    return [
      {
        id: each.pack.id,
        kind: 'pack',
        title: packTitle(each.pack),
        where: refs.map(({ section, ref, now }) => {
          const [start, end] = [now.startLine ?? ref.lines.start, now.endLine ?? ref.lines.end];
          return `ref ${section}/${ref.key} at ${now.path ?? ref.path}:${start}-${end}`;
        }),
        text: (each.pack.brief ?? '').trim(),
      },
    ];
  });
}
