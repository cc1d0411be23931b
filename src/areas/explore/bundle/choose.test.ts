import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { choose, mergeTouching, type Place } from './choose.ts';

const TOKENS_A_LINE = 10;

function place(path: string, startLine: number, endLine: number, score = 1, matchLine = startLine): Place {
  return {
    path,
    excerpt: { startLine, endLine, matchLine, declaration: undefined },
    score,
    sourceQuery: 'prompt',
    matchedTerms: ['x'],
    tokens: (from, to) => (to - from + 1) * TOKENS_A_LINE,
  };
}
const budget = (maxFiles: number, maxTotalLines: number, maxTokens?: number) => ({
  maxFiles,
  maxTotalLines,
  maxTokens,
});
const ranges = (chosen: readonly Place[]) =>
  chosen.map(({ path, excerpt }) => `${path}:${excerpt.startLine}-${excerpt.endLine}`);

describe('budgets', () => {
  test('everything that fits is kept, in order', () => {
    const { chosen, truncated } = choose([place('b', 1, 10), place('a', 1, 10)], budget(2, 20));
    expect(ranges(chosen)).toEqual(['b:1-10', 'a:1-10']);
    expect(truncated).toBe(false);
  });

  test('a file over the file budget is dropped with the reason; more of a kept file is not', () => {
    const { chosen, considered, truncated } = choose(
      [place('a', 1, 5), place('b', 1, 5), place('a', 50, 55)],
      budget(1, 100),
    );
    expect(ranges(chosen)).toEqual(['a:1-5', 'a:50-55']);
    expect(considered[1]).toMatchObject({
      path: 'b',
      verdict: 'dropped',
      reason: 'file budget of 1 is used up',
    });
    expect(truncated).toBe(true);
  });

  test('a place too long for what is left is shortened around its match', () => {
    const { chosen, considered } = choose([place('a', 1, 100, 1, 50)], budget(1, 21));
    expect(ranges(chosen)).toEqual(['a:40-60']);
    expect(considered[0]?.reason).toContain('shortened');
  });

  test('where not even a few lines fit, it is dropped', () => {
    const { chosen, considered, truncated } = choose([place('a', 1, 100, 1, 50)], budget(1, 4));
    expect(chosen).toEqual([]);
    expect(considered[0]).toMatchObject({ verdict: 'dropped', reason: 'line budget: 4 left' });
    expect(truncated).toBe(true);
  });

  test('tokens are kept as strictly as lines', () => {
    const { chosen } = choose([place('a', 1, 100, 1, 50)], budget(1, 1000, 150));
    const [only] = chosen;
    expect(only && only.excerpt.endLine - only.excerpt.startLine + 1).toBeLessThanOrEqual(15);
  });

  test('no sums ever pass the budget, and every place is accounted for', () => {
    const somePlace = fc
      .tuple(
        fc.constantFrom('a', 'b', 'c', 'd'),
        fc.integer({ min: 1, max: 400 }),
        fc.integer({ min: 0, max: 150 }),
        fc.integer({ min: 0, max: 150 }),
      )
      .map(([path, start, length, at]) =>
        place(path, start, start + length, 1, start + Math.min(at, length)),
      );
    fc.assert(
      fc.property(
        fc.array(somePlace, { maxLength: 25 }),
        fc.integer({ min: 1, max: 5 }),
        fc.integer({ min: 1, max: 300 }),
        fc.option(fc.integer({ min: 1, max: 2000 }), { nil: undefined }),
        (places, files, lines, tokens) => {
          const { chosen, considered } = choose(places, budget(files, lines, tokens));
          const merged = mergeTouching(chosen);
          const total = merged.reduce((sum, { excerpt }) => sum + excerpt.endLine - excerpt.startLine + 1, 0);
          expect(new Set(merged.map(({ path }) => path)).size).toBeLessThanOrEqual(files);
          expect(total).toBeLessThanOrEqual(lines);
          if (tokens !== undefined) expect(total * TOKENS_A_LINE).toBeLessThanOrEqual(tokens);
          expect(considered).toHaveLength(places.length);
          for (const each of merged)
            for (const other of merged)
              if (each !== other && each.path === other.path)
                expect(
                  each.excerpt.endLine + 1 < other.excerpt.startLine ||
                    other.excerpt.endLine + 1 < each.excerpt.startLine,
                ).toBe(true);
        },
      ),
    );
  });
});

describe('merging', () => {
  test('a place inside a kept one is merged away', () => {
    const { chosen, considered } = choose([place('a', 1, 50), place('a', 10, 12)], budget(3, 100));
    expect(ranges(chosen)).toEqual(['a:1-50']);
    expect(considered[1]?.verdict).toBe('merged');
  });

  test('touching and overlapping excerpts become one, also through a third', () => {
    const { chosen } = choose(
      [place('a', 1, 10), place('a', 21, 30), place('b', 1, 3), place('a', 9, 20)],
      budget(3, 100),
    );
    expect(ranges(mergeTouching(chosen))).toEqual(['a:1-30', 'b:1-3']);
  });

  test('lines before a declaration take its name when they are shown with it', () => {
    const pay = place('a', 4, 9);
    pay.excerpt.declaration = { name: 'pay', kind: 'function' };
    const { chosen } = choose([place('a', 1, 3), pay], budget(3, 100));
    expect(mergeTouching(chosen)[0]?.excerpt.declaration?.name).toBe('pay');
  });
});
