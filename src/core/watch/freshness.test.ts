import { expect, it } from 'vitest';
import { Freshness, LIST_AGAIN_MS } from './freshness.ts';
import type { Watch } from './watch.ts';

function opened() {
  let now = 0;
  const system = {
    told: new Set<string>() as Set<string> | undefined,
    isComplete: true,
    opened: 0,
    closed: 0,
  };
  const watch = (): Watch => {
    system.opened++;
    return {
      follow: () => 0,
      settled: async () => {},
      take: () => {
        const { told } = system;
        system.told = new Set();
        return told;
      },
      isLost: false,
      get isComplete() {
        return system.isComplete;
      },
      close: () => {
        system.closed++;
      },
    };
  };
  const freshness = new Freshness(watch, { elapsed: () => now });
  const list = (ms = 0) => {
    freshness.listingBegins();
    now += ms;
    freshness.listed();
  };
  return {
    freshness,
    system,
    list,
    passes: (ms: number) => {
      now += ms;
    },
  };
}

it('knows nothing before the tree was listed, and opens no watch for that', () => {
  const { freshness, system } = opened();
  expect(freshness.state()).toEqual({ is: 'unwatched' });
  expect(system.opened).toBe(0);
});

it('tells what happened once', () => {
  const { freshness, system, list } = opened();
  list();
  system.told?.add('a.ts');
  expect(freshness.state()).toEqual({ is: 'known', changed: new Set(['a.ts']), isOld: false });
  expect(freshness.state()).toEqual({ is: 'known', changed: new Set(), isOld: false });
});

it('says so if events were lost, or a directory cannot be watched', () => {
  const { freshness, system, list } = opened();
  list();
  system.told = undefined;
  expect(freshness.state()).toEqual({ is: 'unsure' });
  system.isComplete = false;
  expect(freshness.state()).toEqual({ is: 'unwatched' });
});

it('is old from the beginning of the last listing on, and only a listing that ended counts', () => {
  const { freshness, list, passes } = opened();
  list(1_000);
  passes(LIST_AGAIN_MS - 1_000);
  expect(freshness.state()).toMatchObject({ isOld: false });
  passes(1);
  expect(freshness.state()).toMatchObject({ isOld: true });
  freshness.listingBegins();
  expect(freshness.state()).toMatchObject({ isOld: true });
  freshness.listed();
  expect(freshness.state()).toMatchObject({ isOld: false });
});

it('has one watch for all listings, and a new one after it was closed', () => {
  const { freshness, system, list } = opened();
  list();
  list();
  expect(system.opened).toBe(1);
  freshness.close();
  expect([system.closed, freshness.state().is]).toEqual([1, 'unwatched']);
  list();
  expect(system.opened).toBe(2);
});
