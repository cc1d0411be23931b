/** Finding packs: one by id or name, or a page of those that fit. */
import { AppError } from '../../core/errors.ts';
import { byCodeUnit } from '../../core/text/index.ts';
import type { Listing, Target } from './command.ts';
import type { PackRepository } from './ports.ts';
import type { Pack } from './types.ts';

export async function findPack(packs: PackRepository, target: Target): Promise<Pack> {
  const pack = 'id' in target ? await packs.byId(target.id) : await packs.byName(target.name);
  if (pack !== undefined) return pack;
  throw notFound();
}

export function notFound(): AppError {
  return new AppError('not_found', 'not_found', 'There is no such pack; it may have expired.', {
    hint: 'List the packs to see which there are.',
  });
}

export interface FoundPacks {
  total: number;
  /** The newest first. */
  packs: Pack[];
}

export async function listPacks(
  packs: PackRepository,
  { status, query, limit, offset }: Listing,
  signal: AbortSignal,
): Promise<FoundPacks> {
  const wanted = query?.toLowerCase();
  const found = (await packs.list(signal))
    .filter((pack) => status === undefined || pack.status === status)
    .filter((pack) => wanted === undefined || words(pack).includes(wanted))
    .sort((a, b) => b.updatedAt - a.updatedAt || byCodeUnit(a.id, b.id));
  return { total: found.length, packs: found.slice(offset, offset + limit) };
}

function words({ id, name, title, brief, tags }: Pack): string {
  return [id, name, title, brief, ...tags].join('\n').toLowerCase();
}
