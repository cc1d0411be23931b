/**
 * Contexts: a `.context.yaml` per directory that knows when it is stale (specs/contexts). Owns those files and
 * `contexts.json` in the data directory; refuses to overwrite a document of another version.
 */
import type { Clock } from '../../core/clock.ts';
import type { Folder } from '../../core/store/index.ts';
import type { Area } from '../../core/tool.ts';
import type { Workspace } from '../../core/workspace/index.ts';
import type { Project } from './project.ts';
import { openProject, type RootPolicy } from './roots.ts';
import { memoryCache, openStatCache, type StatCache } from './stat-cache.ts';
import { checkFreshnessTool } from './tools/check-freshness.ts';
import { listContextsTool } from './tools/list-contexts.ts';
import { queryContextTool } from './tools/query-context.ts';
import { contextsWire } from './wire.ts';

export { type SurveyedContext, surveyContexts } from './survey.ts';

export interface ContextsParts extends RootPolicy {
  openData(): Promise<Folder>;
  clock: Clock;
}

export function contextsArea(parts: ContextsParts): Area {
  const project = projects(parts);
  const deps = { project };
  return {
    toolset: 'contexts',
    tools: [listContextsTool(deps), checkFreshnessTool(deps), queryContextTool(deps)],
    wire: contextsWire,
  };
}

/** Of other projects nothing is kept on disk, and of so many in memory. */
const MOST_OTHER_PROJECTS = 8;

function projects(parts: ContextsParts): (path: string | undefined) => Promise<Project | undefined> {
  let own: Promise<StatCache> | undefined;
  const others = new Map<string, StatCache>();
  const cacheOf = async (workspace: Workspace): Promise<StatCache> => {
    if (workspace === parts.workspace) {
      own ??= openStatCache(parts.openData, parts.clock);
      return await own;
    }
    const cache = others.get(workspace.root) ?? memoryCache(parts.clock);
    if (others.size >= MOST_OTHER_PROJECTS) others.clear();
    others.set(workspace.root, cache);
    return cache;
  };
  return async (path) => {
    const workspace = await openProject(parts, path);
    return workspace && { workspace, cache: await cacheOf(workspace) };
  };
}
