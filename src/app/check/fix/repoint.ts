/** The comment cites another entry; every other byte of the file stays. */
import { posix } from 'node:path';
import type { StashConfig } from '../../../areas/stash/index.ts';
import { parseRef } from '../../../areas/stash/index.ts';
import { AppError } from '../../../core/errors.ts';
import { openFolder } from '../../../core/store/index.ts';
import { isRefusal, type RepoPath, refusalError } from '../../../core/workspace/index.ts';
import type { House } from '../../house.ts';
import { type Citation, type CitedNumber, citedIn } from '../facts/citations.ts';

type RepointParts = Pick<House, 'workspace' | 'commentsOf'>;

export async function repoint(
  house: RepointParts,
  config: StashConfig | undefined,
  citation: Citation,
  ref: string,
): Promise<void> {
  const { workspace } = house;
  const read = await workspace.readBytes(citation.path);
  if (isRefusal(read)) throw refusalError(read);
  const text = read.bytes.toString('utf8');
  const target = config && parseRef(ref, config);
  if (!config || !target || !Buffer.from(text).equals(read.bytes)) throw cannot();
  const cited = await citedIn(house, config, citation.path, text);
  const at = cited.findIndex(({ line, written }) => line === citation.line && written === citation.written);
  if (at === -1) throw cannot();
  const inLine = cited.some(({ line, number }) => line === citation.line && number === target.number);
  const wanted = cited.map(({ number }, index) => (index === at ? target.number : number));
  if (inLine) wanted.splice(at, 1);

  for (const candidate of edits(text, citation, inLine ? undefined : spelled(citation, ref))) {
    const now = await citedIn(house, config, citation.path, candidate);
    if (sameNumbers(now, wanted)) return await write(house, citation.path, candidate);
  }
  throw cannot();
}

/** Padded if it was, short if it was. */
function spelled({ written, digits, entry }: Citation, ref: string): string {
  const to = digits === entry?.ref ? ref : ref.replace(/^0+(?=\d)/, '');
  return written.slice(0, written.length - digits.length) + to;
}

/** One text for each place in the line where it may stand; `to` undefined takes it out of its list. */
function* edits(text: string, { line, written }: Citation, to: string | undefined): Generator<string> {
  const start = offsetOf(text, line);
  const end = text.indexOf('\n', start) === -1 ? text.length : text.indexOf('\n', start);
  const row = text.slice(start, end);
  const word = written.replace(/[.-]/g, '\\$&');
  const forms =
    to === undefined
      ? [
          new RegExp(`(?<![\\w-])${word}(?:\\.\\w+)?\\s*,\\s*`, 'g'),
          new RegExp(`\\s*,\\s*${word}(?:\\.\\w+)?(?!\\w)`, 'g'),
        ]
      : [new RegExp(`(?<![\\w-])${word}(?!\\w)`, 'g')];
  for (const form of forms)
    for (const { index, 0: found } of row.matchAll(form))
      yield text.slice(0, start + index) + (to ?? '') + text.slice(start + index + found.length);
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
  return new AppError(
    'state',
    'not_fixed',
    'The comment is not where it was, or cannot be changed for sure.',
    {
      hint: 'Change the number by hand.',
    },
  );
}
