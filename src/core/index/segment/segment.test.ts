import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { runs } from '../../../../tests/helpers/full-run.ts';
import { byCodeUnit } from '../../text/index.ts';
import { Analyser } from '../analyse/analyser.ts';
import type { AnalysedFile } from '../contract.ts';
import { SegmentBuilder } from './builder.ts';
import { allBlocks, blockAt, DamagedIndex } from './bytes.ts';
import { declarationBlock, decodeDeclarations, encodedDeclarations } from './declared-names.ts';
import { type MergeSource, mergeSegments } from './merge.ts';
import { Segment, type SegmentParts, tablesOf } from './segment.ts';
import { decodeStats } from './tables.ts';
import { decodePostings, findTerm, type PostingList, TermBlockWriter, TermCursor } from './term-table.ts';

type Source = Record<string, string>;

const DIMS = 16;
const noPause = async () => {};

function build(
  source: Source,
  order = Object.keys(source).sort(),
): { parts: SegmentParts; files: AnalysedFile[] } {
  const analyser = new Analyser();
  const files = order.map((path) => analyser.analyse(path, source[path] ?? ''));
  const builder = new SegmentBuilder(analyser);
  for (const path of order)
    builder.add(path, source[path]!, {
      size: source[path]!.length,
      mtimeMs: 1.5,
      ctimeMs: 2.5,
      ino: 3,
      hash: hashOf(path),
    });
  const chunkCount = files.reduce((sum, file) => sum + file.chunks.length, 0);
  const rows = files.flatMap(({ path, chunks }) =>
    Array.from({ length: chunks.length }, (_, i) => row(path, i)),
  );
  const matrix = Int8Array.from(rows.flat());
  expect(matrix).toHaveLength(chunkCount * DIMS);
  return { parts: { ...builder.finish(), vectors: { model: 'm', dims: DIMS, matrix } }, files };
}

const hashOf = (path: string) => new Uint8Array(16).fill(path.length);
const row = (path: string, chunk: number) => new Array<number>(DIMS).fill((path.length * 7 + chunk) % 100);

/** As a reader of the stored segment finds it. */
function find(parts: SegmentParts, kind: 'terms' | 'pathTerms', term: string): PostingList | undefined {
  const block = blockAt(parts[kind].blocks, new Segment(tablesOf(parts))[kind].blockOf(term));
  return block && findTerm(block, term);
}

function mergeSource(parts: SegmentParts, lives: (path: string) => boolean = () => true): MergeSource {
  const segment = new Segment(tablesOf(parts));
  return {
    segment,
    stats: decodeStats(parts.stats, segment.files.length),
    lives: (file) => lives(segment.files[file]!.path),
    blocks: {
      terms: allBlocks(parts.terms.blocks),
      pathTerms: allBlocks(parts.pathTerms.blocks),
      declarations: allBlocks(parts.declarations),
      vectors: parts.vectors,
    },
  };
}

function namesIn(parts: SegmentParts, file: number) {
  const block = blockAt(parts.declarations, declarationBlock(file));
  if (block === undefined) throw new DamagedIndex('a block is missing');
  return decodeDeclarations(encodedDeclarations(block, file));
}

/** Everything a segment says, in a form that does not depend on numbers. */
function contents(parts: SegmentParts) {
  const segment = new Segment(tablesOf(parts));
  const stats = decodeStats(parts.stats, segment.files.length);
  const chunkNames: string[] = [];
  const files = segment.files.flatMap((file, number) => {
    const from = segment.firstChunks[number]!;
    const to = segment.firstChunks[number + 1]!;
    for (let chunk = from; chunk < to; chunk++) chunkNames[chunk] = `${file.path}#${chunk - from}`;
    const { startLines, endLines, lengths } = segment.chunks;
    const chunks = [startLines, endLines, lengths].map((column) => [...column.subarray(from, to)]);
    const { names, kinds, lines } = namesIn(parts, number);
    const vectors = [...parts.vectors!.matrix.subarray(from * DIMS, to * DIMS)];
    return [{ ...file, stat: stats[number], chunks, names, kinds, lines: [...lines], vectors }];
  });
  const fileNames = segment.files.map(({ path }) => path);
  return {
    files: files.sort((a, b) => (a.path < b.path ? -1 : 1)),
    terms: postingsOf(parts, 'terms', chunkNames),
    pathTerms: postingsOf(parts, 'pathTerms', fileNames),
  };
}

function postingsOf(
  parts: SegmentParts,
  kind: 'terms' | 'pathTerms',
  names: string[],
): Record<string, Record<string, number>> {
  const all: Record<string, Record<string, number>> = {};
  for (const cursor = new TermCursor(allBlocks(parts[kind].blocks)); cursor.next(); ) {
    const term = new TextDecoder().decode(cursor.term);
    const list = find(parts, kind, term)!;
    const into = { ids: new Uint32Array(list.count), payloads: new Uint16Array(list.count) };
    const count = decodePostings(list, 0, names.length, undefined, into, 0);
    const living = Array.from(
      { length: count },
      (_, i) => [names[into.ids[i]!]!, into.payloads[i]!] as const,
    );
    const kept = living.filter(([name]) => name !== '');
    if (kept.length > 0) all[term] = Object.fromEntries(kept);
  }
  return all;
}

const word = fc.constantFrom(
  'alpha',
  'beta',
  'gammaRay',
  'délta',
  '日本語',
  'x',
  'parse_file',
  'HTTPServer',
  '𝒳y',
);
const line = fc.array(word, { maxLength: 6 }).map((words) => words.join(' '));
const text = fc.array(
  fc.oneof(
    line,
    line.map((it) => `function ${it || 'f'}() {`),
  ),
  { maxLength: 90 },
);
const path = fc
  .tuple(
    fc.constantFrom('src', 'lib/deep', 'tests', 'ünï'),
    fc.constantFrom('a', 'ab', 'b𝒳', 'b𝒴'),
    fc.nat(9),
  )
  .map(([folder, name, number]) => `${folder}/${name}${number}.ts`);
const source: fc.Arbitrary<Source> = fc.dictionary(
  path,
  text.map((lines) => lines.join('\n')),
  { maxKeys: 12 },
);

describe('a segment', () => {
  it('gives back every term of every chunk as it was analysed', () => {
    fc.assert(
      fc.property(source, (files) => {
        const { parts, files: analysed } = build(files);
        const found = contents(parts);
        const terms: Record<string, Record<string, number>> = {};
        const analyser = new Analyser();
        for (const { path } of analysed) {
          const counted = analyser.lastTerms(analyser.analyse(path, files[path]!));
          const words = analyser.terms();
          for (let chunk = 0, at = 0; chunk < counted.termEnds.length; chunk++)
            for (; at < counted.termEnds[chunk]!; at++) {
              const term = words[counted.terms[at]!]!;
              terms[term] = { ...terms[term], [`${path}#${chunk}`]: counted.payloads[at]! };
            }
        }
        expect(found.terms).toEqual(terms);
        expect(found.files.map((it) => it.path)).toEqual(Object.keys(files).sort());
        for (const [i, file] of analysed.entries())
          expect(found.files[i]).toMatchObject({
            flags: file.flags,
            lineCount: file.lineCount,
            names: file.declarations.map((it) => it.name),
            kinds: file.declarations.map((it) => it.kind),
            lines: file.declarations.map((it) => it.line),
            stat: { size: files[file.path]!.length, mtimeMs: 1.5, ctimeMs: 2.5, ino: 3 },
          });
      }),
      { numRuns: runs(20, 60) },
    );
  });

  it('does not know a term that no chunk holds', () => {
    const { parts } = build({ 'a.ts': 'alpha beta', 'b.ts': 'gamma delta epsilon' });
    for (const absent of ['', 'a', 'alph', 'alphab', 'zeta', 'gammb', '日'])
      expect(find(parts, 'terms', absent)).toBeUndefined();
    expect(find(parts, 'terms', 'alpha')?.count).toBe(1);
  });

  it('finds each term in its block and no other, in the order of UTF-16', () => {
    const terms = fc.uniqueArray(fc.string({ unit: 'grapheme', minLength: 1, maxLength: 6 }), {
      maxLength: 60,
    });
    fc.assert(
      fc.property(terms, terms, (held, asked) => {
        const writer = new TermBlockWriter();
        for (const [i, term] of held.toSorted(byCodeUnit).entries())
          writer.add(term, Uint32Array.of(i), Uint16Array.of(1), 0, 1);
        const { blocks } = writer.finish();
        const block = blockAt(blocks, 0) ?? new Uint8Array();
        const order = held.toSorted(byCodeUnit);
        for (const term of [...held, ...asked]) {
          const list = findTerm(block, term);
          if (!held.includes(term)) expect(list).toBeUndefined();
          else {
            const into = { ids: new Uint32Array(1), payloads: new Uint16Array(1) };
            decodePostings(list!, 0, held.length, undefined, into, 0);
            expect(into.ids[0]).toBe(order.indexOf(term));
          }
        }
      }),
      { numRuns: runs(100, 1_000) },
    );
  });

  it('has the same bytes whatever was analysed before it by the same analyser', () => {
    const fresh = build({ 'b.ts': 'function one() {}\nbeta alpha' }).parts;
    const analyser = new Analyser();
    analyser.analyse('z.ts', 'zeta alpha one');
    const builder = new SegmentBuilder(analyser);
    const identity = { size: 28, mtimeMs: 1.5, ctimeMs: 2.5, ino: 3, hash: hashOf('b.ts') };
    builder.add('b.ts', 'function one() {}\nbeta alpha', identity);
    const later = builder.finish();
    expect(later.terms).toEqual(fresh.terms);
    expect(later.pathTerms).toEqual(fresh.pathTerms);
  });
});

describe('merging', () => {
  it('is the same as building from the living files', async () => {
    await fc.assert(
      fc.asyncProperty(source, fc.nat(2), fc.nat(2), async (files, dead, spread) => {
        const paths = Object.keys(files).sort();
        const groups = [0, 1, 2].map((n) => paths.filter((_, i) => (i * (spread + 1)) % 3 === n));
        const lives = (path: string) => path.length % 3 !== dead;
        const sources = groups.map((group) => mergeSource(build(files, group).parts, lives));
        const living = paths.filter(lives);
        const merged = await mergeSegments(sources, noPause);
        const built = build(files, living).parts;
        expect(contents(merged)).toEqual(contents(built));
        expect(merged).toEqual(built);
      }),
      { numRuns: runs(20, 60) },
    );
  });

  it('leaves vectors of different models to be made again', async () => {
    const one = build({ 'a.ts': 'alpha' }).parts;
    const two = build({ 'b.ts': 'beta' }).parts;
    const sources = [one, { ...two, vectors: { ...two.vectors!, model: 'other' } }].map((parts) =>
      mergeSource(parts),
    );
    expect((await mergeSegments(sources, noPause)).vectors).toBeUndefined();
  });
});

describe('damaged bytes', () => {
  const { parts } = build({
    'a.ts': 'export function alpha() {\n  return beta;\n}\n',
    'b/c.ts': 'class Gamma { delta() {} }\n'.repeat(60),
  });
  const terms = ['alpha', 'beta', 'gamma', 'delta', 'return', 'export', 'nothing'];

  function damage(views: Uint8Array[], at: number, byte: number): void {
    const total = views.reduce((sum, view) => sum + view.length, 0);
    let place = at % total;
    for (const view of views) {
      if (place < view.length) {
        view[place] = byte;
        return;
      }
      place -= view.length;
    }
  }

  it('are refused or read as something, never trusted to lead outside', async () => {
    await fc.assert(
      fc.asyncProperty(
        fc.array(fc.tuple(fc.nat(), fc.nat(255)), { minLength: 1, maxLength: 4 }),
        async (changes) => {
          const copy = structuredClone(parts);
          const views = [copy.files, copy.chunks, copy.terms.directory, copy.pathTerms.directory];
          views.push(copy.terms.blocks.bytes, copy.pathTerms.blocks.bytes, copy.declarations.bytes);
          for (const [at, byte] of changes) damage(views, at, byte);
          try {
            const segment = new Segment(tablesOf(copy));
            for (const term of terms) {
              const list = find(copy, 'terms', term);
              if (list === undefined) continue;
              const into = { ids: new Uint32Array(list.count), payloads: new Uint16Array(list.count) };
              const count = decodePostings(list, 0, segment.chunkCount, undefined, into, 0);
              for (const id of into.ids.subarray(0, count)) expect(id).toBeLessThan(segment.chunkCount);
            }
            for (const file of segment.files.keys()) namesIn(copy, file);
            await mergeSegments([mergeSource(copy)], noPause);
          } catch (thrown) {
            expect(thrown).toBeInstanceOf(DamagedIndex);
          }
        },
      ),
      { numRuns: runs(150, 500) },
    );
  });
});
