/** Tools as `tools/list` shows them, and which clients need names without dots. */
import type { Tool as ListedTool } from '@modelcontextprotocol/server';
import type { AnswerForm, Tool } from '../../core/tool.ts';

export type ToolNames = 'auto' | 'spec' | 'safe';
export type Era = 'legacy' | 'modern';

const CANONICAL_NAME_KEY = 'io.github.pilotbook/canonicalName';

/** In the stateless era the list must be the same for every client, so `auto` ignores who asks. */
export function namesFor(names: ToolNames, era: Era, clientName: string | undefined): 'spec' | 'safe' {
  if (names !== 'auto') return names;
  return era === 'legacy' && clientName !== undefined && refusesDots(clientName) ? 'safe' : 'spec';
}

export function listedName(tool: Pick<Tool, 'name' | 'safeName'>, names: 'spec' | 'safe'): string {
  return names === 'safe' ? tool.safeName : tool.name;
}

export function listedTool(tool: Tool, names: 'spec' | 'safe', form: AnswerForm): ListedTool {
  return {
    name: listedName(tool, names),
    title: tool.name,
    description: tool.description,
    // A tool's schema is that of an object with named fields; core/tool.ts cannot make another.
    inputSchema: tool.schema(form) as ListedTool['inputSchema'],
    annotations: { title: tool.name, ...tool.annotations },
    _meta: { [CANONICAL_NAME_KEY]: tool.name },
  };
}

/**
 * Clients that refuse, rewrite or drop a tool name with a dot, known by the name they give in `initialize`.
 * Their model services take `^[a-zA-Z0-9_-]{1,64}$`; some withhold a whole server because of one such name.
 */
const CLIENTS_WITHOUT_DOTS: readonly { client: string; name: RegExp }[] = [
  { client: 'Claude Desktop, Claude Code, claude.ai', name: /claude|anthropic|^local-agent-mode/ },
  { client: 'Cursor', name: /cursor/ },
  { client: 'Codex, ChatGPT', name: /codex|openai|chatgpt/ },
  { client: 'Copilot, VS Code, Visual Studio', name: /copilot|github|vs ?code|visual studio/ },
  { client: 'JetBrains', name: /jetbrains|intellij|junie/ },
  { client: 'Windsurf, Antigravity', name: /windsurf|codeium|cascade|antigravity/ },
  { client: 'OpenCode', name: /opencode/ },
  { client: 'Zed', name: /^zed\b/ },
  { client: 'Gemini CLI, Qwen Code', name: /gemini|qwen/ },
  { client: 'Cline and its forks', name: /\bcline\b|\broo\b|roo[ -]?code|\bkilo\b|kilo[ -]?code/ },
  { client: 'Continue', name: /^continue\b/ },
  { client: 'Augment', name: /augment/ },
  { client: 'Kiro, Amazon Q', name: /\bkiro\b|amazon ?q|q-dev-cli/ },
  { client: 'Goose', name: /\bgoose\b/ },
  { client: 'Amp', name: /^amp\b/ },
  { client: 'Grok', name: /grok/ },
  { client: 'Warp', name: /^warp\b/ },
  { client: 'Factory', name: /\bfactory\b|\bdroid\b/ },
  { client: 'Trae', name: /\btrae\b/ },
  { client: 'Crush', name: /\bcrush\b/ },
];

export function refusesDots(clientName: string): boolean {
  const name = clientName.toLowerCase();
  return CLIENTS_WITHOUT_DOTS.some((known) => known.name.test(name));
}
