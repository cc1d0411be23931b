/** When files came into a directory, and with which content, as far as the history of a commit reaches. */
import { listedPath, type RepoPath } from '../sandbox/index.ts';
import { type GitCall, type GitCommand, NO_FILE, nulSeparated } from './command.ts';

export interface Addition {
  path: RepoPath;
  /** Object id of the content it came with. */
  blob: string;
  commit: string;
  /** When that was committed, in milliseconds since the epoch. */
  timeMs: number;
}

/** What the repository may have configured, and what it would change: order, following names, the first commit. */
export const PLAIN_LOG = [
  `diff.orderFile=${NO_FILE}`,
  'log.follow=false',
  'log.showRoot=true',
  'log.mailmap=false',
].flatMap((setting) => ['-c', setting]);
/** No text of a commit is asked for, so only a header begins with it. */
const HEADER = '\u0001';

/**
 * Newest first. A file that several branches added is there several times; `-c` shows what a merge itself added,
 * which is in none of its parents.
 */
export async function additionsIn(
  git: GitCommand,
  commit: string,
  directory: RepoPath,
  call: GitCall,
): Promise<Addition[] | undefined> {
  const shape = ['--full-history', '--no-renames', '--relative', '-c', '--raw', '-z', '--no-abbrev'];
  const silent = ['--no-ext-diff', '--no-textconv', '--no-color', '--no-notes'];
  const format = `--format=${HEADER}%H %ct`;
  const output = await git([...PLAIN_LOG, 'log', ...shape, ...silent, format, commit, '--', directory], call);
  return output && parse(nulSeparated(Buffer.concat([output, Buffer.from([0])])));
}

/** Headers, and pairs of a record and a path; between them may stand empty parts. */
function parse(parts: readonly string[]): Addition[] {
  const found: Addition[] = [];
  let [commit, timeMs] = ['', 0];
  for (let at = 0; at < parts.length; at++) {
    const part = (parts[at] ?? '').trimStart();
    if (part.startsWith(HEADER)) {
      const [id = '', seconds = ''] = part.slice(HEADER.length).split(' ');
      [commit, timeMs] = [id, Number(seconds.trim()) * 1000];
    } else if (part.startsWith(':')) {
      const path = listedPath(parts[++at] ?? '');
      const blob = addedBlob(part);
      if (path !== undefined && blob !== undefined) found.push({ path, blob, commit, timeMs });
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
