/** The stat cache of content hashes, kept in the data directory between runs. A lost cache costs time, nothing else. */
import type { Folder } from '../../core/store/index.ts';
import type { CachedHash, HashCache } from './fingerprint.ts';

const NAME = 'fingerprints.json';
const VERSION = 1;
const MAX_BYTES = 64 * 1024 * 1024;

export interface HashStore extends HashCache {
  /** Writes what is new. */
  save(): Promise<void>;
}

export function memoryHashes(): HashStore {
  const known = new Map<string, CachedHash>();
  return { get: (path) => known.get(path), set: (path, hash) => known.set(path, hash), save: async () => {} };
}

/** The file lies in the repository's folder: anything but rows of the right form is dropped. */
export async function openHashStore(openData: () => Promise<Folder>): Promise<HashStore> {
  const folder = await openData().catch(() => undefined);
  const read = await folder?.read(NAME, MAX_BYTES).catch(() => undefined);
  const known = read?.found ? parseRows(read.text) : new Map<string, CachedHash>();
  let changed = false;
  return {
    get: (path) => known.get(path),
    set: (path, hash) => {
      known.set(path, hash);
      changed = true;
    },
    save: async () => {
      if (!changed || !folder) return;
      changed = false;
      const rows = [...known].map(([path, { size, mtimeMs, hash }]) => [path, size, mtimeMs, hash]);
      // A read-only checkout goes on without it.
      await folder.writeAtomic(NAME, JSON.stringify({ version: VERSION, rows })).catch(() => {});
    },
  };
}

function parseRows(text: string): Map<string, CachedHash> {
  const known = new Map<string, CachedHash>();
  try {
    const value: unknown = JSON.parse(text);
    if (
      typeof value !== 'object' ||
      value === null ||
      !('version' in value) ||
      value.version !== VERSION ||
      !('rows' in value)
    )
      return known;
    for (const row of Array.isArray(value.rows) ? value.rows : []) {
      const [path, size, mtimeMs, hash]: unknown[] = Array.isArray(row) ? row : [];
      if (
        typeof path === 'string' &&
        typeof size === 'number' &&
        typeof mtimeMs === 'number' &&
        typeof hash === 'string'
      )
        known.set(path, { size, mtimeMs, hash });
    }
  } catch {
    // As if it were not there.
  }
  return known;
}
