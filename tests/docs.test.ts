/** What the pages say is true: links lead somewhere, figures are those of the code, commands exist. */
import { existsSync, readdirSync, readFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { describe, expect, test } from 'vitest';
import { COMMANDS } from '../src/adapters/cli/commands/index.ts';
import { OPTIONS } from '../src/config/index.ts';
import { openApp } from './helpers/app.ts';
import { repository } from './helpers/repository.ts';

const root = join(import.meta.dirname, '..');
const read = (path: string) => readFileSync(join(root, path), 'utf8');
const manifest = JSON.parse(read('package.json'));

const PAGES = [
  'README.md',
  'ARCHITECTURE.md',
  'AGENTS.md',
  'CONTRIBUTING.md',
  'SECURITY.md',
  'CHANGELOG.md',
  ...readdirSync(join(root, 'docs'), { recursive: true, encoding: 'utf8' })
    .filter((name) => name.endsWith('.md'))
    .map((name) => join('docs', name)),
];

describe.each(PAGES)('%s', (page) => {
  test('every link to a file leads somewhere', () => {
    const links = [...read(page).matchAll(/\]\((?!https?:|#|mailto:)([^)#\s]+)/g)].map(
      ([, target = '']) => target,
    );
    expect(links.filter((target) => !existsSync(join(root, dirname(page), target)))).toEqual([]);
  });

  test('every command it shows exists', () => {
    const names = COMMANDS.map(({ name }) => name);
    const shown = [
      ...read(page).matchAll(/(?:^|[`$(] ?)(?:npx (?:-y )?)?pilotbook ((?!serve\b)[a-z]+(?: [a-z]+)?)/gm),
    ].map(([, words = '']) => words);
    const unknown = shown.filter(
      (words) =>
        !names.some(
          (name) =>
            words === name ||
            words.startsWith(`${name} `) ||
            name.startsWith(`${words} `) ||
            name === words.split(' ')[0] ||
            name.startsWith(`${words.split(' ')[0]} `),
        ),
    );
    expect(unknown.filter((words) => !['help', 'version'].includes(words.split(' ')[0] ?? ''))).toEqual([]);
  });
});

describe('README', () => {
  const readme = read('README.md');

  test('is short enough to read and shows both commands', () => {
    expect(readme.split('\n').length).toBeLessThanOrEqual(200);
    expect(readme).toContain('npm ci && npm start');
    expect(readme).toContain('npm ci && npm test');
    expect(manifest.scripts.start).toBe('node bin/pilotbook.js tour');
    expect(manifest.scripts.test).toBe('vitest run');
  });

  test('its limits are the defaults', () => {
    expect(readme).toContain('Files over 1 MiB');
    expect(OPTIONS.maxFileBytes.fallback).toBe(1024 * 1024);
    expect(readme).toContain('256 KiB');
    expect(OPTIONS.maxTotalBytesPerResponse.fallback).toBe(256 * 1024);
  });

  test('its table of tools is the list of tools', async () => {
    const { app } = await openApp(repository({}));
    for (const { name, safeName } of app.tools) expect(readme).toContain(`| \`${name}\` | \`${safeName}\` |`);
  });
});

test('every option is in docs/config.md, every tool in docs/tools.md, every command in docs/cli.md', async () => {
  const { app } = await openApp(repository({}));
  for (const { flags } of Object.values(OPTIONS))
    for (const flag of flags) expect(read('docs/config.md')).toContain(`\`--${flag}\``);
  for (const { name } of app.tools) expect(read('docs/tools.md')).toContain(`### \`${name}\``);
  for (const { name } of COMMANDS) expect(read('docs/cli.md')).toContain(`## ${name}\n`);
});

test('nothing in the tree names the machine it was made on', () => {
  const files = ['README.md', 'package.json', 'package-lock.json', ...PAGES];
  for (const file of files) expect(read(file), file).not.toMatch(/(^|[^a-z])\/(work|home|root)\//);
  expect(read('package-lock.json')).not.toContain('"resolved"');
});
