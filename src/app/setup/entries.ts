/** Finds our entries in client configurations, and which of them cannot start or name a missing directory. */
import { basename, dirname, isAbsolute, win32 } from 'node:path';
import { isThere, openFolder } from '../../core/store/index.ts';
import { lookUpInJson, parseJson, tomlTable } from '../../core/text/index.ts';
import type { AnswerForm } from '../../core/tool.ts';
import {
  CLIENTS,
  type Client,
  type ConfigFile,
  cannotStart,
  type Home,
  type Launch,
  packageOf,
  servedBy,
  WINDOWS_SHELL,
} from './clients.ts';
import { applyChange, planEntry } from './config-file.ts';

export interface BrokenEntry {
  client: string;
  /** The name of the file. */
  file: string;
  problem: string;
  /** The file can be read, so its entry can be written again. */
  fixable: boolean;
  /** It names a program by its path, as `init --local` writes it; else it starts the package. */
  local: boolean;
  /** The file, with an entry of the same kind that can start. */
  config: ConfigFile;
}

const MAX_BYTES = 4 * 1024 * 1024;

export interface Entries {
  broken: readonly BrokenEntry[];
  /** Titles of the clients with a valid entry, by the package it starts; '' if it starts a program by its path. */
  sound: ReadonlyMap<string, readonly string[]>;
}

/** `program` is how this program was started. */
export async function examineEntries(
  root: string,
  home: Home,
  version: string,
  program: Launch,
): Promise<Entries> {
  const broken: BrokenEntry[] = [];
  const sound = new Map<string, string[]>();
  for (const client of CLIENTS) {
    const { title, project, user } = client;
    const files = [
      ...(project
        ? [(launch: Launch, form: AnswerForm) => project(root, servedBy(launch, undefined, form))]
        : []),
      (launch: Launch, form: AnswerForm) => user(home, servedBy(launch, project ? undefined : root, form)),
    ];
    for (const fileFor of files) {
      const asPackage = fileFor(packageOf(version), 'text');
      const found = await checkEntry(asPackage, client, home.platform);
      if (found === undefined) continue;
      if (!('problem' in found)) {
        const titles = sound.get(found.starts) ?? [];
        sound.set(found.starts, titles.includes(title) ? titles : [...titles, title]);
        continue;
      }
      const config = fileFor(found.local ? program : packageOf(version), await answersIn(asPackage));
      broken.push({ client: title, file: basename(config.path), ...found, config });
    }
  }
  return { broken, sound };
}

export async function rewriteEntry({ config }: BrokenEntry): Promise<void> {
  await applyChange(await planEntry(config), config.within);
}

/** The form of answers that our entry in this file asks for; text, if there is none or it says nothing. */
export async function answersIn(file: ConfigFile): Promise<AnswerForm> {
  const entry = await readEntry(file);
  const words = entry?.ok ? wordsOf(entry.value).join(' ') : '';
  return /--answers[ =]json\b/.test(words) ? 'json' : 'text';
}

/** Undefined if there is no file that can be read. */
async function readEntry({ path, format, key }: ConfigFile) {
  const folder = await openFolder(dirname(path)).catch(() => undefined);
  const read = await folder?.read(basename(path), MAX_BYTES).catch(() => undefined);
  if (!read?.found) return undefined;
  return format === 'toml'
    ? { ok: true as const, value: tomlEntry(read.text, key.join('.')) }
    : await lookUpInJson(read.text, key);
}

/** Undefined if there is no entry of ours. */
async function checkEntry(
  file: ConfigFile,
  client: Client,
  platform: string,
): Promise<Pick<BrokenEntry, 'problem' | 'fixable' | 'local'> | { starts: string } | undefined> {
  const entry = await readEntry(file);
  if (entry === undefined) return undefined;
  if (!entry.ok) return { problem: entry.problem, fixable: false, local: false };
  const words = wordsOf(entry.value);
  if (words[0] === undefined) return undefined;
  const problem = cannotStart(client, words[0], platform) ?? (await pointsNowhere(words));
  return problem === undefined
    ? { starts: packageIn(words) }
    : { problem, fixable: true, local: namesProgram(words) };
}

/** The package that npx starts, also inside the text that is passed to Node. */
function packageIn(words: readonly string[]): string {
  return /\bnpx(?:\.cmd)? (?:-\S+ )*(pilotbook(?:@[\w.-]+)?)(?: |$)/.exec(words.join(' '))?.[1] ?? '';
}

/** The command and its arguments. */
function wordsOf(entry: unknown): string[] {
  if (typeof entry !== 'object' || entry === null || !('command' in entry)) return [];
  const args: unknown[] = 'args' in entry && Array.isArray(entry.args) ? entry.args : [];
  return [entry.command, args].flat(2).filter((word) => typeof word === 'string');
}

/** Reads values in the form we write; values in another form are not checked. */
function tomlEntry(text: string, name: string): unknown {
  const lines = tomlTable(text, name);
  if (lines === undefined) return undefined;
  return Object.fromEntries(
    lines.flatMap((line) => {
      const [, key, value] = /^\s*(\w+)\s*=\s*(.+?)\s*$/.exec(line) ?? [];
      return key === undefined || value === undefined ? [] : [[key, parsed(value)]];
    }),
  );
}

function parsed(value: string): unknown {
  const json = parseJson(value);
  return json.ok ? json.value : value;
}

/** Programs by name are found by the client; only paths can be checked here. */
async function pointsNowhere(words: readonly string[]): Promise<string | undefined> {
  for (const [at, word] of words.entries()) {
    if (!isAbsolute(word) || isShellOption(word, words)) continue;
    const isDirectory = words[at - 1] === '--root';
    if (!(await isThere(word)))
      return isDirectory ? 'the directory it names does not exist' : 'the program it names does not exist';
  }
  return undefined;
}

/** By a path of any system. Node, npx and the values of options do not count. */
function namesProgram(words: readonly string[]): boolean {
  return words.some(
    (word, at) =>
      win32.isAbsolute(word) &&
      !isShellOption(word, words) &&
      !words[at - 1]?.startsWith('--') &&
      !/^(?:node|npx)(?:\.exe|\.cmd)?$/i.test(win32.basename(word)),
  );
}

/** `/c` is an option of cmd that looks like a path. */
function isShellOption(word: string, [command = '']: readonly string[]): boolean {
  return /^\/[a-z]$/i.test(word) && WINDOWS_SHELL.test(command);
}
