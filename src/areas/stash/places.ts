/** Places in code that entries speak of: how callers write them, and where they are now. */
import type { Anchor, Resolution } from '../../core/anchors/index.ts';
import { AppError } from '../../core/errors.ts';
import type { Places } from '../../core/places/index.ts';
import { isRefusal, type Workspace } from '../../core/workspace/index.ts';
import { type AnchorRef, anchorPath } from './anchor-files.ts';

export interface PlaceNow {
  path: string;
  /** Absent when it cannot be told where the lines are. */
  start_line?: number;
  end_line?: number;
  state: Resolution['state'];
  /** What it was when the entry was made, if that is no longer true. */
  was?: string;
  reason?: string;
}

const PLACE = /^(?<path>.+?)(?::(?<start>\d{1,9})(?:-(?<end>\d{1,9}))?)?$/;

/** `src/a.ts:10-20`, `src/a.ts:10` or `src/a.ts`. */
export async function anchorAt(place: string, workspace: Workspace, places: Places): Promise<Anchor> {
  const { path: written = '', start, end } = PLACE.exec(place.trim())?.groups ?? {};
  const path = workspace.resolve(written);
  if (isRefusal(path)) throw noPlace(written, path.reason);
  const page = await places.page(path);
  if (isRefusal(page)) throw noPlace(written, page.reason);
  const count = page.lines.length;
  const first = start === undefined ? 1 : Number(start);
  const last = end === undefined ? (start === undefined ? count : first) : Number(end);
  if (first < 1 || last < first || last > count)
    throw noPlace(written, count === 0 ? 'The file has no lines.' : `The file has the lines 1 to ${count}.`);
  return await places.anchor(path, page, first, last);
}

function noPlace(path: string, reason: string): AppError {
  return new AppError(
    'invalid',
    'invalid_input',
    `anchors: ${JSON.stringify(path.slice(0, 200))}: ${reason}`,
    {
      hint: 'Write a place as path:first-last, e.g. src/a.ts:10-20.',
    },
  );
}

export async function placeNow(anchor: Anchor, places: Places): Promise<PlaceNow> {
  const { state, path, startLine, endLine, reason } = await places.now(anchor);
  const was = `${anchor.path}:${anchor.startLine}-${anchor.endLine}`;
  if (state === 'fresh')
    return { path: anchor.path, start_line: anchor.startLine, end_line: anchor.endLine, state };
  if (startLine === undefined || endLine === undefined) return { path: anchor.path, state, was, reason };
  return { path: path ?? anchor.path, start_line: startLine, end_line: endLine, state, was, reason };
}

export function unreadablePlace(ref: AnchorRef): PlaceNow {
  const { path = ref.at } = PLACE.exec(ref.at)?.groups ?? {};
  return { path, state: 'lost', was: ref.at, reason: whyUnreadable(ref) };
}

export function whyUnreadable(ref: AnchorRef): string {
  return `.context/${anchorPath(ref)} is missing, damaged or denied`;
}
