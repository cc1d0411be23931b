/**
 * The code entries are about: how callers write a place, where it is now, and what is remembered of it in
 * `.context/anchors/<id>.json`, one file each, so that an entry shows where and nothing else. The id is the hash of the text: a
 * file is never changed, two branches that make the same one do not conflict, and an entry that gets another number keeps
 * its places.
 */
import { createHash } from 'node:crypto';
import { type Anchor, type Resolution, readAnchor } from '../../core/anchors/index.ts';
import { AppError } from '../../core/errors.ts';
import type { Places } from '../../core/places/index.ts';
import type { Folder } from '../../core/store/index.ts';
import { parseJson } from '../../core/text/index.ts';
import { isRefusal, type Workspace } from '../../core/workspace/index.ts';

export const ANCHOR_FOLDER = 'anchors';

/** An anchor as an entry's file has it. */
export interface AnchorRef {
  /** `src/a.ts:10-20`, for people; what counts is in the file. */
  at: string;
  id: string;
}

/** By its path in .context/. */
export type IsDenied = (file: string) => boolean;

const ID_DIGITS = 16;
const ID = /^[0-9a-f]{16}$/;
/** With the id and the punctuation a line of the entry stays below 200 bytes. */
const LONGEST_PLACE = 150;
const MAX_BYTES = 64 * 1024;
const READ_ONLY = 0o444;

/** A change shows as one line, not as marks that nobody reads; no line ending is ever converted. */
const ATTRIBUTES = { file: '.gitattributes', text: '* -text -diff linguist-generated\n' };

export function anchorRef(anchor: Anchor): AnchorRef {
  return { at: placeText(anchor), id: idOf(JSON.stringify(anchor)) };
}

export function isAnchorRef(value: Record<string, unknown>): value is Record<string, unknown> & AnchorRef {
  const { at, id, ...rest } = value;
  return typeof at === 'string' && typeof id === 'string' && ID.test(id) && Object.keys(rest).length === 0;
}

export function anchorPath({ id }: AnchorRef): string {
  return `${ANCHOR_FOLDER}/${id}.json`;
}

/** Undefined: it is missing or denied, is not what it was, or was written by a later version. */
export async function readAnchorFile(
  stash: Folder,
  ref: AnchorRef,
  denied: IsDenied,
): Promise<Anchor | undefined> {
  if (denied(anchorPath(ref))) return undefined;
  const { id } = ref;
  const folder = await stash.folder(ANCHOR_FOLDER);
  const file = await folder?.read(`${id}.json`, MAX_BYTES);
  if (!file?.found) return undefined;
  const text = file.text.trim();
  // Whoever writes a file may name it by its hash: it need not be JSON.
  const json = parseJson(text);
  return json.ok && idOf(text) === id ? readAnchor(json.value) : undefined;
}

/** They stay even if their entry is not made: another one with the same anchors may rely on them by now. */
export async function writeAnchorFiles(
  stash: Folder,
  anchors: readonly Anchor[],
  denied: IsDenied,
): Promise<void> {
  if (anchors.length === 0) return;
  if (anchors.some((anchor) => denied(anchorPath(anchorRef(anchor)))))
    throw new AppError(
      'blocked',
      'denied',
      '.context/anchors/ is on the list of files that are never read.',
      {
        hint: 'Leave out anchors, or take it out of --deny and of security.deny in repo_mcp.toml.',
      },
    );
  const folder = await stash.folder(ANCHOR_FOLDER, { create: true });
  await folder.createExclusive(ATTRIBUTES.file, ATTRIBUTES.text);
  for (const anchor of anchors) {
    const text = JSON.stringify(anchor);
    await folder.createExclusive(`${idOf(text)}.json`, `${text}\n`, { mode: READ_ONLY });
  }
}

function idOf(text: string): string {
  return createHash('sha256').update(text).digest('hex').slice(0, ID_DIGITS);
}

/** Of a path that is too long for a line, the end. */
function placeText({ path, startLine, endLine }: Anchor): string {
  const place = `${path}:${startLine}-${endLine}`;
  if (written(place) <= LONGEST_PLACE) return place;
  const letters = [...place];
  while (written(`…${letters.join('')}`) > LONGEST_PLACE) letters.shift();
  return `…${letters.join('')}`;
}

/** Bytes in a file, quoted and escaped. */
function written(text: string): number {
  return Buffer.byteLength(JSON.stringify(text));
}

export interface PlaceNow {
  path: string;
  /** Absent when it is unknown where the lines are. */
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
