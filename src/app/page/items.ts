/** One entry, pack or directory note, whole: its text, its code then and now, what replaced it and where it is cited. */
import { type DirectoryNote, directoryNote } from '../../areas/contexts/index.ts';
import { isExpired, type Pack } from '../../areas/packs/index.ts';
import { STASH_FOLDER, type SurveyedEntry } from '../../areas/stash/index.ts';
import { type Anchor, type Resolution, resolveAnchor } from '../../core/anchors/index.ts';
import { AppError } from '../../core/errors.ts';
import type { KnownCommit } from '../../core/git/index.ts';
import { type DiffLine, diffLines, splitLines } from '../../core/text/index.ts';
import { isRefusal } from '../../core/workspace/index.ts';
import { type Facts, packTitle } from '../../knowledge/index.ts';
import type { Services } from '../services.ts';
import type { AdditionsOf } from './additions.ts';
import { type Freshness, noteState, worst } from './knowledge.ts';
import type { PlaceStatus } from './marks.ts';

export interface CodePlace {
  state: PlaceStatus;
  reason: string;
  was: { path: string; startLine: number; endLine: number };
  now?: { path: string; startLine: number; endLine: number };
  /** From the code then to the code now; all `same` if nothing changed. Absent if neither can be shown. */
  lines?: readonly DiffLine[];
  /** The code then is in no commit that could be looked at. */
  thenUnknown: boolean;
}

export interface EntryView {
  kind: 'entry';
  id: string;
  title: string;
  type: string;
  module: string;
  file: string;
  state: Freshness;
  author?: string;
  time?: number;
  markdown: string;
  /** The oldest first, this one among them. */
  chain: readonly { id: string; title: string; isThis: boolean }[];
  places: readonly CodePlace[];
  /** Anchors that cannot be read. */
  unreadable: number;
  now: number;
  cited: readonly { path: string; line: number }[];
}

const MOST_CITED = 200;

export async function entryView(
  services: Services,
  added: AdditionsOf,
  id: string,
  signal: AbortSignal,
): Promise<EntryView> {
  const facts = services.knowledge.facts(signal);
  const stash = await facts.stash();
  const entries = stash.state === 'ready' ? stash.entries : [];
  const entry = entries.find(({ ref }) => ref === id);
  if (entry === undefined) throw notFound(`There is no entry ${shown(id)}.`);
  const addition = (await added([STASH_FOLDER])).get(entry.path);
  const places: CodePlace[] = [];
  const own = (await facts.entryPlaces()).filter(({ entry: { file } }) => file === entry.file);
  for (const { anchor, now } of own)
    places.push(await codePlace(services, anchor, now, addition?.commit, signal));
  const cited = (await facts.citations()).filter((each) => each.entry?.file === entry.file);
  return {
    kind: 'entry',
    id: entry.ref,
    title: entry.title,
    type: entry.fields.type ?? 'entry',
    module: entry.fields.module ?? '',
    file: entry.path,
    state: entry.supersededBy.length > 0 ? 'superseded' : worst(own.map(({ now }) => now.state)),
    ...(addition === undefined ? {} : { author: addition.author, time: addition.timeMs }),
    markdown: entry.markdown,
    chain: chainOf(entry, entries),
    places,
    unreadable: entry.unreadableAnchors.length,
    now: facts.now,
    cited: cited.slice(0, MOST_CITED).map(({ path, line }) => ({ path, line })),
  };
}

/** All that lead to this entry and all that it leads to, by number; each once, whatever supersedes whom. */
function chainOf(entry: SurveyedEntry, entries: readonly SurveyedEntry[]): EntryView['chain'] {
  const byRef = new Map(entries.map((each) => [each.ref, each]));
  const found = new Set([entry]);
  for (const each of found) {
    for (const ref of each.supersededBy) add(byRef.get(ref));
    for (const older of entries) if (older.supersededBy.includes(each.ref)) add(older);
  }
  function add(other: SurveyedEntry | undefined): void {
    if (other !== undefined) found.add(other);
  }
  return [...found]
    .sort((a, b) => (a.number < b.number ? -1 : a.number > b.number ? 1 : 0))
    .map((each) => ({ id: each.ref, title: each.title, isThis: each === entry }));
}

/** The lines that the anchor was made of are those of a commit in which it resolves to code that is as it was. */
async function codePlace(
  services: Services,
  anchor: Anchor,
  now: Resolution,
  added: KnownCommit | undefined,
  signal: AbortSignal,
): Promise<CodePlace> {
  const { path, startLine, endLine } = anchor;
  const place = { state: now.state, reason: now.reason, was: { path, startLine, endLine } };
  const current = await linesNow(services, anchor, now);
  const then =
    now.state === 'fresh' || now.state === 'moved'
      ? current?.lines
      : await linesThen(services, anchor, [...(added === undefined ? [] : [added]), 'HEAD'], signal);
  return {
    ...place,
    ...(current === undefined ? {} : { now: current.place }),
    ...(then === undefined && current === undefined
      ? {}
      : {
          lines: numbered(diffLines(then ?? [], current?.lines ?? []), startLine, current?.place.startLine),
        }),
    thenUnknown: then === undefined,
  };
}

/** With the numbers that the lines have in their files. */
function numbered(lines: readonly DiffLine[], before: number, after = 1): DiffLine[] {
  return lines.map((line) => ({
    ...line,
    ...(line.before === undefined ? {} : { before: line.before + before - 1 }),
    ...(line.after === undefined ? {} : { after: line.after + after - 1 }),
  }));
}

async function linesNow({ workspace }: Services, anchor: Pick<Anchor, 'path'>, now: Resolution) {
  const { path: written = anchor.path, startLine, endLine } = now;
  const path = workspace.resolve(written);
  if (isRefusal(path) || startLine === undefined || endLine === undefined) return undefined;
  const read = await workspace.readLines(path, startLine, endLine);
  return isRefusal(read) ? undefined : { place: { path, startLine, endLine }, lines: read.lines };
}

async function linesThen(
  { workspace, outline }: Services,
  anchor: Anchor,
  commits: readonly KnownCommit[],
  signal: AbortSignal,
): Promise<string[] | undefined> {
  const path = workspace.resolve(anchor.path);
  if (isRefusal(path)) return undefined;
  for (const commit of commits) {
    const text = await workspace.git.text(commit, path, signal);
    if (text === undefined) continue;
    const { state, startLine, endLine } = resolveAnchor(anchor, text, await outline(path, text, { signal }));
    if ((state === 'fresh' || state === 'moved') && startLine !== undefined)
      return splitLines(text).slice(startLine - 1, endLine);
  }
  return undefined;
}

export interface PackView {
  kind: 'pack';
  id: string;
  title: string;
  name?: string;
  brief?: string;
  status: string;
  revision: number;
  tags: readonly string[];
  state: Freshness;
  time: number;
  expires: number | null;
  now: number;
  sections: readonly PackSection[];
}

export interface PackSection {
  title: string;
  description?: string;
  diagrams: readonly { title: string; mermaid: string; why?: string }[];
  refs: readonly PackRef[];
}

export interface PackRef {
  title: string;
  why?: string;
  state: PlaceStatus | 'unchecked';
  reason: string;
  was: { path: string; startLine: number; endLine: number };
  now?: { path: string; startLine: number; endLine: number };
  lines: readonly string[];
}

export async function packView(services: Services, id: string, signal: AbortSignal): Promise<PackView> {
  const facts = services.knowledge.facts(signal);
  const found = (await facts.packs()).find((each) => !('problem' in each) && each.pack.id === id);
  if (found === undefined || 'problem' in found) throw notFound(`There is no pack ${shown(id)}.`);
  const { pack, refs } = found;
  const sections: PackSection[] = [];
  for (const section of pack.sections) {
    const own: PackRef[] = [];
    for (const each of refs) if (each.section === section) own.push(await packRef(services, each));
    const { title, description, diagrams } = section;
    sections.push({ title, ...(description === undefined ? {} : { description }), diagrams, refs: own });
  }
  const { name, brief, status, revision, tags, updatedAt, expiresAt } = pack;
  return {
    kind: 'pack',
    id,
    title: packTitle(pack),
    ...(name === undefined ? {} : { name }),
    ...(brief === undefined ? {} : { brief }),
    status,
    revision,
    tags,
    state: isExpired(expiresAt, facts.now) ? 'expired' : worst(refs.map(({ now }) => now.state)),
    time: updatedAt,
    expires: expiresAt,
    now: facts.now,
    sections,
  };
}

async function packRef(
  services: Services,
  { ref, now }: { ref: Pack['sections'][number]['refs'][number]; now: Resolution },
): Promise<PackRef> {
  const was = { path: ref.path, startLine: ref.lines.start, endLine: ref.lines.end };
  const isUnchecked = ref.anchor === undefined && now.state === 'fresh';
  const current = await linesNow(services, ref, isUnchecked ? { ...now, ...was } : now);
  return {
    title: ref.title ?? ref.key,
    ...(ref.why === undefined ? {} : { why: ref.why }),
    state: isUnchecked ? 'unchecked' : now.state,
    reason: now.reason,
    was,
    ...(current === undefined ? {} : { now: current.place }),
    lines: current?.lines ?? [],
  };
}

export interface NoteView {
  kind: 'note';
  id: string;
  state: Freshness;
  file: string;
  now: number;
  /** The sentence that says why the document cannot be read. */
  problem?: string;
  note?: DirectoryNote;
}

export async function noteView(services: Services, scope: string, signal: AbortSignal): Promise<NoteView> {
  const facts: Facts = services.knowledge.facts(signal);
  const context = (await facts.contexts()).find((each) => each.scope === scope);
  if (context === undefined) throw notFound(`There is no note of the directory ${shown(scope)}.`);
  const read = await directoryNote(services.workspace, scope, signal);
  const about = {
    kind: 'note' as const,
    id: scope,
    state: noteState(context),
    file: context.path,
    now: facts.now,
  };
  return 'problem' in read ? { ...about, problem: read.problem } : { ...about, note: read };
}

function notFound(message: string): AppError {
  return new AppError('not_found', 'not_found', message, {
    hint: 'The list of knowledge shows all there are.',
  });
}

function shown(text: string): string {
  return JSON.stringify(text.slice(0, 100));
}
