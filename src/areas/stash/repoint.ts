/**
 * Changes the number that a comment in source cites; every other byte of the file stays. Nothing else rewrites comments.
 * Writes only if the line is still as it was read and the new text cites exactly what it should.
 */
import { posix } from 'node:path';
import { AppError } from '../../core/errors.ts';
import { openFolder } from '../../core/store/index.ts';
import { splitLines } from '../../core/text/index.ts';
import { isRefusal, type RepoPath, refusalError, type Workspace } from '../../core/workspace/index.ts';
import { type Citation, type CitedNumber, citedIn } from './citations.ts';
import type { StashConfig } from './config.ts';
import { parseRef } from './naming.ts';
import type { StashDeps } from './stash-deps.ts';

/** `entry` is the one it cites now: the new ref is written in the same way, padded or short. */
export interface Repointing extends Citation {
  entry: { ref: string } | undefined;
}

/** Returns the new line, trimmed. */
export async function repoint(
  { workspace, citationsIn }: StashDeps,
  config: StashConfig,
  citation: Repointing,
  ref: string,
  signal: AbortSignal,
): Promise<string> {
  const { path } = citation;
  const before = await bytesOf(workspace, path);
  const text = before.toString('utf8');
  const target = parseRef(ref, config);
  if (!target || !Buffer.from(text).equals(before)) throw cannot();
  const cited = await citedIn(citationsIn, config, path, text, { signal });
  const at = cited.findIndex(
    (one) => one.line === citation.line && one.written === citation.written && one.text === citation.text,
  );
  if (at === -1) throw cannot();
  const numbers = cited.map(({ number }) => number);
  const without = numbers.toSpliced(at, 1);
  const inLine = cited.some(({ line, number }) => line === citation.line && number === target.number);
  const replaced = {
    texts: replacements(text, citation, spelled(citation, ref)),
    wanted: numbers.with(at, target.number),
  };
  // If the comment already cites the other entry, remove the number instead of naming it twice.
  const plans = inLine ? [{ texts: removals(text, citation), wanted: without }, replaced] : [replaced];

  for (const { texts, wanted } of plans)
    for (const candidate of texts)
      if (sameNumbers(await citedIn(citationsIn, config, path, candidate, { signal }), wanted)) {
        await replaceFile(workspace, path, before, candidate);
        return (splitLines(candidate)[citation.line - 1] ?? '').trim();
      }
  throw cannot();
}

/** The new ref, padded or short as the old one was. */
function spelled({ written, digits, entry }: Repointing, ref: string): string {
  const to = digits === entry?.ref ? ref : ref.replace(/^0+(?=\d)/, '');
  return written.slice(0, written.length - digits.length) + to;
}

/** What separates two numbers of a list. */
const SEPARATOR = String.raw`\s*(?:,\s*(?:and\s+)?|\s(?:and|&|\+)\s+)`;

/** One candidate text for each occurrence of the number in the line. */
function replacements(text: string, citation: Citation, to: string): string[] {
  return edited(text, citation, [`(?<![\\w-])${wordOf(citation)}(?!\\w)`], to);
}

function removals(text: string, citation: Citation): string[] {
  const named = String.raw`(?<![\w-])${wordOf(citation)}(?:\.[a-z]+)?(?!\w)`;
  return edited(text, citation, [`${named}${SEPARATOR}`, `${SEPARATOR}${named}`], '');
}

function wordOf({ written }: Citation): string {
  return written.replace(/[.-]/g, '\\$&');
}

function edited(text: string, { line }: Citation, forms: readonly string[], to: string): string[] {
  const start = offsetOf(text, line);
  const end = text.indexOf('\n', start);
  const row = text.slice(start, end === -1 ? text.length : end);
  return forms.flatMap((form) =>
    [...row.matchAll(new RegExp(form, 'g'))].map(
      ({ index, 0: found }) => text.slice(0, start + index) + to + text.slice(start + index + found.length),
    ),
  );
}

function offsetOf(text: string, line: number): number {
  let at = 0;
  for (let count = 1; count < line; count++) at = text.indexOf('\n', at) + 1;
  return at;
}

function sameNumbers(now: readonly CitedNumber[], wanted: readonly bigint[]): boolean {
  return now.length === wanted.length && now.every(({ number }, at) => number === wanted[at]);
}

async function bytesOf(workspace: Workspace, path: RepoPath): Promise<Buffer> {
  const read = await workspace.readBytes(path);
  if (isRefusal(read)) throw refusalError(read);
  return read.bytes;
}

/** Replaces the whole file, unless somebody wrote to it since it was read. */
async function replaceFile(
  workspace: Workspace,
  path: RepoPath,
  before: Buffer,
  text: string,
): Promise<void> {
  const directory = workspace.resolve(posix.dirname(path));
  if (isRefusal(directory)) throw refusalError(directory);
  const folder = await openFolder(workspace.hostPath(directory), { within: workspace.root });
  if (folder === undefined || !(await bytesOf(workspace, path)).equals(before)) throw cannot();
  await folder.writeAtomic(posix.basename(path), text);
}

function cannot(): AppError {
  return new AppError('state', 'not_fixed', 'The comment has moved, or cannot be changed safely.', {
    hint: 'Change the number by hand.',
  });
}
