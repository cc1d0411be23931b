import { EventEmitter } from 'node:events';
import type { FSWatcher } from 'node:fs';
import { mkdir, rm, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { afterEach, beforeEach, describe, expect, it, onTestFinished, vi } from 'vitest';
import { lateSystem } from '../../../tests/helpers/late-events.ts';
import { temporaryDirectory } from '../../../tests/helpers/temporary-directory.ts';
import { sharedWatch } from './watch.ts';
import { Markers } from './watch-markers.ts';

describe('a watch on a tree of which the system tells late', () => {
  it.each([
    ['in the tree', true],
    ['outside of it', false],
  ])('waits for its marker %s', async (_, inTree) => {
    const root = temporaryDirectory();
    const directory = inTree ? join(root, 'data') : temporaryDirectory();
    await mkdir(directory, { recursive: true });
    const mark = async (name: string) => {
      await writeFile(join(directory, name), '');
      await rm(join(directory, name));
    };
    const marker = { directory, word: 'w', mark };
    const watch = sharedWatch(root, { ...lateSystem(60).watchSystem, marker, marksTree: inTree })();
    onTestFinished(() => watch.close());
    for (const name of ['a.ts', 'b.ts', 'c.ts']) {
      await writeFile(join(root, name), 'one');
      await watch.settled();
      expect(watch.take()).toEqual(new Set([name]));
    }
  });

  it('does not claim to know all without a marker', async () => {
    const watch = sharedWatch(temporaryDirectory(), lateSystem(0).watchSystem)();
    onTestFinished(() => watch.close());
    await watch.settled();
    expect(watch.take()).toBeUndefined();
  });
});

describe('a marker', () => {
  // The time that is waited passes when the test says so.
  beforeEach(() => {
    vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout'] });
  });
  afterEach(() => {
    vi.useRealTimers();
  });

  function opened() {
    const made: string[] = [];
    const watcher = Object.assign(new EventEmitter(), { close: () => {} });
    const place = { directory: '/data', word: 'me', mark: async (name: string) => void made.push(name) };
    // Of a watcher nobody uses more than its two events and its end.
    const markers = new Markers(place, () => watcher as unknown as FSWatcher);
    const tell = (name: string | undefined) => watcher.emit('change', 'rename', name ?? null);
    const outOfTime = async () => {
      await vi.waitFor(() => expect(vi.getTimerCount()).toBe(1));
      vi.runAllTimers();
    };
    return { markers, made, place, tell, outOfTime };
  }

  it('that was not told in time is not waited for again, until one is told', async () => {
    const { markers, made, tell, outOfTime } = opened();
    const first = markers.passed();
    await outOfTime();
    expect(await first).toBe('late');
    expect(await markers.passed()).toBe('late');
    expect(made).toEqual(['watch-me-1', 'watch-me-2']);
    tell(made[1]);
    const third = markers.passed();
    await vi.waitFor(() => expect(vi.getTimerCount()).toBe(1));
    tell(made[2]);
    expect(await third).toBe('told');
    expect(vi.getTimerCount()).toBe(0);
  });

  it('counts only if it is as new as the question, and our own', async () => {
    const { markers, made, tell, outOfTime } = opened();
    const [one, two] = [markers.passed(), markers.passed()];
    await vi.waitFor(() => expect(vi.getTimerCount()).toBe(2));
    for (const name of ['watch-other-9', 'a.ts', undefined, made[0]]) tell(name);
    expect(await one).toBe('told');
    await outOfTime();
    expect(await two).toBe('late');
  });

  it('that cannot be made proves nothing', async () => {
    const { markers, place } = opened();
    place.mark = () => Promise.reject(new Error('no space'));
    expect(await markers.passed()).toBe('not_made');
  });
});
