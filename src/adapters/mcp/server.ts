/** The app as an SDK server: one instance for each connection, the same answers in both eras of the protocol. */
import type { ServerCapabilities } from '@modelcontextprotocol/server';
import { inWordsOf, type ServedApp } from '../../app/index.ts';
import { EdgeServer } from './edge-server.ts';
import { handlePrompts } from './prompts.ts';
import { handleResources } from './resources.ts';
import { listedName, namesFor } from './tool-list.ts';
import { handleTools, type ToolDeps } from './tools.ts';

/** The lists do not change while the program runs; the next run may have other tools or flags. */
const LIST_TTL_MS = 300_000;

export function createServer(deps: ToolDeps): EdgeServer {
  const { app, era, toolNames, log } = deps;
  const inWordsFor = (client: string | undefined) => {
    const names = namesFor(toolNames, era, client);
    return inWordsOf((tool) => listedName(tool, names), app.tools);
  };
  const server = new EdgeServer(
    { name: 'pilotbook', title: 'Pilotbook', version: app.version },
    {
      capabilities: capabilities(app),
      instructions: app.instructions,
      inWordsFor,
      cacheHints: {
        'server/discover': { ttlMs: LIST_TTL_MS, cacheScope: 'private' },
        'tools/list': { ttlMs: LIST_TTL_MS, cacheScope: 'private' },
        'prompts/list': { ttlMs: LIST_TTL_MS, cacheScope: 'private' },
        'resources/templates/list': { ttlMs: LIST_TTL_MS, cacheScope: 'private' },
      },
    },
  );
  handleTools(server, deps);
  if (app.resources.length > 0) handleResources(server, app.resources, log);
  if (app.prompts.length > 0) handlePrompts(server, app.prompts, inWordsFor, log);
  return server;
}

function capabilities(app: ServedApp): ServerCapabilities {
  const templates = app.resources.some((provider) => provider.templates.length > 0);
  return {
    tools: {},
    ...(app.resources.length > 0 ? { resources: {} } : {}),
    ...(app.prompts.length > 0 ? { prompts: {} } : {}),
    ...(templates ? { completions: {} } : {}),
  };
}
