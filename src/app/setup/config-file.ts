/** Plans and makes the change of one file of a client: our entry is added or removed. Planning writes nothing. */
import { basename, dirname, relative } from 'node:path';
import { asAppError } from '../../core/errors.ts';
import { openFolder, removeEmptyFolder } from '../../core/store/index.ts';
import {
  lookUpInJson,
  removeFromJson,
  removeTomlTable,
  setInJson,
  setTomlTable,
} from '../../core/text/index.ts';
import type { ConfigFile } from './clients.ts';

export type Change =
  | { kind: 'create' | 'update'; path: string; before: string; after: string }
  /** It contained only our entry. */
  | { kind: 'delete'; path: string; before: string }
  | { kind: 'unchanged'; path: string }
  /** Left as it is, and why. */
  | { kind: 'left'; path: string; reason: string }
  /** It cannot be changed as it is. */
  | { kind: 'failed'; path: string; reason: string };

/** No configuration that a person edits is larger. */
const MAX_BYTES = 4 * 1024 * 1024;

export async function planEntry(file: ConfigFile): Promise<Change> {
  return await planEdits(file, [file], []);
}

/** One change of a file: our entries that it gets, and those that it loses. */
export async function planEdits(
  file: Pick<ConfigFile, 'path' | 'within'>,
  added: readonly ConfigFile[],
  removed: readonly ConfigFile[],
): Promise<Change> {
  const change = await plan(file, async (text) => {
    let edited = text;
    for (const [at, each] of [...removed, ...added].entries()) {
      const next = await (at < removed.length ? withoutEntry(edited ?? '', each) : withEntry(edited, each));
      if (!next.ok) return next;
      edited = next.text;
    }
    return { ok: true, text: edited ?? '' };
  });
  if (added.length > 0) return change;
  if (change.kind === 'create') return { kind: 'unchanged', path: file.path };
  return change.kind === 'update' && (await isOurs(change, removed))
    ? { kind: 'delete', path: file.path, before: change.before }
    : change;
}

type Edited = { ok: true; text: string } | { ok: false; problem: string };

async function withEntry(text: string | undefined, { format, key, entry }: ConfigFile): Promise<Edited> {
  if (format === 'toml') return { ok: true, text: setTomlTable(text, key.join('.'), tomlLines(entry)) };
  if (text !== undefined) {
    const known = await lookUpInJson(text, key);
    if (known.ok && JSON.stringify(known.value) === JSON.stringify(entry)) return { ok: true, text };
  }
  return await setInJson(text, key, entry);
}

async function withoutEntry(text: string, { format, key }: ConfigFile): Promise<Edited> {
  if (format === 'toml') return { ok: true, text: removeTomlTable(text, key.join('.')) };
  return await removeFromJson(text, key);
}

/** No text: there is no file. */
type Edit = (text: string | undefined) => Promise<Edited>;

async function plan(file: Pick<ConfigFile, 'path' | 'within'>, edit: Edit): Promise<Change> {
  const before = await readConfig(file.path, file.within);
  if (typeof before === 'object') return { kind: 'failed', path: file.path, reason: before.problem };
  const edited = await edit(before);
  if (!edited.ok) return { kind: 'failed', path: file.path, reason: edited.problem };
  if (edited.text === (before ?? '')) return { kind: 'unchanged', path: file.path };
  return {
    kind: before === undefined ? 'create' : 'update',
    path: file.path,
    before: before ?? '',
    after: edited.text,
  };
}

/** Undefined if there is none. Links are not followed: their targets are not ours to change. */
export async function readConfig(
  path: string,
  within: string,
): Promise<string | undefined | { problem: string }> {
  try {
    const folder = await openFolder(dirname(path), { within });
    if (!folder) return undefined;
    const read = await folder.read(basename(path), MAX_BYTES);
    if (read.found) return read.text;
    if (read.why === 'missing') return undefined;
    return {
      problem: read.why === 'not_a_file' ? 'it is a link or not a plain file' : 'it is too large or not text',
    };
  } catch (thrown) {
    return { problem: asAppError(thrown).message };
  }
}

/** The file contains only what we wrote when we created it. */
async function isOurs(
  { before, after }: { before: string; after: string },
  files: readonly ConfigFile[],
): Promise<boolean> {
  // If the file was there and blank before, the table is not followed by a line end.
  if (files.some(({ format }) => format === 'toml')) return after === '' && before.endsWith('\n');
  let made: string | undefined;
  for (const { key } of files) {
    const entry = await lookUpInJson(before, key);
    if (!entry.ok) return false;
    if (entry.value === undefined) continue;
    const next = await setInJson(made, key, entry.value);
    if (!next.ok) return false;
    made = next.text;
  }
  return made === before;
}

/** An entry has only strings and lists of strings, which look the same in JSON and TOML. */
function tomlLines(entry: unknown): string[] {
  return Object.entries(entry as Record<string, unknown>).map(
    ([key, value]) => `${key} = ${JSON.stringify(value)}`,
  );
}

export interface OwnFile {
  text: string;
  /** True for text that we wrote, whatever program it names. */
  isOurs(text: string): boolean;
}

/** A whole file of ours. One that a person changed is neither overwritten nor removed. */
export async function planFile(
  path: string,
  within: string,
  { text, isOurs }: OwnFile,
  remove: boolean,
): Promise<Change> {
  const before = await readConfig(path, within);
  if (typeof before === 'object') return { kind: 'failed', path, reason: before.problem };
  if (before === (remove ? undefined : text)) return { kind: 'unchanged', path };
  if (before === undefined) return { kind: 'create', path, before: '', after: text };
  if (!isOurs(before)) {
    const next = remove
      ? 'delete it if you do not need it'
      : 'to replace it, delete it and run init --skill again';
    return { kind: 'left', path, reason: `it is not as init writes it; ${next}` };
  }
  return remove ? { kind: 'delete', path, before } : { kind: 'update', path, before, after: text };
}

/** Makes a planned change. */
export async function applyChange(change: Change, within: string): Promise<void> {
  if (change.kind === 'unchanged' || change.kind === 'left' || change.kind === 'failed') return;
  const name = basename(change.path);
  if (change.kind === 'delete') {
    await (await openFolder(dirname(change.path), { within }))?.remove(name);
    // Folders that are empty now are removed too.
    for (let folder = dirname(change.path); relative(within, folder) !== ''; folder = dirname(folder))
      if ((await removeEmptyFolder(folder, { within })) === 'kept') break;
    return;
  }
  // A home that is not there yet is made.
  const folder = await openFolder(dirname(change.path), { within, create: true, createAbove: true });
  await folder.writeAtomic(name, change.after);
}
