import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { MemorySource } from '../../../../bench/quality/memory-source.ts';
import { Analyser } from '../analyse/analyser.ts';
import type { Pruning, SearchOptions } from '../contract.ts';
import { parseQuery } from './query-terms.ts';
import { rank } from './rank.ts';

/** From everywhere to nearly nowhere. */
const WORDS = [
  'value',
  'value',
  'value',
  'value',
  'return',
  'return',
  'return',
  'socket',
  'socket',
  'cookieJar',
  'x',
  'Upload',
];
const word = fc.constantFrom(...WORDS, 'retry', 'getValue', 'client_session');
const line = fc.oneof(
  fc.array(word, { minLength: 1, maxLength: 6 }).map((words) => words.join(' ')),
  word.map((name) => `function ${name}() {`),
  word.map((name) => `class ${name} {`),
);
const file = fc.record({
  folder: fc.constantFrom('src', 'test', 'docs', 'src/socket', 'examples/retry'),
  name: fc.constantFrom('value', 'a', 'cookie-jar', 'upload', 'retry_value'),
  lines: fc.array(line, { minLength: 1, maxLength: 90 }),
});
const index = fc.array(file, { minLength: 1, maxLength: 24 });
const query = fc.array(word, { minLength: 1, maxLength: 5 }).map((words) => words.join(' '));
const nearness = fc.infiniteStream(fc.float({ min: -1, max: 1, noNaN: true }));

/** As if there were so many postings that it always pays. */
const ALWAYS: Pruning = { least: 0, lookUp: 0 };
/** Words are left out, and then all files turn out to be needed. */
const IN_VAIN: Pruning = { least: 0, lookUp: Number.POSITIVE_INFINITY };
const NEVER: Pruning = { least: Number.POSITIVE_INFINITY, lookUp: 0 };

describe('ranking that leaves out words at first', () => {
  it.each(['bm25', 'hybrid'] as const)('gives the same hits, order and scores: %s', (mode) => {
    fc.assert(
      fc.property(
        index,
        query,
        nearness,
        nearness,
        fc.record({
          limit: fc.integer({ min: 1, max: 12 }),
          hasHistory: fc.boolean(),
          refines: fc.boolean(),
        }),
        (files, asked, stream, exact, { limit, hasHistory, refines }) => {
          const source = sourceOf(files);
          const take = (from: typeof stream, count: number) =>
            Array.from({ length: count }, () => from.next().value);
          const estimates = take(stream, source.chunkLimit);
          const exacts = take(exact, source.chunkLimit);
          const told = Float64Array.from(take(stream, source.fileLimit), (value) =>
            Math.max(0, Number(value)),
          );
          source.vectors = {
            scores: () => Float32Array.from(estimates, Number),
            ...(refines
              ? {
                  refine: (_: Float32Array, scores: Float32Array, from: number, to: number) => {
                    for (let chunk = from; chunk < to; chunk++) scores[chunk] = Number(exacts[chunk]);
                  },
                }
              : {}),
          };
          const options: SearchOptions = { limit, mode, queryVector: new Float32Array(1) };
          if (hasHistory) options.history = { scores: () => told.slice() };
          const ranked = (pruning: Pruning) => rank(parseQuery(asked), source, { ...options, pruning });
          const expected = ranked(NEVER);
          expect(ranked(ALWAYS)).toEqual(expected);
          expect(ranked(IN_VAIN)).toEqual(expected);
        },
      ),
      { numRuns: 300 },
    );
  });
});

function sourceOf(
  files: readonly { folder: string; name: string; lines: readonly string[] }[],
): MemorySource {
  const analyser = new Analyser();
  const source = new MemorySource(analyser);
  for (const [i, { folder, name, lines }] of files.entries())
    source.add(analyser.analyse(`${folder}/${i}/${name}.ts`, lines.join('\n')));
  source.finish();
  return source;
}
