/** A bundle as a person looks at it: what was chosen for a prompt, what was dropped, and why. */
import type { StoredBundle } from '../../areas/explore/index.ts';
import type { ToolValues } from '../areas.ts';
import type { Services } from '../services.ts';
import type { CallTool } from './call-tool.ts';

export interface BundleQuery {
  prompt: string;
  files: number;
  lines: number;
  tokens?: number | undefined;
  tests: boolean;
}

export interface BundleView {
  bundle: Pick<
    ToolValues['repo.build_context_bundle'],
    'bundle_id' | 'totals' | 'selections' | 'warnings' | 'budget'
  >;
  queries: readonly string[];
  considered: StoredBundle['considered'];
}

export async function bundleView(
  { store }: Services,
  call: CallTool,
  { prompt, files, lines, tokens, tests }: BundleQuery,
  signal: AbortSignal,
): Promise<BundleView> {
  const budget = {
    max_files: files,
    max_total_lines: lines,
    ...(tokens === undefined ? {} : { max_tokens: tokens }),
  };
  const { value } = await call('repo.build_context_bundle', { prompt, budget, include_tests: tests }, signal);
  const { bundle_id, totals, selections, warnings, audit } = value;
  // The answer counts what was considered; the stored bundle has each place.
  const stored = await store.get(bundle_id).catch(() => undefined);
  return {
    bundle: { bundle_id, totals, selections, warnings, budget: value.budget },
    queries: audit.search_queries,
    considered: stored?.considered ?? [],
  };
}
