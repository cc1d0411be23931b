/** Grep without the engine: what it needs in a plain directory, and the plain search over a workspace. */

import { type GrepDeps, grep, grepDeps } from '../../src/core/grep/grep.ts';
import type { GrepAnswer, GrepQuery } from '../../src/core/grep/query.ts';
import { findRipgrep } from '../../src/core/grep/ripgrep.ts';
import { createBoundary } from '../../src/core/sandbox/boundary.ts';
import type { SearchableWorkspace } from '../../src/core/workspace/index.ts';

export const grepParts = (root: string, maxFileBytes: number): GrepDeps => ({
  boundary: createBoundary({ root }),
  isExcluded: () => false,
  maxFileBytes,
  repository: () => undefined,
  trackedButIgnored: async () => [],
  findRipgrep: () => findRipgrep(root, undefined),
  excludeGlobs: [],
});

/** Searches all files each time. */
export const plainGrep =
  ({ searchRules }: Pick<SearchableWorkspace, 'searchRules'>) =>
  (query: GrepQuery, signal?: AbortSignal): Promise<GrepAnswer> =>
    grep(grepDeps(searchRules), query, signal);
