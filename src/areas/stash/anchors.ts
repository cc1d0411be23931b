/**
 * The code that entries are about: how callers write a place, where it is now, and its anchor in
 * `.context/anchors/<id>.json`, so that the entry itself shows only the place. The id is the hash of the text: a file is never
 * changed, two branches that write the same one do not conflict, and an entry that gets another number keeps its places.
 */
import { createHash } from 'node:crypto';
import { type Anchor, type Resolution, readAnchor } from '../../core/anchors/index.ts';
import { AppError } from '../../core/errors.ts';
import { declaredLines, type Places, symbolPlace } from '../../core/places/index.ts';
import type { Folder } from '../../core/store/index.ts';
import { parseJson } from '../../core/text/index.ts';
import { isRefusal, type Workspace } from '../../core/workspace/index.ts';

export const ANCHOR_FOLDER = 'anchors';

/** An anchor as it is written in an entry's file. */
export interface AnchorRef {
  /** `src/a.ts:10-20`, for people; the anchor file decides. */
  at: string;
  id: string;
}

/** Takes a path in .context/. */
export type IsDenied = (file: string) => boolean;

const ID_DIGITS = 16;
const ID = /^[0-9a-f]{16}$/;
/** So that the line in the entry, with id and punctuation, stays below 200 bytes. */
const LONGEST_PLACE = 150;
const MAX_BYTES = 64 * 1024;
const READ_ONLY = 0o444;

/** Git shows no diff of these files, which nobody reads, and does not convert their line endings. */
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

/** Undefined if the file is missing, denied, changed, or written by a later version. */
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
  // A file that matches its hash may still be anything: others can write files too.
  const json = parseJson(text);
  return json.ok && idOf(text) === id ? readAnchor(json.value) : undefined;
}

/** The files stay even if the entry fails: another entry with the same anchors may already use them. */
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

/** Shows only the end of a path that is too long. */
function placeText({ path, startLine, endLine }: Anchor): string {
  const place = `${path}:${startLine}-${endLine}`;
  if (written(place) <= LONGEST_PLACE) return place;
  const letters = [...place];
  while (written(`…${letters.join('')}`) > LONGEST_PLACE) letters.shift();
  return `…${letters.join('')}`;
}

/** The size in bytes, quoted and escaped. */
function written(text: string): number {
  return Buffer.byteLength(JSON.stringify(text));
}

export interface PlaceNow {
  path: string;
  /** Absent if the lines were not found. */
  start_line?: number;
  end_line?: number;
  state: Resolution['state'];
  /** The place when the entry was created, if it changed. */
  was?: string;
  reason?: string;
}

const PLACE = /^(?<path>.+?)(?::(?<start>\d{1,9})(?:-(?<end>\d{1,9}))?)?$/;

/** `src/a.ts:10-20`, `src/a.ts:10`, `src/a.ts` or `src/a.ts::name`. */
export async function anchorAt(place: string, workspace: Workspace, places: Places): Promise<Anchor> {
  const { path: written = '', start, end } = PLACE.exec(place.trim())?.groups ?? {};
  const path = workspace.resolve(written);
  const page = isRefusal(path) ? path : await places.page(path);
  const named = symbolPlace(place);
  // A file whose own name has two colons is meant by that name.
  if (named !== undefined && isRefusal(page)) return await anchorOfSymbol(named, workspace, places);
  if (isRefusal(path)) throw noPlace(written, path.reason);
  if (isRefusal(page)) throw noPlace(written, page.reason);
  const count = page.lines.length;
  const first = start === undefined ? 1 : Number(start);
  const last = end === undefined ? (start === undefined ? count : first) : Number(end);
  if (first < 1 || last < first || last > count)
    throw noPlace(written, count === 0 ? 'The file has no lines.' : `The file has the lines 1 to ${count}.`);
  return await places.anchor(path, page, first, last);
}

async function anchorOfSymbol(
  { path: written, symbol }: { path: string; symbol: string },
  workspace: Workspace,
  places: Places,
): Promise<Anchor> {
  const path = workspace.resolve(written);
  if (isRefusal(path)) throw noPlace(written, path.reason);
  const page = await places.page(path);
  if (isRefusal(page)) throw noPlace(written, page.reason);
  const lines = declaredLines(page, symbol);
  if ('problem' in lines) throw noPlace(written, lines.problem);
  return await places.anchor(path, page, lines.start, lines.end);
}

function noPlace(path: string, reason: string): AppError {
  return new AppError(
    'invalid',
    'invalid_input',
    `anchors: ${JSON.stringify(path.slice(0, 200))}: ${reason}`,
    {
      hint: 'Write a place as path:first-last or path::symbol, e.g. src/a.ts:10-20.',
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
