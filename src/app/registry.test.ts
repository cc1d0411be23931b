import { existsSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { setImmediate as turn } from 'node:timers/promises';
import { describe, expect, onTestFinished, test } from 'vitest';
import { repository } from '../../tests/helpers/repository.ts';
import { loadConfig } from '../config/index.ts';
import { systemClock } from '../core/clock.ts';
import { createLogger } from '../core/logger.ts';
import { createApp } from './index.ts';
import { createRegistry, type RegistryBudget } from './registry.ts';

const ROOM: RegistryBudget = { apps: 2, memoryBytes: 1000, threads: 4, watches: 100 };

/** Apps that record when they are opened and closed. */
function setting(budget: Partial<RegistryBudget> = {}) {
  const events: string[] = [];
  const state = { memory: 0, failing: false, watches: new Map<string, number>(), shares: [] as number[] };
  const closes: (() => void)[] = [];
  let slowClose = false;
  const registry = createRegistry({
    budget: { ...ROOM, ...budget },
    memory: () => state.memory,
    open: async (root, { threads }) => {
      if (state.failing) throw new Error('no such root');
      events.push(`open ${root}`);
      state.shares.push(threads);
      return {
        root,
        watches: () => state.watches.get(root) ?? 0,
        close: async () => {
          if (slowClose) await new Promise<void>((resolve) => closes.push(resolve));
          events.push(`close ${root}`);
        },
      };
    },
  });
  return {
    registry,
    events,
    state,
    closes,
    closeSlowly: () => {
      slowClose = true;
    },
    touch: (root: string) => registry.use(root, async (app) => app.root),
    /** Those that are open, in the order of opening. */
    roots: async () => {
      await turn();
      const open = new Set<string>();
      for (const [what = '', root = ''] of events.map((event) => event.split(' ')))
        if (what === 'open') open.add(root);
        else open.delete(root);
      return [...open];
    },
  };
}

/** A use that goes on until it is told to end. */
function held(): { work: () => Promise<void>; end: () => void } {
  let end = () => {};
  const done = new Promise<void>((resolve) => {
    end = resolve;
  });
  return { work: () => done, end };
}

describe('opening', () => {
  test('one app for each root, however the root is written and however many ask at once', async () => {
    const { touch, events } = setting();
    expect(await Promise.all([touch('/a'), touch('/a/'), touch('/b/../a'), touch('/b')])).toEqual([
      '/a',
      '/a',
      '/a',
      '/b',
    ]);
    expect(events).toEqual(['open /a', 'open /b']);
  });

  test('one that failed is not remembered', async () => {
    const { touch, state, events, roots } = setting();
    state.failing = true;
    const asked = [touch('/a'), touch('/a')];
    for (const each of asked) await expect(each).rejects.toThrow('no such root');
    expect(await roots()).toEqual([]);
    state.failing = false;
    expect(await touch('/a')).toBe('/a');
    expect(events).toEqual(['open /a']);
  });

  test('each gets an equal part of the threads, and at least one', async () => {
    const { touch, state } = setting({ threads: 9, apps: 2 });
    await touch('/a');
    const few = setting({ threads: 1, apps: 4 });
    await few.touch('/a');
    expect([state.shares, few.state.shares]).toEqual([[4], [1]]);
  });
});

describe('room', () => {
  test('is made by closing the app used longest ago; a later call opens it again', async () => {
    const { touch, events, roots } = setting();
    for (const root of ['/a', '/b', '/a', '/c']) await touch(root);
    expect(await roots()).toEqual(['/a', '/c']);
    await touch('/b');
    expect(await roots()).toEqual(['/c', '/b']);
    expect(events.filter((event) => event.startsWith('close'))).toEqual(['close /b', 'close /a']);
    expect(events.filter((event) => event.startsWith('open'))).toEqual([
      'open /a',
      'open /b',
      'open /c',
      'open /b',
    ]);
  });

  test('is not made by closing an app with a call running, but as soon as the call ends', async () => {
    const { registry, touch, roots } = setting({ apps: 1 });
    const call = held();
    const running = registry.use('/a', call.work);
    await touch('/b');
    expect(await roots()).toEqual(['/a', '/b']);
    call.end();
    await running;
    expect(await roots()).toEqual(['/b']);
  });

  test('is made when too many directories are watched', async () => {
    const { touch, state, roots } = setting({ apps: 9 });
    state.watches = new Map([
      ['/a', 40],
      ['/b', 50],
      ['/c', 30],
    ]);
    for (const root of ['/a', '/b']) await touch(root);
    expect(await roots()).toEqual(['/a', '/b']);
    await touch('/c');
    expect(await roots()).toEqual(['/b', '/c']);
  });

  test('is made one app at a time when memory is short, and the last one used stays', async () => {
    const { touch, state, roots } = setting({ apps: 9 });
    for (const root of ['/a', '/b', '/c']) await touch(root);
    state.memory = 1001;
    await touch('/c');
    await touch('/c');
    await touch('/c');
    expect(await roots()).toEqual(['/c']);
  });

  test('an app is not opened again before it is closed', async () => {
    const { touch, events, closes, closeSlowly } = setting({ apps: 1 });
    closeSlowly();
    await touch('/a');
    await touch('/b');
    const again = touch('/a');
    await new Promise(setImmediate);
    expect(events).toEqual(['open /a', 'open /b']);
    closes[0]?.();
    await again;
    expect(events).toEqual(['open /a', 'open /b', 'close /a', 'open /a']);
  });
});

test('closing closes all, also those that are opening or closing, and nothing is opened afterwards', async () => {
  const { registry, touch, events } = setting({ apps: 2 });
  await touch('/a');
  const opening = touch('/b');
  await registry.close();
  await opening;
  expect(events.toSorted()).toEqual(['close /a', 'close /b', 'open /a', 'open /b']);
  await expect(touch('/c')).rejects.toMatchObject({ code: 'closed' });
});

test('two repositories side by side answer from their own files, and keep apart what they wrote', async () => {
  const log = createLogger('silent', () => {}, systemClock.now);
  const roots = [
    repository({ 'src/a.ts': 'export function anchor() {}\n' }),
    repository({ 'src/a.ts': 'export function buoy() {}\n' }),
  ];
  let words = 0;
  const registry = createRegistry({
    budget: { ...ROOM, memoryBytes: Number.POSITIVE_INFINITY },
    memory: () => 0,
    open: async (root, { threads }) =>
      createApp(await loadConfig({ flags: { root }, env: {}, cwd: root }), {
        clock: systemClock,
        log,
        token: () => `test-${process.pid}-${words++}`,
        random: () => 0.5,
        node: process.versions.node,
        indexThreads: threads,
      }),
  });
  onTestFinished(() => registry.close());
  const ask = (root: string, pattern: string) =>
    registry.use(root, async (app) => {
      const { signal } = new AbortController();
      await app.prepare(signal, () => {});
      const grep = await app.call('grep_codebase', { pattern }, { requestId: 1 });
      const search = await app.call('repo.search', { query: pattern }, { requestId: 2 });
      const outline = await app.call('repo.outline', { path: 'src/a.ts' }, { requestId: 3 });
      if (grep?.isError !== false || search?.isError !== false || outline?.isError !== false)
        throw new Error('a call failed');
      return {
        matches: grep.value.totalMatches,
        hits: search.value.hits.length,
        names: outline.value.symbols.map(({ name }) => name),
        watches: app.watches() > 0,
      };
    });
  const [first = '', second = ''] = roots;
  const answers = await Promise.all(
    ['anchor', 'buoy'].flatMap((word) => roots.map((root) => ask(root, word))),
  );
  expect(answers).toEqual([
    { matches: 1, hits: 1, names: ['anchor'], watches: true },
    { matches: 0, hits: 0, names: ['buoy'], watches: true },
    { matches: 0, hits: 0, names: ['anchor'], watches: true },
    { matches: 1, hits: 1, names: ['buoy'], watches: true },
  ]);
  // A change in one is seen there and nowhere else.
  writeFileSync(join(first, 'src/a.ts'), 'export function capstan() {}\n');
  expect(await ask(first, 'capstan')).toMatchObject({ matches: 1, names: ['capstan'] });
  expect(await ask(second, 'capstan')).toMatchObject({ matches: 0, names: ['buoy'] });
  await registry.close();
  for (const root of roots) expect(existsSync(join(root, '.repo_mcp/audit.jsonl'))).toBe(true);
});
