/**
 * Where a list that was cut goes on. A cursor is a position and a digest of the state it counts on, so that pages put together are
 * the list: when that state is no longer what it was, the cursor is refused.
 */
import { createHash } from 'node:crypto';
import { AppError } from './errors.ts';

const DIGEST_LENGTH = 8;
const CURSOR = /^(\d{1,15})\.([\w-]{8})$/;

export function cursorAt(position: number, state: Iterable<string>): string {
  const hash = createHash('sha256');
  for (const part of state) hash.update(part).update('\0');
  return `${position}.${hash.digest('base64url').slice(0, DIGEST_LENGTH)}`;
}

/** `stateAt`: what a cursor at this position was made with, as it is now; undefined if there is no such position any more. */
export function positionOf(
  cursor: string,
  stateAt: (position: number) => Iterable<string> | undefined,
): number {
  const digits = CURSOR.exec(cursor)?.[1];
  if (digits === undefined)
    throw new AppError('invalid', 'invalid_arguments', 'cursor: it is not one of ours.', {
      hint: 'Pass next_cursor as it was given.',
    });
  const position = Number(digits);
  const state = stateAt(position);
  if (state === undefined || cursorAt(position, state) !== cursor)
    throw new AppError(
      'invalid',
      'stale_cursor',
      'cursor: the list has changed since, or the arguments have.',
      {
        hint: 'Start again without cursor.',
      },
    );
  return position;
}

export interface Page<T> {
  shown: readonly T[];
  /** Undefined if these are the last. */
  next: string | undefined;
}

/**
 * A page of a list that is made anew for each call. The cursor holds as long as what stands before it is the same. The limit may be a
 * function that says how many of the rest there is room for.
 */
export function pageOf<T>(
  items: readonly T[],
  {
    limit = items.length,
    cursor,
  }: { limit: number | undefined | ((rest: readonly T[]) => number); cursor: string | undefined },
  keyOf: (item: T) => string,
): Page<T> {
  const keysBefore = (position: number) => items.slice(0, position).map(keyOf);
  const from =
    cursor === undefined
      ? 0
      : positionOf(cursor, (position) => (position < items.length ? keysBefore(position) : undefined));
  const room = typeof limit === 'number' ? limit : limit(items.slice(from));
  const end = Math.min(items.length, from + Math.max(1, room));
  return {
    shown: items.slice(from, end),
    next: end < items.length ? cursorAt(end, keysBefore(end)) : undefined,
  };
}

/** How many stand before a page that was asked for by this argument. */
export function before(cursor: unknown): number {
  return typeof cursor === 'string' ? Number.parseInt(cursor, 10) : 0;
}

/** The key of an answer with more to come; absent on the last page. */
export function withCursor(next: string | undefined): { next_cursor?: string } {
  return next === undefined ? {} : { next_cursor: next };
}
