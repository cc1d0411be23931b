/** What a search in a plain directory needs: no repository, nothing left out. */
import { createBoundary } from '../../src/core/workspace/boundary.ts';
import type { GrepParts } from '../../src/core/workspace/grep/grep.ts';
import { findRipgrep } from '../../src/core/workspace/grep/ripgrep.ts';

export const grepParts = (root: string, maxFileBytes: number): GrepParts => ({
  boundary: createBoundary({ root }),
  isExcluded: () => false,
  maxFileBytes,
  repository: () => undefined,
  trackedButIgnored: async () => [],
  findRipgrep: () => findRipgrep(root, undefined),
  excludeGlobs: [],
});
