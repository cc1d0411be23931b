import fc from 'fast-check';
import { expect, test } from 'vitest';
import { fenced, languageOf } from './render.ts';

test.each([
  ['src/auth/handler.rs', 'rust'],
  ['a/B.TS', 'typescript'],
  ['x.tsx', 'tsx'],
  ['Makefile', ''],
  ['a.constructor', ''],
  ['dir.py/file', ''],
])('%s is shown as %j', (path, language) => {
  expect(languageOf(path)).toBe(language);
});

test('no content can close its own fence', () => {
  fc.assert(
    fc.property(fc.string({ unit: fc.constantFrom('`', '\n', 'a', ' ') }), (content) => {
      const lines = fenced('ts', content).split('\n');
      const fence = /^`+/.exec(lines[0] ?? '')?.[0] ?? '';
      expect(fence.length).toBeGreaterThanOrEqual(3);
      const closing = lines.findIndex((line, at) => at > 0 && line.trimStart().startsWith(fence));
      expect(closing).toBe(lines.length - 1);
    }),
  );
});
