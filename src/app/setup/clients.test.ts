import { expect, test } from 'vitest';
import { CLIENTS, type Home, packageOf, servedBy } from './clients.ts';

const LINUX: Home = { directory: '/home/me', platform: 'linux', env: {} };
const MAC: Home = { directory: '/Users/me', platform: 'darwin', env: {} };
const WINDOWS: Home = {
  directory: 'C:/Users/me',
  platform: 'win32',
  env: { APPDATA: 'D:/Roaming' },
};
const moved = (home: Home, env: Home['env']): Home => ({ ...home, env: { ...home.env, ...env } });

const userFile = (id: string, home: Home) => {
  const client = CLIENTS.find((each) => each.id === id) ?? expect.unreachable();
  const file = client.user(home, servedBy(packageOf('1.2.3'), undefined, 'text'));
  return { path: file.path.replaceAll('\\', '/'), within: file.within };
};

test.each([
  ['claude-code', '.mcp.json'],
  ['codex', '.codex/config.toml'],
  ['cursor', '.cursor/mcp.json'],
  ['vscode', '.vscode/mcp.json'],
  ['gemini', '.gemini/settings.json'],
  ['windsurf', undefined],
  ['zed', '.zed/settings.json'],
  ['opencode', 'opencode.json'],
])('in a project %s reads %s', (id, path) => {
  const client = CLIENTS.find((each) => each.id === id);
  const file = client?.project?.('/projects/shop', servedBy(packageOf('1.2.3'), undefined, 'text'));
  expect(file?.path.replaceAll('\\', '/')).toBe(path && `/projects/shop/${path}`);
});

test.each<[string, linux: string, mac: string, windows: string]>([
  ['claude-code', '.claude.json', '.claude.json', 'C:/Users/me/.claude.json'],
  ['codex', '.codex/config.toml', '.codex/config.toml', 'C:/Users/me/.codex/config.toml'],
  ['cursor', '.cursor/mcp.json', '.cursor/mcp.json', 'C:/Users/me/.cursor/mcp.json'],
  [
    'vscode',
    '.config/Code/User/mcp.json',
    'Library/Application Support/Code/User/mcp.json',
    'D:/Roaming/Code/User/mcp.json',
  ],
  ['gemini', '.gemini/settings.json', '.gemini/settings.json', 'C:/Users/me/.gemini/settings.json'],
  [
    'windsurf',
    '.codeium/windsurf/mcp_config.json',
    '.codeium/windsurf/mcp_config.json',
    'C:/Users/me/.codeium/windsurf/mcp_config.json',
  ],
  ['zed', '.config/zed/settings.json', '.config/zed/settings.json', 'D:/Roaming/Zed/settings.json'],
  [
    'opencode',
    '.config/opencode/opencode.json',
    '.config/opencode/opencode.json',
    'C:/Users/me/.config/opencode/opencode.json',
  ],
])('of a user %s reads %s on Linux, %s on macOS, %s on Windows', (id, linux, mac, windows) => {
  expect(userFile(id, LINUX).path).toBe(`/home/me/${linux}`);
  expect(userFile(id, MAC).path).toBe(`/Users/me/${mac}`);
  expect(userFile(id, WINDOWS).path).toBe(windows);
});

test.each<[string, Home, Home['env'], string]>([
  ['claude-code', LINUX, { CLAUDE_CONFIG_DIR: '/etc/c' }, '/etc/c/.claude.json'],
  ['claude-code', WINDOWS, { CLAUDE_CONFIG_DIR: 'E:/c' }, 'E:/c/.claude.json'],
  ['codex', MAC, { CODEX_HOME: '/opt/codex' }, '/opt/codex/config.toml'],
  ['gemini', LINUX, { GEMINI_CLI_HOME: '/srv/g' }, '/srv/g/.gemini/settings.json'],
  ['vscode', LINUX, { XDG_CONFIG_HOME: '/x' }, '/x/Code/User/mcp.json'],
  ['vscode', MAC, { XDG_CONFIG_HOME: '/x' }, '/Users/me/Library/Application Support/Code/User/mcp.json'],
  ['vscode', WINDOWS, { APPDATA: undefined }, 'C:/Users/me/AppData/Roaming/Code/User/mcp.json'],
  ['zed', LINUX, { XDG_CONFIG_HOME: '/x' }, '/x/zed/settings.json'],
  ['zed', MAC, { XDG_CONFIG_HOME: '/x' }, '/Users/me/.config/zed/settings.json'],
  ['zed', WINDOWS, { XDG_CONFIG_HOME: 'E:/x' }, 'D:/Roaming/Zed/settings.json'],
  ['opencode', MAC, { XDG_CONFIG_HOME: '/x' }, '/x/opencode/opencode.json'],
  ['opencode', WINDOWS, { XDG_CONFIG_HOME: 'E:/x' }, 'E:/x/opencode/opencode.json'],
  ['opencode', LINUX, { XDG_CONFIG_HOME: '' }, '/home/me/.config/opencode/opencode.json'],
])('%s on %o with %o reads %s', (id, home, env, path) => {
  const file = userFile(id, moved(home, env));
  expect(file.path).toBe(path);
  expect(path.startsWith(`${file.within}/`)).toBe(true);
});
