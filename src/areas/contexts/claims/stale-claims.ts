/** Finds claims whose cited code changed. */
import type { Anchor, Page, Resolution } from '../../../core/anchors/index.ts';
import { outline } from '../../../core/parsing/index.ts';
import { openPlaces } from '../../../core/places/index.ts';
import type { YamlPath } from '../../../core/text/index.ts';
import { isRefusal, type Refusal, type Workspace } from '../../../core/workspace/index.ts';
import type { ContextDocument } from '../document/document-schema.ts';
import { type CitedPlace, citedClaims, placeText } from './cited-claims.ts';

export interface StaleClaim {
  claim: string;
  state: 'edited' | 'ambiguous' | 'lost';
  reason: string;
  /** Where the code is now, or where it was last. */
  place: string;
}

/** Undefined if no claim cites a place. */
export async function staleClaims(
  workspace: Workspace,
  document: ContextDocument,
  signal: AbortSignal,
): Promise<StaleClaim[] | undefined> {
  if (citedClaims(document).length === 0) return undefined;
  return (await locatedStaleClaims(workspace, document, signal)).map(({ path: _, ...claim }) => claim);
}

/** Each with the path of its anchors in the document. Code that only moved does not make a claim stale. */
export async function locatedStaleClaims(
  workspace: Workspace,
  document: ContextDocument,
  signal: AbortSignal,
): Promise<(StaleClaim & { path: YamlPath })[]> {
  const code = citedCode(workspace, signal);
  const stale: (StaleClaim & { path: YamlPath })[] = [];
  for (const { text, path, places } of citedClaims(document))
    for (const cited of places) {
      if (cited === undefined) {
        stale.push({
          claim: text,
          state: 'lost',
          reason: 'The place is not of the form path:first-last.',
          place: '',
          path,
        });
        continue;
      }
      const { state, reason, place } = await code.state(cited);
      if (state !== 'fresh' && state !== 'moved') stale.push({ claim: text, state, reason, place, path });
    }
  return stale;
}

export interface PlaceState {
  state: 'fresh' | 'moved' | 'edited' | 'ambiguous' | 'lost';
  reason: string;
  /** Where it is now, or where it was last. */
  place: string;
}

export interface CitedCode {
  state(place: CitedPlace): Promise<PlaceState>;
  /** An anchor of the lines as they are now; undefined if they cannot be found. */
  anchor(place: CitedPlace): Promise<Anchor | undefined>;
}

/** Compares cited places with the code as it is now. Files are read once per call. */
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

/** Without an anchor, only the number of lines can be checked. */
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
