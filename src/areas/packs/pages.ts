/** Cutting a rendered pack into pages, and the cursor that leads from one to the next. */
import { invalid } from './keys.ts';

/** What one answer may hold. */
export const MAX_PAGE_BYTES = 1024 * 1024;

export interface Position {
  id: string;
  revision: number;
  /** The block a page begins with. */
  block: number;
}

/** An empty list is no content at all, so at least one block is always taken. */
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
  // Base64 that decodes to the same bytes in another spelling was not written here.
  if (!position || writeCursor(position) !== cursor)
    throw invalid('cursor must be one that an earlier page gave.', { field: 'cursor' });
  return position;
}
