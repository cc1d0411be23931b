/** The code port over the sandbox and the anchor engine. What it read once it keeps for the call. */
import { setImmediate as turn } from 'node:timers/promises';
import {
  type Anchor,
  type CandidateFile,
  findRenamed,
  makeAnchor,
  openPage,
  type Page,
  type Resolution,
  resolveAnchor,
  type SymbolSpan,
} from '../../core/anchors/index.ts';
import { isRefusal, type Refusal, type Workspace } from '../../core/workspace/index.ts';
import type { CodeReader, Excerpt, OpenCode } from './ports.ts';
import type { Lines, Ref } from './types.ts';

/** Declarations of a text, for anchors that follow their symbol. */
export type SymbolsOf = (path: string, text: string) => Promise<readonly SymbolSpan[]>;

/** How much is searched for code that left its file; beyond that, only files of the same name. */
const MAX_CANDIDATES = 500;
const MAX_CANDIDATE_BYTES = 8 * 1024 * 1024;
/** Other calls get their turn after so many files. */
const FILES_A_TURN = 16;

export function workspaceCode(workspace: Workspace, symbolsOf: SymbolsOf): OpenCode {
  return (signal) => {
    const pages = new Map<string, Promise<Page | Refusal>>();
    const page = (path: string): Promise<Page | Refusal> => {
      const known = pages.get(path) ?? openFile(workspace, symbolsOf, path);
      pages.set(path, known);
      return known;
    };
    const candidates = new Map<string, Promise<CandidateFile[]>>();
    const elsewhere = async (anchor: Anchor): Promise<Resolution> => {
      const name = baseName(anchor.path);
      const known = candidates.get(name) ?? filesLike(workspace, name, signal);
      candidates.set(name, known);
      return findRenamed(anchor, await known);
    };
    return { excerpt: (ref) => excerptOf(ref, page, elsewhere, signal), ...readers(page) };
  };
}

type OpenedPage = (path: string) => Promise<Page | Refusal>;

function readers(page: OpenedPage): Pick<CodeReader, 'anchor'> {
  return {
    async anchor(path, { start, end }) {
      const opened = await page(path);
      if (isRefusal(opened)) return { problem: opened.reason };
      if (end > opened.lines.length) return { problem: pastTheEnd(opened) };
      return makeAnchor(path, opened, start, end);
    },
  };
}

async function excerptOf(
  ref: Ref,
  page: OpenedPage,
  elsewhere: (anchor: Anchor) => Promise<Resolution>,
  signal: AbortSignal,
): Promise<Excerpt> {
  signal.throwIfAborted();
  const opened = await page(ref.path);
  if (ref.anchor === undefined) return unanchored(ref, opened);
  const here = isRefusal(opened) ? opened : resolveAnchor(ref.anchor, opened);
  if (!isRefusal(here) && here.state !== 'lost') return await placed(ref, here, page);
  // A file that is closed to readers is not looked for under other names.
  if (isRefusal(here) && here.refused !== 'missing') return { state: 'stale', reason: here.reason };
  const there = await elsewhere(ref.anchor);
  if (there.state === 'lost') return { state: 'stale', reason: here.reason };
  return await placed(ref, there, page);
}

function unanchored(ref: Ref, opened: Page | Refusal): Excerpt {
  if (isRefusal(opened)) return { state: 'stale', reason: opened.reason };
  if (ref.lines.end > opened.lines.length) return { state: 'stale', reason: pastTheEnd(opened) };
  const reason = 'it was stored without an anchor; refresh takes the code as it is now';
  return { state: 'unverified', path: ref.path, lines: ref.lines, code: cut(opened, ref.lines), reason };
}

async function placed(ref: Ref, found: Resolution, page: OpenedPage): Promise<Excerpt> {
  const { state, path = ref.path, startLine, endLine, reason } = found;
  const opened = await page(path);
  if (
    state === 'ambiguous' ||
    state === 'lost' ||
    startLine === undefined ||
    endLine === undefined ||
    isRefusal(opened)
  )
    return { state: 'stale', reason };
  const lines = { start: startLine, end: endLine };
  return { state, path, lines, code: cut(opened, lines), reason };
}

async function openFile(workspace: Workspace, symbolsOf: SymbolsOf, path: string): Promise<Page | Refusal> {
  // A stored path is a stranger's string like any other.
  const resolved = workspace.resolve(path);
  if (isRefusal(resolved)) return resolved;
  const file = await workspace.readText(resolved);
  return isRefusal(file) ? file : openPage(file.text, await symbolsOf(resolved, file.text));
}

/** Files with the same ending if they are few enough to read them all, else those of the same name. */
async function filesLike(workspace: Workspace, name: string, signal: AbortSignal): Promise<CandidateFile[]> {
  const alike = (await workspace.files()).filter(({ path }) => ending(path) === ending(name));
  const namesakes = alike.filter(({ path }) => baseName(path) === name);
  const files = withinAllowance(alike) ? alike : withinAllowance(namesakes) ? namesakes : [];
  const found: CandidateFile[] = [];
  for (const [at, { path }] of files.entries()) {
    if (at % FILES_A_TURN === 0) await turn();
    signal.throwIfAborted();
    const file = await workspace.readText(path);
    if (!isRefusal(file)) found.push({ path, text: openPage(file.text) });
  }
  return found;
}

function withinAllowance(files: readonly { size: number }[]): boolean {
  const bytes = files.reduce((sum, { size }) => sum + size, 0);
  return files.length <= MAX_CANDIDATES && bytes <= MAX_CANDIDATE_BYTES;
}

function cut(page: Page, { start, end }: Lines): string[] {
  return page.lines.slice(start - 1, end);
}

function pastTheEnd(page: Page): string {
  return `The file has only ${page.lines.length} lines.`;
}

function baseName(path: string): string {
  return path.slice(path.lastIndexOf('/') + 1);
}

function ending(path: string): string {
  const name = baseName(path);
  return name.includes('.') ? name.slice(name.lastIndexOf('.')) : name;
}
