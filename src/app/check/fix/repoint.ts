/** The comment cites another entry; every other byte of the file stays. */
import { posix } from 'node:path';
import type { StashConfig } from '../../../areas/stash/index.ts';
import { parseRef } from '../../../areas/stash/index.ts';
import { AppError } from '../../../core/errors.ts';
import { openFolder } from '../../../core/store/index.ts';
import { isRefusal, type RepoPath, refusalError } from '../../../core/workspace/index.ts';
import type { Services } from '../../services.ts';
import { type Citation, type CitedNumber, citedIn } from '../facts/citations.ts';

type RepointParts = Pick<Services, 'workspace' | 'citationsIn'>;

export async function repoint(
  services: RepointParts,
  config: StashConfig | undefined,
  citation: Citation,
  ref: string,
): Promise<void> {
  const { workspace } = services;
  const read = await workspace.readBytes(citation.path);
  if (isRefusal(read)) throw refusalError(read);
  const text = read.bytes.toString('utf8');
  const target = config && parseRef(ref, config);
  if (!config || !target || !Buffer.from(text).equals(read.bytes)) throw cannot();
  const cited = await citedIn(services, config, citation.path, text);
  const at = cited.findIndex(({ line, written }) => line === citation.line && written === citation.written);
  if (at === -1) throw cannot();
  const numbers = cited.map(({ number }) => number);
  const without = numbers.toSpliced(at, 1);
  const inLine = cited.some(({ line, number }) => line === citation.line && number === target.number);
  const replaced = {
    texts: replacements(text, citation, spelled(citation, ref)),
    wanted: numbers.with(at, target.number),
  };
  // Where the comment cites the other entry already, naming it twice would say nothing.
  const plans = inLine ? [{ texts: removals(text, citation), wanted: without }, replaced] : [replaced];

  for (const { texts, wanted } of plans)
    for (const candidate of texts)
      if (sameNumbers(await citedIn(services, config, citation.path, candidate), wanted))
        return await write(services, citation.path, candidate);
  throw cannot();
}

/** Padded if it was, short if it was. */
function spelled({ written, digits, entry }: Citation, ref: string): string {
  const to = digits === entry?.ref ? ref : ref.replace(/^0+(?=\d)/, '');
  return written.slice(0, written.length - digits.length) + to;
}

/** What stands between two numbers of a list. */
const SEPARATOR = String.raw`\s*(?:,\s*(?:and\s+)?|\s(?:and|&|\+)\s+)`;

/** One text for each place in the line where the number may be the one that is meant. */
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

async function write({ workspace }: RepointParts, path: RepoPath, text: string): Promise<void> {
  const directory = workspace.resolve(posix.dirname(path));
  if (isRefusal(directory)) throw refusalError(directory);
  const folder = await openFolder(workspace.hostPath(directory), { within: workspace.root });
  await folder?.writeAtomic(posix.basename(path), text);
}

function cannot(): AppError {
  return new AppError('state', 'not_fixed', 'The comment has moved, or cannot be changed safely.', {
    hint: 'Change the number by hand.',
  });
}
