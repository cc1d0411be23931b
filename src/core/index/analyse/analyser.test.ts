import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { words } from '../../text/index.ts';
import type { AnalysedFile } from '../contract.ts';
import { Analyser } from './analyser.ts';
import { bodyOf, isTypeName, namesOf, termsOfRun } from './terms.ts';

/** By chunk: term → payload. */
function counts(analyser: Analyser, file: AnalysedFile): Map<string, number>[] {
  const names = analyser.terms();
  const { termEnds, terms, payloads } = analyser.lastTerms(file);
  let at = 0;
  return [...termEnds].map((end) => {
    const found = new Map<string, number>();
    for (; at < end; at++) found.set(names[terms[at]!]!, payloads[at]!);
    return found;
  });
}

const analysed = (path: string, text: string) => {
  const analyser = new Analyser();
  return counts(analyser, analyser.analyse(path, text))[0]!;
};

describe('analysis', () => {
  it('counts the words of the text by their stems, and compounds as they are', () => {
    const found = analysed('a.txt', 'routes routing clientSessions client');
    expect(bodyOf(found.get('rout')!)).toBe(2);
    expect(bodyOf(found.get('client')!)).toBe(2);
    expect(bodyOf(found.get('clientsessions')!)).toBe(1);
    expect(bodyOf(found.get('session')!)).toBe(1);
  });

  it('counts the words of declared names, and keeps each name in exact form', () => {
    const found = analysed('a.py', 'class TypeAdapters:\n    def read_all(self): ...\n');
    expect(namesOf(found.get('adapter')!)).toBe(1);
    expect(namesOf(found.get('=typeadapters')!)).toBe(1);
    expect(isTypeName(found.get('=typeadapters')!)).toBe(true);
    expect(isTypeName(found.get('=readall')!)).toBe(false);
    expect(found.has('=adapter')).toBe(false);
  });

  it('counts exactly what the words of the text are, in any text', () => {
    const unit = fc.constantFrom(...'abAB1_$ .\nß漢字😀-');
    const text = fc.string({ unit, maxLength: 200 });
    fc.assert(
      fc.property(fc.array(text, { minLength: 1, maxLength: 3 }), (texts) => {
        const analyser = new Analyser();
        for (const sample of texts) {
          const expected = new Map<string, number>();
          for (const run of sample.match(/[\p{L}\p{M}\p{N}_$]+/gu) ?? [])
            for (const term of termsOfRun(run)) expected.set(term, (expected.get(term) ?? 0) + 1);
          const found = counts(analyser, analyser.analyse('a.txt', sample))[0] ?? new Map();
          expect(new Map([...found].map(([term, payload]) => [term, bodyOf(payload)]))).toEqual(expected);
        }
      }),
    );
  });

  it('gives every chunk its length, place and own terms', () => {
    const part = (name: string) => `def ${name}():\n${'    value = compute(value)\n'.repeat(40)}\n`;
    const text = part('first') + part('second');
    const analyser = new Analyser();
    const file = analyser.analyse('src/a.py', text);
    const perChunk = counts(analyser, file);
    expect(file.chunks.length).toBe(2);
    expect(perChunk.map((terms) => terms.has('=first'))).toEqual([true, false]);
    expect(perChunk.map((terms) => terms.has('=second'))).toEqual([false, true]);
    const second = text.slice(file.chunks[1]!.startOffset, file.chunks[1]!.endOffset);
    expect(second.startsWith('def second')).toBe(true);
    expect(file.lengths[1]).toBe(words(second).length);
    expect(file.lineCount).toBe(84);
    expect(file.declarations.map((it) => it.name)).toEqual(['first', 'second']);
  });

  it('gives the same for a file whatever was analysed before', () => {
    const text = 'export function openSocket(port) {\n  return connect(port);\n}\n';
    const fresh = new Analyser();
    const used = new Analyser();
    used.analyse('z.ts', 'const other = connect(1);\n');
    const one = counts(fresh, fresh.analyse('a.ts', text));
    const two = counts(used, used.analyse('a.ts', text));
    expect(two).toEqual(one);
  });

  it('takes an empty text', () => {
    const file = new Analyser().analyse('a.ts', '');
    expect([file.lineCount, file.chunks.length]).toEqual([0, 0]);
  });
});
