/** What a change, or the state of the named files, puts at risk; the most serious kind first. */
import { posix } from 'node:path';
import { type Anchor, type Resolution, resolveAnchor, type SymbolSpan } from '../../core/anchors/index.ts';
import { type Facts, type Link, packTitle } from '../../knowledge/index.ts';
import type { Services } from '../services.ts';
import type { Risk } from './brief.ts';
import type { Change } from './change.ts';
import { type Before, citedCodeRisks, readBefore } from './cited-code.ts';
import { movedFrom, placeNow } from './governing.ts';

/** `before` is what was read for it; undefined if nothing is compared. */
export async function risksOf(
  { base, files }: Change,
  links: readonly Link[],
  facts: Facts,
  services: Services,
  signal: AbortSignal,
): Promise<{ risks: Risk[]; before: Before | undefined }> {
  const paths = files.map(({ path }) => path);
  const wanted = new Set(paths);
  const unsound = links.flatMap((link) => unsoundAnchor(link) ?? []);
  const before =
    base === undefined
      ? undefined
      : await readBefore(
          services,
          facts,
          base,
          {
            changed: files.filter(({ change }) => change !== 'added').map(({ path }) => path),
            anchored: unsound.flatMap(placesBefore),
          },
          signal,
        );
  const risks = [
    ...(before === undefined ? [] : await citedCodeRisks(services, facts, paths, before, signal)),
    ...(await missingEntries(facts, wanted)),
    ...(await anchoredCodeRisks(services, unsound, before, signal)),
    ...(await staleContexts(facts, wanted)),
  ];
  return { risks, before };
}

async function missingEntries(facts: Facts, paths: ReadonlySet<string>): Promise<Risk[]> {
  return (await facts.citations())
    .filter(({ path, entry }) => entry === undefined && paths.has(path))
    .map(({ path, line, digits }) => ({
      kind: 'entry-missing',
      id: digits,
      place: `${path}:${line}`,
      message: `cites ${digits}, which does not exist`,
    }));
}

const KINDS = { edited: 'anchor-edited', lost: 'anchor-lost', ambiguous: 'anchor-ambiguous' } as const;
const WORDS = {
  edited: 'was edited',
  lost: 'is lost',
  ambiguous: 'cannot be told apart from its copies',
} as const;

/** An anchor of an entry or pack whose code is no longer what it was. */
interface UnsoundAnchor {
  id: string;
  title: string;
  anchor: Anchor;
  now: Resolution & { state: keyof typeof KINDS };
}

function unsoundAnchor(link: Link): UnsoundAnchor | undefined {
  if (link.by !== 'anchor' && link.by !== 'reference') return undefined;
  const { now } = link;
  const { state } = now;
  const anchor = link.by === 'anchor' ? link.anchor : link.ref.anchor;
  if (anchor === undefined || state === 'fresh' || state === 'moved') return undefined;
  const [id, title] =
    link.by === 'anchor' ? [link.entry.ref, link.entry.title] : [link.pack.id, packTitle(link.pack)];
  return { id, title, anchor, now: { ...now, state } };
}

async function anchoredCodeRisks(
  { outline }: Pick<Services, 'outline'>,
  anchors: readonly UnsoundAnchor[],
  before: Before | undefined,
  signal: AbortSignal,
): Promise<Risk[]> {
  const symbolsOf = (path: string, text: string) => outline(path, text, { signal });
  const risks: Risk[] = [];
  for (const unsound of anchors) {
    const { id, title, anchor, now } = unsound;
    if (before !== undefined && (await wasNoBetter(unsound, before, symbolsOf))) continue;
    risks.push({
      kind: KINDS[now.state],
      id,
      place: placeNow(anchor, now),
      message: `the code that ${id} (${title}) points at ${WORDS[now.state]}${movedFrom(anchor, now)}`,
    });
  }
  return risks;
}

/** Where the code may have been before the change: in its first file, or in its last. */
function placesBefore({ anchor, now }: UnsoundAnchor): string[] {
  return [...new Set([anchor.path, now.path ?? anchor.path])];
}

/** Whether the code was edited or lost before the change already. */
async function wasNoBetter(
  unsound: UnsoundAnchor,
  before: Before,
  symbolsOf: (path: string, text: string) => Promise<readonly SymbolSpan[]>,
): Promise<boolean> {
  let found = false;
  for (const path of placesBefore(unsound)) {
    const text = before.text(path);
    if (text === undefined) continue;
    found = true;
    const { state } = resolveAnchor(unsound.anchor, text, await symbolsOf(path, text));
    if (state === 'fresh' || state === 'moved') return false;
  }
  return found;
}

async function staleContexts(facts: Facts, paths: ReadonlySet<string>): Promise<Risk[]> {
  const scopes = new Set([...paths].map((path) => posix.dirname(path)));
  return (await facts.contexts())
    .filter(({ scope, state }) => state === 'stale' && scopes.has(scope))
    .map(({ path, scope }) => ({
      kind: 'context-stale',
      id: scope,
      place: path,
      message: `no longer describes the files of ${scope === '.' ? 'the root directory' : scope}`,
    }));
}
