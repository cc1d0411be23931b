import { describe, expect, it } from 'vitest';
import { findRenamed } from './find-renamed.ts';
import { makeAnchor } from './make.ts';
import { existedThen, likelyHomes, worthOutlining } from './other-files.ts';
import { openPage } from './page.ts';

const QUAY = [
  'class Quay {',
  '  free(ship) {',
  '    this.places.release(ship.place, ship.length);',
  '  }',
  '  moor(ship, pilot) {',
  '    const place = this.places.find(ship.length, ship.draught);',
  '    return pilot.bring(ship, place);',
  '  }',
  '}',
];
const outlined = (lines: readonly string[]) =>
  openPage(lines.join('\n'), [
    { name: 'Quay.free', startLine: 2, endLine: 4 },
    { name: 'Quay.moor', startLine: 5, endLine: 8 },
  ]);
const anchorAmong = (...files: string[]) => makeAnchor('sea/quay.js', outlined(QUAY), 5, 8, [], files);
const twin = (path: string, lines = QUAY) => ({ path, text: outlined(lines) });
const edited = QUAY.with(6, '    return pilot.bring(ship, place.number);');

describe('the files that stood beside an anchored one', () => {
  it('are remembered by their paths, those of the same name and directory first', () => {
    const others = Array.from({ length: 100 }, (_, at) => `lake/boat${at}.js`);
    const existed = existedThen(anchorAmong(...others, 'river/quay.js', 'sea/ship.js'));
    expect(existed('river/quay.js')).toBe(true);
    expect(existed('sea/ship.js')).toBe(true);
    expect(existed('lake/boat99.js')).toBe(false);
    expect(existed('sea/pier.js')).toBe(false);
  });

  it('are preferred by how alike their names are, where there are too many', () => {
    const others = Array.from({ length: 100 }, (_, at) => `sea/boat${at}.js`);
    expect(existedThen(anchorAmong(...others, 'sea/quays.js'))('sea/quays.js')).toBe(true);
  });

  it('make no difference to an anchor that was not told of them', () => {
    expect(anchorAmong()).not.toHaveProperty('beside');
  });

  it.each([QUAY, edited])('are never taken for the file when it is gone', (...lines) => {
    const now = twin('river/quay.js', lines);
    expect(findRenamed(anchorAmong(), [now])).toMatchObject({ path: 'river/quay.js' });
    expect(findRenamed(anchorAmong('river/quay.js'), [now]).startLine).toBeUndefined();
  });

  it('are named where nothing else holds the lines', () => {
    const anchor = anchorAmong('river/quay.js', 'lake/quay.js');
    expect(findRenamed(anchor, [twin('river/quay.js'), twin('lake/quay.js', edited)])).toMatchObject({
      state: 'ambiguous',
      candidates: [{ path: 'river/quay.js', startLine: 5, endLine: 8 }],
    });
    expect(findRenamed(anchor, [twin('lake/quay.js', edited)]).state).toBe('lost');
  });

  it('do not stand in the way of a file that came later', () => {
    const files = [twin('river/quay.js'), twin('harbour/quay.js', edited)];
    expect(findRenamed(anchorAmong('river/quay.js'), files)).toMatchObject({
      state: 'edited',
      path: 'harbour/quay.js',
    });
  });

  it('may take over a declaration while its file still stands, if they have another name', () => {
    const own = openPage('class Quay {\n}');
    const anchor = anchorAmong('sea/pier.js', 'river/quay.js');
    expect(findRenamed(anchor, [twin('sea/pier.js')], own)).toMatchObject({
      state: 'moved',
      path: 'sea/pier.js',
    });
    expect(findRenamed(anchor, [twin('river/quay.js')], own).startLine).toBeUndefined();
  });
});

const anchor = (path: string) => makeAnchor(path, 'const a = 1;\n', 1, 1);
const paths = (path: string, files: readonly { path: string; size: number }[]) =>
  likelyHomes(anchor(path), files).map((file) => file.path);

it('are the other files that such code is renamed to', () => {
  const files = ['a.js', 'src/a.ts', 'b.mjs', 'c.py', 'Makefile', 'd.md'].map((path) => ({ path, size: 10 }));
  expect(paths('a.js', files)).toEqual(['src/a.ts', 'b.mjs']);
  expect(paths('x/Makefile', files)).toEqual(['Makefile']);
  expect(paths('x.zig', files)).toEqual([]);
});

it('are those of the same name and then the nearest when there are too many to read', () => {
  const far = Array.from({ length: 1997 }, (_, at) => ({ path: `far/file${at}.ts`, size: 10 }));
  const near = [
    { path: 'src/river/gate.ts', size: 10 },
    { path: 'src/ship.ts', size: 10 },
  ];
  const namesakes = [
    { path: 'lib/tide.js', size: 10 },
    { path: 'new/tide.ts', size: 10 },
  ];
  const homes = paths('src/river/tide.ts', [...far, ...near, ...namesakes]);
  expect(homes).toHaveLength(2000);
  expect(homes.slice(0, 4)).toEqual(['lib/tide.js', 'new/tide.ts', 'src/river/gate.ts', 'src/ship.ts']);
});

it('are no more than can be read in a moment', () => {
  const large = [{ path: 'x/tide.ts', size: 9 * 1024 * 1024 }];
  expect(paths('src/tide.ts', large)).toEqual([]);
  const some = ['a', 'b', 'c'].map((name) => ({ path: `src/${name}.ts`, size: 3 * 1024 * 1024 }));
  expect(paths('src/tide.ts', some)).toEqual(['src/a.ts', 'src/b.ts']);
});

const TEXT = ['const flood = gauge.level + wind.surge;', 'return report(flood, station.name);'].join('\n');
const symbols = [{ name: 'Gauge.flood', startLine: 1, endLine: 2 }];

it('only files that name the declaration or resemble its file are worth an outline', () => {
  const anchor = makeAnchor('a.ts', TEXT, 1, 2, symbols);
  expect(worthOutlining(anchor, openPage('flood();'))).toBe(true);
  expect(worthOutlining(anchor, openPage('return report(flood, station.name);'))).toBe(true);
  expect(worthOutlining(anchor, openPage('const ebb = 1;'))).toBe(false);
  expect(worthOutlining(makeAnchor('a.ts', TEXT, 1, 2), openPage('flood();'))).toBe(false);
});
