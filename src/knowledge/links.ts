/** What was written about files: one link for each comment, anchor, pack reference and directory that leads to them. */
import { posix } from 'node:path';
import type { Claim } from '../areas/contexts/index.ts';
import type { Pack } from '../areas/packs/index.ts';
import type { Citation, SurveyedEntry } from '../areas/stash/index.ts';
import type { Anchor, Resolution } from '../core/anchors/index.ts';

type Section = Pack['sections'][number];

/** A comment, with the entry it cites; undefined if no entry of that number can be read. */
export interface EntryCitation extends Citation {
  entry: SurveyedEntry | undefined;
}

/** A place that an entry is anchored to, and where that code is now. */
export interface EntryPlace {
  entry: SurveyedEntry;
  anchor: Anchor;
  now: Resolution;
}

/** A reference of a pack, and where its code is now. */
export interface PackPlace {
  pack: Pack;
  section: Section;
  ref: Section['refs'][number];
  now: Resolution;
}

export type Link =
  | { by: 'comment'; entry: SurveyedEntry; path: string; line: number }
  | ({ by: 'anchor' } & EntryPlace)
  | ({ by: 'reference' } & PackPlace)
  | { by: 'directory'; claim: Claim };

export interface LinkSources {
  /** Comments in these files at least, by path and line. */
  citations(paths: ReadonlySet<string>): Promise<readonly EntryCitation[]>;
  /** By number of the entry. */
  entryPlaces(): Promise<readonly EntryPlace[]>;
  /** Of packs that have not expired. */
  packPlaces(): Promise<readonly PackPlace[]>;
  claims(scopes: readonly string[]): Promise<readonly Claim[]>;
}

/** Comments first, then anchors, references and directories. Code that moved belongs to its old file and its new one. */
export async function linksTo(paths: ReadonlySet<string>, sources: LinkSources): Promise<Link[]> {
  const isIn = (was: string, { path = was }: Resolution) => paths.has(was) || paths.has(path);
  const links: Link[] = [];
  for (const { entry, path, line } of await sources.citations(paths))
    if (entry !== undefined && paths.has(path)) links.push({ by: 'comment', entry, path, line });
  for (const place of await sources.entryPlaces())
    if (isIn(place.anchor.path, place.now)) links.push({ by: 'anchor', ...place });
  for (const place of await sources.packPlaces())
    if (isIn(place.ref.path, place.now)) links.push({ by: 'reference', ...place });
  const scopes = new Set([...paths].flatMap(scopesAbove));
  for (const claim of await sources.claims([...scopes])) links.push({ by: 'directory', claim });
  return links;
}

/** The directory of the file first, then its ancestors, the root last. */
export function scopesAbove(path: string): string[] {
  const scopes: string[] = [];
  for (let scope = posix.dirname(path); scope !== '.'; scope = posix.dirname(scope)) scopes.push(scope);
  return [...scopes, '.'];
}
