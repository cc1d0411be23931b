/** The four resources of recall, by URI. Their texts are loaded when a client first reads one: most never do. */
import type { ResourceProvider, ResourceTemplate } from '../../../core/tool.ts';
import type { ResourceDeps, ResourceTexts } from './resource-texts.ts';

const MARKDOWN = 'text/markdown';
const OVERVIEW = 'context://project/overview';
const MODULE = 'context://module/';
const MODULE_TEMPLATE = `${MODULE}{name}`;
const CURRENT = 'context://session/current';
const RECENT = 'context://sessions/recent';
const DEFAULT_RECENT = 10;
const MOST_RECENT = 100;

const TEMPLATES: readonly ResourceTemplate[] = [
  {
    uriTemplate: MODULE_TEMPLATE,
    name: 'module',
    title: 'What is known about a module',
    mimeType: MARKDOWN,
  },
  {
    uriTemplate: `${RECENT}{?limit}`,
    name: 'recent-sessions',
    title: 'Recent sessions',
    mimeType: MARKDOWN,
  },
];

export function recallResources(deps: ResourceDeps): ResourceProvider {
  let loaded: Promise<ResourceTexts> | undefined;
  const texts = () => {
    loaded ??= import('./resource-texts.ts').then(({ createResourceTexts }) => createResourceTexts(deps));
    return loaded;
  };

  async function textOf(uri: string, signal: AbortSignal): Promise<string | undefined> {
    if (uri === OVERVIEW) return (await texts()).overview(signal);
    if (uri === CURRENT) return (await texts()).current();
    if (uri === RECENT || uri.startsWith(`${RECENT}?`)) return (await texts()).recent(recentLimit(uri));
    if (uri.startsWith(MODULE)) return (await texts()).module(decoded(uri.slice(MODULE.length)), signal);
    return undefined;
  }

  return {
    templates: TEMPLATES,
    list: async () => [
      { uri: OVERVIEW, name: 'overview', title: 'Project overview', mimeType: MARKDOWN },
      { uri: CURRENT, name: 'current-session', title: 'Current session', mimeType: MARKDOWN },
      { uri: RECENT, name: 'recent-sessions', title: 'Recent sessions', mimeType: MARKDOWN },
    ],
    async read(uri, signal) {
      const text = await textOf(uri, signal);
      return text === undefined ? undefined : { uri, mimeType: MARKDOWN, text };
    },
    async complete(uriTemplate, variable, prefix, signal) {
      if (uriTemplate !== MODULE_TEMPLATE || variable !== 'name') return [];
      return (await (await texts()).moduleNames(signal)).filter((name) => name.startsWith(prefix));
    },
  };
}

function recentLimit(uri: string): number {
  const asked = Number(/[?&]limit=(\d{1,4})(?:&|$)/.exec(uri)?.[1] ?? DEFAULT_RECENT);
  return Math.max(1, Math.min(MOST_RECENT, asked));
}

/** The text itself if it is not well encoded. */
function decoded(text: string): string {
  try {
    return decodeURIComponent(text);
  } catch {
    return text;
  }
}
