/** Which lines of files are governed by what: for gutters, the outline of a file and the map. */
import type { Anchor, Resolution } from '../../core/anchors/index.ts';
import { type Facts, type Link, packTitle } from '../../knowledge/index.ts';
import type { Services } from '../services.ts';

export type PlaceStatus = Resolution['state'];

export interface LineMark {
  /** Of the entry or the pack. */
  id: string;
  kind: string;
  title: string;
  /** Of the code it points at; a comment that cites it is where it is. */
  state: PlaceStatus;
  startLine: number;
  endLine: number;
  via: 'comment' | 'anchor' | 'reference';
}

/** By path, where the code is now. Code that is lost has no lines and is in no list. */
export async function marksOn(
  services: Services,
  paths: ReadonlySet<string>,
  signal: AbortSignal,
): Promise<Map<string, LineMark[]>> {
  return marksIn(await services.knowledge.facts(signal).linksTo(paths));
}

export function marksIn(links: readonly Link[]): Map<string, LineMark[]> {
  const marks = new Map<string, LineMark[]>();
  for (const link of links) {
    const mark = markOf(link);
    if (mark === undefined) continue;
    const known = marks.get(mark.path) ?? [];
    marks.set(mark.path, known);
    known.push(mark.mark);
  }
  for (const known of marks.values()) known.sort((a, b) => a.startLine - b.startLine);
  return marks;
}

function markOf(link: Link): { path: string; mark: LineMark } | undefined {
  switch (link.by) {
    case 'directory':
      return undefined;
    case 'comment': {
      const { entry, path, line } = link;
      const { ref: id, title, fields } = entry;
      const kind = fields.type ?? 'entry';
      return {
        path,
        mark: { id, kind, title, state: 'fresh', startLine: line, endLine: line, via: 'comment' },
      };
    }
    case 'anchor': {
      const { entry, anchor, now } = link;
      const { ref: id, title, fields } = entry;
      const lines = linesNow(anchor, now);
      const kind = fields.type ?? 'entry';
      return (
        lines && {
          path: lines.path,
          mark: { id, kind, title, state: now.state, ...spanOf(lines), via: 'anchor' },
        }
      );
    }
    case 'reference': {
      const { pack, ref, now } = link;
      const was = { path: ref.path, startLine: ref.lines.start, endLine: ref.lines.end };
      const lines = ref.anchor === undefined && now.state === 'fresh' ? was : linesNow(was, now);
      const about = { id: pack.id, kind: 'pack', title: packTitle(pack), state: now.state };
      return lines && { path: lines.path, mark: { ...about, ...spanOf(lines), via: 'reference' } };
    }
  }
}

interface Lines {
  path: string;
  startLine: number;
  endLine: number;
}

function linesNow(was: Pick<Anchor, 'path'>, now: Resolution): Lines | undefined {
  const { path = was.path, startLine, endLine } = now;
  return startLine === undefined || endLine === undefined ? undefined : { path, startLine, endLine };
}

function spanOf({ startLine, endLine }: Lines): { startLine: number; endLine: number } {
  return { startLine, endLine };
}

/** Every file that something points at, as its anchors say and where they lead now. */
export async function pathsWithKnowledge(facts: Facts): Promise<Set<string>> {
  const paths = new Set<string>();
  for (const { path } of await facts.citations()) paths.add(path);
  for (const { anchor, now } of await facts.entryPlaces()) paths.add(now.path ?? anchor.path);
  for (const each of await facts.packs())
    if (!('problem' in each)) for (const { ref, now } of each.refs) paths.add(now.path ?? ref.path);
  return paths;
}
