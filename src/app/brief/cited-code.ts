/** Comments that cite entries: which the change removed, and under which it changed the code. */
import { type CitedNumber, citedIn, nameFinder } from '../../areas/stash/index.ts';
import { makeAnchor, openPage, resolveAnchor, type SymbolSpan } from '../../core/anchors/index.ts';
import type { CommitId } from '../../core/git/index.ts';
import { hasFacts } from '../../core/symbols/index.ts';
import { countLines } from '../../core/text/index.ts';
import { isRefusal, type RepoPath } from '../../core/workspace/index.ts';
import type { Facts } from '../../knowledge/index.ts';
import type { Services } from '../services.ts';
import type { Risk } from './brief.ts';

/** Files as they were before the change. */
export interface Before {
  /** Undefined: it was not there, cannot be read, or neither names of its language are known nor does something point at it. */
  text(path: string): string | undefined;
  /** Of the changed files, those with comments that cited entries. */
  citing: ReadonlyMap<string, CitingText>;
}

interface CitingText {
  text: string;
  cited: readonly CitedNumber[];
}

/** Reads the changed files, for the entries they cited and what they declared, and the files that something points at. */
export async function readBefore(
  { workspace, citationsIn }: CitedDeps,
  facts: Facts,
  base: CommitId,
  { changed, anchored }: { changed: readonly string[]; anchored: readonly string[] },
  signal: AbortSignal,
): Promise<Before> {
  const stash = await facts.stash();
  const resolved = (written: readonly string[]) =>
    new Set(written.map(workspace.resolve).filter((path): path is RepoPath => !isRefusal(path)));
  const changedPaths = resolved(changed);
  const kept = new Set([...resolved(anchored), ...[...changedPaths].filter(hasFacts)]);
  const mayCite = stash.state === 'ready' ? changedPaths : new Set<RepoPath>();
  const texts = new Map<string, string>();
  const citing = new Map<string, CitingText>();
  for await (const { path, text } of workspace.git.texts(base, [...new Set([...mayCite, ...kept])], signal)) {
    if (kept.has(path)) texts.set(path, text);
    if (stash.state !== 'ready' || !mayCite.has(path)) continue;
    const cited = await citedIn(citationsIn, stash.config, path, text, { signal });
    if (cited.length > 0) citing.set(path, { text, cited });
  }
  return {
    text: (written) => {
      const path = workspace.resolve(written);
      return isRefusal(path) ? undefined : texts.get(path);
    },
    citing,
  };
}

/** A comment at most so far above a declaration is about it. */
const LINES_ABOVE = 3;
/** Where nothing is declared around, a comment is about the lines next to it. */
const LINES_BELOW = 5;

type CitedDeps = Pick<Services, 'workspace' | 'citationsIn' | 'outline'>;

type FindEntry = (cited: CitedNumber) => { ref: string; title: string } | undefined;

export async function citedCodeRisks(
  services: CitedDeps,
  facts: Facts,
  paths: readonly string[],
  { citing }: Before,
  signal: AbortSignal,
): Promise<Risk[]> {
  const stash = await facts.stash();
  if (stash.state !== 'ready') return [];
  const find = nameFinder(stash.entries);
  const risks = await removed(find, facts, paths, citing);
  const now = (await facts.citations()).map(({ path, number }) => `${path}\0${number}`);
  const still = new Set(now);
  for (const [path, { text, cited }] of citing) {
    const kept = cited.filter(({ number }) => still.has(`${path}\0${number}`));
    risks.push(...(await changed(services, find, path, text, kept, signal)));
  }
  return risks;
}

/** What was cited as often in the changed files as it is now has only moved. */
async function removed(
  find: FindEntry,
  facts: Facts,
  paths: readonly string[],
  past: ReadonlyMap<string, CitingText>,
): Promise<Risk[]> {
  const wanted = new Set(paths);
  const left = new Map<bigint, number>();
  const leftIn = new Set<string>();
  for (const { path, number } of await facts.citations())
    if (wanted.has(path)) {
      left.set(number, (left.get(number) ?? 0) + 1);
      leftIn.add(`${path}\0${number}`);
    }
  const had = new Map<bigint, number>();
  for (const { cited } of past.values())
    for (const { number } of cited) had.set(number, (had.get(number) ?? 0) + 1);
  const risks: Risk[] = [];
  for (const [path, { cited }] of past)
    for (const citation of cited) {
      const { number, line } = citation;
      const entry = find(citation);
      if (entry === undefined || leftIn.has(`${path}\0${number}`)) continue;
      if ((left.get(number) ?? 0) >= (had.get(number) ?? 0)) continue;
      risks.push({
        kind: 'citation-removed',
        id: entry.ref,
        place: `${path}:${line}`,
        message: `no longer cites ${entry.ref} (${entry.title})`,
      });
    }
  return risks;
}

async function changed(
  { workspace, outline }: CitedDeps,
  find: FindEntry,
  path: string,
  text: string,
  cited: readonly CitedNumber[],
  signal: AbortSignal,
): Promise<Risk[]> {
  const resolved = workspace.resolve(path);
  const now = isRefusal(resolved) ? resolved : await workspace.readText(resolved);
  if (isRefusal(now) || cited.length === 0) return [];
  const then = openPage(text, await outline(path, text, { signal }));
  const page = openPage(now.text, await outline(path, now.text, { signal }));
  const risks: Risk[] = [];
  for (const citation of cited) {
    const entry = find(citation);
    const span = linesAbout(citation.line, then.symbols, countLines(text));
    if (entry === undefined || span === undefined) continue;
    // Lines too common to be found again for sure may still be there as they were.
    if (holds(page.lines, then.lines.slice(span.start - 1, span.end))) continue;
    const found = resolveAnchor(makeAnchor(path, then, span.start, span.end), page);
    if (found.state === 'fresh' || found.state === 'moved') continue;
    risks.push({
      kind: 'cited-code-changed',
      id: entry.ref,
      place: found.startLine === undefined ? path : `${path}:${found.startLine}`,
      message: `the code under ${entry.ref} (${entry.title}) ${found.state === 'lost' ? 'is gone' : 'changed'}`,
    });
  }
  return risks;
}

function holds(lines: readonly string[], part: readonly string[]): boolean {
  return lines.some((_, at) => part.every((line, offset) => lines[at + offset] === line));
}

/** The declaration right below the comment, else the one around it, else the lines below. */
function linesAbout(
  line: number,
  symbols: readonly SymbolSpan[],
  lines: number,
): { start: number; end: number } | undefined {
  const size = ({ startLine, endLine }: SymbolSpan) => endLine - startLine;
  const below = symbols
    .filter(({ startLine }) => startLine > line && startLine <= line + LINES_ABOVE)
    .toSorted((a, b) => a.startLine - b.startLine || size(b) - size(a))[0];
  const around = symbols
    .filter(({ startLine, endLine }) => startLine <= line && line <= endLine)
    .toSorted((a, b) => size(a) - size(b))[0];
  const chosen = below ?? around;
  if (chosen !== undefined) return { start: chosen.startLine, end: chosen.endLine };
  const start = Math.min(line + 1, lines);
  return start > line ? { start, end: Math.min(line + LINES_BELOW, lines) } : undefined;
}
