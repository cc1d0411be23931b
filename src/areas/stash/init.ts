/** Sets a workspace up for entries, and removes that set-up. Running it again changes nothing. */
import { join } from 'node:path';
import { type Folder, openFolder, removeEmptyFolder } from '../../core/store/index.ts';
import { setInJson } from '../../core/text/index.ts';
import { BLOCK_ALONE, hasBlock, isBlockAlone, withBlock, withoutBlock } from './agents-block.ts';
import { DEFAULT_CONFIG, givenKeys, invalid, parseConfig } from './config.ts';
import { CONFIG_FILE, MAX_CONFIG_BYTES, refuseDenied, STASH_FOLDER } from './entry-store.ts';

export type InitChange = 'created' | 'updated' | 'unchanged' | 'removed';

export interface InitReport {
  directory: InitChange;
  config: InitChange;
  agentsFile: { name: string; change: InitChange | 'left'; reason?: string };
}

export interface InitOptions {
  /** The name of the agents file, if it does not exist in any spelling. */
  agentsFile: 'agents.md' | 'AGENTS.md';
  /** Whether the sandbox refuses this path. */
  isDenied(path: string): boolean;
  /** Report what would change without changing it. */
  dryRun?: boolean;
  /** Called with each text that is written, or would be. */
  tell?(written: WrittenText): void;
}

export interface WrittenText {
  /** Relative to the root. */
  file: string;
  before: string;
  after: string;
}

type Tell = (written: WrittenText) => void;

const MAX_AGENTS_BYTES = 1024 * 1024;
const DEFAULT_TEXT = `${JSON.stringify(DEFAULT_CONFIG, null, 2)}\n`;

/** `root` is the real path of the workspace's root. */
export async function initStash(root: string, options: InitOptions): Promise<InitReport> {
  const path = join(root, STASH_FOLDER);
  const { dryRun = false, tell = () => {}, isDenied } = options;
  refuseDenied(isDenied);
  const there = await openFolder(path, { within: root });
  const folder = there ?? (dryRun ? undefined : await openFolder(path, { within: root, create: true }));
  const config = await completeConfig(folder, dryRun, tell);
  const agentsFile = await keepBlock(
    await openFolder(root, { create: true }),
    options.agentsFile,
    dryRun,
    tell,
  );
  return { directory: there === undefined ? 'created' : 'unchanged', config, agentsFile };
}

/** Undefined `folder`: it does not exist yet, and a dry run does not create it. */
async function completeConfig(folder: Folder | undefined, dryRun: boolean, tell: Tell): Promise<InitChange> {
  const name = `${STASH_FOLDER}/${CONFIG_FILE}`;
  const file = (await folder?.read(CONFIG_FILE, MAX_CONFIG_BYTES)) ?? { found: false, why: 'missing' };
  if (folder === undefined || !file.found) {
    if (!file.found && file.why !== 'missing') throw invalid('it is not a readable text file');
    const made = dryRun ? 'created' : await folder?.createExclusive(CONFIG_FILE, DEFAULT_TEXT);
    // Another process was first: complete what it wrote.
    if (made !== 'created') return await completeConfig(folder, dryRun, tell);
    tell({ file: name, before: '', after: DEFAULT_TEXT });
    return 'created';
  }
  parseConfig(file.text);
  const given = Object.keys(givenKeys(file.text));
  let text = file.text;
  for (const [key, value] of Object.entries(DEFAULT_CONFIG)) {
    if (given.includes(key)) continue;
    const edit = await setInJson(text, [key], value);
    if (!edit.ok) throw invalid(edit.problem);
    text = edit.text;
  }
  if (text === file.text) return 'unchanged';
  if (!dryRun) await folder.writeAtomic(CONFIG_FILE, text);
  tell({ file: name, before: file.text, after: text });
  return 'updated';
}

async function keepBlock(
  root: Folder,
  newName: string,
  dryRun: boolean,
  tell: Tell,
): Promise<InitReport['agentsFile']> {
  const name = await findAgentsFile(root, newName);
  const file = await root.read(name, MAX_AGENTS_BYTES);
  if (!file.found && file.why !== 'missing')
    return {
      name,
      change: 'left',
      reason:
        file.why === 'not_a_file'
          ? 'it is a link or not a plain file; replace it and run this again'
          : 'it is too large or is not UTF-8 text',
    };
  if (!file.found) {
    const made = dryRun ? 'created' : await root.createExclusive(name, BLOCK_ALONE);
    if (made !== 'created') return await keepBlock(root, newName, dryRun, tell);
    tell({ file: name, before: '', after: BLOCK_ALONE });
    return { name, change: 'created' };
  }
  const text = withBlock(file.text);
  if (text === file.text) return { name, change: 'unchanged' };
  if (!dryRun) await root.writeAtomic(name, text);
  tell({ file: name, before: file.text, after: text });
  return { name, change: 'updated' };
}

/** Of several spellings: the one with the block, else the one that clients read. */
async function findAgentsFile(root: Folder, newName: string): Promise<string> {
  const spellings = (await root.list()).filter((name) => name.toLowerCase() === 'agents.md');
  for (const name of spellings) {
    const file = await root.read(name, MAX_AGENTS_BYTES);
    if (file.found && hasBlock(file.text)) return name;
  }
  const [first] = spellings;
  if (spellings.includes('AGENTS.md')) return 'AGENTS.md';
  if (first !== undefined) return first;
  for (const name of ['AGENTS.md', 'agents.md', 'Agents.md'])
    if ((await root.stamp(name)) !== undefined) return name;
  return newName;
}

/** Removes what `initStash` wrote. Entries stay, and so does their folder: they are the project's memory. */
export async function removeStashSetup(
  root: string,
  options: { dryRun?: boolean } = {},
): Promise<InitReport> {
  const write = options.dryRun !== true;
  const folder = await openFolder(root, { create: true });
  const agents = await takeBlock(folder, await findAgentsFile(folder, 'AGENTS.md'), write);
  const stash = await openFolder(join(root, STASH_FOLDER), { within: root });
  const config = await stash?.read(CONFIG_FILE, MAX_CONFIG_BYTES);
  const isDefault = config?.found === true && config.text === DEFAULT_TEXT;
  const untouched = stash !== undefined && isDefault && (await stash.holdsOnly(CONFIG_FILE));
  if (untouched && write) {
    await stash.remove(CONFIG_FILE);
    await removeEmptyFolder(stash.path, { within: root });
  }
  const change = untouched ? 'removed' : 'unchanged';
  return { directory: change, config: change, agentsFile: agents };
}

async function takeBlock(root: Folder, name: string, write: boolean): Promise<InitReport['agentsFile']> {
  const file = await root.read(name, MAX_AGENTS_BYTES);
  if (!file.found || !hasBlock(file.text)) return { name, change: 'unchanged' };
  const isOurs = isBlockAlone(file.text);
  if (write && isOurs) await root.remove(name);
  else if (write) await root.writeAtomic(name, withoutBlock(file.text));
  return { name, change: isOurs ? 'removed' : 'updated' };
}
