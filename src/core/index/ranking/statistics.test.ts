import fc from 'fast-check';
import { expect, it } from 'vitest';
import { MemorySource } from '../../../../bench/quality/memory-source.ts';
import { runs } from '../../../../tests/helpers/full-run.ts';
import { together } from '../../word-statistics.ts';
import { Analyser } from '../analyse/analyser.ts';
import { parseQuery } from './query-terms.ts';
import { rank } from './rank.ts';
import { statisticsOf } from './statistics.ts';

type Files = readonly (readonly [path: string, text: string])[];

function sourceOf(files: Files): MemorySource {
  const analyser = new Analyser();
  const source = new MemorySource(analyser);
  for (const [path, text] of files) source.add(analyser.analyse(path, text));
  source.finish();
  return source;
}

const WORDS = ['charge', 'card', 'refund', 'openSession', 'Session', 'parse_header', 'cookie', 'total'];
const word = fc.constantFrom(...WORDS);
const text = fc
  .array(
    fc.oneof(
      word,
      word.map((each) => `function ${each}() {`),
      fc.constant('\n'),
    ),
    {
      minLength: 1,
      maxLength: 60,
    },
  )
  .map((words) => words.join(' '));
const files = fc
  .array(fc.tuple(fc.array(word, { minLength: 1, maxLength: 3 }), text), { minLength: 1, maxLength: 30 })
  .map((all) => all.map(([names, body], at) => [`${names.join('/')}${at}.ts`, body] as const));
const queries = fc
  .array(fc.oneof(word, fc.constant('card3.ts')), { minLength: 1, maxLength: 4 })
  .map((words) => words.join(' '));

it('files split over several indexes score as in one, if words are weighed by all of them', () => {
  fc.assert(
    fc.property(files, queries, fc.integer({ min: 0, max: 30 }), (all, asked, cut) => {
      const query = parseQuery(asked);
      const parts = [all.slice(0, cut), all.slice(cut)].map(sourceOf);
      const statistics = together(parts.map((part) => statisticsOf(query, part)));
      const whole = sourceOf(all);
      expect(statistics).toEqual(statisticsOf(query, whole));
      const hits = (source: MemorySource) =>
        rank(query, source, { limit: 1_000, mode: 'bm25', statistics }).map(
          ({ path, startLine, score }) => `${path}:${startLine} ${score}`,
        );
      expect(parts.flatMap(hits).sort()).toEqual(hits(whole).sort());
    }),
    { numRuns: runs(100, 2_000) },
  );
});
