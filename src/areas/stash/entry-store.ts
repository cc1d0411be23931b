/** `.context/` on disk. Entries are added and read, never changed. */
import { join } from 'node:path';
import type { Anchor } from '../../core/anchors/index.ts';
import { AppError } from '../../core/errors.ts';
import { type Folder, openFolder } from '../../core/store/index.ts';
import type { Workspace } from '../../core/workspace/index.ts';
import { type AnchorRef, type IsDenied, readAnchorFile, writeAnchorFiles } from './anchors.ts';
import { invalid, parseConfig, type StashConfig } from './config.ts';
import { decodeEntry, type Entry, type StoredAnchor, titleOf } from './entry-file.ts';
import { byNumber, type EntryName, nameOf, parseName } from './naming.ts';

export const STASH_FOLDER = '.context';
export const CONFIG_FILE = 'config.json';
export const MAX_CONFIG_BYTES = 64 * 1024;
/** The size limit of an entry's file. */
export const MAX_ENTRY_BYTES = 1024 * 1024;

/** Everybody may read an entry, nobody may change it. */
const READ_ONLY = 0o444;
/** How often the next number may already be taken; each time another process added an entry. */
const MOST_ATTEMPTS = 10_000;

/** The stash as it is during one call. */
export interface EntryStore {
  readonly config: StashConfig;
  /** By number. */
  names(): Promise<EntryName[]>;
  /** Undefined if it is missing or not a plain file. Throws if it is not readable text. */
  read(name: EntryName): Promise<Entry | undefined>;
  /** Every readable entry, by number. */
  all(signal: AbortSignal): Promise<Entry[]>;
  /** Writes the entry under the next number that no process has taken, and the files of its anchors. */
  add(text: string, anchors: readonly Anchor[], signal: AbortSignal): Promise<EntryName>;
  /** Gives an entry that shares its number with another the next free number. */
  renumber(renumbering: Renumbering, signal: AbortSignal): Promise<EntryName>;
}

export interface Renumbering {
  /** The whole text of the entry. */
  text: string;
  /** What to do with the old file: remove it or restore its earlier text; undefined if there is none. */
  old: { remove: string } | { restore: string; text: string } | undefined;
}

export type OpenEntryStore = () => Promise<EntryStore>;

interface Known {
  stamp: string;
  entry: Entry;
}

export function entryStoreIn({ root, isDenied }: Pick<Workspace, 'root' | 'isDenied'>): OpenEntryStore {
  const known = new Map<string, Known>();
  const denied = (file: string) => isDenied(`${STASH_FOLDER}/${file}`);
  return async () => {
    refuseDenied(isDenied);
    const folder = await openFolder(join(root, STASH_FOLDER), { within: root });
    if (folder === undefined)
      throw new AppError('state', 'not_initialized', 'There is no .context directory here.', {
        hint: 'Run `pilotbook init` (also known as `--init`) in the root of the workspace.',
      });
    return openEntryStore(folder, await readConfig(folder, denied), denied, known);
  };
}

export function refuseDenied(isDenied: (path: string) => boolean): void {
  if (!isDenied(STASH_FOLDER) && !isDenied(`${STASH_FOLDER}/${CONFIG_FILE}`)) return;
  throw new AppError('blocked', 'denied', '.context/ is on the list of files that are never read.', {
    hint: 'To use entries, take it out of --deny and of security.deny in repo_mcp.toml.',
  });
}

async function readConfig(folder: Folder, denied: IsDenied): Promise<StashConfig> {
  const file = await folder.read(CONFIG_FILE, MAX_CONFIG_BYTES);
  if (!file.found) throw invalid(file.why === 'missing' ? 'it is missing' : 'it is not a readable text file');
  const config = parseConfig(file.text);
  const first = nameOf(BigInt(config.startIndex), config).file;
  if (denied(first))
    throw invalid(
      `filePrefix and fileSuffix give names such as ${JSON.stringify(first)}, which are on the list of files that are never read`,
    );
  return config;
}

function openEntryStore(
  folder: Folder,
  config: StashConfig,
  denied: IsDenied,
  known: Map<string, Known>,
): EntryStore {
  const names = async () =>
    (await folder.list())
      .filter((file) => !denied(file))
      .flatMap((file) => parseName(file, config) ?? [])
      .sort(byNumber);
  const read = async (name: EntryName) => {
    const stamp = await folder.stamp(name.file);
    const held = known.get(name.file);
    if (held !== undefined && held.stamp === stamp) return { ...held.entry, ...name };
    const file = await folder.read(name.file, MAX_ENTRY_BYTES);
    if (!file.found && (file.why === 'missing' || file.why === 'not_a_file')) return undefined;
    if (!file.found) throw unreadable(name);
    const { markdown, fields: stored } = await decodeEntry(file.text);
    const { anchors: refs, ...rest } = stored;
    const { anchors, unreadableAnchors } = await readAnchors(folder, refs ?? [], denied);
    const fields = refs === undefined ? rest : { ...rest, anchors };
    const entry: Entry = { ...name, markdown, fields, unreadableAnchors, title: titleOf(markdown) };
    // A missing anchor file may come back without a change to the entry.
    if (stamp !== undefined && unreadableAnchors.length === 0) known.set(name.file, { stamp, entry });
    return entry;
  };
  return {
    config,
    names,
    read,
    async all(signal) {
      const entries: Entry[] = [];
      for (const name of await names()) {
        signal.throwIfAborted();
        const entry = await read(name).catch(passOver);
        if (entry) entries.push(entry);
      }
      return entries;
    },
    async add(text, anchors, signal) {
      await writeAnchorFiles(folder, anchors, denied);
      return await addNext(text, signal);
    },
    async renumber({ text, old }, signal) {
      // Write the new file before the old one changes, so that the text is never lost.
      const name = await addNext(text, signal);
      if (old === undefined) return name;
      if ('remove' in old) await folder.remove(old.remove);
      else await folder.writeAtomic(old.restore, old.text);
      return name;
    },
  };
  async function addNext(text: string, signal: AbortSignal): Promise<EntryName> {
    let next = await nextNumber(names, config);
    for (let attempt = 0; attempt < MOST_ATTEMPTS; attempt++) {
      signal.throwIfAborted();
      const name = nameOf(next, config);
      const made = denied(name.file)
        ? 'denied'
        : await folder.createExclusive(name.file, text, { mode: READ_ONLY });
      if (made === 'created') return name;
      // Something that is not listed, such as a link, may have the name.
      const after = await nextNumber(names, config);
      next = after > next ? after : next + 1n;
    }
    throw new AppError('conflict', 'io_error', 'No free number was found.', {
      hint: 'Other processes are adding entries; try again in a moment.',
    });
  }
}

async function readAnchors(
  folder: Folder,
  stored: readonly StoredAnchor[],
  denied: IsDenied,
): Promise<{ anchors: Anchor[]; unreadableAnchors: AnchorRef[] }> {
  const anchors: Anchor[] = [];
  const unreadableAnchors: AnchorRef[] = [];
  for (const one of stored) {
    const anchor = 'id' in one ? await readAnchorFile(folder, one, denied) : one;
    if (anchor) anchors.push(anchor);
    else if ('id' in one) unreadableAnchors.push(one);
  }
  return { anchors, unreadableAnchors };
}

async function nextNumber(names: () => Promise<EntryName[]>, config: StashConfig): Promise<bigint> {
  const last = (await names()).at(-1);
  return last === undefined ? BigInt(config.startIndex) : last.number + 1n;
}

/** An unreadable entry must not hide the others. */
function passOver(thrown: unknown): undefined {
  if (thrown instanceof AppError && thrown.kind === 'io') return undefined;
  throw thrown;
}

function unreadable({ ref }: EntryName): AppError {
  return new AppError('io', 'io_error', `Entry ${ref} is too large or is not UTF-8 text.`, {
    hint: 'Check the file in .context/.',
  });
}
