import { expect, onTestFinished, test } from 'vitest';
import { eventually } from '../../../tests/helpers/eventually.ts';
import { createLogger } from '../logger.ts';
import { Learner, type LearnerDeps } from './learner.ts';

const FILES = ['web/app.test.ts', 'lib/b.ts', 'vendor/left-pad.js', 'lib/a.ts', 'README.md', 'lib/c.ts'];

function learning(changes: Partial<LearnerDeps> = {}) {
  const learnt: string[] = [];
  let elapsed = 0;
  const learner = new Learner({
    store: { isFull: false, learn: async (path) => void learnt.push(path) },
    files: async () => FILES,
    isIndexing: async () => false,
    clock: { now: () => 0, elapsed: () => elapsed },
    log: createLogger(
      'silent',
      () => {},
      () => 0,
    ),
    ...changes,
  });
  onTestFinished(() => learner.close());
  return { learner, learnt, pass: (ms: number) => (elapsed += ms) };
}

test('what questions left out comes first, then source, then tests, then what others wrote', async () => {
  const { learner, learnt, pass } = learning();
  learner.asked(1_000);
  learner.want('lib/c.ts');
  pass(10_000);
  await eventually(() =>
    expect(learnt).toEqual([
      'lib/c.ts',
      'lib/a.ts',
      'lib/b.ts',
      'lib/c.ts',
      'web/app.test.ts',
      'vendor/left-pad.js',
    ]),
  );
});

test('nothing is learnt while a question may be running, and while the index is being built', async () => {
  const events: string[] = [];
  let busy = 2;
  const { learner, pass } = learning({
    isIndexing: async () => {
      events.push(busy > 0 ? 'indexing' : 'idle');
      return busy-- > 0;
    },
    store: { isFull: false, learn: async (path) => void events.push(path) },
  });
  learner.asked(1_000);
  await new Promise((next) => setImmediate(next));
  expect(events).toEqual([]);
  pass(10_000);
  await eventually(() => expect(events).toContain('vendor/left-pad.js'));
  expect(events.slice(0, 4)).toEqual(['indexing', 'indexing', 'idle', 'lib/a.ts']);
});

test('it ends when the store has no room, and when it is closed', async () => {
  const learnt: string[] = [];
  const store = {
    get isFull() {
      return learnt.length >= 2;
    },
    learn: async (path: string) => void learnt.push(path),
  };
  const { learner, pass } = learning({ store });
  learner.asked(0);
  pass(10_000);
  await eventually(() => expect(learnt).toHaveLength(2));
  learner.want('lib/c.ts');
  await learner.close();
  expect(learnt).toEqual(['lib/a.ts', 'lib/b.ts']);
});
