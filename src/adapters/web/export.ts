/** The page as files, with all that it shows: data are scripts, for a page that was opened as a file cannot ask for anything else. */
import { mkdir, readdir, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import type { App, PageData } from '../../app/index.ts';
import { AppError, asAppError } from '../../core/errors.ts';
import { ASSET_NAMES, readAsset, unpacked } from './assets.ts';
import { DIAGRAM_POLICY, PAGE_POLICY } from './guard.ts';

export interface ExportOptions {
  directory: string;
  since: string | undefined;
  signal: AbortSignal;
}

export interface Exported {
  files: number;
  bytes: number;
  /** What was left out, and why. */
  notes: readonly string[];
}

const MOST_ITEMS = 2_000;
const MOST_DIRECTORIES = 300;
const MOST_FILES = 300;

/** What a view asks for, by its name and its query: web/data.ts writes the same. */
type Value = [key: string, read: () => Promise<unknown>];

export async function exportPage(app: App, options: ExportOptions): Promise<Exported> {
  const { directory, signal } = options;
  await refuseOther(directory);
  const page = await app.page();
  const notes: string[] = [];
  const values = await valuesOf(app, page, options, notes);
  await mkdir(join(directory, 'data'), { recursive: true });
  let [files, bytes] = [0, 0];
  const write = async (name: string, content: string | Buffer) => {
    await writeFile(join(directory, name), content);
    files++;
    bytes += Buffer.byteLength(content);
  };
  const names: Record<string, string> = {};
  for (const [key, read] of values) {
    signal.throwIfAborted();
    const value = await read().catch((thrown: unknown) => {
      const { code, message, hint } = asAppError(thrown);
      return { error: { code, message, hint: hint ?? null } };
    });
    const name = `data/${Object.keys(names).length}.js`;
    names[key] = name;
    await write(name, `pilotbookData(${script(key)},${script(value)});\n`);
  }
  await write('data/index.js', `window.pilotbookExport=${script(names)};\n`);
  for (const name of ASSET_NAMES) {
    const asset = await readAsset(name);
    if (asset === undefined) continue;
    const text = unpacked(asset);
    await write(name, name.endsWith('.html') ? withPolicy(text.toString('utf8'), name) : text);
  }
  return { files, bytes, notes };
}

/** Writes over an older export, and over nothing else. */
async function refuseOther(directory: string): Promise<void> {
  const names = await readdir(directory).catch((cause: NodeJS.ErrnoException): string[] => {
    if (cause.code === 'ENOENT') return [];
    throw new AppError('io', 'no_directory', 'The directory for the page cannot be read.', { cause });
  });
  if (names.length > 0 && !(names.includes('data') && names.includes('diagram.js')))
    throw new AppError('invalid', 'not_empty', 'The directory holds other files.', {
      hint: 'Name a directory that is empty, does not exist yet, or holds an older export.',
    });
}

async function valuesOf(
  app: App,
  page: PageData,
  { since, signal }: ExportOptions,
  notes: string[],
): Promise<Value[]> {
  const list = await page.knowledge(signal);
  const items = limited(list.items, MOST_ITEMS, 'entries, packs and notes', notes);
  const directories = limited(await directoriesOf(page, signal), MOST_DIRECTORIES, 'directories', notes);
  const files = limited(await page.filesWithKnowledge(signal), MOST_FILES, 'files', notes);
  return [
    ['overview', async () => ({ ...(await page.overview()), edit: false, since: since ?? null })],
    ['change', () => page.change({ since }, signal)],
    ['knowledge', async () => ({ ...list, items })],
    ...items
      .filter(({ kind, state }) => kind !== 'pack' || state !== 'invalid')
      .map(({ kind, id }): Value => [keyOf(kind, { id }), () => page[kind](id, signal)]),
    ...directories.map((path): Value => [keyOf('map', { path }), () => page.map(path, signal)]),
    ...files.map((path): Value => [keyOf('file', { path }), () => page.file(path, signal)]),
    ['activity', () => page.activity()],
    // What `doctor` says is about this machine, and stays on it.
    ['health', async () => ({ doctor: [], check: await app.check({ fix: false, signal }) })],
  ];
}

function limited<T>(all: readonly T[], most: number, what: string, notes: string[]): readonly T[] {
  if (all.length > most) notes.push(`Only ${most} of ${all.length} ${what} are in the export.`);
  return all.slice(0, most);
}

/** From the top down, as far as the map shows them; the whole repository is the empty path. */
async function directoriesOf(page: PageData, signal: AbortSignal): Promise<string[]> {
  const paths = [''];
  for (const path of paths) {
    if (paths.length > MOST_DIRECTORIES) break;
    const { root } = await page.map(path, signal);
    for (const { children, path: below } of root.children ?? [])
      if (children !== undefined) paths.push(below);
  }
  return paths;
}

function keyOf(name: string, query: Record<string, string>): string {
  const text = new URLSearchParams(Object.entries(query).filter(([, value]) => value !== '')).toString();
  return text === '' ? name : `${name}?${text}`;
}

/** JSON that is a script as well. */
function script(value: unknown): string {
  return JSON.stringify(value).replace(/[<\u2028\u2029]/g, (character) => {
    const code = character.charCodeAt(0).toString(16).padStart(4, '0');
    return `\\u${code}`;
  });
}

/** Files have no headers, so the page itself says what it may load. */
function withPolicy(html: string, name: string): string {
  const policy = name === 'diagram.html' ? DIAGRAM_POLICY : PAGE_POLICY;
  const data = name === 'index.html' ? '<script src="data/index.js"></script>' : '';
  return html.replace(
    '<meta charset="utf-8">',
    `<meta charset="utf-8"><meta http-equiv="Content-Security-Policy" content="${policy}">${data}`,
  );
}
