/**
 * Writes what lists: docs/tools.md, docs/config.md, docs/cli.md, and the marked parts of README.md and
 * ARCHITECTURE.md. `--check` writes nothing and fails on a difference.
 */
import { mkdirSync, readFileSync, writeFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import { dirname, join } from 'node:path';
import { COMMANDS } from '../src/adapters/cli/commands/index.ts';
import { commandHelp, overview } from '../src/adapters/cli/help.ts';
import { createApp, version } from '../src/app/index.ts';
import {
  CLIENTS,
  type Client,
  type ConfigFile,
  type Home,
  packageOf,
  servedBy,
} from '../src/app/setup/clients.ts';
import { loadConfig, OPTIONS } from '../src/config/index.ts';
import { systemClock } from '../src/core/clock.ts';
import { createLogger } from '../src/core/logger.ts';
import type { Tool } from '../src/core/tool.ts';

const root = join(import.meta.dirname, '..');
const GENERATED = '<!-- Made by scripts/generate-docs.ts; do not edit. -->';

const HOMES: { system: string; home: Home }[] = [
  { system: 'Linux', home: { directory: '~', platform: 'linux', env: {} } },
  { system: 'macOS', home: { directory: '~', platform: 'darwin', env: {} } },
  {
    system: 'Windows',
    home: { directory: '%USERPROFILE%', platform: 'win32', env: { APPDATA: '%APPDATA%' } },
  },
];

/** What moves the file of the user, and how the client starts `npx` on Windows; from its manual or its source. */
const FACTS: Record<string, { moved?: string; windows: string }> = {
  'claude-code': {
    moved: '`CLAUDE_CONFIG_DIR`: the file lies in that directory',
    windows:
      'On Windows `npx` is a command file, and Claude Code cannot start those. `.mcp.json` is shared by people on all systems, so its entry starts `node`, which is a program on each of them; Node starts `npx` through the shell of the system, with a variable that keeps it from looking in the project. The file of the user is for one machine: there the entry is `npx` on Linux and macOS, and goes through `node` on Windows. `pilotbook doctor` reports an entry that cannot start where it runs: `npx` of Claude Code on Windows, `cmd /c npx` elsewhere. `cmd /c npx`, as in the manual of Claude Code, starts on Windows too; `cmd` looks for `npx` in the project first, so prefer what `init` writes.',
  },
  codex: {
    moved: '`CODEX_HOME`: `config.toml` in that directory',
    windows: 'Codex looks `npx` up with the endings of `PATHEXT`, and so finds `npx.cmd`.',
  },
  cursor: {
    windows:
      'Published examples use `npx` on every system; old versions of Cursor could not start it on Windows. If yours cannot, use the entry of [Claude Code](claude-code.md).',
  },
  vscode: {
    moved: '`XDG_CONFIG_HOME` on Linux, `APPDATA` on Windows: `Code` in that directory',
    windows: 'VS Code starts command files such as `npx.cmd` through a shell.',
  },
  gemini: {
    moved: '`GEMINI_CLI_HOME`: it takes the place of the home',
    windows:
      'On Windows `npx` is a command file; the MCP SDK, on which Gemini CLI is built, finds such files.',
  },
  windsurf: {
    windows:
      'Published examples use `npx` on every system. If yours cannot start it on Windows, install the package (`npm install -g pilotbook`) and run `init --local`.',
  },
  zed: {
    moved: '`XDG_CONFIG_HOME` on Linux: `zed` in that directory',
    windows: 'Zed starts servers through a shell, which finds `npx.cmd`; before November 2025 it could not.',
  },
  opencode: {
    moved: '`XDG_CONFIG_HOME` on every system: `opencode` in that directory',
    windows: 'On Windows `npx` is a command file; the MCP SDK, on which OpenCode is built, finds such files.',
  },
};

const config = await loadConfig({ flags: { root }, env: {}, cwd: root });
const app = await createApp(config, {
  clock: systemClock,
  log: createLogger('silent', () => {}, systemClock.now),
  token: () => 'docs',
  random: () => 0,
  node: process.versions.node,
});
const modules = createRequire(import.meta.url)('../architecture.cjs') as {
  core: Record<string, string[]>;
  areas: Record<string, string[]>;
  knowledge: Record<'areas' | 'core', string[]>;
};

const stale: string[] = [];
put('docs/tools.md', toolsPage(app.toolsets));
put('docs/config.md', configPage());
put('docs/cli.md', cliPage());
for (const client of CLIENTS) put(`docs/clients/${client.id}.md`, clientPage(client));
put('README.md', withPart('README.md', 'tools', toolTable(app.tools)));
put('ARCHITECTURE.md', withPart('ARCHITECTURE.md', 'modules', moduleTable()));
await app.close();
if (stale.length > 0) {
  console.error(`out of date: ${stale.join(', ')}; run npm run docs`);
  process.exit(1);
}

function put(path: string, text: string): void {
  const file = join(root, path);
  let before = '';
  try {
    before = readFileSync(file, 'utf8');
  } catch {
    // A new page.
  }
  if (before === text) return;
  if (process.argv.includes('--check')) stale.push(path);
  else {
    mkdirSync(dirname(file), { recursive: true });
    writeFileSync(file, text);
  }
}

function withPart(path: string, name: string, part: string): string {
  const text = readFileSync(join(root, path), 'utf8');
  const [start, end] = [`<!-- ${name}:start -->`, `<!-- ${name}:end -->`];
  const [from, to] = [text.indexOf(start), text.indexOf(end)];
  if (from === -1 || to < from) throw new Error(`${path} lacks the marks ${start} and ${end}`);
  return `${text.slice(0, from + start.length)}\n${part}\n${text.slice(to)}`;
}

function cell(text: string): string {
  return text.replaceAll('|', '\\|').replaceAll('\n', ' ');
}

function toolTable(tools: readonly Tool[]): string {
  const rows = tools.map(
    ({ name, safeName, description }) => `| \`${name}\` | \`${safeName}\` | ${cell(description)} |`,
  );
  return ['| tool | safe name | what it does |', '|---|---|---|', ...rows].join('\n');
}

function toolsPage(toolsets: ReadonlyMap<string, readonly Tool[]>): string {
  const parts = [...toolsets].flatMap(([name, tools]) => [`## ${name}`, ...tools.map(toolSection)]);
  return `${['# Tools', GENERATED, 'A tool is called under its name or its safe name. Every tool leaves one line in the audit log.', ...parts].join('\n\n')}\n`;
}

interface Property {
  type?: string;
  enum?: unknown[];
  default?: unknown;
  description?: string;
}

function toolSection(tool: Tool): string {
  const schema = tool.schema() as { properties?: Record<string, Property>; required?: string[] };
  const rows = Object.entries(schema.properties ?? {}).map(([name, property]) => {
    const type = property.enum
      ? property.enum.map((value) => `\`${String(value)}\``).join(', ')
      : (property.type ?? 'any');
    const needed = schema.required?.includes(name)
      ? 'yes'
      : property.default === undefined
        ? ''
        : `\`${JSON.stringify(property.default)}\``;
    return `| \`${name}\` | ${cell(type)} | ${needed} | ${cell(property.description ?? '')} |`;
  });
  const table =
    rows.length === 0
      ? 'Takes no arguments.'
      : ['| argument | type | required or default | meaning |', '|---|---|---|---|', ...rows].join('\n');
  const hints = tool.annotations.readOnlyHint
    ? 'Reads only.'
    : tool.annotations.destructiveHint
      ? 'May change or remove what was there.'
      : 'Adds; removes nothing.';
  return `### \`${tool.name}\`\n\nSafe name \`${tool.safeName}\`. ${hints}\n\n${tool.description}\n\n${table}`;
}

function configPage(): string {
  const rows = Object.values(OPTIONS).map((option) => {
    const flags = option.flags.map((flag) => `\`--${flag}\``).join(', ');
    const file = 'file' in option && option.file ? `\`${option.file}\`` : '';
    const env = option.env ? `\`${option.env}\`` : '';
    return `| ${flags} | ${env} | ${file} | ${cell(option.defaultText)} | ${cell(option.doc)} |`;
  });
  return `${[
    '# Configuration',
    GENERATED,
    'Later wins: default, `repo_mcp.toml` at the root, environment, flag. A wrong value stops start-up and says what is allowed. An option without a key for the file cannot be set by the repository, because a repository is untrusted.',
    ['| flag | variable | `repo_mcp.toml` | default | meaning |', '|---|---|---|---|---|', ...rows].join(
      '\n',
    ),
  ].join('\n\n')}\n`;
}

function cliPage(): string {
  const pages = COMMANDS.map(
    (command) => `## ${command.name}\n\n\`\`\`text\n${commandHelp(command)}\n\`\`\``,
  );
  return `${['# Commands', GENERATED, `\`\`\`text\n${overview(COMMANDS, version)}\n\`\`\``, ...pages].join('\n\n')}\n`;
}

/** One page a client: where its files are and what `pilotbook init` writes there. */
function clientPage(client: Client): string {
  const launch = servedBy(packageOf(version), client.project ? undefined : '/path/to/project', 'text');
  const project = client.project?.('', launch);
  const command = client.project
    ? `npx pilotbook init --client ${client.id}`
    : `npx pilotbook init --global --client ${client.id}`;
  const facts = FACTS[client.id] ?? { windows: '' };
  return `${[
    `# ${client.title}`,
    GENERATED,
    `\`\`\`\n${command}\n\`\`\``,
    `This writes the entry below; \`--remove\` removes it. Nothing else in the file changes. Tool names have no dots, so every client accepts them. Answers are text, made to be read; \`--answers json\` asks for JSON as the tools are specified. With \`--local\` the entry starts this copy of the program by its path: for a clone, or a machine without a network.`,
    ...(project ? [`## In the project: \`${project.path.replace(/^\//, '')}\``, snippet(project)] : []),
    `## For the user${client.project ? ', with `--global`' : ''}`,
    `| system | file |\n|---|---|\n${HOMES.map(({ system, home }) => {
      const { path } = client.user(home, launch);
      return `| ${system} | \`${system === 'Windows' ? path.replaceAll('/', '\\') : path}\` |`;
    }).join('\n')}`,
    ...(facts.moved === undefined ? [] : [`Moved by ${facts.moved}.`]),
    ...HOMES.map(({ system, home }) => ({ system, text: snippet(client.user(home, launch)) }))
      .filter(({ text }, at, all) => all.findIndex((each) => each.text === text) === at)
      .map(({ system, text }, _, { length }) =>
        length === 1 ? text : `${system === 'Linux' ? 'On Linux and macOS' : `On ${system}`}:\n\n${text}`,
      ),
    '## Windows',
    `${facts.windows} This comes from manuals, source code and reports: we have not run a client on Windows.`,
  ].join('\n\n')}\n`;
}

function snippet({ format, key, entry }: ConfigFile): string {
  if (format === 'json') {
    const nested = key.toReversed().reduce<unknown>((inner, name) => ({ [name]: inner }), entry);
    return `\`\`\`json\n${JSON.stringify(nested, null, 2)}\n\`\`\``;
  }
  const lines = Object.entries(entry as Record<string, unknown>).map(
    ([name, value]) => `${name} = ${JSON.stringify(value)}`,
  );
  return `\`\`\`toml\n[${key.join('.')}]\n${lines.join('\n')}\n\`\`\``;
}

function moduleTable(): string {
  const row =
    (kind: string) =>
    ([module, may]: [string, string[]]) =>
      `| ${kind}/${module} | ${may.join(', ') || 'no other module'} |`;
  return [
    '| module | may use |',
    '|---|---|',
    ...Object.entries(modules.core).map(row('core')),
    ...Object.entries(modules.areas).map(row('areas')),
    `| knowledge | ${[...modules.knowledge.areas, ...modules.knowledge.core].join(', ')} |`,
  ].join('\n');
}
