/** The log of HEAD: when files were added to a directory and with which content, and how often files changed lately. */
import { listedPath, type RepoPath } from '../sandbox/index.ts';
import { type GitCall, type GitCommand, NO_FILE, nulSeparated } from './command.ts';
import type { CommitId } from './commits.ts';

export interface Addition {
  path: RepoPath;
  /** Object id of the content it was added with. */
  blob: string;
  commit: CommitId;
  /** When that was committed, in milliseconds since the epoch. */
  timeMs: number;
  /** The name that the commit gives its author: anybody may have written anything. */
  author: string;
}

/** What the repository may have configured, and what it would change: order, following names, the first commit. */
const PLAIN_LOG = [
  `diff.orderFile=${NO_FILE}`,
  'log.follow=false',
  'log.showRoot=true',
  'log.mailmap=false',
].flatMap((setting) => ['-c', setting]);
/** Of the texts of a commit only the author's name is in the output, behind a header; so only a header begins with it. */
const HEADER = '\u0001';

/**
 * Newest first. A file that several branches added is there several times; `-c` shows what a merge itself added,
 * which is in none of its parents.
 */
export async function additionsIn(
  git: GitCommand,
  paths: readonly RepoPath[],
  call: GitCall,
): Promise<Addition[] | undefined> {
  const shape = ['--full-history', '--no-renames', '--relative', '-c', '--raw', '-z', '--no-abbrev'];
  const silent = ['--no-ext-diff', '--no-textconv', '--no-color', '--no-notes'];
  const format = `--format=${HEADER}%H %ct %an`;
  const output = await git([...PLAIN_LOG, 'log', ...shape, ...silent, format, 'HEAD', '--', ...paths], call);
  return output && parse(nulSeparated(Buffer.concat([output, Buffer.from([0])])));
}

/** Of the newest so many commits, how many touched each path. */
export async function churnIn(
  git: GitCommand,
  limit: number,
  call: GitCall,
): Promise<ReadonlyMap<string, number> | undefined> {
  const shape = ['--name-only', '-z', '--format=', '--no-merges', '--no-renames', '--relative'];
  const silent = ['--no-ext-diff', '--no-textconv', '--no-color', '--no-notes'];
  const output = await git(
    [...PLAIN_LOG, 'log', ...shape, ...silent, `--max-count=${limit}`, 'HEAD', '--'],
    call,
  );
  if (output === undefined) return undefined;
  const counts = new Map<string, number>();
  for (const part of nulSeparated(output)) {
    const path = part.replace(/^\n/, '');
    if (path !== '') counts.set(path, (counts.get(path) ?? 0) + 1);
  }
  return counts;
}

export interface PastCommit {
  id: CommitId;
  /** When it was committed. */
  timeMs: number;
  /** As written, cut if it is endless. */
  subject: string;
  /** What it changed, relative to the workspace; nothing outside of it. */
  paths: RepoPath[];
}

export interface PastQuery {
  limit: number;
  /** Only commits that are not in its history. */
  after?: CommitId;
  /** Only commits that changed this file. */
  path?: RepoPath;
}

const LONGEST_SUBJECT = 300;
const PAST_HEADER = /^([0-9a-f]{40}(?:[0-9a-f]{24})?) (\d{1,12}) (.*)$/s;

/** The newest commits of HEAD that changed something in the workspace, newest first; merges are left out. */
export async function pastIn(
  git: GitCommand,
  { limit, after, path }: PastQuery,
  call: GitCall,
): Promise<PastCommit[] | undefined> {
  const shape = ['--name-only', '-z', '--no-merges', '--no-renames', '--relative', `--max-count=${limit}`];
  const silent = ['--no-ext-diff', '--no-textconv', '--no-color', '--no-notes', '--encoding=UTF-8'];
  const format = `--format=${HEADER}%H %ct %s`;
  const range = after === undefined ? ['HEAD'] : ['HEAD', `^${after}`];
  const only = path === undefined ? [] : [path];
  const output = await git([...PLAIN_LOG, 'log', ...shape, ...silent, format, ...range, '--', ...only], call);
  return output && parsePast(nulSeparated(Buffer.concat([output, Buffer.from([0])])));
}

/** A header, then the paths; the first of them after an empty line. */
function parsePast(parts: readonly string[]): PastCommit[] {
  const found: PastCommit[] = [];
  let commit: PastCommit | undefined;
  for (const part of parts) {
    const header = part.startsWith(HEADER) ? PAST_HEADER.exec(part.slice(HEADER.length)) : null;
    if (header !== null) {
      const [, id = '', seconds = '', subject = ''] = header;
      commit = {
        id: id as CommitId,
        timeMs: Number(seconds) * 1000,
        subject: subject.slice(0, LONGEST_SUBJECT),
        paths: [],
      };
      found.push(commit);
    } else {
      const path = listedPath(part.replace(/^\n/, ''));
      if (path !== undefined) commit?.paths.push(path);
    }
  }
  return found.filter(({ paths }) => paths.length > 0);
}

/** Headers, and pairs of a record and a path; between them may be empty parts. */
function parse(parts: readonly string[]): Addition[] {
  const found: Addition[] = [];
  let [commit, timeMs, author] = ['' as CommitId, 0, ''];
  for (let at = 0; at < parts.length; at++) {
    const part = (parts[at] ?? '').trimStart();
    if (part.startsWith(HEADER)) {
      const [id = '', seconds = '', ...name] = part.slice(HEADER.length).split(' ');
      [commit, timeMs, author] = [id as CommitId, Number(seconds.trim()) * 1000, name.join(' ').trim()];
    } else if (part.startsWith(':')) {
      const path = listedPath(parts[++at] ?? '');
      const blob = addedBlob(part);
      if (path !== undefined && blob !== undefined) found.push({ path, blob, commit, timeMs, author });
    }
  }
  return found;
}

/** `:mode mode id id A`, with as many colons as there are parents. Undefined: it is no regular file that is new. */
function addedBlob(record: string): string | undefined {
  const fields = record.replace(/^:+/, '').split(' ');
  const status = fields.at(-1) ?? '';
  const mode = fields[(fields.length - 1) / 2 - 1] ?? '';
  return /^A+$/.test(status) && mode.startsWith('100') ? fields.at(-2) : undefined;
}
