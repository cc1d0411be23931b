import { describe, expect, it } from 'vitest';
import { makeAnchor } from './make.ts';
import type { SymbolSpan } from './page.ts';
import { resolveAnchor } from './resolve.ts';

const CLAMP = ['function clamp(value, low, high) {', '  return Math.min(high, Math.max(low, value));', '}'];
const FADE = ['function fade(colour, share) {', '  return colour.withAlpha(clamp(share, 0, 1));', '}'];
const FILE = ['// colours', "import { Colour } from './colour.js';", '', ...CLAMP, '', ...FADE, ''];

function text(lines: readonly string[]): string {
  return lines.join('\n');
}

describe('resolveAnchor', () => {
  const clamp = makeAnchor('colour.js', text(FILE), 4, 6);

  it('calls unchanged lines fresh', () => {
    expect(resolveAnchor(clamp, text(FILE))).toMatchObject({
      state: 'fresh',
      startLine: 4,
      endLine: 6,
      confidence: 1,
    });
  });

  it('stays fresh when only other lines changed', () => {
    const now = FILE.with(8, '  return colour.faded(share);');
    expect(resolveAnchor(clamp, text(now))).toMatchObject({ state: 'fresh', startLine: 4, endLine: 6 });
  });

  it('follows lines that were pushed down', () => {
    const now = ['// one', '// two', ...FILE];
    expect(resolveAnchor(clamp, text(now))).toMatchObject({
      state: 'moved',
      startLine: 6,
      endLine: 8,
      reason: 'the same lines, 2 lines down',
    });
  });

  it('does not mind other line endings', () => {
    expect(resolveAnchor(clamp, FILE.join('\r\n'))).toMatchObject({ state: 'fresh', startLine: 4 });
  });

  it('calls a changed indentation edited, because the text is another', () => {
    const now = FILE.with(4, '    return Math.min(high, Math.max(low, value));');
    expect(resolveAnchor(clamp, text(now))).toMatchObject({
      state: 'edited',
      startLine: 4,
      endLine: 6,
      reason: 'only whitespace changed',
    });
  });

  it('finds an edited range between its neighbours', () => {
    const now = ['// top', ...FILE].with(5, '  return Math.max(low, Math.min(high, Number(value)));');
    expect(resolveAnchor(clamp, text(now))).toMatchObject({ state: 'edited', startLine: 5, endLine: 7 });
  });

  it('finds all lines of a short function of which one was rewritten', () => {
    const lines = ['function open(port) {', '  const boat = find(port);', '  return boat.berth;', '}'];
    const file = (body: readonly string[]) => text(['const LIMIT = 3;', '', ...body, '', ...CLAMP]);
    const anchor = makeAnchor('port.js', file(lines), 3, 6);
    const rewritten = lines.with(2, '  throw new Error("none");');
    expect(resolveAnchor(anchor, file(rewritten))).toMatchObject({
      state: 'edited',
      startLine: 3,
      endLine: 6,
    });
    const longer = lines.toSpliced(2, 1, '  log(port);', '  return boat.berth(port, 7);');
    expect(resolveAnchor(anchor, file(longer))).toMatchObject({ state: 'edited', startLine: 3, endLine: 7 });
  });

  it('does not take in a function that came between it and its old neighbour', () => {
    const now = FILE.with(4, '  return Math.max(low, Math.min(high, value));').toSpliced(7, 0, ...FADE, '');
    expect(resolveAnchor(clamp, text(now))).toMatchObject({ state: 'edited', startLine: 4, endLine: 6 });
  });

  it('heals when the edit is reverted', () => {
    const edited = FILE.with(4, '  return value;');
    expect(resolveAnchor(clamp, text(edited)).state).not.toBe('fresh');
    expect(resolveAnchor(clamp, text(FILE))).toMatchObject({ state: 'fresh', confidence: 1 });
  });

  it('is lost when nothing like the lines is left', () => {
    expect(resolveAnchor(clamp, text(FADE)).state).toBe('lost');
    expect(resolveAnchor(clamp, '').state).toBe('lost');
  });
});

describe('copies', () => {
  const block = ['  open(door, slowly);', '  greet(guest, warmly);', '  close(door, gently);'];

  it('are told apart by their neighbours', () => {
    const file = ['function morning() {', ...block, '}', 'function evening() {', ...block, '}'];
    const evening = makeAnchor('day.js', text(file), 7, 9);
    const now = ['// a day', ...file];
    expect(resolveAnchor(evening, text(now))).toMatchObject({ state: 'moved', startLine: 8, endLine: 10 });
  });

  it('are told apart by the declaration around them', () => {
    const file = ['{', ...block, '}', '{', ...block, '}'];
    const symbols = (offset: number): SymbolSpan[] => [
      { name: 'morning', startLine: 1 + offset, endLine: 5 + offset },
      { name: 'evening', startLine: 6 + offset, endLine: 10 + offset },
    ];
    const evening = makeAnchor('day.js', text(file), 7, 9, symbols(0));
    const now = ['// a day', ...file];
    expect(resolveAnchor(evening, text(now), symbols(1))).toMatchObject({ state: 'moved', startLine: 8 });
  });

  it('are ambiguous when nothing tells them apart', () => {
    const file = Array.from({ length: 5 }, () => ['{', ...block, '}']).flat();
    const middle = makeAnchor('day.js', text(file), 12, 14);
    const answer = resolveAnchor(middle, text(['// a day', ...file]));
    expect(answer.state).toBe('ambiguous');
    expect(answer.startLine).toBeUndefined();
    expect(answer.candidates?.map(({ startLine }) => startLine)).toContain(13);
  });

  it('do not inherit an anchor from the copy that was changed', () => {
    const file = ['function morning() {', ...block, '}', 'function evening() {', ...block, '}'];
    const morning = makeAnchor('day.js', text(file), 2, 4);
    const now = file.with(2, '  ignore(guest, coldly);');
    const answer = resolveAnchor(morning, text(now));
    expect(answer).toMatchObject({ state: 'edited', startLine: 2, endLine: 4 });
  });
});

describe('a declaration with a twin', () => {
  const body = ['  const reply = await client.fetch(url, limit);', '  return reply.json();', '}'];
  const file = ['async function first() {', ...body, '', 'async function second() {', ...body];
  const symbols = [
    { name: 'first', startLine: 1, endLine: 4 },
    { name: 'second', startLine: 6, endLine: 9 },
  ];

  it('is looked for in itself, not in the twin that stayed the same', () => {
    const anchor = makeAnchor('a.js', text(file), 2, 4, symbols);
    const now = file.with(1, '  const reply = await client.fetch(url, limit, signal);');
    expect(resolveAnchor(anchor, text(now), symbols)).toMatchObject({
      state: 'edited',
      startLine: 2,
      endLine: 4,
    });
  });
});

describe('ranges that say little', () => {
  const file = [
    'function a() {',
    '  work();',
    '  return;',
    '}',
    'function b() {',
    '  rest();',
    '  return;',
    '}',
  ];

  it('are fresh in an unchanged file', () => {
    expect(resolveAnchor(makeAnchor('x.js', text(file), 4, 4), text(file)).state).toBe('fresh');
  });

  it.each([
    [3, 'return'],
    [4, 'a lone brace'],
  ])('never follow by luck: line %i, %s', (line) => {
    const anchor = makeAnchor('x.js', text(file), line, line);
    const now = ['function z() {', '  play();', '  return;', '}', ...file.slice(4)];
    expect(resolveAnchor(anchor, text(now)).startLine).toBeUndefined();
  });

  it('follow when both lines next to them came along', () => {
    const anchor = makeAnchor('x.js', text(file), 3, 3);
    const now = ['// moved', ...file];
    expect(resolveAnchor(anchor, text(now))).toMatchObject({ state: 'moved', startLine: 4 });
  });

  it('of blank lines only are refused once the file has changed', () => {
    const blank = ['one();', '', 'two();'];
    const anchor = makeAnchor('x.js', text(blank), 2, 2);
    expect(resolveAnchor(anchor, text(blank)).state).toBe('fresh');
    expect(resolveAnchor(anchor, text(['zero();', ...blank])).startLine).toBeUndefined();
  });
});

describe('declarations', () => {
  const before = [
    'class Shop {',
    '  open(hour) {',
    '    this.door = hour;',
    '    this.lights.on();',
    '  }',
    '}',
  ];
  const outline: SymbolSpan[] = [
    { name: 'Shop', startLine: 1, endLine: 6 },
    { name: 'Shop.open', startLine: 2, endLine: 5 },
  ];
  const open = makeAnchor('shop.js', text(before), 2, 5, outline);

  it('are found by their name after a rewrite', () => {
    const now = [
      'class Shop {',
      '  open(hour, staff) {',
      '    return this.routine.start({ hour, staff });',
      '  }',
      '}',
    ];
    const symbols = [
      { name: 'Shop', startLine: 1, endLine: 5 },
      { name: 'Shop.open', startLine: 2, endLine: 4 },
    ];
    expect(resolveAnchor(open, text(now), symbols)).toMatchObject({
      state: 'edited',
      startLine: 2,
      endLine: 4,
      reason: 'changed inside Shop.open',
    });
  });

  it('are found by their body after a rename', () => {
    const now = before.with(1, '  unlock(hour) {');
    const symbols = [
      { name: 'Shop', startLine: 1, endLine: 6 },
      { name: 'Shop.unlock', startLine: 2, endLine: 5 },
    ];
    const answer = resolveAnchor(open, text(['// shop', ...now]), symbols.map(downOne));
    expect(answer).toMatchObject({ state: 'edited', startLine: 3, endLine: 6 });
  });

  it('that were removed are not taken for a sibling that is like them', () => {
    const method = (name: string) => [
      `  ${name}() {`,
      '    return this.parse(this.value, this.locale);',
      '  }',
    ];
    const file = ['class Field {', ...method('asNumber'), ...method('asNumberOrNone'), '}'];
    const symbols = [
      { name: 'Field', startLine: 1, endLine: 8 },
      { name: 'Field.asNumber', startLine: 2, endLine: 4 },
      { name: 'Field.asNumberOrNone', startLine: 5, endLine: 7 },
    ];
    const anchor = makeAnchor('field.js', text(file), 5, 7, symbols);
    const now = ['// fields', ...file.toSpliced(4, 3)];
    expect(resolveAnchor(anchor, text(now), symbols.slice(0, 2).map(downOne)).state).toBe('lost');
  });

  it('outside the text do no harm', () => {
    expect(resolveAnchor(open, text(before), [{ name: 'Shop.open', startLine: 2, endLine: 500 }]).state).toBe(
      'fresh',
    );
    expect(resolveAnchor(open, 'x', [{ name: 'Shop.open', startLine: -3, endLine: 1 }]).state).toBe('lost');
  });
});

function downOne(span: SymbolSpan): SymbolSpan {
  return { name: span.name, startLine: span.startLine + 1, endLine: span.endLine + 1 };
}

describe('makeAnchor', () => {
  it.each([
    [0, 1],
    [2, 1],
    [1, 99],
    [1.5, 2],
    [Number.NaN, 2],
  ])('refuses lines %d-%d', (start, end) => {
    expect(() => makeAnchor('a.js', 'one\ntwo\n', start, end)).toThrow(/not in the file/);
  });

  it('makes a small value that survives JSON', () => {
    const long = Array.from(
      { length: 2000 },
      (_, at) => `const value${at} = compute(${at}, 'word${at}');`,
    ).join('\n');
    const anchor = makeAnchor('long.js', long, 1, 2000);
    const json = JSON.stringify(anchor);
    expect(json.length).toBeLessThan(2000);
    expect(resolveAnchor(JSON.parse(json), long).state).toBe('fresh');
  });
});
