/**
 * Writes what lists: docs/tools.md, docs/config.md, docs/cli.md, and the marked parts of README.md and
 * ARCHITECTURE.md. `--check` writes nothing and fails on a difference.
 */
import { mkdirSync, readFileSync, writeFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import { dirname, join } from 'node:path';
import { COMMANDS } from '../src/adapters/cli/commands.ts';
import { commandHelp, overview } from '../src/adapters/cli/help.ts';
import { createApp, version } from '../src/app/index.ts';
import { CLIENTS, type Client, type ConfigFile, packageOf, servedBy } from '../src/app/setup/clients.ts';
import { loadConfig, OPTIONS } from '../src/config/index.ts';
import { systemClock } from '../src/core/clock.ts';
import { createLogger } from '../src/core/log.ts';
import { TOOLSETS, type Tool } from '../src/core/tool.ts';

const root = join(import.meta.dirname, '..');
const GENERATED = '<!-- Made by scripts/generate-docs.ts; do not edit. -->';

const config = await loadConfig({ flags: { root }, env: {}, cwd: root });
const app = await createApp(config, {
  clock: systemClock,
  log: createLogger('silent', () => {}, systemClock.now),
  token: () => 'docs',
  random: () => 0,
  node: process.versions.node,
});
const rooms = createRequire(import.meta.url)('../rooms.cjs') as {
  core: Record<string, string[]>;
  areas: Record<string, string[]>;
};

const stale: string[] = [];
put('docs/tools.md', toolsPage(app.tools));
put('docs/config.md', configPage());
put('docs/cli.md', cliPage());
for (const client of CLIENTS) put(`docs/clients/${client.id}.md`, clientPage(client));
put('README.md', withPart('README.md', 'tools', toolTable(app.tools)));
put('ARCHITECTURE.md', withPart('ARCHITECTURE.md', 'rooms', roomTable()));
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

function toolsPage(tools: readonly Tool[]): string {
  const parts = TOOLSETS.flatMap((toolset) => {
    const own = tools.filter((tool) => tool.toolset === toolset);
    return own.length === 0 ? [] : [`## ${toolset}`, ...own.map(toolSection)];
  });
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
  const launch = servedBy(packageOf(version), undefined);
  const files = [
    ...(client.project ? [{ title: 'In the project', file: client.project('', launch) }] : []),
    {
      title: 'For the user',
      file: client.user(
        { directory: '~', platform: 'linux' },
        servedBy(packageOf(version), client.project ? undefined : '/path/to/project'),
      ),
    },
  ];
  const command = client.project
    ? `npx pilotbook init --client ${client.id}`
    : `npx pilotbook init --global --client ${client.id}`;
  return `${[
    `# ${client.title}`,
    GENERATED,
    `\`\`\`\n${command}\n\`\`\``,
    `That writes the entry below; \`--remove\` takes it away again, and nothing else in the file changes. Names of tools come without dots, so the client takes them as they are. With \`--local\` the entry starts the program you ran, by its path: for a clone, or a machine without a network.`,
    ...files.map(({ title, file }) => `## ${title}: \`${file.path.replace(/^\//, '')}\`\n\n${snippet(file)}`),
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

function roomTable(): string {
  const row =
    (kind: string) =>
    ([room, may]: [string, string[]]) =>
      `| ${kind}/${room} | ${may.join(', ') || 'no other room'} |`;
  return [
    '| room | may use |',
    '|---|---|',
    ...Object.entries(rooms.core).map(row('core')),
    ...Object.entries(rooms.areas).map(row('areas')),
  ].join('\n');
}
