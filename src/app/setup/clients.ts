/** The clients we write configurations for: where their files are and what an entry looks like there. */
import { join } from 'node:path';

export interface Launch {
  command: string;
  args: readonly string[];
}

export interface ConfigFile {
  /** Absolute. */
  path: string;
  format: 'json' | 'toml';
  /** Where the entry stands: keys of nested objects, or the dotted name of a table. */
  key: readonly string[];
  entry: unknown;
}

export interface Home {
  directory: string;
  platform: string;
}

export interface Client {
  id: string;
  title: string;
  /** Relative to the home directory: there if the client is installed. */
  signs: readonly string[];
  project?(root: string, launch: Launch): ConfigFile;
  user(home: Home, launch: Launch): ConfigFile;
}

const NAME = 'pilotbook';

const servers = (path: string, launch: Launch, extra: object = {}): ConfigFile => ({
  path,
  format: 'json',
  key: ['mcpServers', NAME],
  entry: { ...extra, command: launch.command, args: launch.args },
});

const codex = (path: string, launch: Launch): ConfigFile => ({
  path,
  format: 'toml',
  key: ['mcp_servers', NAME],
  entry: { command: launch.command, args: launch.args },
});

const vscode = (path: string, launch: Launch): ConfigFile => ({
  path,
  format: 'json',
  key: ['servers', NAME],
  entry: { type: 'stdio', command: launch.command, args: launch.args },
});

const zed = (path: string, launch: Launch): ConfigFile => ({
  path,
  format: 'json',
  key: ['context_servers', NAME],
  entry: { source: 'custom', command: launch.command, args: launch.args, env: {} },
});

const opencode = (path: string, launch: Launch): ConfigFile => ({
  path,
  format: 'json',
  key: ['mcp', NAME],
  entry: { type: 'local', command: [launch.command, ...launch.args], enabled: true },
});

export const CLIENTS: readonly Client[] = [
  {
    id: 'claude-code',
    title: 'Claude Code',
    signs: ['.claude', '.claude.json'],
    project: (root, launch) => servers(join(root, '.mcp.json'), launch),
    user: (home, launch) => servers(join(home.directory, '.claude.json'), launch),
  },
  {
    id: 'codex',
    title: 'Codex',
    signs: ['.codex'],
    project: (root, launch) => codex(join(root, '.codex/config.toml'), launch),
    user: (home, launch) => codex(join(home.directory, '.codex/config.toml'), launch),
  },
  {
    id: 'cursor',
    title: 'Cursor',
    signs: ['.cursor'],
    project: (root, launch) => servers(join(root, '.cursor/mcp.json'), launch),
    user: (home, launch) => servers(join(home.directory, '.cursor/mcp.json'), launch),
  },
  {
    id: 'vscode',
    title: 'VS Code',
    signs: ['.vscode', '.config/Code', 'Library/Application Support/Code', 'AppData/Roaming/Code'],
    project: (root, launch) => vscode(join(root, '.vscode/mcp.json'), launch),
    user: (home, launch) => vscode(join(home.directory, codeFolder(home.platform), 'User/mcp.json'), launch),
  },
  {
    id: 'gemini',
    title: 'Gemini CLI',
    signs: ['.gemini'],
    project: (root, launch) => servers(join(root, '.gemini/settings.json'), launch),
    user: (home, launch) => servers(join(home.directory, '.gemini/settings.json'), launch),
  },
  {
    // It has no file in the project, and starts servers in a directory of its own.
    id: 'windsurf',
    title: 'Windsurf',
    signs: ['.codeium/windsurf'],
    user: (home, launch) => servers(join(home.directory, '.codeium/windsurf/mcp_config.json'), launch),
  },
  {
    id: 'zed',
    title: 'Zed',
    signs: ['.config/zed'],
    project: (root, launch) => zed(join(root, '.zed/settings.json'), launch),
    user: (home, launch) => zed(join(home.directory, '.config/zed/settings.json'), launch),
  },
  {
    id: 'opencode',
    title: 'OpenCode',
    signs: ['.config/opencode'],
    project: (root, launch) => opencode(join(root, 'opencode.json'), launch),
    user: (home, launch) => opencode(join(home.directory, '.config/opencode/opencode.json'), launch),
  },
];

function codeFolder(platform: string): string {
  if (platform === 'darwin') return 'Library/Application Support/Code';
  return platform === 'win32' ? 'AppData/Roaming/Code' : '.config/Code';
}

/** The package by its name. The version is pinned: what a person reviewed is what starts. */
export function packageOf(version: string): Launch {
  return { command: 'npx', args: ['-y', `pilotbook@${version}`] };
}

/** Without a root, the server takes the directory it is started in. */
export function servedBy({ command, args }: Launch, root: string | undefined): Launch {
  const serve = [...args, 'serve', '--tool-names', 'safe'];
  return { command, args: root === undefined ? serve : [...serve, '--root', root] };
}
