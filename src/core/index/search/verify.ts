/**
 * Hits against the files as they are now. A hit is shown only if the file still has the very content that was
 * indexed: then its lines are where the index says they are.
 */
import { splitLines } from '../../text/index.ts';
import { isRefusal, type RepoPath, type Workspace } from '../../workspace/index.ts';
import type { Collection } from '../collection/collection.ts';
import type { RankedHit } from '../contract.ts';
import { contentHash, sameHash } from '../threads/content-hash.ts';

export interface VerifiedHit extends Omit<RankedHit, 'path'> {
  path: RepoPath;
  text: string;
}

export interface Verified {
  hits: VerifiedHit[];
  /** Files that are not as they were indexed. */
  stale: RepoPath[];
}

export function verifyHits(
  hits: readonly RankedHit[],
  collection: Collection,
  workspace: Workspace,
): Verified {
  const lines = new Map<string, string[] | undefined>();
  const verified: Verified = { hits: [], stale: [] };
  for (const hit of hits) {
    // Every path in the collection came from a listing of the workspace; the read below checks it again.
    const path = hit.path as RepoPath;
    if (!lines.has(path)) {
      lines.set(path, linesIfUnchanged(path, collection, workspace));
      if (lines.get(path) === undefined) verified.stale.push(path);
    }
    const text = lines
      .get(path)
      ?.slice(hit.startLine - 1, hit.endLine)
      .join('\n');
    if (text !== undefined) verified.hits.push({ ...hit, path, text });
  }
  return verified;
}

function linesIfUnchanged(
  path: RepoPath,
  collection: Collection,
  workspace: Workspace,
): string[] | undefined {
  const text = unchangedText(path, collection, workspace);
  return text === undefined ? undefined : splitLines(text);
}

/** The text of the file if it is the one that was indexed. */
export function unchangedText(
  path: RepoPath,
  collection: Collection,
  workspace: Workspace,
): string | undefined {
  const place = collection.place(path);
  const known = place?.live.segment.files[place.file];
  const file = workspace.readTextSync(path);
  if (known === undefined || isRefusal(file) || !sameHash(contentHash(file.text), known.hash))
    return undefined;
  return file.text;
}
