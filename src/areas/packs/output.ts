/** The use cases of `output`: a list, or one rendered pack in pages with a cursor to the next page; always Markdown. */

import type { Clock } from '../../core/clock.ts';
import { type Listing, parseListing, parseTarget, type Target } from './command.ts';
import { findPack, listPacks } from './lookup.ts';
import { requireStatus } from './pack.ts';
import type { CodeReader, Excerpt, OpenCode, PackRepository } from './ports.ts';
import { renderBlocks, renderLegend } from './render.ts';
import { timeLeft } from './ttl.ts';
import { invalid, type Pack, type Ref, type Status } from './types.ts';

/** The limit of one answer. */
export const MAX_PAGE_BYTES = 1024 * 1024;

export interface Position {
  id: string;
  revision: number;
  /** The block a page begins with. */
  block: number;
}

/** Takes at least one block, so that a page is never empty. */
export function cutPage(
  legend: string,
  blocks: readonly string[],
  from: Position,
  maxBytes: number = MAX_PAGE_BYTES,
): string {
  const head = `${legend}\n\n[CONTENT]\n`;
  const foot = (next: number) =>
    `\n[MORE]\n- next: ${blocks.length - next} of ${blocks.length} blocks are left\n- cursor: ${writeCursor({ ...from, block: next })}\n`;
  const room = maxBytes - Buffer.byteLength(head) - Buffer.byteLength(foot(blocks.length));
  let size = 0;
  let end = from.block;
  for (; end < blocks.length; end++) {
    size += Buffer.byteLength(blocks[end] ?? '') + 2;
    if (size > room && end > from.block) break;
  }
  const content = `${blocks.slice(from.block, end).join('\n\n')}\n`;
  return `${head}${content}${end < blocks.length ? foot(end) : ''}`;
}

export function writeCursor({ id, revision, block }: Position): string {
  return Buffer.from(`${id}.${revision}.${block}`).toString('base64url');
}

const CURSOR = /^(pk_[a-z2-7]{8})\.([1-9]\d{0,14})\.([1-9]\d{0,8})$/;

export function readCursor(cursor: string): Position {
  const [, id, revision, block] = CURSOR.exec(Buffer.from(cursor, 'base64url').toString()) ?? [];
  const position = id && { id, revision: Number(revision), block: Number(block) };
  // A different spelling of the same bytes in Base64 is not one of our cursors.
  if (!position || writeCursor(position) !== cursor)
    throw invalid('cursor must be one that an earlier page gave.', { field: 'cursor' });
  return position;
}

export interface OutputFields {
  id?: string | undefined;
  name?: string | undefined;
  status?: Status | undefined;
  query?: string | undefined;
  limit?: number | undefined;
  offset?: number | undefined;
  cursor?: string | undefined;
}

export interface OutputDeps {
  packs: PackRepository;
  code: OpenCode;
  clock: Clock;
}

export async function runOutput(
  deps: OutputDeps,
  fields: OutputFields,
  signal: AbortSignal,
): Promise<string> {
  const { id, name, status, cursor } = fields;
  if (id === undefined && name === undefined && cursor === undefined)
    return await renderList(deps, parseListing(fields), signal);
  for (const field of ['query', 'limit', 'offset'] as const)
    if (fields[field] !== undefined)
      throw invalid(`${field} belongs to the list; leave out id and name for it.`);
  const from = cursor === undefined ? undefined : readCursor(cursor);
  const named = id !== undefined || name !== undefined ? parseTarget({ id, name }) : undefined;
  const target: Target | undefined = named ?? (from && { id: from.id });
  if (target === undefined) throw invalid('id or name is required.');
  const pack = await findPack(deps.packs, target);
  requireStatus(pack, status);
  return await renderPack(deps, pack, from, signal);
}

export async function renderPack(
  { code, clock }: OutputDeps,
  pack: Pack,
  from: Position | undefined,
  signal: AbortSignal,
): Promise<string> {
  if (from !== undefined && (from.id !== pack.id || from.revision !== pack.revision))
    throw invalid('cursor belongs to another pack or revision; start again without it.', { field: 'cursor' });
  const excerpts = await excerptsOf(pack, code(signal));
  const blocks = renderBlocks(pack, (_, ref) => excerpts.get(ref) ?? { state: 'stale', reason: 'not read' });
  const position = from ?? { id: pack.id, revision: pack.revision, block: 0 };
  return cutPage(renderLegend(pack, clock.now()), blocks, position);
}

async function excerptsOf(pack: Pack, code: CodeReader): Promise<Map<Ref, Excerpt>> {
  const excerpts = new Map<Ref, Excerpt>();
  for (const ref of pack.sections.flatMap(({ refs }) => refs)) excerpts.set(ref, await code.excerpt(ref));
  return excerpts;
}

async function renderList(
  { packs, clock }: OutputDeps,
  listing: Listing,
  signal: AbortSignal,
): Promise<string> {
  const { total, packs: page } = await listPacks(packs, listing, signal);
  if (total === 0) return 'There are no context packs.\n';
  const lines = page.map((pack) => {
    const { id, name, title, status, revision, expiresAt } = pack;
    const called = [name, title].filter((text) => text !== undefined).join(': ') || 'Untitled';
    const left = timeLeft(expiresAt, clock.now());
    return `- ${id} ${called.replace(/\s+/g, ' ')} (${status}, revision ${revision}, ttl ${left})`;
  });
  const rest = page.length < total ? [`\n${page.length} of ${total}; offset and limit show the others.`] : [];
  return `${['# Context packs', ...lines, ...rest].join('\n')}\n`;
}
