/** The clients we write configurations for: where their files are and what an entry looks like there. */
import { dirname, join } from 'node:path';
import type { AnswerForm } from '../../core/tool.ts';

export interface Launch {
  command: string;
  args: readonly string[];
}

export interface ConfigFile {
  /** Absolute. */
  path: string;
  /** A directory above it that must not be left: the project, the home, or the one that the environment names. */
  within: string;
  format: 'json' | 'toml';
  /** Where the entry is: keys of nested objects, or the parts of the name of a table. */
  key: readonly string[];
  entry: unknown;
}

export interface Home {
  directory: string;
  platform: string;
  /** Variables can move the files of some clients. */
  env: Readonly<Record<string, string | undefined>>;
}

export interface HubEntry {
  url: string;
  /** The name of the variable that holds the token. */
  tokenEnv: string;
}

export interface Client {
  id: string;
  title: string;
  /** Paths that exist if the client is installed. */
  signs(home: Home): readonly string[];
  project?(root: string, launch: Launch): ConfigFile;
  user(home: Home, launch: Launch): ConfigFile;
  /** The entry for a hub, with the token from the environment; absent if the client takes none from there. */
  hub?(hub: HubEntry): unknown;
  /** It starts programs without a shell, so on Windows it cannot start npx, which is a command file there. */
  startsNoCommandFiles?: true;
}

/** A file of a client, and the directory it must stay below. */
type Place = Pick<ConfigFile, 'path' | 'within'>;

const NAME = 'pilotbook';

const below = (within: string, path: string): Place => ({ path: join(within, path), within });

const servers = (place: Place, launch: Launch): ConfigFile => ({
  ...place,
  format: 'json',
  key: ['mcpServers', NAME],
  entry: { command: launch.command, args: launch.args },
});

const codex = (place: Place, launch: Launch): ConfigFile => ({
  ...place,
  format: 'toml',
  key: ['mcp_servers', NAME],
  entry: { command: launch.command, args: launch.args },
});

const vscode = (place: Place, launch: Launch): ConfigFile => ({
  ...place,
  format: 'json',
  key: ['servers', NAME],
  entry: { type: 'stdio', command: launch.command, args: launch.args },
});

const zed = (place: Place, launch: Launch): ConfigFile => ({
  ...place,
  format: 'json',
  key: ['context_servers', NAME],
  entry: { source: 'custom', command: launch.command, args: launch.args, env: {} },
});

const opencode = (place: Place, launch: Launch): ConfigFile => ({
  ...place,
  format: 'json',
  key: ['mcp', NAME],
  entry: { type: 'local', command: [launch.command, ...launch.args], enabled: true },
});

/** `${NAME}` and the like, as the client writes a variable. */
const bearer = (variable: string) => ({ Authorization: `Bearer ${variable}` });

export const CLIENTS: readonly Client[] = [
  {
    id: 'claude-code',
    title: 'Claude Code',
    startsNoCommandFiles: true,
    signs: (home) => [claudeFolder(home).path, claudeFile(home).path],
    project: (root, launch) => servers(below(root, '.mcp.json'), startedByNode(launch)),
    user: (home, launch) =>
      servers(claudeFile(home), home.platform === 'win32' ? startedByNode(launch) : launch),
    hub: ({ url, tokenEnv }) => ({ type: 'http', url, headers: bearer(`\${${tokenEnv}}`) }),
  },
  {
    id: 'codex',
    title: 'Codex',
    signs: (home) => [dirname(codexFile(home).path)],
    project: (root, launch) => codex(below(root, '.codex/config.toml'), launch),
    user: (home, launch) => codex(codexFile(home), launch),
    hub: ({ url, tokenEnv }) => ({ url, bearer_token_env_var: tokenEnv }),
  },
  {
    id: 'cursor',
    title: 'Cursor',
    signs: (home) => [join(home.directory, '.cursor')],
    project: (root, launch) => servers(below(root, '.cursor/mcp.json'), launch),
    user: (home, launch) => servers(below(home.directory, '.cursor/mcp.json'), launch),
    hub: ({ url, tokenEnv }) => ({ url, headers: bearer(`\${env:${tokenEnv}}`) }),
  },
  {
    id: 'vscode',
    title: 'VS Code',
    signs: (home) => [join(home.directory, '.vscode'), settings(home, 'Code').path],
    project: (root, launch) => vscode(below(root, '.vscode/mcp.json'), launch),
    user: (home, launch) => vscode(settings(home, 'Code/User/mcp.json'), launch),
    hub: ({ url, tokenEnv }) => ({ type: 'http', url, headers: bearer(`\${env:${tokenEnv}}`) }),
  },
  {
    id: 'gemini',
    title: 'Gemini CLI',
    signs: (home) => [dirname(geminiFile(home).path)],
    project: (root, launch) => servers(below(root, '.gemini/settings.json'), launch),
    user: (home, launch) => servers(geminiFile(home), launch),
    hub: ({ url, tokenEnv }) => ({ httpUrl: url, headers: bearer(`$${tokenEnv}`) }),
  },
  {
    // It reads no file in a project, and starts servers in a directory of its own.
    id: 'windsurf',
    title: 'Windsurf',
    signs: (home) => [join(home.directory, '.codeium/windsurf')],
    user: (home, launch) => servers(below(home.directory, '.codeium/windsurf/mcp_config.json'), launch),
    hub: ({ url, tokenEnv }) => ({ serverUrl: url, headers: bearer(`\${env:${tokenEnv}}`) }),
  },
  {
    id: 'zed',
    title: 'Zed',
    signs: (home) => [dirname(zedFile(home).path)],
    project: (root, launch) => zed(below(root, '.zed/settings.json'), launch),
    user: (home, launch) => zed(zedFile(home), launch),
  },
  {
    id: 'opencode',
    title: 'OpenCode',
    signs: (home) => [dirname(openCodeFile(home).path)],
    project: (root, launch) => opencode(below(root, 'opencode.json'), launch),
    user: (home, launch) => opencode(openCodeFile(home), launch),
    hub: ({ url, tokenEnv }) => ({
      type: 'remote',
      url,
      enabled: true,
      oauth: false,
      headers: bearer(`{env:${tokenEnv}}`),
    }),
  },
];

/** Settings, skills and subagents of Claude Code. */
export function claudeFolder({ directory, env }: Home): Place {
  return env.CLAUDE_CONFIG_DIR ? below(env.CLAUDE_CONFIG_DIR, '') : below(directory, '.claude');
}

/** Next to that folder, or in it if a variable moved it. */
function claudeFile({ directory, env }: Home): Place {
  return below(env.CLAUDE_CONFIG_DIR || directory, '.claude.json');
}

function codexFile({ directory, env }: Home): Place {
  return env.CODEX_HOME ? below(env.CODEX_HOME, 'config.toml') : below(directory, '.codex/config.toml');
}

function geminiFile({ directory, env }: Home): Place {
  return below(env.GEMINI_CLI_HOME || directory, '.gemini/settings.json');
}

/** On macOS it is in the same place as on Linux, but no variable moves it. */
function zedFile(home: Home): Place {
  if (home.platform === 'win32') return settings(home, 'Zed/settings.json');
  if (home.platform === 'darwin') return below(home.directory, '.config/zed/settings.json');
  return xdgSettings(home, 'zed/settings.json');
}

/** The same place on every system. */
function openCodeFile(home: Home): Place {
  return xdgSettings(home, 'opencode/opencode.json');
}

/** Where programs keep a person's settings on this system. */
function settings(home: Home, path: string): Place {
  const { directory, platform, env } = home;
  if (platform === 'darwin') return below(directory, `Library/Application Support/${path}`);
  if (platform !== 'win32') return xdgSettings(home, path);
  return env.APPDATA ? below(env.APPDATA, path) : below(directory, `AppData/Roaming/${path}`);
}

function xdgSettings({ directory, env }: Home, path: string): Place {
  return env.XDG_CONFIG_HOME ? below(env.XDG_CONFIG_HOME, path) : below(directory, `.config/${path}`);
}

const NPX = 'npx';

/** The package by its name. The version is pinned: what a person reviewed is what starts. */
export function packageOf(version: string): Launch {
  return { command: NPX, args: ['-y', `pilotbook@${version}`] };
}

/** Without a root, the server takes the directory it is started in. */
export function servedBy({ command, args }: Launch, root: string | undefined, answers: AnswerForm): Launch {
  const serve = [...args, 'serve', '--tool-names', 'safe', '--answers', answers];
  return { command, args: root === undefined ? serve : [...serve, '--root', root] };
}

/**
 * One command that works on every system, for a file that people share: Node can be started without a shell also on
 * Windows, and then starts npx through a shell. The variable keeps that shell from running an `npx.cmd` in the project.
 * Nothing in the line needs quoting. A program that is named by its path needs no npx.
 */
function startedByNode({ command, args }: Launch): Launch {
  if (command !== NPX) return { command, args };
  const line = [command, ...args].join(' ');
  return {
    command: 'node',
    args: [
      '-e',
      `process.env.NoDefaultCurrentDirectoryInExePath='1';` +
        `require('child_process').spawn('${line}',{shell:true,stdio:'inherit'}).on('exit',c=>process.exit(c??1))`,
    ],
  };
}

export const WINDOWS_SHELL = /^cmd(\.exe)?$/i;

/** Why this client cannot start this command on this system; undefined if it can, as far as we know. */
export function cannotStart(
  { title, startsNoCommandFiles }: Client,
  command: string,
  platform: string,
): string | undefined {
  if (platform === 'win32')
    return startsNoCommandFiles && /^npx(\.cmd)?$/i.test(command)
      ? `on Windows ${title} cannot start ${command}`
      : undefined;
  return WINDOWS_SHELL.test(command) ? `it starts ${command}, which only Windows has` : undefined;
}
