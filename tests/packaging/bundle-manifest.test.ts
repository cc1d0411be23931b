/** The manifest of the MCPB bundle; `npm run mcpb` builds, validates and starts the bundle itself. */
import { existsSync } from 'node:fs';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import template from '../../mcpb/manifest.json' with { type: 'json' };
import manifest from '../../package.json' with { type: 'json' };
import { bundleCommand, bundleManifest } from '../../scripts/mcpb-manifest.ts';
import { COMMANDS } from '../../src/adapters/cli/commands/index.ts';
import { parseLine } from '../../src/adapters/cli/parse.ts';
import { openApp } from '../helpers/app.ts';
import { repository } from '../helpers/repository.ts';
import { ROOT } from './pack.ts';

async function complete() {
  const { app } = await openApp(repository({}));
  const tools = app.tools.map(({ safeName, description }) => ({ name: safeName, description }));
  return { bundle: bundleManifest(template, manifest, tools), tools };
}

test('it has the version and the needs of the package, and lists every tool by the name clients take', async () => {
  const { bundle, tools } = await complete();
  expect(bundle).toMatchObject({
    manifest_version: '0.3',
    name: manifest.name,
    version: manifest.version,
    description: manifest.description,
    license: manifest.license,
    author: { name: 'the Pilotbook contributors' },
    compatibility: { runtimes: { node: manifest.engines.node } },
  });
  expect(bundle.tools).toEqual(tools);
});

test('its entry point is packed, and its command line is one that the program takes', async () => {
  const { bundle } = await complete();
  const { entry_point } = bundle.server;
  expect(existsSync(join(ROOT, entry_point))).toBe(true);
  expect(manifest.files).toContain(entry_point);
  const { command, args } = bundleCommand(bundle, '/bundle', '/my project');
  expect([command, args[0]]).toEqual(['node', `/bundle/${entry_point}`]);
  const serve = COMMANDS.find(({ name }) => name === args[1]);
  expect(parseLine(serve ?? expect.unreachable(), args.slice(2)).flags).toEqual({
    root: '/my project',
    'tool-names': 'safe',
    answers: 'text',
  });
});

test('every setting of the person is used, and none is used that is not asked for', async () => {
  const { bundle } = await complete();
  const used = [...JSON.stringify(bundle.server).matchAll(/\$\{user_config\.(\w+)\}/g)].map(
    ([, name]) => name,
  );
  expect(used).toEqual(Object.keys(bundle.user_config));
});
