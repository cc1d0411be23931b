import { expect, test } from 'vitest';
import { progressIn, progressText } from './index-progress.ts';

const FAR = { done: 1_200, total: 30_000, doneBytes: 8_000_000, totalBytes: 200_000_000 };

test.each([
  [{ ...FAR, done: 0, doneBytes: 0 }, 4_000, 'Indexing 0 of 30,000 files'],
  [FAR, 100, 'Indexing 1,200 of 30,000 files'],
  [FAR, 1_000, 'Indexing 1,200 of 30,000 files, 8.0 MB/s, 24 s left'],
  [FAR, 10_000, 'Indexing 1,200 of 30,000 files, 0.8 MB/s, 4 min left'],
  [{ ...FAR, doneBytes: 160_000_000 }, 2_000, 'Indexing 1,200 of 30,000 files, 80 MB/s, 1 s left'],
  [
    { ...FAR, doneBytes: 0, totalBytes: 0, byOther: true },
    0,
    'Another process is indexing: 1,200 of 30,000 files',
  ],
])('%j after %i ms', (far, ms, text) => {
  expect(progressText(far, ms)).toBe(text);
});

test('the speed counts from the first report on', () => {
  let now = 5_000;
  const said: unknown[] = [];
  const report = progressIn({ elapsed: () => now }, (...far) => said.push(far));
  report({ ...FAR, done: 0, doneBytes: 0 });
  now += 1_000;
  report(FAR);
  expect(said).toEqual([
    [0, 30_000, 'Indexing 0 of 30,000 files'],
    [1_200, 30_000, 'Indexing 1,200 of 30,000 files, 8.0 MB/s, 24 s left'],
  ]);
});
