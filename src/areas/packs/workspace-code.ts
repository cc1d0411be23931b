/** The code port over the sandbox and the anchor engine. What it read once it keeps for the call. */
import { setImmediate as turn } from 'node:timers/promises';
import {
  type Anchor,
  type CandidateFile,
  findRenamed,
  likelyHomes,
  makeAnchor,
  openPage,
  type Page,
  type Resolution,
  resolveAnchor,
  type SymbolSpan,
  worthOutlining,
} from '../../core/anchors/index.ts';
import { type FileFacts, isRefusal, type Refusal, type Workspace } from '../../core/workspace/index.ts';
import type { CodeReader, Excerpt, OpenCode } from './ports.ts';
import type { Lines, Ref } from './types.ts';

/** Declarations of a text, for anchors that follow their symbol. */
export type SymbolsOf = (path: string, text: string) => Promise<readonly SymbolSpan[]>;

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
    let listed: Promise<readonly FileFacts[]> | undefined;
    const listing = (): Promise<readonly FileFacts[]> => {
      listed ??= workspace.files();
      return listed;
    };
    const elsewhere = searcher(workspace, page, listing, signal);
    return { excerpt: (ref) => excerptOf(ref, page, elsewhere, signal), ...readers(page, listing) };
  };
}

type OpenedPage = (path: string) => Promise<Page | Refusal>;

type Listing = () => Promise<readonly FileFacts[]>;

function readers(page: OpenedPage, listing: Listing): Pick<CodeReader, 'anchor'> {
  return {
    async anchor(path, { start, end }) {
      const opened = await page(path);
      if (isRefusal(opened)) return { problem: opened.reason };
      if (end > opened.lines.length) return { problem: pastTheEnd(opened) };
      const files = (await listing()).map((file) => file.path);
      return makeAnchor(path, opened, start, end, [], files);
    },
  };
}

async function excerptOf(
  ref: Ref,
  page: OpenedPage,
  elsewhere: (anchor: Anchor, own: Page | undefined) => Promise<Resolution>,
  signal: AbortSignal,
): Promise<Excerpt> {
  signal.throwIfAborted();
  const opened = await page(ref.path);
  if (ref.anchor === undefined) return unanchored(ref, opened);
  const here = isRefusal(opened) ? opened : resolveAnchor(ref.anchor, opened);
  if (!isRefusal(here) && here.state !== 'lost') return await placed(ref, here, page);
  // A file that is closed to readers is not looked for under other names.
  if (isRefusal(here) && here.refused !== 'missing') return { state: 'stale', reason: here.reason };
  const there = await elsewhere(ref.anchor, isRefusal(opened) ? undefined : opened);
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

/** Looks for code that left its file. What was read for one ref serves the others of the call. */
function searcher(
  workspace: Workspace,
  outlined: OpenedPage,
  listing: Listing,
  signal: AbortSignal,
): (anchor: Anchor, own: Page | undefined) => Promise<Resolution> {
  const known = new Map<string, Page | undefined>();
  return async (anchor, own) => {
    const found: CandidateFile[] = [];
    for (const [at, { path }] of likelyHomes(anchor, await listing()).entries()) {
      if (at % FILES_A_TURN === 0) await turn();
      signal.throwIfAborted();
      if (!known.has(path)) {
        const file = await workspace.readText(path);
        known.set(path, isRefusal(file) ? undefined : openPage(file.text));
      }
      const plain = known.get(path);
      if (plain === undefined) continue;
      const full = worthOutlining(anchor, plain) ? await outlined(path) : plain;
      found.push({ path, text: isRefusal(full) ? plain : full });
    }
    return findRenamed(anchor, found, own);
  };
}

function cut(page: Page, { start, end }: Lines): string[] {
  return page.lines.slice(start - 1, end);
}

function pastTheEnd(page: Page): string {
  return `The file has only ${page.lines.length} lines.`;
}
