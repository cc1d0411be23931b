/** Cited places against the code as it is now. What was read once is kept for the call. */
import type { Anchor, Page, Resolution } from '../../../core/anchors/index.ts';
import { outline } from '../../../core/parsing/index.ts';
import { openPlaces } from '../../../core/places/index.ts';
import { isRefusal, type Refusal, type Workspace } from '../../../core/workspace/index.ts';
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
  const places = openPlaces(workspace, outline, signal);
  const resolved = async ({ path, anchor, ...lines }: CitedPlace): Promise<Resolution> =>
    anchor === undefined ? unanchored(lines, await places.page(path)) : await places.now(anchor, path);
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
      const opened = await places.page(path);
      return isRefusal(opened) ? undefined : await places.anchor(path, opened, startLine, endLine);
    },
  };
}

/** Nothing is remembered of the lines; all that can be told is whether there are so many. */
function unanchored(
  { startLine, endLine }: Pick<CitedPlace, 'startLine' | 'endLine'>,
  opened: Page | Refusal,
): Resolution {
  if (isRefusal(opened)) return lost(opened.reason);
  if (endLine > opened.lines.length) return lost(`The file has only ${opened.lines.length} lines.`);
  return { state: 'fresh', startLine, endLine, confidence: 1, reason: 'not stamped yet' };
}

function lost(reason: string): Resolution {
  return { state: 'lost', confidence: 0, reason };
}
