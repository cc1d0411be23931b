/** The files of entries: what they hold, and what they held when they were first committed. */
import { createHash } from 'node:crypto';
import { STASH_FOLDER, type SurveyedEntry } from '../../areas/stash/index.ts';
import type { Addition } from '../../core/git/index.ts';
import { isRefusal, type Workspace } from '../../core/workspace/index.ts';
import type { Facts } from '../../knowledge/index.ts';
import { whyNoGit } from '../git.ts';

export interface EntryFile extends SurveyedEntry {
  /** The whole file. */
  bytes: Buffer;
}

export async function readEntryFiles(
  workspace: Workspace,
  { stash }: Pick<Facts, 'stash'>,
): Promise<EntryFile[]> {
  const facts = await stash();
  const files: EntryFile[] = [];
  for (const entry of facts.state === 'ready' ? facts.entries : []) {
    const path = workspace.resolve(entry.path);
    const read = isRefusal(path) ? path : await workspace.readBytes(path);
    if (!isRefusal(read)) files.push({ ...entry, bytes: read.bytes });
  }
  return files;
}

/** By path; oldest first. More than one where branches added the same file, or it was removed and added again. */
export type EntryHistory = ReadonlyMap<string, readonly Addition[]>;

export async function readHistory(
  workspace: Workspace,
  signal: AbortSignal,
  note: (text: string) => void,
): Promise<EntryHistory | undefined> {
  const folder = workspace.resolve(STASH_FOLDER);
  const additions = isRefusal(folder) ? undefined : await workspace.git.additions([folder], signal);
  if (additions === undefined) {
    note('There is no git history here: entries changed after creation, and lost in merges, are not found.');
    const lack = whyNoGit(workspace);
    if (lack !== undefined) note(`${lack}.`);
    return undefined;
  }
  const history = new Map<string, Addition[]>();
  for (const addition of additions.toReversed()) {
    const known = history.get(addition.path);
    if (known) known.push(addition);
    else history.set(addition.path, [addition]);
  }
  return history;
}

const SHA1_DIGITS = 40;

/** Whether git would name these bytes so; a checkout may have given them other line ends. */
export function isBlob(bytes: Buffer, blob: string): boolean {
  return idOf(bytes, blob.length) === blob || idOf(withPlainLineEnds(bytes), blob.length) === blob;
}

function idOf(bytes: Buffer, digits: number): string {
  const hash = createHash(digits === SHA1_DIGITS ? 'sha1' : 'sha256');
  return hash.update(`blob ${bytes.length}\0`).update(bytes).digest('hex');
}

function withPlainLineEnds(bytes: Buffer): Buffer {
  return Buffer.from(bytes.toString('latin1').replaceAll('\r\n', '\n'), 'latin1');
}

const SHORT_DIGITS = 10;

/** Of a commit, as messages name it. */
export function shortId(commit: string): string {
  return commit.slice(0, SHORT_DIGITS);
}
