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
} from '../anchors/index.ts';
import { type FileFacts, isRefusal, type Refusal, type Workspace } from '../workspace/index.ts';

/** Declarations of a text, for anchors that follow their symbol. */
export type SymbolsOf = (
  path: string,
  text: string,
  options: { signal: AbortSignal },
) => Promise<readonly SymbolSpan[]>;

/** Files as they are during one call. */
export interface Places {
  /** The lines of a file, with its declarations. The path may come from outside. */
  page(path: string): Promise<Page | Refusal>;
  /** How these lines, which the page has, are to be found again. */
  anchor(path: string, page: Page, startLine: number, endLine: number): Promise<Anchor>;
  /** Where the anchored lines are now; they were last at `path`. */
  now(anchor: Anchor, path?: string): Promise<Resolution>;
}

/** Other calls get their turn after so many files. */
const FILES_A_TURN = 16;

export function openPlaces(workspace: Workspace, symbolsOf: SymbolsOf, signal: AbortSignal): Places {
  const pages = new Map<string, Promise<Page | Refusal>>();
  const page = (path: string): Promise<Page | Refusal> => {
    const known = pages.get(path) ?? openFile(workspace, symbolsOf, path, signal);
    pages.set(path, known);
    return known;
  };
  let listed: Promise<readonly FileFacts[]> | undefined;
  const listing = (): Promise<readonly FileFacts[]> => {
    listed ??= workspace.files({ signal });
    return listed;
  };
  const elsewhere = searcher(workspace, page, listing, signal);
  return {
    page,
    async anchor(path, opened, startLine, endLine) {
      const files = (await listing()).map((file) => file.path);
      return makeAnchor(path, opened, startLine, endLine, [], files);
    },
    async now(anchor, path = anchor.path) {
      signal.throwIfAborted();
      const opened = await page(path);
      // A file that is closed to readers is not looked for under other names.
      if (isRefusal(opened) && opened.refused !== 'missing') return lost(opened.reason);
      const here = isRefusal(opened) ? lost(opened.reason) : resolveAnchor(anchor, opened);
      if (here.state !== 'lost') return here;
      const there = await elsewhere({ ...anchor, path }, isRefusal(opened) ? undefined : opened);
      return there.state === 'lost' ? here : there;
    },
  };
}

async function openFile(
  workspace: Workspace,
  symbolsOf: SymbolsOf,
  path: string,
  signal: AbortSignal,
): Promise<Page | Refusal> {
  const resolved = workspace.resolve(path);
  if (isRefusal(resolved)) return resolved;
  const file = await workspace.readText(resolved);
  return isRefusal(file) ? file : openPage(file.text, await symbolsOf(resolved, file.text, { signal }));
}

/** Looks for code that left its file. Most files are only read; an outline is made of those that may hold it. */
function searcher(
  workspace: Workspace,
  outlined: Places['page'],
  listing: () => Promise<readonly FileFacts[]>,
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

function lost(reason: string): Resolution {
  return { state: 'lost', confidence: 0, reason };
}
