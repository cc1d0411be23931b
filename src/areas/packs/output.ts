/** The use cases of `output`: a list, or one rendered pack in pages with a cursor to the next page; always Markdown. */

import type { Clock } from '../../core/clock.ts';
import { cursorAt, positionOf } from '../../core/cursor.ts';
import { type Listing, parseListing, parseTarget } from './command.ts';
import { findPack, listPacks } from './lookup.ts';
import { requireStatus } from './pack.ts';
import type { CodeReader, Excerpt, OpenCode, PackRepository } from './ports.ts';
import { renderBlocks, renderLegend } from './render.ts';
import { timeLeft } from './ttl.ts';
import { invalid, type Pack, type Ref, type Status } from './types.ts';

/** The limit of one answer. */
export const MAX_PAGE_BYTES = 1024 * 1024;

export interface Position {
  pack: Pick<Pack, 'id' | 'revision'>;
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
    `\n[MORE]\n- next: ${blocks.length - next} of ${blocks.length} blocks are left\n- cursor: ${cursorAt(next, stateOf(from.pack))}\n`;
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

/** What a cursor counts on: another revision has other blocks. */
function stateOf({ id, revision }: Position['pack']): string[] {
  return [id, String(revision)];
}

export function blockAt(cursor: string, pack: Position['pack'], blocks: readonly string[]): number {
  return positionOf(cursor, (block) => (block > 0 && block < blocks.length ? stateOf(pack) : undefined));
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
  if (id === undefined && name === undefined) {
    if (cursor !== undefined)
      throw invalid('Give the id or name of the pack with its cursor.', { field: 'cursor' });
    return await renderList(deps, parseListing(fields), signal);
  }
  for (const field of ['query', 'limit', 'offset'] as const)
    if (fields[field] !== undefined)
      throw invalid(`${field} belongs to the list; leave out id and name for it.`);
  const pack = await findPack(deps.packs, parseTarget({ id, name }));
  requireStatus(pack, status);
  return await renderPack(deps, pack, cursor, signal);
}

export async function renderPack(
  { code, clock }: OutputDeps,
  pack: Pack,
  cursor: string | undefined,
  signal: AbortSignal,
): Promise<string> {
  const excerpts = await excerptsOf(pack, code(signal));
  const blocks = renderBlocks(pack, (_, ref) => excerpts.get(ref) ?? { state: 'stale', reason: 'not read' });
  const block = cursor === undefined ? 0 : blockAt(cursor, pack, blocks);
  return cutPage(renderLegend(pack, clock.now()), blocks, { pack, block });
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
