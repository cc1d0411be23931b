/**
 * Bundles on disk, in the data directory: `last_bundle.json` and `.md` for people, and the last fifty by id, so that packs can
 * be made from them and `bundle verify` can report changes. Prompts are not stored.
 */
import { basename, dirname, resolve } from 'node:path';
import { resolveAnchor } from '../../../core/anchors/index.ts';
import { AppError } from '../../../core/errors.ts';
import { type Folder, openFolder } from '../../../core/store/index.ts';
import { parseJson } from '../../../core/text/index.ts';
import { isRefusal, refusalError, type Workspace } from '../../../core/workspace/index.ts';
import type { Bundle } from './bundle.ts';

const KEPT_BUNDLES = 50;
const MAX_BYTES = 4 * 1024 * 1024;
const LAST_JSON = 'last_bundle.json';
const LAST_MARKDOWN = 'last_bundle.md';
const ORDER = 'order.txt';
const BUNDLE_NAME = /^bd_[0-9a-f]{16}\.json$/;

/** Everything but the words of the prompt. */
export type StoredBundle = Omit<Bundle, 'searchQueries'>;

export interface BundleStore {
  put(bundle: Bundle): Promise<void>;
  get(id: string): Promise<StoredBundle>;
  /** By id, or by the path of any file: only people at a terminal can call it. */
  find(target: string): Promise<StoredBundle>;
}

/** Opens the folder on each use: most servers never build a bundle. */
export function bundleStore(
  openData: () => Promise<Folder>,
  workspace: Pick<Workspace, 'resolve'>,
): BundleStore {
  /** Removes bundles with text of a file that is denied now. */
  const openClean = async (): Promise<Folder> => {
    const data = await openData();
    await dropDenied(data, workspace);
    return data;
  };
  const store: BundleStore = {
    async put(bundle) {
      const { searchQueries: _, ...stored } = bundle;
      const text = `${JSON.stringify(stored, null, 2)}\n`;
      const data = await openClean();
      await data.writeAtomic(LAST_JSON, text);
      await data.writeAtomic(LAST_MARKDOWN, bundleMarkdown(bundle));
      const store = await data.folder('bundles', { create: true });
      await store.writeAtomic(`${bundle.bundleId}.json`, text);
      await dropOldest(store, bundle.bundleId);
    },
    async get(id) {
      const name = `${id}.json`;
      if (!BUNDLE_NAME.test(name))
        throw new AppError('invalid', 'invalid_bundle_id', 'A bundle id looks like bd_0123456789abcdef.');
      const read = await (await (await openClean()).folder('bundles'))?.read(name, MAX_BYTES);
      if (!read?.found)
        throw new AppError('not_found', 'bundle_not_found', `There is no bundle ${id}.`, {
          hint: 'repo.build_context_bundle makes one; the last fifty are kept, except for those with a file that is denied now.',
        });
      return parseBundle(read.text, name);
    },
    async find(target) {
      if (BUNDLE_NAME.test(`${target}.json`)) return await store.get(target);
      const name = basename(target);
      const read = await (await openFolder(dirname(resolve(target))))?.read(name, MAX_BYTES);
      if (!read?.found)
        throw new AppError('not_found', 'bundle_not_found', `There is no bundle file ${name}.`);
      return parseBundle(read.text, name);
    },
  };
  return store;
}

async function dropDenied(data: Folder, workspace: Pick<Workspace, 'resolve'>): Promise<void> {
  const holdsDenied = async (folder: Folder, name: string) => {
    const read = await folder.read(name, MAX_BYTES);
    const value = read.found ? storedIn(read.text) : undefined;
    return value?.selections.some(({ path }) => {
      const resolved = workspace.resolve(path);
      return isRefusal(resolved) && resolved.refused === 'denied';
    });
  };
  if (await holdsDenied(data, LAST_JSON)) {
    await data.remove(LAST_JSON);
    await data.remove(LAST_MARKDOWN);
  }
  const bundles = await data.folder('bundles');
  for (const name of (await bundles?.list()) ?? [])
    if (bundles && BUNDLE_NAME.test(name) && (await holdsDenied(bundles, name))) await bundles.remove(name);
}

/** The file is in the repository, so it is checked like any other text from there. */
function parseBundle(text: string, name: string): StoredBundle {
  const stored = storedIn(text);
  if (stored !== undefined) return stored;
  throw new AppError('invalid', 'bundle_malformed', `${name} is not a bundle of this version.`, {
    hint: 'Build it again.',
  });
}

function storedIn(text: string): StoredBundle | undefined {
  const json = parseJson(text);
  return json.ok && isStored(json.value) ? json.value : undefined;
}

function isStored(value: unknown): value is StoredBundle {
  if (typeof value !== 'object' || value === null || !('selections' in value) || !('bundleId' in value))
    return false;
  return (
    'considered' in value &&
    Array.isArray(value.considered) &&
    Array.isArray(value.selections) &&
    value.selections.every(
      (each: unknown) =>
        typeof each === 'object' &&
        each !== null &&
        'path' in each &&
        typeof each.path === 'string' &&
        'anchor' in each &&
        typeof each.anchor === 'object' &&
        each.anchor !== null,
    )
  );
}

/** Ids do not show age, so a file lists their order. If two processes write it at once, at worst an old bundle is lost. */
async function dropOldest(store: Folder, newest: string): Promise<void> {
  const read = await store.read(ORDER, MAX_BYTES);
  const known = read.found ? read.text.split('\n').filter((id) => BUNDLE_NAME.test(`${id}.json`)) : [];
  const order = [...known.filter((id) => id !== newest), newest].slice(-KEPT_BUNDLES);
  await store.writeAtomic(ORDER, `${order.join('\n')}\n`);
  const kept = new Set(order.map((id) => `${id}.json`));
  for (const name of await store.list())
    if (BUNDLE_NAME.test(name) && !kept.has(name)) await store.remove(name);
}

/** `last_bundle.md`: the bundle for a person. */
function bundleMarkdown(bundle: Bundle): string {
  const { totals } = bundle;
  const parts = bundle.selections.map(({ path, startLine, endLine, excerpt, rationale }) => {
    const fence = '`'.repeat(Math.max(3, longestRun(excerpt) + 1));
    return `## ${path}:${startLine}-${endLine}\n\n${rationale}\n\n${fence}\n${excerpt}\n${fence}`;
  });
  const dropped = bundle.considered.filter(({ verdict }) => verdict === 'dropped');
  const leftOut = dropped.map(
    ({ path, startLine, endLine, reason }) => `- ${path}:${startLine}-${endLine}: ${reason}`,
  );
  return `${[
    `# Context bundle ${bundle.bundleId}`,
    `${totals.files} files, ${totals.lines} lines, about ${totals.tokens} tokens; made by Pilotbook ${bundle.version}.`,
    ...parts,
    ...(leftOut.length > 0 ? ['## Left out', leftOut.join('\n')] : []),
  ].join('\n\n')}\n`;
}

function longestRun(text: string): number {
  return Math.max(0, ...(text.match(/`+/g) ?? []).map((run) => run.length));
}

export interface VerifiedSelection {
  path: string;
  startLine: number;
  endLine: number;
  state: 'fresh' | 'moved' | 'edited' | 'ambiguous' | 'lost';
  /** Where it is now, if it was found. */
  now: { startLine: number; endLine: number } | undefined;
  reason: string;
}

/** What changed since the bundle was made. */
export async function verifyBundle(bundle: StoredBundle, workspace: Workspace): Promise<VerifiedSelection[]> {
  const out: VerifiedSelection[] = [];
  for (const { path, startLine, endLine, anchor } of bundle.selections) {
    const place = { path, startLine, endLine };
    const resolved = workspace.resolve(path);
    const read = isRefusal(resolved) ? resolved : await workspace.readText(resolved);
    if (isRefusal(read)) {
      out.push({ ...place, state: 'lost', now: undefined, reason: refusalError(read).message });
      continue;
    }
    const resolution = resolveAnchor(anchor, read.text);
    const { state, reason } = resolution;
    const now =
      resolution.startLine === undefined || resolution.endLine === undefined
        ? undefined
        : { startLine: resolution.startLine, endLine: resolution.endLine };
    out.push({ ...place, state, now, reason });
  }
  return out;
}
