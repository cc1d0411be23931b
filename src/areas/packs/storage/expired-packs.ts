/**
 * `expired/` beside `packs/` keeps the files of expired packs for 90 days. It has a `.gitignore` for itself. `kept.json` counts
 * down the days of each file; only days on which packs are used count, so a clock that jumps years ahead costs one day and no
 * file.
 */
import { join } from 'node:path';
import { type Folder, openDataDirectory, openFolder } from '../../../core/store/index.ts';
import { parseJson } from '../../../core/text/index.ts';
import { isId } from '../types.ts';
import { fileOf, MAX_PACK_BYTES } from './pack-file.ts';

export interface Storage {
  /** Absolute. */
  path: string;
  /** The trusted directory above, if the storage is in the repository: links between the two are refused. */
  within?: string;
  /** Asks the sandbox about a path below the storage directory. */
  isDenied?: (path: string) => boolean;
}

export function isDeniedIn({ isDenied }: Storage, folder: string, id: string): boolean {
  return isDenied?.(`${folder}/${fileOf(id)}`) === true;
}

export const EXPIRED_FOLDER = 'expired';
/** How long a file is kept. */
export const KEPT_DAYS = 90;
const DAY_MS = 24 * 60 * 60 * 1000;
const COUNT_FILE = 'kept.json';
const MAX_COUNT_BYTES = 1024 * 1024;

interface Count {
  /** When a day was last counted, in milliseconds since the epoch. */
  countedAt: number;
  /** By id; a missing one has all its days. */
  daysLeft: Readonly<Record<string, number>>;
}

export class ExpiredPacks {
  readonly #storage: Storage;

  constructor(storage: Storage) {
    this.#storage = storage;
  }

  async #open(): Promise<Folder | undefined> {
    const { path, ...within } = this.#storage;
    return await (await openFolder(path, within))?.folder(EXPIRED_FOLDER);
  }

  /** The ids of the packs that are kept here. */
  async ids(): Promise<string[]> {
    const names = (await (await this.#open())?.list()) ?? [];
    return names
      .map((name) => name.replace(/\.md$/, ''))
      .filter((id) => isId(id) && !isDeniedIn(this.#storage, EXPIRED_FOLDER, id));
  }

  async read(id: string): Promise<string | undefined> {
    if (isDeniedIn(this.#storage, EXPIRED_FOLDER, id)) return undefined;
    const content = await (await this.#open())?.read(fileOf(id), MAX_PACK_BYTES);
    return content?.found ? content.text : undefined;
  }

  async keep(id: string, text: string): Promise<void> {
    const { path, ...within } = this.#storage;
    const folder = await openDataDirectory(join(path, EXPIRED_FOLDER), within);
    await folder.writeAtomic(fileOf(id), text);
  }

  async drop(id: string): Promise<void> {
    await (await this.#open())?.remove(fileOf(id));
  }

  /** If the pack expires again, it gets all its days again. */
  async forgetDays(id: string): Promise<void> {
    const folder = await this.#open();
    const content = await folder?.read(COUNT_FILE, MAX_COUNT_BYTES);
    const count = content?.found ? parseCount(content.text) : undefined;
    if (folder === undefined || count?.daysLeft[id] === undefined) return;
    const { [id]: _, ...daysLeft } = count.daysLeft;
    await folder.writeAtomic(COUNT_FILE, countText({ ...count, daysLeft }));
  }

  /** Counts a day if one has passed, and removes what has none left. */
  async countDays(now: number): Promise<void> {
    const folder = await this.#open();
    const ids = await this.ids();
    if (folder === undefined || ids.length === 0) return;
    const before = await folder.read(COUNT_FILE, MAX_COUNT_BYTES);
    const known = before.found ? parseCount(before.text) : undefined;
    const { countedAt, daysLeft } = known ?? { countedAt: now, daysLeft: {} };
    const passed = now - countedAt >= DAY_MS ? 1 : 0;
    // A clock that was set back counts from where it is now.
    const counted: Count = { countedAt: passed === 1 || now < countedAt ? now : countedAt, daysLeft: {} };
    const left = new Map(ids.map((id) => [id, (daysLeft[id] ?? KEPT_DAYS) - passed]));
    for (const [id, days] of left) {
      if (days > 0) continue;
      await folder.remove(fileOf(id));
      left.delete(id);
    }
    const next = countText({ ...counted, daysLeft: Object.fromEntries(left) });
    if (!before.found || before.text !== next) await folder.writeAtomic(COUNT_FILE, next);
  }
}

/** Damaged counts are ignored and start again: files stay longer, never shorter. */
function parseCount(text: string): Count | undefined {
  const json = parseJson(text);
  if (!json.ok || typeof json.value !== 'object' || json.value === null) return undefined;
  const { counted_at, days_left } = json.value as Record<string, unknown>;
  const countedAt = typeof counted_at === 'string' ? Date.parse(counted_at) : Number.NaN;
  if (Number.isNaN(countedAt) || typeof days_left !== 'object' || days_left === null) return undefined;
  const valid = Object.entries(days_left).filter(
    ([, days]) => Number.isSafeInteger(days) && days >= 1 && days <= KEPT_DAYS,
  );
  return { countedAt, daysLeft: Object.fromEntries(valid) };
}

function countText({ countedAt, daysLeft }: Count): string {
  return `${JSON.stringify({ counted_at: new Date(countedAt).toISOString(), days_left: daysLeft }, null, 2)}\n`;
}
