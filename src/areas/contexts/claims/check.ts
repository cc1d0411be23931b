/** Which claims of a document rest on code that changed. */
import type { YamlPath } from '../../../core/text/index.ts';
import type { Workspace } from '../../../core/workspace/index.ts';
import type { ContextDocument } from '../schema.ts';
import { citedClaims } from './claim.ts';
import { citedCode } from './code.ts';

export interface StaleClaim {
  claim: string;
  state: 'edited' | 'ambiguous' | 'lost';
  reason: string;
  /** Where the code is now, or where it was last. */
  place: string;
}

/** Undefined: no claim cites a place. */
export async function staleClaims(
  workspace: Workspace,
  document: ContextDocument,
  signal: AbortSignal,
): Promise<StaleClaim[] | undefined> {
  if (citedClaims(document).length === 0) return undefined;
  return (await locatedStaleClaims(workspace, document, signal)).map(({ path: _, ...claim }) => claim);
}

/** With the place of their anchors in the document. Code that only moved still says what it said. */
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
