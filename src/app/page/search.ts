/** One query in every mode: what an agent would get, what it costs, and why each place is where it is. */
import type { ScoreParts, SearchMode } from '../../core/index/index.ts';
import { estimateTokens } from '../../core/text/index.ts';
import type { ToolValues } from '../areas.ts';
import type { Services } from '../services.ts';
import type { CallTool } from './call-tool.ts';

type Hit = ToolValues['repo.search']['hits'][number];

export interface FoundPlace extends Hit {
  parts?: ScoreParts;
}

export interface ModeAnswer {
  mode: SearchMode;
  hits: readonly FoundPlace[];
  /** Of the answer as text, as an agent gets it. */
  tokens: number;
  warnings: readonly string[];
  ms: number;
}

export interface SearchView {
  query: string;
  modes: readonly ModeAnswer[];
}

const MODES: readonly SearchMode[] = ['hybrid', 'bm25', 'semantic'];
const MOST_HITS = 10;

export async function searchView(
  { engine }: Services,
  call: CallTool,
  query: string,
  elapsed: () => number,
  signal: AbortSignal,
): Promise<SearchView> {
  const modes: ModeAnswer[] = [];
  // One after the other: each is measured, and the first brings the index up to date for all.
  for (const mode of MODES) {
    const started = elapsed();
    const { value, text } = await call('repo.search', { query, mode, top_k: MOST_HITS }, signal);
    const ms = elapsed() - started;
    const explained = await engine.index.search(query, { mode, topK: MOST_HITS, explain: true, signal });
    const parts = new Map(explained.hits.map((hit) => [`${hit.path}:${hit.startLine}`, hit.parts] as const));
    const hits = value.hits.map((hit) => {
      const own = parts.get(`${hit.path}:${hit.start_line}`);
      return own === undefined ? hit : { ...hit, parts: own };
    });
    modes.push({ mode, hits, tokens: estimateTokens(text), warnings: value.warnings, ms: Math.round(ms) });
  }
  return { query, modes };
}
