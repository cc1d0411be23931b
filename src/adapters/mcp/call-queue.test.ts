import { describe, expect, it } from 'vitest';
import { CallQueue } from './call-queue.ts';

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
