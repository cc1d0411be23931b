/** Places in the code that the index finds, with their text as it is in the file now. */
import { isRefusal } from '../../../core/workspace/index.ts';
import { moduleOf } from '../place.ts';
import type { CodeHit, RecallDeps } from '../ports.ts';
import type { Candidate } from './candidate.ts';
import { acceptsPath, globOf, type SearchFilter } from './filter.ts';

/** Past the asked number some are filtered out or have gone. */
const SPARE_FACTOR = 3;

export interface CodeCandidates {
  candidates: Candidate[];
  warnings: readonly string[];
  indexed: number;
}

export async function codeCandidates(
  { code, workspace }: Pick<RecallDeps, 'code' | 'workspace'>,
  query: string,
  filter: SearchFilter,
  limit: number,
  signal: AbortSignal,
): Promise<CodeCandidates> {
  const fileGlob = globOf(filter);
  const { hits, warnings, indexed } = await code.search(query, {
    mode: 'hybrid',
    topK: limit * SPARE_FACTOR,
    signal,
    ...(fileGlob === undefined ? {} : { fileGlob }),
  });
  const best = Math.max(...hits.map(({ score }) => score), Number.MIN_VALUE);
  const candidates: Candidate[] = [];
  for (const hit of hits) {
    if (!acceptsPath(filter, hit.path)) continue;
    const text = await textOf(workspace, hit);
    if (text !== undefined) candidates.push(candidateOf(hit, text, Math.max(0, hit.score / best)));
  }
  return { candidates, warnings, indexed };
}

async function textOf(
  workspace: RecallDeps['workspace'],
  { path, startLine, endLine }: CodeHit,
): Promise<string | undefined> {
  const resolved = workspace.resolve(path);
  if (isRefusal(resolved)) return undefined;
  const read = await workspace.readLines(resolved, startLine, endLine);
  return isRefusal(read) || read.lines.length === 0 ? undefined : read.lines.join('\n');
}

function candidateOf({ path, startLine, endLine }: CodeHit, text: string, codeRank: number): Candidate {
  return {
    id: `${path}:${startLine}-${endLine}`,
    source: 'code',
    type: 'code',
    module: moduleOf(path),
    date: undefined,
    title: path,
    text,
    supersededBy: undefined,
    place: { path, startLine, endLine },
    codeRank,
  };
}
