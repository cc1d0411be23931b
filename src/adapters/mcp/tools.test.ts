import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { CallQueue, type ProgressReport, ThrottledProgress } from './tools.ts';

function collected(): { progress: ThrottledProgress; sent: ProgressReport[] } {
  const sent: ProgressReport[] = [];
  return { progress: new ThrottledProgress((report) => sent.push(report)), sent };
}

describe('ThrottledProgress', () => {
  beforeEach(() => {
    vi.useFakeTimers();
  });
  afterEach(() => {
    vi.useRealTimers();
  });

  it('sends the first report at once and the newest of the others each tenth of a second', () => {
    const { progress, sent } = collected();
    for (let done = 1; done <= 5; done++) progress.report(done, undefined, `step ${done}`);
    expect(sent).toEqual([{ progress: 1, message: 'step 1' }]);
    vi.advanceTimersByTime(99);
    expect(sent).toHaveLength(1);
    vi.advanceTimersByTime(1);
    expect(sent.slice(1)).toEqual([{ progress: 5, message: 'step 5' }]);
    progress.report(6, 10, 'step 6');
    expect(sent).toHaveLength(2);
    vi.advanceTimersByTime(100);
    expect(sent[2]).toEqual({ progress: 6, total: 10, message: 'step 6' });
    vi.advanceTimersByTime(1000);
    progress.report(7, 10, 'step 7');
    expect(sent).toHaveLength(4);
  });

  it('never goes back', () => {
    const { progress, sent } = collected();
    progress.report(5, 10, 'five');
    vi.advanceTimersByTime(1000);
    progress.report(5, 10, 'five again');
    progress.report(4, 10, 'four');
    progress.report(Number.NaN, 10, 'nothing');
    vi.advanceTimersByTime(1000);
    expect(sent).toHaveLength(1);
  });

  it('says nothing after the answer', () => {
    const { progress, sent } = collected();
    progress.report(1, 10, 'one');
    progress.report(2, 10, 'two');
    progress.stop();
    progress.report(3, 10, 'three');
    vi.advanceTimersByTime(1000);
    expect(sent).toHaveLength(1);
  });
});

const live = new AbortController().signal;

function gate(): { opened: Promise<void>; open: () => void } {
  let open = () => {};
  const opened = new Promise<void>((resolve) => {
    open = resolve;
  });
  return { opened, open };
}

describe('CallQueue', () => {
  it('gives the place of a finished or failed call to the next one', async () => {
    const queue = new CallQueue(1, 10);
    const first = gate();
    const order: string[] = [];
    const one = queue.run(live, () => first.opened.then(() => Promise.reject(new Error('failed'))));
    const two = queue.run(live, async () => order.push('two'));
    const three = queue.run(live, async () => order.push('three'));
    expect(order).toEqual([]);
    first.open();
    await expect(one).rejects.toThrow('failed');
    await Promise.all([two, three]);
    expect(order).toEqual(['two', 'three']);
    expect(await queue.run(live, async () => 'free again')).toBe('free again');
  });

  it('does not start a call that was cancelled while it waited', async () => {
    const queue = new CallQueue(1, 10);
    const first = gate();
    const one = queue.run(live, () => first.opened);
    const cancelled = new AbortController();
    let started = false;
    const two = queue.run(cancelled.signal, async () => {
      started = true;
    });
    cancelled.abort();
    first.open();
    await one;
    await expect(two).rejects.toMatchObject({ kind: 'cancelled' });
    expect(started).toBe(false);
  });

  it('refuses a call when too many wait, and takes one again later', async () => {
    const queue = new CallQueue(1, 2);
    const first = gate();
    const running = [1, 2, 3].map(() => queue.run(live, () => first.opened));
    await expect(queue.run(live, async () => {})).rejects.toMatchObject({ code: -32603 });
    first.open();
    await Promise.all(running);
    await queue.run(live, async () => {});
  });
});
