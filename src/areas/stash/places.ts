/** Places in code that entries speak of: how callers write them, and where they are now. */
import {
  type Anchor,
  type CandidateFile,
  findRenamed,
  likelyHomes,
  makeAnchor,
  openPage,
  type Resolution,
  resolveAnchor,
  worthOutlining,
} from '../../core/anchors/index.ts';
import { AppError } from '../../core/errors.ts';
import { isRefusal } from '../../core/workspace/index.ts';
import type { StashDeps } from './ports.ts';

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
export async function anchorAt(place: string, { workspace, symbolsOf }: StashDeps): Promise<Anchor> {
  const { path: written = '', start, end } = PLACE.exec(place.trim())?.groups ?? {};
  const path = workspace.resolve(written);
  if (isRefusal(path)) throw noPlace(written, path.reason);
  const file = await workspace.readText(path);
  if (isRefusal(file)) throw noPlace(written, file.reason);
  const page = openPage(file.text, await symbolsOf(path, file.text));
  const count = page.lines.length;
  const first = start === undefined ? 1 : Number(start);
  const last = end === undefined ? (start === undefined ? count : first) : Number(end);
  if (first < 1 || last < first || last > count)
    throw noPlace(written, count === 0 ? 'The file has no lines.' : `The file has the lines 1 to ${count}.`);
  const files = (await workspace.files()).map((other) => other.path);
  return makeAnchor(path, page, first, last, [], files);
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

export async function placeNow(anchor: Anchor, deps: StashDeps, signal: AbortSignal): Promise<PlaceNow> {
  const { state, path, startLine, endLine, reason } = await locate(anchor, deps, signal);
  const was = `${anchor.path}:${anchor.startLine}-${anchor.endLine}`;
  if (state === 'fresh')
    return { path: anchor.path, start_line: anchor.startLine, end_line: anchor.endLine, state };
  if (startLine === undefined || endLine === undefined) return { path: anchor.path, state, was, reason };
  return { path: path ?? anchor.path, start_line: startLine, end_line: endLine, state, was, reason };
}

async function locate(anchor: Anchor, deps: StashDeps, signal: AbortSignal): Promise<Resolution> {
  const { workspace, symbolsOf } = deps;
  const path = workspace.resolve(anchor.path);
  if (isRefusal(path)) return gone(path.reason);
  const file = await workspace.readText(path);
  // A file that is closed to readers is not looked for under other names.
  if (isRefusal(file) && file.refused !== 'missing') return gone(file.reason);
  const page = isRefusal(file) ? undefined : openPage(file.text, await symbolsOf(path, file.text));
  const here = page ? resolveAnchor(anchor, page) : gone(isRefusal(file) ? file.reason : '');
  if (here.state !== 'lost') return here;
  const there = findRenamed(anchor, await otherFiles(anchor, deps, signal), page);
  return there.state === 'lost' ? here : there;
}

async function otherFiles(anchor: Anchor, { workspace, symbolsOf }: StashDeps, signal: AbortSignal) {
  const found: CandidateFile[] = [];
  for (const { path } of likelyHomes(anchor, await workspace.files({ signal }))) {
    signal.throwIfAborted();
    const file = await workspace.readText(path);
    if (isRefusal(file)) continue;
    const plain = openPage(file.text);
    const text = worthOutlining(anchor, plain)
      ? openPage(file.text, await symbolsOf(path, file.text))
      : plain;
    found.push({ path, text });
  }
  return found;
}

function gone(reason: string): Resolution {
  return { state: 'lost', confidence: 0, reason };
}
