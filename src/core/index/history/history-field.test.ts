import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { commitsOf, HistoryField, isStoredHistory, MOST_COMMITS, storedHistory } from './history-field.ts';

const ANALYSIS = 1;
const commit = (subject: string, ...paths: string[]) => ({ id: 'c0', subject, paths });
const PATHS = ['a.ts', 'b.ts', 'c.ts'];

function scores(commits: readonly ReturnType<typeof commit>[], ...terms: string[]): number[] | undefined {
  const field = new HistoryField(storedHistory('head', ANALYSIS, commits));
  const found = field
    .over(PATHS.length, (path) => PATHS.indexOf(path))
    .scores(terms.map((term) => ({ term, weight: 1 })));
  return found && [...found];
}

describe('the field', () => {
  test('is for files whose commits hold the word, and undefined if none does', () => {
    const [a = 0, b = 0, c = 0] = scores([commit('Fix the anchors', 'a.ts')], 'anchor') ?? [];
    expect([a > 0, b, c]).toEqual([true, 0, 0]);
    expect(scores([commit('Fix the anchors', 'a.ts')], 'buoy')).toBeUndefined();
  });

  test('grows with every commit, but less and less', () => {
    const times = (count: number) =>
      scores([...Array.from({ length: count }, () => commit('anchor', 'a.ts')), ...OTHERS], 'anchor')?.[0] ??
      0;
    const [one, two, three] = [times(1), times(2), times(3)];
    expect(two).toBeGreaterThan(one);
    expect(three - two).toBeLessThan(two - one);
  });

  test('is less for a commit that changed more', () => {
    const [a = 0, b = 0] =
      scores([commit('anchor', 'a.ts'), commit('anchor', 'b.ts', 'c.ts', 'gone.ts')], 'anchor') ?? [];
    expect(a).toBeGreaterThan(b);
    expect(b).toBeGreaterThan(0);
  });

  test('leaves out sweeping commits and those beyond the limit', () => {
    const sweeping = commit('anchor', ...Array.from({ length: 200 }, (_, at) => `${at}.ts`), 'a.ts');
    expect(scores([sweeping, commit('buoy', 'b.ts')], 'anchor')).toBeUndefined();
    const newer = Array.from({ length: MOST_COMMITS }, () => commit('buoy', 'b.ts'));
    expect(scores([...newer, commit('anchor', 'a.ts')], 'anchor')).toBeUndefined();
  });
});

const OTHERS = Array.from({ length: 20 }, () => commit('buoy', 'b.ts'));

test('what is stored is read back the same, so that newer commits can be put before it', () => {
  const some = fc.record({
    id: fc.string(),
    subject: fc.string(),
    paths: fc.array(fc.constantFrom(...PATHS, '__proto__'), { maxLength: 5 }),
  });
  fc.assert(
    fc.property(fc.array(some, { maxLength: 20 }), (commits) => {
      const read: unknown = JSON.parse(JSON.stringify(storedHistory('head', ANALYSIS, commits)));
      expect(isStoredHistory(read, ANALYSIS)).toBe(true);
      if (isStoredHistory(read, ANALYSIS)) expect(commitsOf(read)).toEqual(commits);
    }),
  );
});

test('what has another shape is refused', () => {
  const good = storedHistory('head', ANALYSIS, [commit('anchor', 'a.ts')]);
  for (const change of [
    { version: 9 },
    { analysis: 9 },
    { head: 1 },
    { paths: [1] },
    { paths: [] },
    { commits: {} },
    { commits: [{ id: '', subject: '', files: [7] }] },
    { terms: [['anchor', [5]]] },
    { terms: [null] },
  ])
    expect(isStoredHistory({ ...good, ...change }, ANALYSIS)).toBe(false);
});
