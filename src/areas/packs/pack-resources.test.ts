import { join } from 'node:path';
import { expect, test } from 'vitest';
import { repository } from '../../../tests/helpers/repository.ts';
import { systemClock } from '../../core/clock.ts';
import { createLogger } from '../../core/logger.ts';
import { openWorkspace } from '../../core/workspace/index.ts';
import { packsArea } from './index.ts';

/** Of a call that nobody cancels. */
const NEVER = new AbortController().signal;

let words = 0;

async function open() {
  const root = repository({});
  const area = packsArea({
    workspace: await openWorkspace({ root, maxFileBytes: 1000 }),
    storage: { path: join(root, 'packs') },
    symbolsOf: async () => [],
    bundle: async () => ({ selections: [] }),
    clock: systemClock,
    log: createLogger('silent', () => {}, systemClock.now),
    token: () => `test-${process.pid}-${words++}`,
  });
  const call = {
    signal: new AbortController().signal,
    commandLine: false,
    form: 'json' as const,
    progress: () => {},
  };
  const create = (fields: object) =>
    area.tools[0]?.handle({ action: 'create', ttl_minutes: 5, ...fields }, call);
  return { area, create };
}

test('packs are listed, read and completed by name or id', async () => {
  const { area, create } = await open();
  await create({ name: '50% / done?', title: 'Odd' });
  await create({ name: 'plain' });
  await create({});
  const resources = area.resources![0]!;
  const listed = await resources.list(NEVER);
  expect(listed.map(({ uri }) => uri).sort()).toEqual([
    'pilotbook://pack/50%25%20%2F%20done%3F',
    expect.stringMatching(/^pilotbook:\/\/pack\/pk_[a-z2-7]{8}$/),
    'pilotbook://pack/plain',
  ]);
  for (const { uri } of listed)
    expect((await resources.read(uri, NEVER))?.text).toMatch(/^\[LEGEND\]\n# Context pack: /);
  const [{ uriTemplate } = { uriTemplate: '' }] = resources.templates;
  expect(await resources.complete(uriTemplate, 'name', 'p', NEVER)).toEqual([
    expect.stringMatching(/^pk_/),
    'plain',
  ]);
  expect(await resources.complete('other://{name}', 'name', 'p', NEVER)).toEqual([]);
  expect((await area.living()).map(({ name }) => name)).toContain('plain');
});

test('another scheme is not ours, and a pack that is not there is not found', async () => {
  const resources = (await open()).area.resources![0]!;
  expect(await resources.list(NEVER)).toEqual([]);
  expect(await resources.read('pilotbook://stash/00001', NEVER)).toBeUndefined();
  for (const name of ['none', '%', '..%2F..%2Fetc%2Fpasswd', 'pk_abcdefgh'])
    await expect(resources.read(`pilotbook://pack/${name}`, NEVER)).rejects.toMatchObject({
      kind: 'not_found',
    });
});
