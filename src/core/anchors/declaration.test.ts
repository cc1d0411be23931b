import { describe, expect, it } from 'vitest';
import { makeAnchor } from './make.ts';
import { openPage, type Page } from './page.ts';
import { resolveAnchor } from './resolve.ts';

/** The name, then the lines. */
type Declared = readonly string[];

function page(...declarations: readonly Declared[]): Page {
  const lines: string[] = [];
  const symbols = declarations.map(([name = '', ...body]) => {
    const startLine = lines.length + 1;
    lines.push(...body, '');
    return { name, startLine, endLine: startLine + body.length - 1 };
  });
  return openPage(lines.join('\n'), symbols);
}

function anchorOn(at: Page, index: number) {
  const span = at.symbols[index];
  return makeAnchor('harbour.ts', at, span?.startLine ?? 0, span?.endLine ?? 0);
}

const BERTH: Declared = [
  'Harbour.berth',
  'berth(ship: Ship) {',
  '  return this.quays.find(ship.length);',
  '}',
];
const BERTH_AT: Declared = [
  'Harbour.berth',
  'berth(ship: Ship, quay: Quay) {',
  '  return quay.places.first(ship.length);',
  '}',
];
const LEAVE: Declared = ['Harbour.leave', 'leave(ship: Ship) {', '  this.quays.free(ship.place);', '}'];

describe('a changed declaration', () => {
  it('that kept its name is followed though nothing else is left of it', () => {
    const now = page(LEAVE, ['Harbour.berth', 'berth(): never {', '  throw new Closed();', '}']);
    expect(resolveAnchor(anchorOn(page(BERTH, LEAVE), 0), now)).toMatchObject({
      state: 'edited',
      startLine: 5,
      endLine: 7,
      reason: 'changed inside Harbour.berth',
    });
  });

  it('that was one of several of its name is known by its first line', () => {
    const then = page(BERTH, BERTH_AT);
    const [name = '', first = ''] = BERTH;
    const now = page(BERTH_AT, [name, first, '  const found = search(ship);', '  return found.place;', '}']);
    expect(resolveAnchor(anchorOn(then, 0), now)).toMatchObject({
      state: 'edited',
      startLine: 5,
      endLine: 8,
    });
  });

  it('that was one of several of its name is not followed to another of them', () => {
    const now = page(['Harbour.berth', 'berth(convoy: Convoy) {', '  throw new Closed(convoy);', '}'], LEAVE);
    expect(resolveAnchor(anchorOn(page(BERTH, BERTH_AT, LEAVE), 0), now).state).toBe('lost');
  });

  it('is not followed to a namesake in another class that was far away all along', () => {
    const far: Declared = [
      'Quay.berth',
      'berth(ship: Ship) {',
      '  return this.quays.last(ship.length);',
      '}',
    ];
    const between = Array.from(
      { length: 40 },
      (_, at): Declared => [`Harbour.light${at}`, `light${at}() {}`],
    );
    const then = page(BERTH, ...between, far);
    expect(resolveAnchor(anchorOn(then, 0), page(...between, far)).state).toBe('lost');
  });

  it('is followed out of a class that was dissolved', () => {
    const [, ...body] = BERTH;
    const now = page(
      ['leave', 'leave(ship: Ship) {', '}'],
      ['berth', ...body.with(1, '  return quays.find(ship.length);')],
    );
    expect(resolveAnchor(anchorOn(page(BERTH, LEAVE), 0), now)).toMatchObject({
      state: 'edited',
      startLine: 4,
    });
  });

  it('among namesakes is the one that kept most of its whole name', () => {
    const handler = (test: string, place: string): Declared => [
      `${test}.handler`,
      'def handler(request):',
      `    return answer(${place}, request.query)`,
    ];
    const then = page(handler('Suite.test_open', "'quay'"), handler('Suite.test_close', "'gate'"));
    const now = page(handler('test_close', "'gate', 1"), handler('test_open', "'quay', 1"));
    expect(resolveAnchor(anchorOn(then, 0), now)).toMatchObject({
      state: 'edited',
      startLine: 4,
      endLine: 5,
    });
  });

  it('that was the only one of its name and got overloads is the one that keeps most of it', () => {
    const moor = (first: string, ...body: string[]): Declared => ['Harbour.moor', first, ...body];
    const stub = (type: string): Declared => ['Harbour.moor', `def moor(self, ship: ${type}) -> None: ...`];
    const then = page(
      moor(
        'def moor(self, ship):',
        '    quay = self.quays.find(ship.length)',
        '    pilot = self.pilots.call(ship.draught)',
        '    return quay.take(ship, pilot)',
      ),
      LEAVE,
    );
    const grown = (part: string) =>
      ['a', 'b', 'c', 'd'].map((way) => `    prepare(${part}, tide.${way}, gate)`);
    const now = page(
      stub('Barge'),
      stub('Ferry'),
      moor(
        'def moor(self, ship, tug):',
        '    self.quays.find(tug, weather)',
        ...grown('tug'),
        '    self.pilots.call(weather)',
        ...grown('rope'),
        '    return quay.take(tug, ship)',
      ),
    );
    expect(resolveAnchor(anchorOn(then, 0), now)).toMatchObject({ state: 'edited', startLine: 5 });
    expect(resolveAnchor(anchorOn(then, 0), page(stub('Barge'), stub('Ferry'))).startLine).toBeUndefined();
  });

  it('is not followed into another class to something of quite another size', () => {
    const starts: Declared = ['Harbour.start', 'start() {', '  lights.open(quay);', '}'];
    const other = (lines: number): Declared => [
      'Lock.start',
      'start(water) {',
      ...Array.from({ length: lines }, (_, at) => `  gate${at}.prepare(water${at});`),
      '  open(lights, quay);',
      '}',
    ];
    const anchor = anchorOn(page(starts, LEAVE), 0);
    expect(resolveAnchor(anchor, page(other(2), LEAVE))).toMatchObject({ state: 'edited', startLine: 1 });
    expect(resolveAnchor(anchor, page(other(80), LEAVE)).startLine).toBeUndefined();
  });

  it('that was spelt in another way is found by its name', () => {
    const before: Declared = ['Harbour.freeBerths', 'freeBerths() {', '  return quays.filter(isFree);', '}'];
    const spelt = (name: string): Declared => [
      `Harbour.${name}`,
      `static ${name} = (ships) =>`,
      '  quays.filter((quay) => isFree(quay, ships));',
    ];
    const anchor = anchorOn(page(before, LEAVE), 0);
    expect(resolveAnchor(anchor, page(LEAVE, spelt('FREE_BERTHS')))).toMatchObject({
      state: 'edited',
      startLine: 5,
      endLine: 6,
      reason: 'changed, and now Harbour.FREE_BERTHS',
    });
    expect(resolveAnchor(anchor, page(LEAVE, spelt('empty'))).state).toBe('lost');
  });

  it('that became several is lost', () => {
    const tests = ['test_open', 'test_close', 'test_wait'];
    const body = (name: string) => [`def ${name}(self):`, `    self.assertEqual(harbour.${name}(), 'done')`];
    const then = page(['Suite', 'class Suite(TestCase):', ...tests.flatMap(body)]);
    const now = page(...tests.map((name): Declared => [name, ...body(name)]));
    expect(resolveAnchor(anchorOn(then, 0), now).state).toBe('lost');
  });

  it('is shown whole, though only its beginning is as it was', () => {
    const cookies: Declared = [
      'Answer.cookies',
      'def cookies(self):',
      '    if self.jar is None:',
      '        self.jar = Jar()',
    ];
    const setter: Declared = ['Answer.cookies', 'def cookies(self, jar):', '    self.jar = jar'];
    const grown: Declared = [
      ...cookies.slice(0, 3),
      ...['a', 'b', 'c', 'd', 'e'].map((part) => `        parsed.update(headers.${part})`),
      '        self.jar = parsed',
    ];
    const answer = resolveAnchor(anchorOn(page(cookies, setter), 0), page(grown, setter));
    expect(answer).toMatchObject({ state: 'edited', startLine: 1, endLine: 8 });
  });
});
