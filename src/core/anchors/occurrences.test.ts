import { describe, expect, it } from 'vitest';
import { makeAnchor } from './make.ts';
import { resolveAnchor } from './resolve.ts';

const CLICK = '    const click = () => toggle(gate.value);';
/** A test of this name with the same lines as all others; far from them, what only it says. */
const test = (name: string) => [
  `test('${name} opens the gate', () => {`,
  ...['a', 'b', 'c', 'd'].map((part) => `    prepare(${part});`),
  CLICK,
  ...['d', 'c', 'b', 'a'].map((part) => `    tidy(${part});`),
  `    expectOpen('${name}', gate.number);`,
  '});',
];
const text = (...tests: string[]) => tests.flatMap(test).join('\n');
const LENGTH = test('').length;
const clickOf = (index: number) => index * LENGTH + 6;
const anchored = (index: number) =>
  makeAnchor('gate.test.js', text('first', 'second', 'third'), clickOf(index), clickOf(index));

describe('of several places with the same lines', () => {
  it('the one between the lines that stood around it and nowhere else is meant', () => {
    const now = text('new', 'first', 'second', 'other', 'third');
    expect(resolveAnchor(anchored(1), now)).toMatchObject({ state: 'moved', startLine: clickOf(2) });
    expect(resolveAnchor(anchored(2), now)).toMatchObject({ state: 'moved', startLine: clickOf(4) });
  });

  it('none is meant where the anchored one went with the lines around it', () => {
    const now = `// new\n${text('first', 'other', 'third')}`;
    expect(resolveAnchor(anchored(1), now).state).toBe('ambiguous');
  });

  it('none is meant where it alone went', () => {
    const without = test('second').filter((line) => line !== CLICK);
    const now = ['// new', ...test('first'), ...without, ...test('third')].join('\n');
    expect(resolveAnchor(anchored(1), now).startLine).toBeUndefined();
  });

  it('nothing is remembered of a line that stands once', () => {
    expect(makeAnchor('gate.test.js', text('first'), 6, 6)).not.toHaveProperty('landmarks');
  });
});
