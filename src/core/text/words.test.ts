import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { runs, words, wordsOfRun } from './words.ts';

describe('the words of an identifier', () => {
  it.each([
    ['clientSession', ['clientsession', 'client', 'session']],
    ['client_session', ['clientsession', 'client', 'session']],
    ['CLIENT_SESSION', ['clientsession', 'client', 'session']],
    ['parseHTTPHeader', ['parsehttpheader', 'parse', 'http', 'header']],
    ['HTTPServer2', ['httpserver2', 'http', 'server2', 'server']],
    ['sha256', ['sha256', 'sha']],
    ['__init__', ['init']],
    ['$scope', ['scope']],
    ['x', []],
    ['getX', ['getx', 'get']],
    ['404', ['404']],
    ['word', ['word']],
  ])('%s', (run, expected) => {
    expect(wordsOfRun(run)).toEqual(expected);
  });

  it('are split by case in other scripts too', () => {
    expect(wordsOfRun('größeÄndern')).toEqual(['größeändern', 'größe', 'ändern']);
    expect(wordsOfRun('имяФайла')).toEqual(['имяфайла', 'имя', 'файла']);
  });

  it('are the same for a letter and its composed form', () => {
    expect(wordsOfRun('cafe\u0301')).toEqual(wordsOfRun('caf\u00e9'));
  });

  it('are pairs where a script has no spaces', () => {
    expect(wordsOfRun('検索機能')).toEqual(['検索', '索機', '機能']);
    expect(wordsOfRun('字')).toEqual(['字']);
  });

  it('do not depend on the locale: I has no dotless form', () => {
    expect(wordsOfRun('INDEX')).toEqual(['index']);
  });

  it('are none for encoded data', () => {
    expect(wordsOfRun('a'.repeat(200))).toEqual([]);
  });
});

describe('words of a text', () => {
  it('come in order and as often as they occur', () => {
    expect(words('open(file); openFile')).toEqual(['open', 'file', 'openfile', 'open', 'file']);
  });

  it('are lower case and without separators, whatever the text', () => {
    fc.assert(
      fc.property(
        fc.string({ unit: fc.constantFrom(...'aZ9_$ßİıЖж漢あ한e\u0301😀 .-'), maxLength: 40 }),
        (text) => {
          expect(words(text).filter((word) => word !== word.toLowerCase() || /[_$\s]/.test(word))).toEqual(
            [],
          );
        },
      ),
    );
  });

  it('of an ASCII run are what the general rule gives', () => {
    const piece = fc.constantFrom('a', 'b', 'A', 'B', '1', '_', '$');
    const run = fc.array(piece, { minLength: 1, maxLength: 14 }).map((pieces) => pieces.join(''));
    fc.assert(
      fc.property(run, (text) => {
        // A trailing Greek letter behind a separator forces the general rule and adds nothing: it stands alone.
        const general = wordsOfRun(`${text}_λ`);
        expect(general.slice(1)).toEqual(wordsOfRun(text).filter((word) => general.slice(1).includes(word)));
        expect(
          wordsOfRun(text)
            .slice(1)
            .every((word) => general.includes(word)),
        ).toBe(true);
      }),
    );
  });

  it('come from runs of letters, marks, digits, underscore and dollar', () => {
    expect(runs('a.b-c d_e $f(g)')).toEqual(['a', 'b', 'c', 'd_e', '$f', 'g']);
  });
});
