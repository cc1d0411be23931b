/** A change as a person reviews it: the diff, what governs its lines, and what it puts at risk. */
import { AppError } from '../../core/errors.ts';
import type { ChangedPath, CommitId } from '../../core/git/index.ts';
import { type DiffLine, diffLines, splitLines } from '../../core/text/index.ts';
import { isRefusal, type RepoPath } from '../../core/workspace/index.ts';
import type { Brief } from '../brief/brief.ts';
import { createBrief } from '../brief/index.ts';
import { whyNoGit } from '../git.ts';
import type { Services } from '../services.ts';
import { type LineMark, marksOn } from './marks.ts';

/** At most one of them; none of them: what is not committed. */
export interface ChangeQuery {
  /** From where the branch left this revision to the work tree. */
  since?: string | undefined;
  /** What this commit changed. */
  commit?: string | undefined;
}

export interface ChangedFile {
  path: string;
  change: ChangedPath['change'];
  added: number;
  removed: number;
  hunks: readonly DiffLine[][];
  /** What governs its lines, by their numbers after the change. */
  marks: readonly LineMark[];
  /** Why there is no diff, or why lines are not marked. */
  remark?: string;
}

export interface ChangeView {
  title: string;
  base: string | null;
  brief: Pick<Brief, 'at_risk' | 'governing' | 'users' | 'tests' | 'notes'>;
  files: readonly ChangedFile[];
  /** Files without a diff, because there are too many. */
  files_left_out: number;
}

/** A longer brief than for a model: a person looks at what matters and passes over the rest. */
const BRIEF_TOKENS = 50_000;
const MOST_FILES = 200;
/** Of one file; longer diffs are for other programs. */
const MOST_DIFF_LINES = 2_000;
const LINES_AROUND = 3;
const SHORT_ID = 10;

interface Sides {
  title: string;
  brief: Brief;
  base: CommitId | undefined;
  files: readonly ChangedPath[];
  /** The text after the change. */
  after(path: RepoPath): Promise<string | undefined>;
  /** Lines of the work tree can be marked in a text that is not the work tree only if both are the same. */
  isWorkTree: boolean;
}

export async function changeView(
  services: Services,
  query: ChangeQuery,
  signal: AbortSignal,
): Promise<ChangeView> {
  if (query.since !== undefined && query.commit !== undefined)
    throw new AppError('invalid', 'usage', 'Give a revision to begin with, or a commit, not both.');
  const sides =
    query.commit === undefined
      ? await workTreeSides(services, query.since, signal)
      : await commitSides(services, query.commit, signal);
  const shown = sides.files.slice(0, MOST_FILES);
  const before = await textsBefore(services, sides.base, shown, signal);
  const marks = await marksOn(services, new Set(shown.map(({ path }) => path)), signal);
  const files: ChangedFile[] = [];
  for (const file of shown) {
    signal.throwIfAborted();
    files.push(await changedFile(services, sides, file, before, marks.get(file.path) ?? []));
  }
  const { at_risk, governing, users, tests, notes } = sides.brief;
  return {
    title: sides.title,
    base: sides.base ?? null,
    brief: { at_risk, governing, users, tests, notes },
    files,
    files_left_out: sides.files.length - shown.length,
  };
}

async function workTreeSides(
  services: Services,
  since: string | undefined,
  signal: AbortSignal,
): Promise<Sides> {
  const { workspace } = services;
  const brief = await createBrief(services)({ since, tokens: BRIEF_TOKENS, signal });
  return {
    title: brief.title,
    brief,
    base: (brief.base ?? undefined) as CommitId | undefined,
    files: brief.files.flatMap(({ path, change }) => {
      const resolved = workspace.resolve(path);
      return change === 'named' || isRefusal(resolved) ? [] : [{ path: resolved, change }];
    }),
    after: (path) => textNow(services, path),
    isWorkTree: true,
  };
}

async function commitSides(services: Services, revision: string, signal: AbortSignal): Promise<Sides> {
  const { git } = services.workspace;
  const lack = whyNoGit(services.workspace);
  if (lack !== undefined)
    throw new AppError('invalid', 'no_git', `${lack}, so there are no commits to show.`);
  const commit = await git.resolveRevision(revision);
  const base = commit && (await git.resolveRevision(`${commit}^`));
  const files = commit && (await git.changedBetween(base, commit, signal));
  if (commit === undefined || files === undefined)
    throw new AppError(
      'invalid',
      'unknown_revision',
      `git has no commit ${JSON.stringify(revision.slice(0, 100))} here.`,
      {
        hint: 'Give a branch, a tag or a commit.',
      },
    );
  const none: Brief = { ...NO_BRIEF, title: '', base: base ?? null };
  const paths = files.map(({ path }) => path);
  const brief =
    paths.length === 0 ? none : await createBrief(services)({ paths, tokens: BRIEF_TOKENS, signal });
  const count = `${files.length} ${files.length === 1 ? 'file' : 'files'}`;
  return {
    title: `${count} changed in ${commit.slice(0, SHORT_ID)}`,
    brief,
    base,
    files,
    after: async (path) => await git.text(commit, path, signal),
    isWorkTree: false,
  };
}

const NO_BRIEF: Omit<Brief, 'title' | 'base'> = {
  files: [],
  at_risk: [],
  governing: [],
  users: [],
  tests: [],
  left_out: { files: 0, at_risk: 0, governing: [], texts: [], users: 0, tests: 0 },
  tokens: { budget: 0, used: 0 },
  unread: [],
  notes: [],
};

async function textsBefore(
  { workspace }: Services,
  base: CommitId | undefined,
  files: readonly ChangedPath[],
  signal: AbortSignal,
): Promise<ReadonlyMap<string, string>> {
  const texts = new Map<string, string>();
  if (base === undefined) return texts;
  const paths = files.filter(({ change }) => change !== 'added').map(({ path }) => path);
  for await (const { path, text } of workspace.git.texts(base, paths, signal)) texts.set(path, text);
  return texts;
}

async function textNow({ workspace }: Services, path: RepoPath): Promise<string | undefined> {
  const read = await workspace.readText(path);
  return isRefusal(read) ? undefined : read.text;
}

async function changedFile(
  services: Services,
  { after, isWorkTree }: Sides,
  { path, change }: ChangedPath,
  before: ReadonlyMap<string, string>,
  marks: readonly LineMark[],
): Promise<ChangedFile> {
  const old = change === 'added' ? '' : before.get(path);
  const now = change === 'deleted' ? '' : await after(path);
  const none = { path, change, added: 0, removed: 0, hunks: [], marks: [] };
  if (old === undefined || now === undefined)
    return { ...none, remark: 'It is no text, or too large to be shown.' };
  const lines = diffLines(linesOf(old), linesOf(now));
  const added = lines.filter(({ kind }) => kind === 'added').length;
  const removed = lines.filter(({ kind }) => kind === 'removed').length;
  const marked = isWorkTree || (await textNow(services, path)) === now;
  const hunks = hunksOf(lines, marked ? marks : []);
  const isLong = hunks.reduce((sum, hunk) => sum + hunk.length, 0) > MOST_DIFF_LINES;
  const remark = isLong
    ? `The diff has more than ${MOST_DIFF_LINES} lines and is cut.`
    : !marked && marks.length > 0
      ? 'The file was changed since this commit, so its lines are not marked.'
      : undefined;
  return {
    path,
    change,
    added,
    removed,
    hunks: isLong ? cut(hunks) : hunks,
    marks: marked ? marks : [],
    ...(remark === undefined ? {} : { remark }),
  };
}

function linesOf(text: string): string[] {
  return text === '' ? [] : splitLines(text);
}

/** Changed lines with a few around them. Governed lines next to a change are shown whole, so that a reader sees what the note is about. */
function hunksOf(lines: readonly DiffLine[], marks: readonly LineMark[]): DiffLine[][] {
  const shown = new Uint8Array(lines.length);
  const show = (from: number, to: number) => shown.fill(1, Math.max(0, from), Math.min(lines.length, to + 1));
  for (const [at, { kind }] of lines.entries())
    if (kind !== 'same') show(at - LINES_AROUND, at + LINES_AROUND);
  for (const { startLine, endLine } of marks) {
    const inside = lines.flatMap(({ after = 0 }, at) => (after >= startLine && after <= endLine ? [at] : []));
    const [first, last] = [inside[0], inside.at(-1)];
    if (first !== undefined && last !== undefined && inside.some((at) => shown[at] === 1)) show(first, last);
  }
  const hunks: DiffLine[][] = [];
  for (const [at, line] of lines.entries()) {
    if (shown[at] !== 1) continue;
    if (shown[at - 1] === 1) hunks.at(-1)?.push(line);
    else hunks.push([line]);
  }
  return hunks;
}

function cut(hunks: readonly DiffLine[][]): DiffLine[][] {
  const kept: DiffLine[][] = [];
  let room = MOST_DIFF_LINES;
  for (const hunk of hunks) {
    if (room <= 0) break;
    kept.push(hunk.slice(0, room));
    room -= hunk.length;
  }
  return kept;
}
