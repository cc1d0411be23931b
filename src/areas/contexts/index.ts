/**
 * Contexts: a `.context.yaml` per directory that knows when it is stale (specs/contexts). Owns those files and
 * `fingerprints.json` in the data directory; refuses to overwrite a document of another version.
 */
import type { Folder } from '../../core/store/index.ts';
import type { Area } from '../../core/tool.ts';
import { type HashStore, memoryHashes, openHashStore } from './hash-store.ts';
import type { Project } from './project.ts';
import { openProject, type RootPolicy } from './roots.ts';
import { checkFreshnessTool } from './tools/check-freshness.ts';
import { listContextsTool } from './tools/list-contexts.ts';
import { queryContextTool } from './tools/query-context.ts';
import { contextsWire } from './wire.ts';

export interface ContextsParts extends RootPolicy {
  openData(): Promise<Folder>;
}

export function contextsArea(parts: ContextsParts): Area {
  let own: Promise<HashStore> | undefined;
  const project = async (path: string | undefined): Promise<Project | undefined> => {
    const workspace = await openProject(parts, path);
    if (!workspace) return undefined;
    if (workspace !== parts.workspace) return { workspace, hashes: memoryHashes() };
    own ??= openHashStore(parts.openData);
    return { workspace, hashes: await own };
  };
  const deps = { project };
  return {
    toolset: 'contexts',
    tools: [listContextsTool(deps), checkFreshnessTool(deps), queryContextTool(deps)],
    wire: contextsWire,
  };
}
