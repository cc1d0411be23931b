/** Makes a workspace ready for entries. Running it again changes nothing. */
import { join } from 'node:path';
import { type Folder, openFolder, removeEmptyFolder } from '../../core/store/index.ts';
import { setInJson } from '../../core/text/index.ts';
import { BLOCK_ALONE, hasBlock, isBlockAlone, withBlock, withoutBlock } from './agents-block.ts';
import { DEFAULT_CONFIG, givenKeys, invalid, parseConfig } from './config.ts';
import { CONFIG_FILE, MAX_CONFIG_BYTES, STASH_FOLDER } from './shelf.ts';

export type InitChange = 'created' | 'updated' | 'unchanged' | 'removed';

export interface InitReport {
  directory: InitChange;
  config: InitChange;
  agentsFile: { name: string; change: InitChange | 'left'; reason?: string };
}

export interface InitOptions {
  /** The name to give the agents file if there is none in any spelling. */
  agentsFile: 'agents.md' | 'AGENTS.md';
  /** Say what would change, and change nothing. */
  dryRun?: boolean;
}

const MAX_AGENTS_BYTES = 1024 * 1024;
const DEFAULT_TEXT = `${JSON.stringify(DEFAULT_CONFIG, null, 2)}\n`;

/** `root`: the real path, as a workspace has it. */
export async function initStash(root: string, options: InitOptions): Promise<InitReport> {
  const path = join(root, STASH_FOLDER);
  const write = options.dryRun !== true;
  const there = await openFolder(path, { within: root });
  const folder = there ?? (write ? await openFolder(path, { within: root, create: true }) : undefined);
  const config = folder === undefined ? 'created' : await completeConfig(folder, write);
  const agentsFile = await keepBlock(await openFolder(root, { create: true }), options.agentsFile, write);
  return { directory: there === undefined ? 'created' : 'unchanged', config, agentsFile };
}

async function completeConfig(folder: Folder, write: boolean): Promise<InitChange> {
  const file = await folder.read(CONFIG_FILE, MAX_CONFIG_BYTES);
  if (!file.found) {
    if (file.why !== 'missing') throw invalid('it is not a readable text file');
    if (!write) return 'created';
    const made = await folder.createExclusive(CONFIG_FILE, DEFAULT_TEXT);
    // Somebody else was first: what they wrote is completed like any other.
    return made === 'created' ? 'created' : await completeConfig(folder, write);
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
  if (write) await folder.writeAtomic(CONFIG_FILE, text);
  return 'updated';
}

async function keepBlock(root: Folder, newName: string, write: boolean): Promise<InitReport['agentsFile']> {
  const name = await findAgentsFile(root, newName);
  const file = await root.read(name, MAX_AGENTS_BYTES);
  if (!file.found && file.why !== 'missing')
    return {
      name,
      change: 'left',
      reason:
        file.why === 'not_a_file'
          ? 'it is a link or no file; run this again when it is one'
          : 'it is too large or is not UTF-8 text',
    };
  if (!file.found) {
    if (!write) return { name, change: 'created' };
    const made = await root.createExclusive(name, BLOCK_ALONE);
    return made === 'created' ? { name, change: 'created' } : await keepBlock(root, newName, write);
  }
  const text = withBlock(file.text);
  if (text === file.text) return { name, change: 'unchanged' };
  if (write) await root.writeAtomic(name, text);
  return { name, change: 'updated' };
}

/** Of several spellings, the one that has the block, else the one that clients read. */
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

/** Takes away what `initStash` wrote. Entries stay, and with them their folder: they are the project's memory. */
export async function removeStashSetup(
  root: string,
  options: { dryRun?: boolean } = {},
): Promise<InitReport> {
  const write = options.dryRun !== true;
  const folder = await openFolder(root, { create: true });
  const agents = await takeBlock(folder, await findAgentsFile(folder, 'AGENTS.md'), write);
  const stash = await openFolder(join(root, STASH_FOLDER), { within: root });
  const config = await stash?.read(CONFIG_FILE, MAX_CONFIG_BYTES);
  const names = (await stash?.list()) ?? [];
  const untouched = config?.found === true && config.text === DEFAULT_TEXT && names.length === 1;
  if (untouched && write && stash !== undefined) {
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
