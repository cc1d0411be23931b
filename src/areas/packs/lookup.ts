/** Finds packs: one by id or name, or a page of those that match. */
import { isoTime } from '../../core/clock.ts';
import { AppError } from '../../core/errors.ts';
import { byCodeUnit } from '../../core/text/index.ts';
import type { Listing, Target } from './command.ts';
import type { PackRepository } from './ports.ts';
import type { Pack } from './types.ts';

export async function findPack(packs: PackRepository, target: Target): Promise<Pack> {
  const pack = await findLiving(packs, target);
  if (pack !== undefined) return pack;
  throw notFound(await findExpired(packs, target));
}

export async function findLiving(packs: PackRepository, target: Target): Promise<Pack | undefined> {
  return 'id' in target ? await packs.byId(target.id) : await packs.byName(target.name);
}

/** The expired pack with this id or name; of several with the name, the one changed last. */
export async function findExpired(packs: PackRepository, target: Target): Promise<Pack | undefined> {
  return (await packs.expired()).find((pack) =>
    'id' in target ? pack.id === target.id : pack.name === target.name,
  );
}

/** For an expired pack, the error says how to restore it. */
export function notFound(expired?: Pack): AppError {
  if (expired === undefined)
    return new AppError('not_found', 'not_found', 'There is no such pack; it may have expired.', {
      hint: 'List the packs to find it.',
    });
  const { id, revision, expiresAt } = expired;
  const at = expiresAt === null ? '' : ` at ${isoTime(expiresAt)}`;
  return new AppError('not_found', 'not_found', `The pack ${id} expired${at}.`, {
    hint: `To restore it, use touch_ttl with its id and expected_revision ${revision}, or run pilotbook pack restore ${id}.`,
    details: { expired: { id, revision } },
  });
}

/** The expired pack that `notFound` names. */
export function expiredIn({ details }: AppError): Pick<Pack, 'id' | 'revision'> | undefined {
  return details?.expired as Pick<Pack, 'id' | 'revision'> | undefined;
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
