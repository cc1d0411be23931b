import { readFileSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import { Worker } from 'node:worker_threads';
import { build } from 'esbuild';
import fc from 'fast-check';
import { beforeAll, describe, expect, it } from 'vitest';
import { runs } from '../../../../tests/helpers/full-run.ts';
import { type ModelTables, weighing } from './layout.ts';
import { loadStaticModel } from './load.ts';
import { openTokenSum, type StaticModel } from './model.ts';

const ASSETS = new URL('../../../../assets/model/', import.meta.url);

/** The rule in its plainest form, on strings and maps. */
function slowModel(): (text: string) => Float32Array {
  const file = readFileSync(new URL('static-256.bin', ASSETS));
  const rows = file.readUInt32LE(0);
  const dims = file.readUInt32LE(4);
  const tokens = readFileSync(new URL('static-256.vocab.txt', ASSETS), 'utf8').split('\n');
  const rowOf = new Map(tokens.map((token, row) => [token, row]));
  const rowsOf = (word: string): number[] => {
    const whole = rowOf.get(word);
    if (whole !== undefined) return [whole];
    const pieces: number[] = [];
    for (let at = 0; at < word.length; ) {
      let to = word.length;
      const piece = () => (at === 0 ? '' : '##') + word.slice(at, to);
      while (to > at && !rowOf.has(piece())) to--;
      pieces.push(rowOf.get(piece()) as number);
      at = to;
    }
    return pieces;
  };
  return (text) => {
    const counts = new Map<number, number>();
    const words = text.match(/[A-Z]+(?![a-z])|[A-Z]?[a-z]+|\d+/g) ?? [];
    for (const word of words.slice(0, 400))
      for (const row of rowsOf(word.toLowerCase())) counts.set(row, (counts.get(row) ?? 0) + 1);
    const sum = new Float64Array(dims);
    for (const [row, count] of counts)
      for (let d = 0; d < dims; d++)
        sum[d]! +=
          file.readFloatLE(8 + row * 4) *
          (1 + Math.log(count)) *
          file.readInt8(8 + rows * 4 + row * dims + d);
    const length = Math.hypot(...sum);
    return Float32Array.from(sum, (component) => (length === 0 ? 0 : component / length));
  };
}

describe('the static model', () => {
  let model: StaticModel;
  beforeAll(async () => {
    model = await loadStaticModel();
  });

  it('gives what its rule says, on any text', () => {
    const slow = slowModel();
    const piece = fc.oneof(
      fc.constantFrom(
        'getUserName',
        'the ',
        'HTTPServer2',
        'quantise_vector ',
        'xyzzyqwrtp ',
        '\n',
        'return return ',
      ),
      fc.string({ maxLength: 12 }),
    );
    const text = fc.array(piece, { maxLength: 60 }).map((pieces) => pieces.join(''));
    fc.assert(
      fc.property(text, (sample) => {
        const expected = slow(sample);
        // Weights are whole numbers: a difference of less than a tenth of what quantising rounds away.
        for (const [d, component] of model.encode(sample).entries())
          expect(Math.abs(component - (expected[d] ?? 0))).toBeLessThan(5e-4);
      }),
      { numRuns: runs(50, 150) },
    );
  });

  it('looks at the first 400 words only', () => {
    const words = 'alpha beta gamma delta '.repeat(100);
    expect(model.encode(`${words} omega sigma`)).toEqual(model.encode(words));
    expect(model.encode(`omega ${words}`)).not.toEqual(model.encode(words));
  });

  it('cuts one endless word into pieces without trouble', () => {
    expect(model.encode('q'.repeat(50_000)).some((component) => component !== 0)).toBe(true);
  });

  it('gives zeros for a text without words', () => {
    expect(model.encode('-- {} 漢字').every((component) => component === 0)).toBe(true);
  });

  it('keeps nothing from one text to the next', () => {
    const first = model.encode('open the socket');
    model.encode('something else entirely, open open open');
    expect(model.encode('open the socket')).toEqual(first);
  });

  it('puts a question nearer to its answer than to other code', () => {
    const cosine = (a: string, b: string) =>
      model.encode(a).reduce((sum, component, d) => sum + component * (model.encode(b)[d] ?? 0), 0);
    const question = 'how are passwords hashed before they are stored';
    const answer = 'function hashPassword(password, salt) { return scrypt(password, salt, 64) }';
    const other = 'function drawRectangle(canvas, x, y, width, height) { canvas.fill(x, y) }';
    expect(cosine(question, answer)).toBeGreaterThan(cosine(question, other) + 0.2);
  });

  it('is the same in a worker thread, over the same memory', async () => {
    const { outputFiles } = await build({
      entryPoints: [fileURLToPath(new URL('./model.ts', import.meta.url))],
      bundle: true,
      format: 'cjs',
      write: false,
    });
    const worker = new Worker(
      `${outputFiles[0]?.text}
      const { workerData, parentPort } = require('node:worker_threads');
      const model = module.exports.attachStaticModel(workerData);
      parentPort.postMessage({ id: model.id, vector: model.encode('open the socket') });`,
      { eval: true, workerData: model.shared },
    );
    const answer = await new Promise((resolve, reject) => {
      worker.once('message', resolve);
      worker.once('error', reject);
    });
    await worker.terminate();
    expect(answer).toEqual({ id: model.id, vector: model.encode('open the socket') });
  });
});

const DIMS = 32;
const ROWS = 50;
const table = Int8Array.from({ length: ROWS * DIMS }, (_, i) => ((i * 7_919) % 255) - 127);

describe('counting rows', () => {
  it('starts from nothing for each text', async () => {
    const model = await loadStaticModel();
    const first = model.encode('a harbour for ships');
    model.encode('something else entirely');
    expect(model.encode('a harbour for ships')).toEqual(first);
    expect(model.encode('')).toEqual(new Float32Array(model.dims));
  });

  it('takes a text of very many different words', () => {
    const scales = new Float32Array(ROWS).fill(1);
    const tables = { dims: DIMS, scales, vectors: table, ...weighing(1) } as ModelTables;
    const { count, finish } = openTokenSum(tables);
    for (let row = 0; row < ROWS; row++) count(row, 300);
    expect(Math.hypot(...finish(new Float32Array(DIMS)))).toBeCloseTo(1);
    count(3, 1);
    expect(Math.hypot(...finish(new Float32Array(DIMS)))).toBeCloseTo(1);
    expect(finish(new Float32Array(DIMS))).toEqual(new Float32Array(DIMS));
  });
});
