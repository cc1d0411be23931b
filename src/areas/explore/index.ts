/**
 * Explore: ask the repository (specs/repo). Deterministic, sandboxed, audited. Owns `last_bundle.*` in the
 * data directory; does not know who calls.
 */
import { defineArea } from '../../core/tool.ts';
import type { Bundler } from './bundle/bundle.ts';
import type { BundlerDeps } from './bundle/deterministic-bundler.ts';
import { exploreEnvelope } from './envelope.ts';
import type { ExploreDeps } from './explore-deps.ts';
import { exploreTexts } from './text.ts';
import { buildContextBundleTool } from './tools/build-context-bundle.ts';
import { openFileTool } from './tools/open-file.ts';
import { outlineTool } from './tools/outline.ts';
import { referencesTool } from './tools/references.ts';
import { symbolTool } from './tools/symbol.ts';
import { auditLogTool, listFilesTool, refreshIndexTool, searchTool, statusTool } from './tools.ts';

export { CLASSES as MENTION_CLASSES } from '../../core/mention-class.ts';
export { candidateLine } from './bundle/bundle.ts';
export {
  bundleStore,
  type StoredBundle,
  type VerifiedSelection,
  verifyBundle,
} from './bundle/bundle-store.ts';
export type { ExploreDeps, OutlinePort } from './explore-deps.ts';
export { REFERENCE_ROLES } from './tools/references.ts';
export { SYMBOL_LISTS } from './tools/symbol.ts';

export function exploreArea(deps: ExploreDeps) {
  return defineArea({
    tools: [
      statusTool(deps),
      listFilesTool(deps),
      openFileTool(deps),
      outlineTool(deps),
      symbolTool(deps),
      referencesTool(deps),
      searchTool(deps),
      refreshIndexTool(deps),
      buildContextBundleTool(deps),
      auditLogTool(deps),
    ],
    envelope: exploreEnvelope(deps.limits.maxTotalBytesPerResponse),
    texts: exploreTexts,
    instructions:
      'Find code: repo.search (words, or mode "hybrid" for meaning). Read a function or class whole, with callers or tests: repo.symbol. Who uses it: repo.references. A file\'s declarations: repo.outline. Read lines: repo.open_file. Start a task with repo.build_context_bundle: it picks the excerpts and cites them.',
  });
}

/** Loaded with the first question. */
export const symbolQuestions = () => import('./symbols/questions.ts');

/** The bundler and the anchors it makes are loaded with the first bundle. */
export function deterministicBundler(deps: BundlerDeps): Bundler {
  return {
    build: async (request, signal) => {
      const { createBundler } = await import('./bundle/deterministic-bundler.ts');
      return await createBundler(deps).build(request, signal);
    },
  };
}
