/**
 * Contexts: a `.context.yaml` for each directory, and whether it is stale (specs/contexts). Owns those files and
 * `contexts.json` in the data directory; never overwrites a document of another version.
 */
import type { Clock } from '../../core/clock.ts';
import type { Folder } from '../../core/store/index.ts';
import type { Area } from '../../core/tool.ts';
import type { Workspace } from '../../core/workspace/index.ts';
import { type ContextKnowledge, knowledgeOf } from './claims/all-claims.ts';
import { contextsEnvelope } from './envelope.ts';
import { memoryCache, openStatCache, type StatCache } from './freshness/stat-cache.ts';
import type { ImportResolution } from './generate/generate.ts';
import { type ContextOperations, contextOperations } from './operations.ts';
import { openProject, type RootPolicy } from './roots.ts';
import { contextsTexts } from './text.ts';
import { checkFreshnessTool, listContextsTool, queryContextTool } from './tools.ts';

export type { Claim, ContextKnowledge } from './claims/all-claims.ts';
export { type DirectoryNote, directoryNote } from './claims/claim-states.ts';
export { contextFile } from './document/document.ts';
export { FILTERABLE_FIELDS } from './document/document-fields.ts';
export { type SurveyedContext, surveyContexts } from './freshness/check-documents.ts';
export type { ContextOperations } from './operations.ts';

export interface ContextsAreaDeps extends RootPolicy {
  openData(): Promise<Folder>;
  clock: Clock;
  /** For generating: resolves imports to files. */
  imports: ImportResolution;
}

type ContextTool = ReturnType<typeof listContextsTool | typeof checkFreshnessTool | typeof queryContextTool>;

/** The tools, the commands for people, and the claims for search; all share one cache. */
export interface ContextsArea extends Area<ContextTool> {
  operations: ContextOperations;
  knowledge: ContextKnowledge;
}

export function contextsArea(deps: ContextsAreaDeps): ContextsArea {
  const cacheOf = caches(deps);
  const project = async (path: string | undefined) => {
    const workspace = await openProject(deps, path);
    return workspace && { workspace, cache: await cacheOf(workspace) };
  };
  const own = async () => ({ workspace: deps.workspace, cache: await cacheOf(deps.workspace) });
  return {
    tools: [listContextsTool({ project }), checkFreshnessTool({ project }), queryContextTool({ project })],
    envelope: contextsEnvelope,
    texts: contextsTexts,
    instructions:
      'What a directory is for, its decisions and constraints: query_context; is that still true: check_freshness.',
    operations: contextOperations({ ...deps, project: own }),
    knowledge: knowledgeOf(own),
  };
}

/** Caches of other projects are kept in memory only, at most this many. */
const MOST_OTHER_PROJECTS = 8;

function caches(deps: ContextsAreaDeps): (workspace: Workspace) => Promise<StatCache> {
  let own: Promise<StatCache> | undefined;
  const others = new Map<string, StatCache>();
  return async (workspace) => {
    if (workspace === deps.workspace) {
      own ??= openStatCache(deps.openData, deps.clock);
      return await own;
    }
    const cache = others.get(workspace.root) ?? memoryCache(deps.clock);
    if (others.size >= MOST_OTHER_PROJECTS) others.clear();
    others.set(workspace.root, cache);
    return cache;
  };
}
