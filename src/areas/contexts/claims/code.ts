/** Cited places against the code as it is now. What was read once is kept for the call. */
import {
  type Anchor,
  type CandidateFile,
  findRenamed,
  makeAnchor,
  openPage,
  type Page,
  type Resolution,
  resolveAnchor,
} from '../../../core/anchors/index.ts';
import { outline } from '../../../core/languages/index.ts';
import { isRefusal, type Refusal, type Workspace } from '../../../core/workspace/index.ts';
import { baseName } from '../scope.ts';
import { type CitedPlace, placeText } from './place.ts';

export interface PlaceState {
  state: 'fresh' | 'moved' | 'edited' | 'ambiguous' | 'lost';
  reason: string;
  /** Where it is now, or where it was last. */
  place: string;
}

export interface CitedCode {
  state(place: CitedPlace): Promise<PlaceState>;
  /** What the lines are now, to be remembered; undefined if they are not there. */
  anchor(place: CitedPlace): Promise<Anchor | undefined>;
}

export function citedCode(workspace: Workspace, signal: AbortSignal): CitedCode {
  const pages = new Map<string, Promise<Page | Refusal>>();
  const page = (path: string): Promise<Page | Refusal> => {
    const known = pages.get(path) ?? openFile(workspace, path);
    pages.set(path, known);
    return known;
  };
  const resolved = async (place: CitedPlace): Promise<Resolution> => {
    signal.throwIfAborted();
    const opened = await page(place.path);
    if (place.anchor === undefined) return unanchored(place, opened);
    const here = isRefusal(opened) ? lost(opened.reason) : resolveAnchor(place.anchor, opened);
    if (here.state !== 'lost' || (isRefusal(opened) && opened.refused !== 'missing')) return here;
    const own = isRefusal(opened) ? undefined : opened;
    const there = findRenamed(place.anchor, await namesakes(workspace, place.path, signal), own);
    return there.state === 'lost' ? here : there;
  };
  return {
    async state(place) {
      const { state, reason, path = place.path, startLine, endLine } = await resolved(place);
      const now = startLine === undefined || endLine === undefined ? place : { path, startLine, endLine };
      return { state, reason, place: placeText(now) };
    },
    async anchor(place) {
      const { state, path = place.path, startLine, endLine } = await resolved(place);
      if (state === 'lost' || state === 'ambiguous' || startLine === undefined || endLine === undefined)
        return undefined;
      const opened = await page(path);
      return isRefusal(opened) ? undefined : makeAnchor(path, opened, startLine, endLine);
    },
  };
}

/** Nothing is remembered of the lines; all that can be told is whether there are so many. */
function unanchored({ startLine, endLine }: CitedPlace, opened: Page | Refusal): Resolution {
  if (isRefusal(opened)) return lost(opened.reason);
  if (endLine > opened.lines.length) return lost(`The file has only ${opened.lines.length} lines.`);
  return { state: 'fresh', startLine, endLine, confidence: 1, reason: 'not stamped yet' };
}

function lost(reason: string): Resolution {
  return { state: 'lost', confidence: 0, reason };
}

async function openFile(workspace: Workspace, path: string): Promise<Page | Refusal> {
  // A path in a document is a stranger's string like any other.
  const resolved = workspace.resolve(path);
  if (isRefusal(resolved)) return resolved;
  const file = await workspace.readText(resolved);
  return isRefusal(file) ? file : openPage(file.text, await outline(resolved, file.text));
}

/** Files of the same name: what a file that moved is found by. */
async function namesakes(workspace: Workspace, path: string, signal: AbortSignal): Promise<CandidateFile[]> {
  const found: CandidateFile[] = [];
  for (const file of await workspace.files({ signal })) {
    if (baseName(file.path) !== baseName(path)) continue;
    const read = await workspace.readText(file.path);
    if (isRefusal(read)) continue;
    found.push({ path: file.path, text: openPage(read.text, await outline(file.path, read.text)) });
  }
  return found;
}
