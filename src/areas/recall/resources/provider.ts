/** The four resources of recall, as Markdown. */
import { posix } from 'node:path';
import { AppError } from '../../../core/errors.ts';
import { resolverFor } from '../../../core/imports/index.ts';
import type { ResourceProvider } from '../../../core/resource.ts';
import { byCodeUnit } from '../../../core/text/index.ts';
import { createDependencyReader, dependenciesOf } from '../dependencies.ts';
import { roleOf } from '../place.ts';
import type { RecallDeps } from '../ports.ts';
import { moduleText } from './module-text.ts';
import { findModule } from './modules.ts';
import { documentsOf, overviewText } from './overview.ts';
import { readProject, textAt } from './project.ts';
import { currentText, recentText } from './session-text.ts';
import { MARKDOWN, MODULE_TEMPLATE, TEMPLATES } from './templates.ts';

const OVERVIEW = 'context://project/overview';
const MODULE = 'context://module/';
const CURRENT = 'context://session/current';
const RECENT = 'context://sessions/recent';
const DEFAULT_RECENT = 10;
const MOST_RECENT = 100;
/** Files of a module that are parsed for what it depends on. */
const MOST_PARSED = 30;

export type ResourceDeps = Pick<RecallDeps, 'workspace' | 'knowledge' | 'sessions' | 'clock'>;

export function createRecallResources({
  workspace,
  knowledge,
  sessions,
  clock,
}: ResourceDeps): ResourceProvider {
  const reader = createDependencyReader({ workspace, clock });
  const documents = () => knowledge(new AbortController().signal);

  async function overview(): Promise<string> {
    return overviewText(await readProject(workspace), await documents());
  }

  async function module(name: string): Promise<string> {
    const project = await readProject(workspace);
    const found = findModule(project.modules, project.paths, name);
    if (found === undefined)
      throw new AppError('not_found', 'module_not_found', `Module not found: ${name.slice(0, 80)}`);
    const all = await documents();
    const ids = documentsOf(found, all).map(({ id }) => id);
    const used = await modulesUsedBy(found.files);
    return moduleText(found, all, await sessions.ofDiscoveries(ids), used);
  }

  /** The directories that the first files of the module import from. */
  async function modulesUsedBy(files: readonly string[]): Promise<string[]> {
    const sources = files.filter((path) => resolverFor(path) !== undefined && roleOf(path) !== 'test');
    const inside = new Set(files);
    const used = new Set<string>();
    for (const path of sources.slice(0, MOST_PARSED)) {
      const text = await textAt(workspace, path);
      const { found } = text === undefined ? { found: [] } : await dependenciesOf(reader, path, text);
      for (const dependency of found)
        if (!inside.has(dependency.path)) used.add(posix.dirname(dependency.path));
    }
    return [...used].sort(byCodeUnit);
  }

  async function current(): Promise<string> {
    const session = await sessions.current();
    if (session === undefined) throw new AppError('not_found', 'no_session', 'No active session');
    return currentText(session, clock.now());
  }

  async function recent(uri: string): Promise<string> {
    const asked = Number(/[?&]limit=(\d{1,4})(?:&|$)/.exec(uri)?.[1] ?? DEFAULT_RECENT);
    const limit = Math.max(1, Math.min(MOST_RECENT, asked));
    return recentText(await sessions.recent(limit), clock.now());
  }

  async function textOf(uri: string): Promise<string | undefined> {
    if (uri === OVERVIEW) return overview();
    if (uri === CURRENT) return current();
    if (uri === RECENT || uri.startsWith(`${RECENT}?`)) return recent(uri);
    if (uri.startsWith(MODULE)) return module(decoded(uri.slice(MODULE.length)));
    return undefined;
  }

  return {
    templates: TEMPLATES,
    list: async () => [
      { uri: OVERVIEW, name: 'overview', title: 'Project overview', mimeType: MARKDOWN },
      { uri: CURRENT, name: 'current-session', title: 'Current session', mimeType: MARKDOWN },
      { uri: RECENT, name: 'recent-sessions', title: 'Recent sessions', mimeType: MARKDOWN },
    ],
    async read(uri) {
      const text = await textOf(uri);
      return text === undefined ? undefined : { uri, mimeType: MARKDOWN, text };
    },
    async complete(uriTemplate, variable, prefix) {
      if (uriTemplate !== MODULE_TEMPLATE || variable !== 'name') return [];
      const { modules } = await readProject(workspace);
      const names = new Set(modules.map(({ name }) => name).filter((name) => name.startsWith(prefix)));
      return [...names].sort(byCodeUnit);
    },
  };
}

/** As it is if it is not well encoded. */
function decoded(text: string): string {
  try {
    return decodeURIComponent(text);
  } catch {
    return text;
  }
}
