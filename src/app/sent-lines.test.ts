/** Whatever is opened and edited, in whatever order: what is said to have been sent before was sent, as it is now. */
import fc from 'fast-check';
import { expect, test } from 'vitest';
import { isExcerpt, plainLines } from '../core/answer.ts';
import { SentLines } from './sent-lines.ts';

const LINES = 12;
const path = fc.constantFrom('a.ts', 'b.ts');
const opening = fc.record({
  is: fc.constant('open' as const),
  path,
  from: fc.integer({ min: 1, max: LINES }),
  count: fc.integer({ min: 1, max: LINES }),
});
const editing = fc.record({
  is: fc.constant('edit' as const),
  path,
  at: fc.integer({ min: 0, max: LINES - 1 }),
  text: fc.constantFrom('x = 1', 'y = 2', ''),
});

test.each([1_000, 10])('with room for %d lines', (room) => {
  fc.assert(
    fc.property(fc.array(fc.oneof(opening, editing), { maxLength: 40 }), (steps) => {
      const files = new Map(
        ['a.ts', 'b.ts'].map((name) => [name, Array<string>(LINES).fill('a long enough line')]),
      );
      const received = new Set<string>();
      const sent = new SentLines(room);
      for (const step of steps) {
        const lines = files.get(step.path) ?? [];
        if (step.is === 'edit') {
          lines[step.at] = step.text;
          continue;
        }
        const code = lines.slice(step.from - 1, step.from - 1 + step.count);
        const { text, saved } = sent.withoutRepeats([{ path: step.path, startLine: step.from, code }]);
        const [part] = text;
        if (part === undefined) throw new Error('an answer has no part');
        const keys = code.map((each, at) => `${step.path}:${step.from + at}:${each}`);
        if (isExcerpt(part)) for (const key of keys) received.add(key);
        else {
          const last = step.from + code.length - 1;
          const range = code.length === 1 ? `${step.from}` : `${step.from}-${last}`;
          expect(plainLines(text)).toEqual([`as sent before: ${step.path}:${range}`]);
          expect(keys.filter((key) => !received.has(key))).toEqual([]);
          expect(saved.bytes).toBeGreaterThan(0);
        }
        sent.remember(text);
      }
    }),
  );
});

test('the files sent longest ago are forgotten first', () => {
  const sent = new SentLines(4);
  const excerpt = (name: string) => [
    { path: name, startLine: 1, code: ['one line of code', 'another line of code'] },
  ];
  const repeats = (name: string) => sent.withoutRepeats(excerpt(name)).saved.excerpts;
  for (const name of ['a', 'b', 'a', 'c']) sent.remember(excerpt(name));
  expect(['a', 'b', 'c'].map(repeats)).toEqual([1, 0, 1]);
});
