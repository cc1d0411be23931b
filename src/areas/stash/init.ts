/** Makes a workspace ready for entries. Running it again changes nothing. */
import { join } from 'node:path';
import { type Folder, openFolder } from '../../core/store/index.ts';
import { setInJson } from '../../core/text/index.ts';
import { hasBlock, withBlock } from './agents-block.ts';
import { DEFAULT_CONFIG, invalid, parseConfig } from './config.ts';
import { CONFIG_FILE, MAX_CONFIG_BYTES, STASH_FOLDER } from './shelf.ts';

export type InitChange = 'created' | 'updated' | 'unchanged';

export interface InitReport {
  directory: InitChange;
  config: InitChange;
  agentsFile: { name: string; change: InitChange | 'left'; reason?: string };
}

export interface InitOptions {
  /** The name to give the agents file if there is none in any spelling. */
  agentsFile: 'agents.md' | 'AGENTS.md';
}

const MAX_AGENTS_BYTES = 1024 * 1024;

export async function initStash(root: string, options: InitOptions): Promise<InitReport> {
  const path = join(root, STASH_FOLDER);
  const there = await openFolder(path, { within: root });
  const folder = there ?? (await openFolder(path, { within: root, create: true }));
  const config = await completeConfig(folder);
  const agentsFile = await keepBlock(await openFolder(root, { create: true }), options.agentsFile);
  return { directory: there === undefined ? 'created' : 'unchanged', config, agentsFile };
}

async function completeConfig(folder: Folder): Promise<InitChange> {
  const file = await folder.read(CONFIG_FILE, MAX_CONFIG_BYTES);
  if (!file.found) {
    if (file.why !== 'missing') throw invalid('it is not a readable text file');
    const made = await folder.createExclusive(CONFIG_FILE, `${JSON.stringify(DEFAULT_CONFIG, null, 2)}\n`);
    // Somebody else was first: what they wrote is completed like any other.
    return made === 'created' ? 'created' : await completeConfig(folder);
  }
  parseConfig(file.text);
  const given = Object.keys(JSON.parse(file.text.replace(/^\ufeff/, '')));
  let text = file.text;
  for (const [key, value] of Object.entries(DEFAULT_CONFIG)) {
    if (given.includes(key)) continue;
    const edit = await setInJson(text, [key], value);
    if (!edit.ok) throw invalid(edit.problem);
    text = edit.text;
  }
  if (text === file.text) return 'unchanged';
  await folder.writeAtomic(CONFIG_FILE, text);
  return 'updated';
}

async function keepBlock(root: Folder, newName: string): Promise<InitReport['agentsFile']> {
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
    const made = await root.createExclusive(name, withBlock(''));
    return made === 'created' ? { name, change: 'created' } : await keepBlock(root, newName);
  }
  const text = withBlock(file.text);
  if (text === file.text) return { name, change: 'unchanged' };
  await root.writeAtomic(name, text);
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
