/** Where anchored code is now. What was read for one anchor serves the others. */
import {
  type Anchor,
  type CandidateFile,
  findRenamed,
  likelyHomes,
  openPage,
  type Page,
  type Resolution,
  resolveAnchor,
} from '../../../core/anchors/index.ts';
import { type FileFacts, isRefusal, type Refusal } from '../../../core/workspace/index.ts';
import type { House } from '../../house.ts';

export interface Places {
  now(anchor: Anchor): Promise<Resolution>;
  /** Lines of the file, or why it cannot be read. */
  lineCount(path: string): Promise<number | Refusal>;
}

export function openPlaces(
  { workspace, outline }: Pick<House, 'workspace' | 'outline'>,
  signal: AbortSignal,
): Places {
  const pages = new Map<string, Promise<Page | Refusal>>();
  const page = (path: string) => {
    const known = pages.get(path) ?? open(path);
    pages.set(path, known);
    return known;
  };
  const open = async (written: string): Promise<Page | Refusal> => {
    const path = workspace.resolve(written);
    const file = isRefusal(path) ? path : await workspace.readText(path);
    return isRefusal(file) ? file : openPage(file.text, await outline(file.path, file.text));
  };
  let listing: Promise<readonly FileFacts[]> | undefined;
  const elsewhere = async (anchor: Anchor, own: Page | undefined): Promise<Resolution> => {
    listing ??= workspace.files({ signal });
    const candidates: CandidateFile[] = [];
    for (const { path } of likelyHomes(anchor, await listing)) {
      signal.throwIfAborted();
      const opened = await page(path);
      if (!isRefusal(opened)) candidates.push({ path, text: opened });
    }
    return findRenamed(anchor, candidates, own);
  };
  return {
    async now(anchor) {
      const opened = await page(anchor.path);
      // A file that is closed to readers is not looked for under other names.
      if (isRefusal(opened) && opened.refused !== 'missing') return lost(opened.reason);
      const here = isRefusal(opened) ? lost(opened.reason) : resolveAnchor(anchor, opened);
      if (here.state !== 'lost') return here;
      const there = await elsewhere(anchor, isRefusal(opened) ? undefined : opened);
      return there.state === 'lost' ? here : there;
    },
    async lineCount(path) {
      const opened = await page(path);
      return isRefusal(opened) ? opened : opened.lines.length;
    },
  };
}

function lost(reason: string): Resolution {
  return { state: 'lost', confidence: 0, reason };
}
