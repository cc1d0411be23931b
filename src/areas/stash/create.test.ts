import { expect, it } from 'vitest';
import { findSimilar } from './create.ts';

const RETRY =
  'Retries of the payment call stop after two attempts, because the bank counts each attempt as a new order.';

it('names entries that say nearly the same, the nearest first', () => {
  const entries = [
    {
      ref: '00001',
      title: 'Colours',
      markdown: 'Colours come from the palette and nowhere else in the program.',
    },
    { ref: '00002', title: 'Retries', markdown: `${RETRY} We learned it in March.` },
    { ref: '00003', title: 'Retries again', markdown: RETRY.toUpperCase() },
  ];
  const found = findSimilar(RETRY, entries);
  expect(found.map(({ ref }) => ref)).toEqual(['00003', '00002']);
  expect(found[0]?.similarity).toBe(1);
});

it('is quiet about entries on the same subject', () => {
  const other = 'Payment calls to the bank are signed with the key of the day; retries reuse the signature.';
  expect(findSimilar(RETRY, [{ ref: '1', title: '', markdown: other }])).toEqual([]);
  expect(findSimilar('!!!', [{ ref: '1', title: '', markdown: '???' }])).toEqual([]);
});

it('knows short entries again', () => {
  expect(findSimilar('Never cache.', [{ ref: '1', title: '', markdown: 'never CACHE' }])).toHaveLength(1);
});
