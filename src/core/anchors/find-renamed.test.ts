import { describe, expect, it } from 'vitest';
import { findRenamed } from './find-renamed.ts';
import { makeAnchor } from './make.ts';
import { openPage, type Page, type SymbolSpan } from './page.ts';

const LICENCE = ['// Licensed to the harbour master under the terms', '// of the river act, chapter two.'];
const TIDE = [
  'export function tideAt(station, time) {',
  '  const curve = station.harmonics.map((part) => part.heightAt(time));',
  '  return curve.reduce((sum, height) => sum + height, station.meanLevel);',
  '}',
];
const FILE = [
  ...LICENCE,
  "import { station } from './station.js';",
  '',
  ...TIDE,
  '',
  'export const DEPTH = 3;',
];
const text = (lines: readonly string[]) => lines.join('\n');
const tide = makeAnchor('src/tide.js', text(FILE), 5, 8);

describe('findRenamed', () => {
  it('follows a renamed file', () => {
    const answer = findRenamed(tide, [
      { path: 'src/other.js', text: text([...LICENCE, 'export const other = 1;']) },
      { path: 'src/tides/height.js', text: text(['// moved', ...FILE]) },
    ]);
    expect(answer).toMatchObject({ state: 'moved', path: 'src/tides/height.js', startLine: 6, endLine: 9 });
  });

  it('follows an edited range into a renamed file', () => {
    const now = FILE.with(6, '  return curve.reduce((sum, height) => sum + height, station.level());');
    const answer = findRenamed(tide, [{ path: 'lib/tide.js', text: text(now) }]);
    expect(answer).toMatchObject({ state: 'edited', path: 'lib/tide.js', startLine: 5, endLine: 8 });
  });

  it('follows code that moved into another file', () => {
    const other = ["import { reduce } from './list.js';", 'export const SPEED = 4;', '', ...TIDE];
    const answer = findRenamed(tide, [{ path: 'src/river.js', text: text(other) }]);
    expect(answer).toMatchObject({ state: 'moved', path: 'src/river.js', startLine: 4, endLine: 7 });
  });

  it('is ambiguous when two files hold it and neither is the old one', () => {
    const other = ['const SPEED = 4;', ...TIDE];
    const answer = findRenamed(tide, [
      { path: 'b.js', text: text(other) },
      { path: 'a.js', text: text(other) },
    ]);
    expect(answer.state).toBe('ambiguous');
    expect(answer.candidates?.map(({ path }) => path)).toEqual(['a.js', 'b.js']);
  });

  it('knows a file that was mostly rewritten by the end of its path', () => {
    const words = ['sail', 'mast', 'keel', 'deck', 'helm', 'bow', 'rope', 'hull', 'flag', 'bell'];
    const before = words.flatMap((word) => [
      `const ${word} = build(${word}, yard);`,
      `paint(${word}, ship);`,
    ]);
    const kept = new Set([0, 1, 10, 11]);
    const now = before.map((line, at) => (kept.has(at) ? line : `launch(part${at}, tide);`));
    const anchor = makeAnchor('sea/ship.js', text(before), 11, 12);
    const found = (path: string) => findRenamed(anchor, [{ path, text: text(['// new', ...now]) }]);
    expect(found('src/sea/ship.js')).toMatchObject({ state: 'moved', startLine: 12, endLine: 13 });
    expect(found('src/lake/ship.js').startLine).toBeUndefined();
  });

  it('is not taken in by lines that many files have', () => {
    const common = ['a', 'b', 'c', 'd', 'e', 'f'].map((part) => `prepare(harbour.${part}, tide.${part});`);
    const open = ["test('the gate opens', () => {", '  expect(gate.open(ship)).toBe(true);', '});'];
    const anchor = makeAnchor('test/gate.js', text([...common, ...open]), 7, 9);
    const now = [
      ...common,
      "test('the lock opens', () => {",
      '  expect(gate.open(ship)).toBe(false);',
      '});',
    ];
    const heir = { path: 'test/lock.js', text: text(now) };
    const others = Array.from({ length: 12 }, (_, at) => ({
      path: `test/${at}.js`,
      text: text([at % 6, (at + 1) % 6, (at + 2) % 6].map((line) => common[line] ?? '')),
    }));
    expect(findRenamed(anchor, [heir])).toMatchObject({ state: 'edited', path: 'test/lock.js' });
    expect(findRenamed(anchor, [heir, ...others]).startLine).toBeUndefined();
  });

  it('of copies follows the one that is nearest to the old path', () => {
    const anchor = makeAnchor('reactive/rx2/src/test/rx2/tide.js', text(FILE), 5, 8);
    const edited = text(
      FILE.with(6, '  return curve.reduce((sum, height) => sum + height, station.level());'),
    );
    for (const now of [text(FILE), edited]) {
      const files = ['reactive/rx3/test/tide.js', 'reactive/rx2/test/tide.js'].map((path) => ({
        path,
        text: now,
      }));
      expect(findRenamed(anchor, files)).toMatchObject({ path: 'reactive/rx2/test/tide.js' });
    }
  });

  it('of files that took the range over follows the one that is nearest to the old path', () => {
    const anchor = makeAnchor('sea/east/tide.js', text(FILE), 5, 8);
    const files = ['sea/river.js', 'lake/river.js'].map((path) => ({
      path,
      text: text(['const SPEED = 4;', ...TIDE]),
    }));
    expect(findRenamed(anchor, files)).toMatchObject({ state: 'moved', path: 'sea/river.js' });
  });

  it('does not take what is left of a declaration, and is none, for the declaration', () => {
    const outline = (name: string) => [{ name, startLine: 5, endLine: 8 }];
    const anchor = makeAnchor('src/tide.js', text(FILE), 5, 8, outline('tideAt'));
    const left = [
      ...FILE.slice(0, 4),
      'const now = Date.now();',
      ...TIDE.slice(1, 3),
      'print(now);',
      '',
      'leave();',
    ];
    const file = (symbols: readonly SymbolSpan[]) => ({ path: 'lib/tide.js', text: text(left), symbols });
    expect(findRenamed(anchor, [file([])])).toMatchObject({ state: 'edited', path: 'lib/tide.js' });
    const other = [{ name: 'leave', startLine: 10, endLine: 10 }];
    expect(findRenamed(anchor, [file(other)]).startLine).toBeUndefined();
  });

  it('does not take boilerplate for the range', () => {
    const licence = makeAnchor('src/tide.js', text(FILE), 1, 2);
    const short = makeAnchor('src/tide.js', text(FILE), 10, 10);
    const files = [
      { path: 'src/gate.js', text: text([...LICENCE, 'export const DEPTH = 3;', 'open(gate);']) },
    ];
    expect(findRenamed(licence, files).startLine).toBeUndefined();
    expect(findRenamed(short, files).startLine).toBeUndefined();
  });

  it('never looks into the file the anchor names', () => {
    expect(findRenamed(tide, [{ path: 'src/tide.js', text: text(FILE) }]).state).toBe('lost');
  });
});

/** One function of two lines for each name, each with what it does. */
function suite(names: readonly string[], does: (name: string) => string, prefix = ''): Page {
  const lines = names.flatMap((name) => [`def ${name}(self):`, `    ${does(name)}`]);
  const symbols = names.map((name, at) => ({
    name: `${prefix}${name}`,
    startLine: at * 2 + 1,
    endLine: at * 2 + 2,
  }));
  return openPage(lines.join('\n'), symbols);
}

describe('a declaration that left its file', () => {
  const names = ['test_open', 'test_close', 'test_wait', 'test_leave', 'test_moor'];
  const then = suite(names, (name) => `self.check(harbour.${name}(), 'expected', self.app)`, 'HarbourTest.');
  const rewritten = (name: string) => `assert harbour.${name}(app) == b'expected'`;
  const wait = makeAnchor('tests/harbour_tests.py', then, 5, 6);
  const moved = { path: 'tests/test_harbour.py', text: suite(names, rewritten) };

  it('is found where the declarations around it went, though every line was rewritten', () => {
    const other = { path: 'tests/test_river.py', text: suite(['test_open', 'test_flow'], rewritten) };
    expect(findRenamed(wait, [other, moved])).toMatchObject({
      state: 'edited',
      path: 'tests/test_harbour.py',
      startLine: 5,
      endLine: 6,
    });
  });

  it('is not looked for by the names around it while they are still in the old file', () => {
    const left = suite(
      names.filter((name) => name !== 'test_wait'),
      rewritten,
    );
    expect(findRenamed(wait, [moved], left).startLine).toBeUndefined();
  });

  it('is not known by names that every file has', () => {
    const copies = ['a', 'b', 'c', 'd', 'e'].map((name) => ({
      path: `tests/test_${name}.py`,
      text: suite(name === 'a' ? names : names.filter((each) => each !== 'test_wait'), rewritten),
    }));
    expect(findRenamed(wait, copies).startLine).toBeUndefined();
  });

  it('is found though rewritten, where the end of the path is the old one', () => {
    const page = (...lines: string[]) =>
      openPage(lines.join('\n'), [{ name: 'moor', startLine: 1, endLine: lines.length }]);
    const then = page(
      'def moor(ship):',
      '    quay = harbour.find(ship.length)',
      '    return quay.take(ship)',
    );
    const now = page(
      'def moor(ship, *, pilot):',
      '    """Bring a ship in."""',
      '    pilot.guide(ship, harbour)',
    );
    const anchor = makeAnchor('sea/quay.py', then, 1, 3);
    const moved = { path: 'src/sea/quay.py', text: now };
    const other = { path: 'src/river/quay.py', text: openPage('pass') };
    expect(findRenamed(anchor, [other, moved])).toMatchObject({ state: 'edited', path: 'src/sea/quay.py' });
    const elsewhere = { path: 'src/river/quay.py', text: now };
    expect(findRenamed(anchor, [elsewhere, { path: 'lake/quay.py', text: openPage('pass') }]).startLine).toBe(
      undefined,
    );
  });

  it('is not known by a name that every file declares, though the path ends alike', () => {
    const page = (...lines: string[]) =>
      openPage(lines.join('\n'), [{ name: 'setup', startLine: 1, endLine: lines.length }]);
    const anchor = makeAnchor(
      'sea/quay.py',
      page('def setup(ship):', '    quay = harbour.find(ship.length)', '    return quay.take(ship)'),
      1,
      3,
    );
    const home = {
      path: 'src/sea/quay.py',
      text: page('def setup(ship):', '    pilot.guide(ship, harbour)'),
    };
    const others = ['a', 'b', 'c', 'd'].map((name) => ({
      path: `${name}.py`,
      text: page('def setup(): pass'),
    }));
    expect(findRenamed(anchor, [home])).toMatchObject({ path: 'src/sea/quay.py' });
    expect(findRenamed(anchor, [home, ...others]).startLine).toBeUndefined();
  });

  it('is not known by its class and name alone while its file still stands', () => {
    const page = (...lines: string[]) =>
      openPage(lines.join('\n'), [{ name: 'Quay.moor', startLine: 1, endLine: lines.length }]);
    const anchor = makeAnchor(
      'quay.js',
      page(
        'moor(ship) {',
        '  const place = this.places.find(ship.length);',
        '  return place.take(ship);',
        '}',
      ),
      1,
      4,
    );
    const other = {
      path: 'pier.js',
      text: page('moor(convoy) {', '  throw new Closed(this.places, convoy);', '}'),
    };
    expect(findRenamed(anchor, [other])).toMatchObject({ state: 'edited', path: 'pier.js' });
    expect(findRenamed(anchor, [other], openPage('class Quay {}')).startLine).toBeUndefined();
  });

  it('of a name that nothing else has is moved, however little it says', () => {
    const type = (name: string) =>
      openPage(`type ${name} = Ship | null;`, [{ name, startLine: 1, endLine: 1 }]);
    const anchor = makeAnchor('old.ts', type('Mooring'), 1, 1);
    const now = { path: 'a.ts', text: type('Mooring') };
    expect(findRenamed(anchor, [now])).toMatchObject({ state: 'moved', path: 'a.ts' });
    const other = openPage('type Mooring = number;', [{ name: 'Mooring', startLine: 1, endLine: 1 }]);
    expect(findRenamed(anchor, [now, { path: 'b.ts', text: other }]).startLine).toBeUndefined();
  });

  it('of the same class is moved, however little it says', () => {
    const getter = (name: string) =>
      openPage(['def path(self):', '    return self.path'].join('\n'), [{ name, startLine: 1, endLine: 2 }]);
    const anchor = makeAnchor('old.py', getter('Colours.path'), 1, 2);
    const files = [
      { path: 'a.py', text: getter('Colours.path') },
      { path: 'b.py', text: getter('Files.path') },
    ];
    expect(findRenamed(anchor, files)).toMatchObject({ state: 'moved', path: 'a.py' });
    expect(findRenamed(anchor, files.slice(1)).startLine).toBeUndefined();
  });

  it('of the same class is found though rewritten, if there is no other of that class and name', () => {
    const page = (name: string, ...lines: string[]) =>
      openPage(lines.join('\n'), [{ name, startLine: 1, endLine: lines.length }]);
    const before = page(
      'http.message.Request.parse',
      'public Url parse(String text) {',
      '  return text.isEmpty() ? NONE : factory.create(text);',
      '}',
    );
    const after = page(
      'net.message.Request.parse',
      'static Address parse(String text) {',
      '  Reader input = Reader.of(text);',
      '  return input.readAddress();',
      '}',
    );
    const anchor = makeAnchor('http/message/Request.java', before, 1, 3);
    const now = { path: 'net/message/Request.java', text: after };
    expect(findRenamed(anchor, [now])).toMatchObject({ state: 'edited', path: 'net/message/Request.java' });
    const other = { path: 'net/Request.java', text: openPage('class Request {}') };
    expect(findRenamed(anchor, [now, other])).toMatchObject({ path: 'net/message/Request.java' });
    const twin = { path: 'net/Request.java', text: page('net.Request.parse', 'abstract Url parse();') };
    expect(findRenamed(anchor, [now, twin]).startLine).toBeUndefined();
  });
});
