/** Gathers what each resource of recall shows: the project, a module with its knowledge, the sessions. */
import { posix } from 'node:path';
import { AppError } from '../../../core/errors.ts';
import { resolverFor } from '../../../core/imports/index.ts';
import { byCodeUnit } from '../../../core/text/index.ts';
import { createDependencyReader, dependenciesOf } from '../dependencies.ts';
import { roleOf } from '../place.ts';
import type { RecallDeps } from '../recall-deps.ts';
import { findModule, readProject, textAt } from './project.ts';
import { currentText, documentsOf, moduleText, overviewText, recentText } from './resource-markdown.ts';

/** Files of a module that are parsed to find what it depends on. */
const MOST_PARSED = 30;

export type ResourceDeps = Pick<RecallDeps, 'workspace' | 'knowledge' | 'sessions' | 'clock'>;

export interface ResourceTexts {
  overview(signal: AbortSignal): Promise<string>;
  module(name: string, signal: AbortSignal): Promise<string>;
  current(): Promise<string>;
  recent(limit: number): Promise<string>;
  /** In code-unit order. */
  moduleNames(signal: AbortSignal): Promise<string[]>;
}

export function createResourceTexts({ workspace, knowledge, sessions, clock }: ResourceDeps): ResourceTexts {
  const reader = createDependencyReader({ workspace, clock });

  /** The directories that the first files of the module import from. */
  async function modulesUsedBy(files: readonly string[], signal: AbortSignal): Promise<string[]> {
    const sources = files.filter((path) => resolverFor(path) !== undefined && roleOf(path) !== 'test');
    const inside = new Set(files);
    const used = new Set<string>();
    for (const path of sources.slice(0, MOST_PARSED)) {
      signal.throwIfAborted();
      const text = await textAt(workspace, path);
      const { found } = text === undefined ? { found: [] } : await dependenciesOf(reader, path, text, signal);
      for (const dependency of found)
        if (!inside.has(dependency.path)) used.add(posix.dirname(dependency.path));
    }
    return [...used].sort(byCodeUnit);
  }

  return {
    overview: async (signal) => overviewText(await readProject(workspace, signal), await knowledge(signal)),
    async module(name, signal) {
      const project = await readProject(workspace, signal);
      const found = findModule(project.modules, project.paths, name);
      if (found === undefined)
        throw new AppError('not_found', 'module_not_found', `Module not found: ${name.slice(0, 80)}`);
      const all = await knowledge(signal);
      const ids = documentsOf(found, all).map(({ id }) => id);
      const used = await modulesUsedBy(found.files, signal);
      return moduleText(found, all, await sessions.ofDiscoveries(ids), used);
    },
    async current() {
      const session = await sessions.current();
      if (session === undefined) throw new AppError('not_found', 'no_session', 'No active session');
      return currentText(session, clock.now());
    },
    recent: async (limit) => recentText(await sessions.recent(limit), clock.now()),
    async moduleNames(signal) {
      const { modules } = await readProject(workspace, signal);
      return [...new Set(modules.map(({ name }) => name))].sort(byCodeUnit);
    },
  };
}
