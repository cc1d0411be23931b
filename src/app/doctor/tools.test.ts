import { expect, test } from 'vitest';
import { nodeCheck } from './tools.ts';

test.each([
  ['18.20.8', 'failed'],
  ['20.18.9', 'failed'],
  ['20.19.0', 'ok'],
  ['22.0.0', 'ok'],
  ['24.11.1', 'ok'],
])('Node %s is %s', (node, state) => {
  const verdict = nodeCheck(node);
  expect(verdict.state).toBe(state);
  expect(verdict.mend?.includes('20.19')).toBe(state === 'failed' ? true : undefined);
});
