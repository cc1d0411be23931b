import { expect, it } from 'vitest';
import { hasQuietSqlite } from './driver.ts';

it.each([
  ['20.19.0', false],
  ['22.23.3', false],
  ['23.11.1', false],
  ['24.14.1', false],
  ['24.15.0', true],
  ['24.21.0', true],
  ['25.6.1', false],
  ['25.7.0', true],
  ['26.0.0', true],
])('the SQLite of Node %s is taken only if that release does not warn of it: %s', (node, expected) => {
  expect(hasQuietSqlite(node)).toBe(expected);
});
