import { createHash } from 'node:crypto';
import { readdirSync, readFileSync } from 'node:fs';
import { setFlagsFromString } from 'node:v8';
import fc from 'fast-check';
import { describe, expect, it, onTestFinished } from 'vitest';
import { loadStaticModel, quantise } from '../../embed/index.ts';
import { lineTable, runs } from '../../text/index.ts';
import { termsOfRun } from '../analyse/terms.ts';
import { TermBlockWriter } from '../segment/term-table.ts';
import { Kernel } from './kernel.ts';

const wholeOf = (text: string) => [{ startOffset: 0, endOffset: text.length }];
const analyse = (kernel: Kernel, text: string, ...[chunks, names]: Parameters<Kernel['add']>) => {
  kernel.take(text);
  return kernel.add(chunks, names);
};
const project = new URL('../../../../', import.meta.url);
const sha256 = (data: string | Uint8Array) => createHash('sha256').update(data).digest('hex');

describe('the compiled kernel', () => {
  it('is made from the committed sources', () => {
    const manifest = JSON.parse(readFileSync(new URL('assets/kernel/manifest.json', project), 'utf8'));
    const folder = new URL('kernel/', project);
    const sources = readdirSync(folder)
      .filter((name) => name.endsWith('.ts'))
      .sort()
      .map((name) => `${name}\0${readFileSync(new URL(name, folder), 'utf8')}\0`);
    expect(sha256(sources.join(''))).toBe(manifest.source);
    for (const name of ['analysis.wasm', 'nearness.wasm'])
      expect(sha256(readFileSync(new URL(`assets/kernel/${name}`, project)))).toBe(manifest.wasm[name]);
  });
});

describe('words', () => {
  it('are those that a query is split into', () => {
    const part = fc.constantFrom(
      ...['ies', 'ss', 'us', 'is', 'xes', 'ches', 'shes', 'zes', 'ing', 'ed', 'pped', 'tting', 'y', 'e', 's'],
      ...[
        'a',
        'b',
        'z',
        'A',
        'Z',
        'HTTP',
        'Get',
        'query',
        'route',
        '0',
        '42',
        '_',
        '__',
        '$',
        'ä',
        'Ω',
        '日',
        '本',
        'ß',
        'Σ',
        'ς',
        'Я',
        'я',
        'İ',
        'ʰ',
        '\u0301',
        'ע',
        'ّ',
        'क',
        '़',
        'Ⴀ',
        'ა',
        '한',
      ],
    );
    const run = fc.array(part, { minLength: 1, maxLength: 14 }).map((parts) => parts.join(''));
    fc.assert(
      fc.property(fc.array(run, { minLength: 1, maxLength: 20 }), (all) => {
        const kernel = new Kernel(undefined);
        const text = all.join(' ');
        analyse(kernel, text, wholeOf(text), []);
        const { terms } = kernel.lastTerms(1);
        const names = kernel.terms();
        expect(new Set([...terms].map((term) => names[term]))).toEqual(
          new Set(runs(text).flatMap(termsOfRun)),
        );
      }),
      { numRuns: 500 },
    );
  });

  it('in each letter of the alphabets it knows are those too', () => {
    const letters = Array.from({ length: 0x1100 - 0x80 }, (_, n) => String.fromCharCode(0x80 + n));
    const texts = letters.map((it) => `${it}${it} a${it} A${it} ${it}a ${it.repeat(49)}\n`);
    let end = 0;
    const chunks = texts.map(({ length }) => {
      end += length;
      return { startOffset: end - length, endOffset: end };
    });
    const kernel = new Kernel(undefined);
    analyse(kernel, texts.join(''), chunks, []);
    const { termEnds, terms } = kernel.lastTerms(texts.length);
    const names = kernel.terms();
    for (const [n, text] of texts.entries()) {
      const found = [...terms.subarray(termEnds[n - 1] ?? 0, termEnds[n])].map((term) => names[term]);
      expect(found.sort(), text).toEqual([...new Set(runs(text).flatMap(termsOfRun))].sort());
    }
  });
});

describe('lines', () => {
  it('are those that the line table has', () => {
    const piece = fc.constantFrom(
      '\n',
      '\r\n',
      '\r',
      ' ',
      '\t',
      'x',
      'é',
      '日',
      ' '.repeat(70),
      'long line of words',
    );
    const kernel = new Kernel(undefined);
    fc.assert(
      fc.property(fc.array(piece, { maxLength: 60 }), (pieces) => {
        const text = pieces.join('');
        const { count, starts, indents, firsts } = lineTable(text);
        expect(kernel.take(text)).toEqual({
          count,
          starts: starts.slice(0, count + 1),
          indents: indents.slice(0, count),
          firsts: firsts.slice(0, count),
        });
      }),
      { numRuns: 500 },
    );
  });
});

describe('postings', () => {
  it('have the bytes that the writer of merged segments gives them, in the order of code units', () => {
    const unit = fc.constantFrom('a', 'b', 'z', '0', '_', '~', 'é', 'ü', '日', '\uffee', '𝒳');
    const term = fc.array(unit, { minLength: 1, maxLength: 8 }).map((units) => units.join(''));
    const list = fc.uniqueArray(fc.nat(70_000), { minLength: 1, maxLength: 20 });
    const index = fc.uniqueArray(fc.tuple(term, list), { selector: ([it]) => it, maxLength: 60 });
    fc.assert(
      fc.property(index, fc.array(term), (entries, before) => {
        const kernel = new Kernel(undefined);
        for (const known of before) kernel.addPathTerms(0, new Map([[known, 1]]));
        kernel.start();
        const ids = [...new Set(entries.flatMap(([, list]) => list))].sort((a, b) => a - b);
        for (const id of ids) {
          const terms = entries.filter(([, list]) => list.includes(id));
          kernel.addPathTerms(id, new Map(terms.map(([it]) => [it, id & 0xffff])));
        }
        const found = kernel.invertPaths();
        const writer = new TermBlockWriter();
        for (const [it, ids] of entries.sort(([a], [b]) => (a < b ? -1 : 1))) {
          const sorted = Uint32Array.from(ids).sort();
          writer.add(it, sorted, Uint16Array.from(sorted), 0, sorted.length);
        }
        expect(found).toEqual(writer.finish());
      }),
    );
  });
});

describe('the secret', () => {
  it('changes no result', () => {
    const made = [0, 1, 0xdead_beef].map((secret) => {
      const kernel = new Kernel(undefined, secret);
      const text = Array.from({ length: 3_000 }, (_, n) => `word${n % 700} größe${n % 90} x_${n}`).join(' ');
      analyse(kernel, text, wholeOf(text), []);
      return { terms: kernel.terms(), blocks: kernel.invert() };
    });
    expect(made[1]).toEqual(made[0]);
    expect(made[2]).toEqual(made[0]);
  });
});

describe('counts', () => {
  it('of one word, however often it stands in a line or a name, do not run over into each other', () => {
    const kernel = new Kernel(undefined);
    const text = 'aa '.repeat(1_200_000);
    const name = 'bb '.repeat(5_000);
    const names = [{ name, chunk: 1, exact: false, isType: false }];
    analyse(
      kernel,
      `${text}${name}`,
      [...wholeOf(text), { startOffset: text.length, endOffset: text.length }],
      names,
    );
    const { termEnds, payloads } = kernel.lastTerms(2);
    expect([...termEnds]).toEqual([1, 2]);
    expect([...payloads]).toEqual([127, 7 << 7]);
  });
});

describe('vectors', () => {
  it('are those that the model makes of the text', async () => {
    const model = await loadStaticModel();
    const kernel = new Kernel(model.tables);
    const word = fc.constantFrom(
      'parse',
      'HTTPServer',
      'sha256',
      'zzqx',
      'ünder',
      'read_all',
      '日本',
      'of',
      '\n',
    );
    fc.assert(
      fc.property(fc.array(word, { maxLength: 120 }), (all) => {
        const text = all.join(' ');
        kernel.start();
        kernel.takeFileName('src router');
        analyse(kernel, text, wholeOf(text), []);
        const expected = new Int8Array(model.dims);
        quantise(model.encode(`${text} src router`), expected);
        expect(kernel.vectors()).toEqual(expected);
      }),
    );
  });

  it('take a text of very many different words', async () => {
    const model = await loadStaticModel();
    const kernel = new Kernel(model.tables);
    const text = Array.from({ length: 20_000 }, (_, n) => `w${n.toString(36)}x${(n * 7919) % 99_991}`).join(
      ' ',
    );
    analyse(kernel, text, wholeOf(text), []);
    expect(Math.hypot(...kernel.vectors()) / 127).toBeCloseTo(1, 1);
  });
});

describe('memory that cannot grow', () => {
  /** A new kernel has 24 pages; the limit holds for memories that are made under it. */
  const FEW_PAGES = 40;
  const MOST_PAGES = 65_536;
  const allow = (pages: number) => setFlagsFromString(`--wasm-max-mem-pages=${pages}`);
  const manyWords = (first: string) =>
    Array.from({ length: 40_000 }, (_, n) => `${first}${n.toString(36)}x`).join(' ');
  const outOfMemory = expect.objectContaining({ code: 'out_of_memory' });

  const scarce = (): Kernel => {
    allow(FEW_PAGES);
    onTestFinished(() => allow(MOST_PAGES));
    return new Kernel(undefined);
  };

  it('is said of a text, its lines, and of the terms of paths', () => {
    const text = manyWords('w');
    expect(() => analyse(scarce(), text, wholeOf(text), [])).toThrow(outOfMemory);
    expect(() => scarce().take('x\n'.repeat(2_000_000))).toThrow(outOfMemory);
    const endless = (work: (n: number) => void) => () => {
      for (let n = 0; n < 10_000_000; n++) work(n);
    };
    const [terms, postings] = [scarce(), scarce()];
    expect(endless((n) => terms.addPathTerms(0, new Map([[`term${n}`, 1]])))).toThrow(outOfMemory);
    expect(endless((n) => postings.addPathTerms(n, new Map([['term', 1]])))).toThrow(outOfMemory);
  });

  it('is said when the model finds no room, and found again when there is some', async () => {
    const { tables } = await loadStaticModel();
    allow(FEW_PAGES);
    onTestFinished(() => allow(MOST_PAGES));
    expect(() => new Kernel(tables)).toThrow(outOfMemory);
    allow(MOST_PAGES);
    const kernel = new Kernel(tables);
    analyse(kernel, 'parse the router', wholeOf('parse the router'), []);
    expect(kernel.vectors().some((value) => value !== 0)).toBe(true);
  });
});
