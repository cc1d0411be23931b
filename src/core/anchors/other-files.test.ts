import { describe, expect, it } from 'vitest';
import { makeAnchor } from './make.ts';
import { stoodBeside } from './other-files.ts';
import { openPage } from './page.ts';
import { findRenamed } from './renamed.ts';

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
    const stood = stoodBeside(anchorAmong(...others, 'river/quay.js', 'sea/ship.js'));
    expect(stood('river/quay.js')).toBe(true);
    expect(stood('sea/ship.js')).toBe(true);
    expect(stood('lake/boat99.js')).toBe(false);
    expect(stood('sea/pier.js')).toBe(false);
  });

  it('are preferred by how alike their names are, where there are too many', () => {
    const others = Array.from({ length: 100 }, (_, at) => `sea/boat${at}.js`);
    expect(stoodBeside(anchorAmong(...others, 'sea/quays.js'))('sea/quays.js')).toBe(true);
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
