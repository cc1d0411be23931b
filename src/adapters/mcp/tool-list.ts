/** Tools as `tools/list` shows them. */
import type { Tool as ListedTool } from '@modelcontextprotocol/server';
import type { Tool } from '../../core/tool.ts';
import { refusesDots } from './known-clients.ts';

export type ToolNames = 'auto' | 'spec' | 'safe';
export type Era = 'legacy' | 'modern';

const CANONICAL_NAME_KEY = 'io.github.pilotbook/canonicalName';

/** In the stateless era the list must be the same for every client, so `auto` cannot look at who asks. */
export function namesFor(names: ToolNames, era: Era, clientName: string | undefined): 'spec' | 'safe' {
  if (names !== 'auto') return names;
  return era === 'legacy' && clientName !== undefined && refusesDots(clientName) ? 'safe' : 'spec';
}

export function listedName(tool: Pick<Tool, 'name' | 'safeName'>, names: 'spec' | 'safe'): string {
  return names === 'safe' ? tool.safeName : tool.name;
}

export function listedTool(tool: Tool, names: 'spec' | 'safe'): ListedTool {
  return {
    name: listedName(tool, names),
    title: tool.name,
    description: tool.description,
    // A tool's schema is that of an object with named fields; core/tool.ts cannot make another.
    inputSchema: tool.schema() as ListedTool['inputSchema'],
    annotations: { title: tool.name, ...tool.annotations },
    _meta: { [CANONICAL_NAME_KEY]: tool.name },
  };
}
