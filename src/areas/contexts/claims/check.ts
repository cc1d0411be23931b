/** Which claims of a document rest on code that changed. */
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

/** Undefined: no claim cites a place. Code that only moved still says what it said. */
export async function staleClaims(
  workspace: Workspace,
  document: ContextDocument,
  signal: AbortSignal,
): Promise<StaleClaim[] | undefined> {
  const claims = citedClaims(document);
  if (claims.length === 0) return undefined;
  const code = citedCode(workspace, signal);
  const stale: StaleClaim[] = [];
  for (const { text, places } of claims)
    for (const cited of places) {
      if (cited === undefined) {
        stale.push({
          claim: text,
          state: 'lost',
          reason: 'The place is not of the form path:first-last.',
          place: '',
        });
        continue;
      }
      const { state, reason, place } = await code.state(cited);
      if (state !== 'fresh' && state !== 'moved') stale.push({ claim: text, state, reason, place });
    }
  return stale;
}
