/**
 * Contexts: a `.context.yaml` per directory that knows when it is stale (specs/contexts). Owns those files and
 * `contexts.json` in the data directory; refuses to overwrite a document of another version.
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
import { checkFreshnessTool } from './tools/check-freshness.ts';
import { listContextsTool } from './tools/list-contexts.ts';
import { queryContextTool } from './tools/query-context.ts';

export type { Claim, ContextKnowledge } from './claims/all-claims.ts';
export { contextFile } from './document/document.ts';
export { FILTERABLE_FIELDS } from './document/document-fields.ts';
export { type SurveyedContext, surveyContexts } from './freshness/check-documents.ts';
export type { ContextOperations } from './operations.ts';

export interface ContextsParts extends RootPolicy {
  openData(): Promise<Folder>;
  clock: Clock;
  /** For generating: which files an import means. */
  imports: ImportResolution;
}

type ContextTool = ReturnType<typeof listContextsTool | typeof checkFreshnessTool | typeof queryContextTool>;

/** The tools, what a person can do beside, and what others may know; all of them over one cache. */
export interface ContextsArea extends Area<ContextTool> {
  operations: ContextOperations;
  knowledge: ContextKnowledge;
}

export function contextsArea(parts: ContextsParts): ContextsArea {
  const cacheOf = caches(parts);
  const project = async (path: string | undefined) => {
    const workspace = await openProject(parts, path);
    return workspace && { workspace, cache: await cacheOf(workspace) };
  };
  const own = async () => ({ workspace: parts.workspace, cache: await cacheOf(parts.workspace) });
  return {
    toolset: 'contexts',
    tools: [listContextsTool({ project }), checkFreshnessTool({ project }), queryContextTool({ project })],
    envelope: contextsEnvelope,
    operations: contextOperations({ ...parts, project: own }),
    knowledge: knowledgeOf(own),
  };
}

/** Of other projects nothing is kept on disk, and of so many in memory. */
const MOST_OTHER_PROJECTS = 8;

function caches(parts: ContextsParts): (workspace: Workspace) => Promise<StatCache> {
  let own: Promise<StatCache> | undefined;
  const others = new Map<string, StatCache>();
  return async (workspace) => {
    if (workspace === parts.workspace) {
      own ??= openStatCache(parts.openData, parts.clock);
      return await own;
    }
    const cache = others.get(workspace.root) ?? memoryCache(parts.clock);
    if (others.size >= MOST_OTHER_PROJECTS) others.clear();
    others.set(workspace.root, cache);
    return cache;
  };
}
