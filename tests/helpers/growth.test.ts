import { expect, test } from 'vitest';
import { expectLinear } from './growth.ts';

test('work that grows with the square of its input is found', async () => {
  const unanchored = (characters: number) => /a+b/.test('a'.repeat(characters));
  await expect(expectLinear(unanchored, 1000)).rejects.toThrow();
});

test('work that grows with its input passes', async () => {
  await expectLinear((characters) => 'a'.repeat(characters).split('').reverse().join(''), 50_000);
});
