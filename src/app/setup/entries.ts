/** Entries of ours in client configurations that start a program, or serve a directory, which is not there. */
import { basename, dirname, isAbsolute } from 'node:path';
import { isThere, openFolder } from '../../core/store/index.ts';
import { lookUpInJson, parseJson, tomlTable } from '../../core/text/index.ts';
import { applyChange } from './apply.ts';
import { CLIENTS, type ConfigFile, type Home, packageOf, servedBy } from './clients.ts';
import { planEntry } from './config-file.ts';

export interface BrokenEntry {
  client: string;
  /** The name of the file. */
  file: string;
  problem: string;
  /** The file can be read, so the entry in it can be written anew. */
  mendable: boolean;
  config: ConfigFile;
  /** The directory the file is kept below. */
  within: string;
}

const MAX_BYTES = 4 * 1024 * 1024;

export async function brokenEntries(root: string, home: Home, version: string): Promise<BrokenEntry[]> {
  const broken: BrokenEntry[] = [];
  const program = packageOf(version);
  for (const { title, project, user } of CLIENTS) {
    const files = [
      ...(project ? [{ config: project(root, servedBy(program, undefined)), within: root }] : []),
      {
        config: user(home, servedBy(program, project ? undefined : root)),
        within: home.directory,
      },
    ];
    for (const { config, within } of files) {
      const found = await problemIn(config);
      if (found) broken.push({ client: title, file: basename(config.path), ...found, config, within });
    }
  }
  return broken;
}

export async function writeAnew({ config, within }: BrokenEntry): Promise<void> {
  await applyChange(await planEntry(config, within), within);
}

async function problemIn({
  path,
  format,
  key,
}: ConfigFile): Promise<Pick<BrokenEntry, 'problem' | 'mendable'> | undefined> {
  const folder = await openFolder(dirname(path)).catch(() => undefined);
  const read = await folder?.read(basename(path), MAX_BYTES).catch(() => undefined);
  if (!read?.found) return undefined;
  const entry =
    format === 'toml'
      ? { ok: true as const, value: tomlEntry(read.text, key.join('.')) }
      : await lookUpInJson(read.text, key);
  if (!entry.ok) return { problem: entry.problem, mendable: false };
  const problem = await pointsNowhere(entry.value);
  return problem === undefined ? undefined : { problem, mendable: true };
}

/** Values as we write them; what a person wrote in another way is not judged. */
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
async function pointsNowhere(entry: unknown): Promise<string | undefined> {
  if (typeof entry !== 'object' || entry === null || !('command' in entry)) return undefined;
  const args: unknown[] = 'args' in entry && Array.isArray(entry.args) ? entry.args : [];
  const words = [entry.command, args].flat(2).filter((word) => typeof word === 'string');
  for (const [at, word] of words.entries()) {
    if (!isAbsolute(word)) continue;
    const isDirectory = words[at - 1] === '--root';
    if (!(await isThere(word)))
      return isDirectory ? 'the directory it names is not there' : 'the program it names is not there';
  }
  return undefined;
}
