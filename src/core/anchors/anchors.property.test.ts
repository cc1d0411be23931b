/** Random texts under random edits. Few distinct lines, so that copies and near copies are the rule. */
import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { runs } from '../../../tests/helpers/full-run.ts';
import { splitLines } from '../text/index.ts';
import { type Anchor, readAnchor } from './anchor.ts';
import { findRenamed } from './find-renamed.ts';
import { makeAnchor } from './make.ts';
import type { SymbolSpan } from './page.ts';
import { type Resolution, resolveAnchor } from './resolve.ts';

const RUNS = runs(400, 1500);

const WORDS = ['open', 'close', 'door', 'guest', 'lamp', 'price', 'tea'];
const word = fc.constantFrom(...WORDS);
const line = fc.oneof(
  { weight: 3, arbitrary: fc.tuple(word, word, word).map(([a, b, c]) => `  ${a}(${b}, ${c});`) },
  { weight: 1, arbitrary: fc.tuple(word, fc.nat(9)).map(([a, n]) => `const ${a}${n} = ${n};`) },
  { weight: 2, arbitrary: fc.constantFrom('', '}', '{', '  return;', '  } else {', '\t}') },
  { weight: 1, arbitrary: fc.tuple(word, fc.nat(99)).map(([a, n]) => `function ${a}${n}() {`) },
);
const lines = fc.array(line, { minLength: 1, maxLength: 40 });

type Edit =
  | { kind: 'insert'; at: number; lines: string[] }
  | { kind: 'remove'; at: number; count: number }
  | { kind: 'replace'; at: number; line: string }
  | { kind: 'reindent'; at: number; count: number }
  | { kind: 'copy' | 'move'; at: number; count: number; to: number };
const at = fc.nat(39);
const count = fc.integer({ min: 1, max: 12 });
const edit: fc.Arbitrary<Edit> = fc.oneof(
  fc.record({ kind: fc.constant('insert' as const), at, lines: fc.array(line, { maxLength: 8 }) }),
  fc.record({ kind: fc.constant('remove' as const), at, count }),
  fc.record({ kind: fc.constant('replace' as const), at, line }),
  fc.record({ kind: fc.constant('reindent' as const), at, count }),
  fc.record({ kind: fc.constantFrom('copy' as const, 'move' as const), at, count, to: at }),
);

function apply(text: readonly string[], change: Edit): string[] {
  const { at: start } = change;
  if (change.kind === 'insert') return text.toSpliced(start, 0, ...change.lines);
  if (change.kind === 'remove') return text.toSpliced(start, change.count);
  if (change.kind === 'replace') return text.toSpliced(start, 1, change.line);
  if (change.kind === 'reindent')
    return text.map((held, index) => (index >= start && index < start + change.count ? `  ${held}` : held));
  const block = text.slice(start, start + change.count);
  const rest = change.kind === 'move' ? text.toSpliced(start, change.count) : text;
  return rest.toSpliced(change.to, 0, ...block);
}

/** Every function line opens a declaration that lasts to the next: enough for symbols to take part. */
function outline(text: readonly string[]): SymbolSpan[] {
  const starts = text.flatMap((held, index) => (held.startsWith('function ') ? [index] : []));
  return starts.map((start, index) => ({
    name: /function (\w+)/.exec(text[start] ?? '')?.[1] ?? '',
    startLine: start + 1,
    endLine: starts[index + 1] ?? text.length,
  }));
}

/** As the engine sees the text: a final empty line is no line. */
function textOf(held: readonly string[]): string {
  return held.map((one) => `${one}\n`).join('');
}

const placed = fc.tuple(lines, fc.nat(), fc.nat(9), fc.boolean()).map(([file, pick, extra, symbols]) => {
  const startLine = 1 + (pick % file.length);
  const endLine = Math.min(file.length, startLine + extra);
  return { file, startLine, endLine, symbols };
});

function anchored({
  file,
  startLine,
  endLine,
  symbols,
}: {
  file: string[];
  startLine: number;
  endLine: number;
  symbols: boolean;
}): Anchor {
  return makeAnchor('a.js', textOf(file), startLine, endLine, symbols ? outline(file) : []);
}

function held(text: string, answer: Resolution): string[] {
  return splitLines(text).slice((answer.startLine ?? 0) - 1, answer.endLine ?? 0);
}

/** What no edit may ever break. */
function honest(answer: Resolution, text: string, was: readonly string[]): void {
  if (answer.state === 'fresh' || answer.state === 'moved') expect(held(text, answer)).toEqual(was);
  if (answer.state === 'edited') {
    expect(held(text, answer)).not.toEqual(was);
    expect(answer.startLine).toBeGreaterThan(0);
    expect(answer.endLine).toBeGreaterThanOrEqual(answer.startLine ?? 0);
    expect(answer.endLine).toBeLessThanOrEqual(splitLines(text).length);
  }
  if (answer.state === 'ambiguous' || answer.state === 'lost') expect(answer.startLine).toBeUndefined();
  expect(answer.confidence).toBeGreaterThanOrEqual(0);
  expect(answer.confidence).toBeLessThanOrEqual(1);
}

describe('whatever is edited', () => {
  it('fresh and moved lines are the anchored lines, and edited ones are not', () => {
    fc.assert(
      fc.property(placed, fc.array(edit, { maxLength: 6 }), (place, edits) => {
        const anchor = anchored(place);
        const now = edits.reduce(apply, place.file);
        const was = place.file.slice(place.startLine - 1, place.endLine);
        honest(resolveAnchor(anchor, textOf(now), place.symbols ? outline(now) : []), textOf(now), was);
      }),
      {
        numRuns: RUNS,
        // Found by a run: an empty line in a file that lost all its lines.
        examples: [
          [{ file: [''], startLine: 1, endLine: 1, symbols: false }, [{ kind: 'remove', at: 0, count: 1 }]],
        ],
      },
    );
  });

  it('fresh means the same line numbers', () => {
    fc.assert(
      fc.property(placed, fc.array(edit, { maxLength: 6 }), (place, edits) => {
        const now = textOf(edits.reduce(apply, place.file));
        const answer = resolveAnchor(anchored(place), now);
        if (answer.state === 'fresh')
          expect([answer.startLine, answer.endLine]).toEqual([place.startLine, place.endLine]);
        if (answer.state === 'moved') expect(answer.startLine).not.toBe(place.startLine);
      }),
      { numRuns: RUNS },
    );
  });

  it('an untouched file is fresh, and a reverted one is fresh again', () => {
    fc.assert(
      fc.property(placed, (place) => {
        const anchor = readAnchor(JSON.parse(JSON.stringify(anchored(place))));
        expect(anchor).toBeDefined();
        if (!anchor) return;
        const answer = resolveAnchor(anchor, textOf(place.file), outline(place.file));
        expect(answer).toMatchObject({ state: 'fresh', startLine: place.startLine, endLine: place.endLine });
      }),
      { numRuns: RUNS },
    );
  });

  it('the same question gets the same answer', () => {
    fc.assert(
      fc.property(placed, fc.array(edit, { maxLength: 4 }), (place, edits) => {
        const now = textOf(edits.reduce(apply, place.file));
        expect(resolveAnchor(anchored(place), now)).toEqual(resolveAnchor(anchored(place), now));
      }),
      { numRuns: 300 },
    );
  });
});

describe('whatever surrounds it', () => {
  /** Lines no other line of the text resembles, so that where they are is known. */
  const landmark = ['const harbour = pilot.chart(north, 17);', 'harbour.sound(depth, fathoms);'];

  it('lines that stand once are found wherever they were pushed', () => {
    fc.assert(
      fc.property(lines, lines, lines, lines, (above, below, newAbove, newBelow) => {
        const then = textOf([...above, ...landmark, ...below]);
        const now = textOf([...newAbove, ...landmark, ...newBelow]);
        const anchor = makeAnchor('a.js', then, above.length + 1, above.length + 2);
        expect(resolveAnchor(anchor, now)).toMatchObject({
          state: newAbove.length === above.length ? 'fresh' : 'moved',
          startLine: newAbove.length + 1,
          endLine: newAbove.length + 2,
        });
      }),
      { numRuns: RUNS },
    );
  });

  it('lines that were taken out are never found, however alike the rest is', () => {
    fc.assert(
      fc.property(lines, lines, lines, (above, below, now) => {
        const anchor = makeAnchor(
          'a.js',
          textOf([...above, ...landmark, ...below]),
          above.length + 1,
          above.length + 2,
        );
        const answer = resolveAnchor(anchor, textOf(now));
        expect(['lost', 'ambiguous']).toContain(answer.state);
      }),
      { numRuns: RUNS },
    );
  });

  it('in other files, too, only the same lines are called moved', () => {
    fc.assert(
      fc.property(
        placed,
        fc.array(lines, { maxLength: 4 }),
        fc.array(edit, { maxLength: 4 }),
        (place, others, edits) => {
          const files = [edits.reduce(apply, place.file), ...others].map((file, index) => ({
            path: `${index}.js`,
            text: textOf(file),
            symbols: place.symbols ? outline(file) : [],
          }));
          const answer = findRenamed(anchored(place), files);
          const found = files.find(({ path }) => path === answer.path);
          if (answer.startLine !== undefined) expect(found).toBeDefined();
          if (found) honest(answer, found.text, place.file.slice(place.startLine - 1, place.endLine));
          expect(answer.state).not.toBe('fresh');
        },
      ),
      {
        numRuns: RUNS,
        // The only declaration of its name got a namesake, and the first of the two is the very lines.
        examples: [
          [
            {
              file: ['const open0 = 0;', '', '  open(open, open);', 'const open0 = 0;', 'function open0() {'],
              startLine: 4,
              endLine: 5,
              symbols: true,
            },
            [],
            [{ kind: 'copy', at: 4, count: 1, to: 4 }],
          ],
        ],
      },
    );
  });
});
