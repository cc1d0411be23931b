/** What comes along for people: the README, the rules for those who work on the code, and examples that work. */
import { existsSync, readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { Client } from '@modelcontextprotocol/client';
import { StdioClientTransport } from '@modelcontextprotocol/client/stdio';
import { parse } from 'smol-toml';
import { expect, onTestFinished } from 'vitest';
import manifest from '../../package.json' with { type: 'json' };
import { loadConfig, OPTIONS } from '../../src/config/index.ts';
import { repository } from '../helpers/repository.ts';
import { verifies } from '../helpers/requirements.ts';
import { PROGRAM } from '../helpers/run-program.ts';

const ROOT = join(import.meta.dirname, '../..');
const read = (path: string) => readFileSync(join(ROOT, path), 'utf8');

verifies('repo:packaging:readme', 'the README says how to start, to set up, and what is safe', () => {
  const readme = read('README.md');
  for (const heading of ['## Set up a project', '## Tools', '## Safety', '## Limits'])
    expect(readme).toContain(`\n${heading}\n`);
  expect(readme).toContain('npx pilotbook init');
  const [, afterwards = ''] = readme.split('npx pilotbook init');
  expect(afterwards.split('\n\n')[1]).toMatch(/Not yet on npm.*`npm ci`.*`init --local`/s);
});

verifies(
  'repo:packaging:agents-file',
  'AGENTS.md has the rules and the limits of safety, under both names',
  () => {
    const rules = read('AGENTS.md');
    expect(read('CLAUDE.md')).toBe(rules);
    for (const word of ['npm run check', 'deny list', 'outside of the root', 'No network', 'audit log'])
      expect(rules).toContain(word);
    for (const [, path = ''] of rules.matchAll(/^(\w+\/[\w/.]*)\s{2,}/gm))
      expect(existsSync(join(ROOT, path)), path).toBe(true);
    expect(manifest.files).toContain('AGENTS.md');
  },
);

verifies(
  'repo:packaging:examples',
  'examples come along: repo_mcp.toml has every key, with its default',
  async () => {
    expect(manifest.files).toContain('examples');
    const tables = parse(read('examples/repo_mcp.toml')) as Record<string, Record<string, unknown>>;
    const shown = Object.entries(tables).flatMap(([table, rows]) =>
      Object.entries(rows).map(([key, value]) => [`${table}.${key}`, value]),
    );
    const known = Object.values(OPTIONS).flatMap((option) =>
      'file' in option && option.file ? [[option.file, option.fallback ?? []]] : [],
    );
    expect(Object.fromEntries(shown)).toEqual(Object.fromEntries(known));
    const root = repository({ 'repo_mcp.toml': read('examples/repo_mcp.toml') });
    const [with_, without] = [root, repository({})].map((cwd) => loadConfig({ flags: {}, env: {}, cwd }));
    const {
      warnings,
      root: _,
      dataDir: __,
      packRoot: ___,
      ...config
    } = await (with_ ?? expect.unreachable());
    expect(warnings).toEqual([]);
    expect(await without).toMatchObject(config);
  },
);

verifies('repo:packaging:examples', 'the entries for clients start a server that answers', async () => {
  const entries = readdirSync(join(ROOT, 'examples')).filter((name) => name.endsWith('.json'));
  expect(entries).toEqual(['any-client.json', 'read-only.json']);
  for (const name of entries) {
    const { command, args } = JSON.parse(read(`examples/${name}`)).mcpServers.pilotbook;
    expect([command, ...args.slice(0, 2)]).toEqual(['npx', '-y', `pilotbook@${manifest.version}`]);
    const root = repository({ 'a.py': 'def one():\n    return 1\n' });
    const places: Record<string, string> = {
      '/path/to/project': root,
      '/path/to/data': join(repository({}), 'data'),
    };
    const client = new Client({ name: 'examples', version: '1.0.0' });
    onTestFinished(() => client.close());
    await client.connect(
      new StdioClientTransport({
        command: process.execPath,
        args: [PROGRAM, ...args.slice(2).map((word: string) => places[word] ?? word)],
        stderr: 'ignore',
      }),
    );
    const { tools } = await client.listTools();
    const search = tools.find((tool) => /^repo[._]search$/.test(tool.name))?.name ?? '';
    const answer = await client.callTool({ name: search, arguments: { query: 'one' } });
    expect(JSON.stringify(answer)).toContain('a.py');
    if (name === 'read-only.json') {
      expect(tools.some((tool) => /create|input/.test(tool.name))).toBe(false);
      expect(readdirSync(root)).toEqual(['a.py']);
    }
  }
});
