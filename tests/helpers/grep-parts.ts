/** What a search in a plain directory needs: no repository, nothing left out. */

import type { GrepDeps } from '../../src/core/grep/grep.ts';
import { findRipgrep } from '../../src/core/grep/ripgrep.ts';
import { createBoundary } from '../../src/core/sandbox/boundary.ts';

export const grepParts = (root: string, maxFileBytes: number): GrepDeps => ({
  boundary: createBoundary({ root }),
  isExcluded: () => false,
  maxFileBytes,
  repository: () => undefined,
  trackedButIgnored: async () => [],
  findRipgrep: () => findRipgrep(root, undefined),
  excludeGlobs: [],
});
