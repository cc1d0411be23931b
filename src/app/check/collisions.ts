/**
 * Finds numbers that two texts claim: two files with the same number, a merge that stopped with a conflict in an entry, or
 * a finished merge that dropped the text of one side. A text that lost its number can get the next free one; the comments
 * that belong to it are then changed to cite that.
 */
import {
  type CitedNumber,
  citedIn,
  nameOf,
  type Renumbering as StashRenumbering,
} from '../../areas/stash/index.ts';
import type { Addition, CommitId, KnownCommit } from '../../core/git/index.ts';
import { byCodeUnit, conflictLine, type Sides, sidesOf } from '../../core/text/index.ts';
import { isRefusal } from '../../core/workspace/index.ts';
import type { EntryCitation, ReadyStash, StashFacts } from '../../knowledge/index.ts';
import type { Services } from '../services.ts';
import { type EntryFile, type EntryHistory, isBlob, shortId } from './entry-files.ts';

export interface Collision {
  entry: EntryFile;
  line: number;
  message: string;
  /** Absent: a person has to decide. */
  renumbering?: Renumbering;
}

export interface Renumbering extends StashRenumbering {
  /** The comments that mean this text. */
  citations: readonly EntryCitation[];
}

interface Deps extends Pick<Services, 'workspace' | 'citationsIn'> {
  stash: StashFacts;
  entries: readonly EntryFile[];
  history: EntryHistory | undefined;
  citations(): Promise<readonly EntryCitation[]>;
  signal: AbortSignal;
}

type ReadyDeps = Deps & { stash: ReadyStash };

export async function findCollisions(given: Deps): Promise<readonly Collision[]> {
  const { stash, entries, history } = given;
  if (stash.state !== 'ready') return [];
  const deps: ReadyDeps = { ...given, stash };
  const found = await sameNumbers(deps);
  for (const entry of entries) {
    const line = conflictLine(entry.bytes.toString('utf8'));
    const asCommitted = (history?.get(entry.path) ?? []).some(({ blob }) => isBlob(entry.bytes, blob));
    // An entry may be about merges; one that was committed with such lines shows them on purpose.
    if (line !== undefined && !asCommitted) found.push(await stoppedMerge(deps, entry, line));
    else found.push(...(await lostInMerge(deps, entry)));
  }
  // Which of the two a later entry supersedes is unknown, and its text may not be changed.
  return found.map(({ renumbering, ...collision }) =>
    renumbering === undefined || stash.superseded.has(collision.entry.number)
      ? collision
      : { ...collision, renumbering },
  );
}

/** Two files of one number, such as `00012.md` and `12.md`. The one that came first keeps the number. */
async function sameNumbers(deps: ReadyDeps): Promise<Collision[]> {
  const { stash, history } = deps;
  const groups = new Map<bigint, EntryFile[]>();
  for (const entry of deps.entries) {
    const known = groups.get(entry.number);
    if (known) known.push(entry);
    else groups.set(entry.number, [entry]);
  }
  const found: Collision[] = [];
  for (const files of groups.values()) {
    if (files.length < 2) continue;
    // What is not committed yet is the newest.
    const age = ({ path }: EntryFile) => history?.get(path)?.[0]?.timeMs ?? Number.POSITIVE_INFINITY;
    const isCanonical = ({ number, file }: EntryFile) => nameOf(number, stash.config).file === file;
    const [kept, ...later] = files.toSorted(
      (a, b) =>
        Math.sign(age(a) - age(b)) ||
        Number(isCanonical(b)) - Number(isCanonical(a)) ||
        byCodeUnit(a.file, b.file),
    );
    for (const entry of later)
      found.push({
        entry,
        line: 1,
        message: `${entry.file} and ${kept?.file} have the same number.`,
        renumbering: {
          text: entry.bytes.toString('utf8'),
          old: { remove: entry.file },
          citations: await citationsOfFile(entry, deps),
        },
      });
  }
  return found;
}

/** Comments that name this very file, and were not there before it. */
async function citationsOfFile({ file, path }: EntryFile, deps: ReadyDeps): Promise<EntryCitation[]> {
  const added = deps.history?.get(path)?.[0];
  const before = added === undefined ? 'HEAD' : await deps.workspace.git.resolveRevision(`${added.commit}^`);
  const citations = (await deps.citations()).filter(({ entry }) => entry?.file === file);
  const old = new Set(await citedAt(deps, citations, before));
  return citations.filter((citation) => !old.has(citation));
}

/** Under these names git keeps the other side while a merge, a pick or a rebase waits. */
const OTHER_SIDE = ['MERGE_HEAD', 'CHERRY_PICK_HEAD', 'REBASE_HEAD'];

/** An entry with the marks of a merge in it: both sides wrote an entry of this number. */
async function stoppedMerge(deps: ReadyDeps, entry: EntryFile, line: number): Promise<Collision> {
  const known = await sidesInGit(deps, entry);
  const { ours, theirs } = known ?? sidesOf(entry.bytes.toString('utf8'));
  const citations =
    known === undefined
      ? []
      : await citationsOfLostSide(deps, entry.number, { kept: 'HEAD', lost: known.other });
  const collision = { entry, line, message: `${entry.file} contains merge conflict markers.` };
  // With one side empty there is no second entry.
  if (ours.trim() === '' || theirs.trim() === '' || ours === theirs) return collision;
  return {
    ...collision,
    renumbering: { text: theirs, old: { restore: entry.file, text: ours }, citations },
  };
}

async function sidesInGit(
  { workspace, signal }: ReadyDeps,
  entry: EntryFile,
): Promise<(Omit<Sides, 'base'> & { other: CommitId }) | undefined> {
  const path = workspace.resolve(entry.path);
  if (isRefusal(path)) return undefined;
  const ours = await workspace.git.text('HEAD', path, signal);
  if (ours === undefined) return undefined;
  for (const name of OTHER_SIDE) {
    const other = await workspace.git.resolveRevision(name);
    const theirs = other && (await workspace.git.text(other, path, signal));
    if (other !== undefined && theirs !== undefined) return { ours, theirs, other };
  }
  return undefined;
}

/** Two branches added an entry of one number, the merge kept one text, and the other is nowhere now. */
async function lostInMerge(deps: ReadyDeps, entry: EntryFile): Promise<Collision[]> {
  const { workspace, entries, history, signal } = deps;
  const additions = history?.get(entry.path) ?? [];
  if (additions.length < 2) return [];
  const lost = additions.filter(({ blob }) => !entries.some(({ bytes }) => isBlob(bytes, blob)));
  if (lost.length === 0) return [];
  const kept = additions.find(({ blob }) => isBlob(entry.bytes, blob));
  const found: Collision[] = [];
  for (const addition of lost) {
    const other = kept ?? additions.find(({ blob }) => blob !== addition.blob);
    const met = other && (await workspace.git.mergePoint(other.commit, addition.commit, signal));
    // One after the other: the file was removed, and its number taken again.
    if (met === undefined) continue;
    const merge = shortId(met.commit);
    const message =
      kept === undefined
        ? `Both sides of the merge ${merge} added ${entry.file}, and it now contains neither text.`
        : `Both sides of the merge ${merge} added ${entry.file}; one of the two texts is lost.`;
    const text = kept && (await committedText(deps, addition));
    const collision = { entry, line: 1, message };
    if (text === undefined) {
      found.push(collision);
      continue;
    }
    const sides = { kept: met.sides[0], lost: met.sides[1] };
    const citations = await citationsOfLostSide(deps, entry.number, sides);
    found.push({ ...collision, renumbering: { text, old: undefined, citations } });
  }
  return found;
}

/** Undefined if it cannot be restored byte for byte. */
async function committedText(
  { workspace, signal }: ReadyDeps,
  { commit, path, blob }: Addition,
): Promise<string | undefined> {
  const text = await workspace.git.text(commit, path, signal);
  return text !== undefined && isBlob(Buffer.from(text), blob) ? text : undefined;
}

/** Citations of the number that only the losing side had, by the text of their lines. */
async function citationsOfLostSide(
  deps: ReadyDeps,
  number: bigint,
  /** The side whose text has the number now, and the side whose text lost it. */
  { kept, lost }: { kept: KnownCommit; lost: KnownCommit },
): Promise<EntryCitation[]> {
  const citations = (await deps.citations()).filter((citation) => citation.number === number);
  const onLostSide = await citedAt(deps, citations, lost);
  const onBoth = new Set(await citedAt(deps, onLostSide, kept));
  return onLostSide.filter((citation) => !onBoth.has(citation));
}

/** Of these citations, those that a commit has in the same file, in a line of the same text. None if there is no commit. */
async function citedAt(
  { workspace, citationsIn, stash, signal }: ReadyDeps,
  citations: readonly EntryCitation[],
  commit: KnownCommit | undefined,
): Promise<EntryCitation[]> {
  if (commit === undefined) return [];
  const then = new Set<string>();
  const key = (path: string, { number, text }: CitedNumber) => [path, number, text].join('\0');
  const paths = [...new Set(citations.map(({ path }) => path))];
  for await (const { path, text } of workspace.git.texts(commit, paths, signal))
    for (const cited of await citedIn(citationsIn, stash.config, path, text, { signal }))
      then.add(key(path, cited));
  return citations.filter((citation) => then.has(key(citation.path, citation)));
}
