import { describe, expect, it } from 'vitest';
import { FILE_FLAGS } from '../contract.ts';
import { parseQuery } from './query-terms.ts';

const terms = (query: string) => parseQuery(query).terms.map(({ term }) => term);
const weight = (query: string, term: string) =>
  parseQuery(query).terms.find((it) => it.term === term)?.weight ?? 0;

describe('a question', () => {
  it('is its telling words, their parts, and neighbours joined to one name', () => {
    expect(terms('how does the HttpClient retry')).toEqual([
      'httpclient',
      'http',
      'client',
      'httpclientretry',
      'retri',
    ]);
  });

  it('is of one letter only if it has nothing longer', () => {
    expect(terms('x')).toEqual(['=x']);
    expect(parseQuery('x').isName).toBe(true);
    expect(terms('x axis')).not.toContain('=x');
    expect(terms('?')).toEqual([]);
  });

  it('has the other form of a word that stems keep apart', () => {
    expect(terms('canvases')).toEqual(expect.arrayContaining(['canvas', 'canva']));
    expect(terms('axes')).toContain('axis');
    expect(parseQuery('the index of it').words[0]?.terms).toEqual(['index', 'indic']);
  });

  it('weighs a compound more than its parts', () => {
    expect(weight('HttpClient retry', 'httpclient')).toBeGreaterThan(weight('HttpClient retry', 'http'));
  });

  it.each(['ClientSession', 'router', 'ABSL_LOG', 'HTTPServer Session'])('%s is a name', (query) => {
    expect(parseQuery(query).isName).toBe(true);
  });

  it.each(['cookie jar', 'how does ClientSession work with pools'])('%s is no name', (query) => {
    expect(parseQuery(query).isName).toBe(false);
  });

  it('may ask for a kind of file', () => {
    expect(parseQuery('tests of the router').wantedKinds).toBe(FILE_FLAGS.test);
    expect(parseQuery('readme of the router').wantedKinds).toBe(FILE_FLAGS.prose);
    expect(parseQuery('contest router').wantedKinds).toBe(0);
  });

  it('may name files', () => {
    expect(parseQuery('see src/a/query.py and vue.config.js, e.g. v1.2').mentions).toEqual([
      'src/a/query.py',
      'vue.config.js',
      'e.g',
    ]);
  });

  it('of many words weighs those that recur and those of its first line more', () => {
    const filler = 'one two three four five six seven eight nine ten eleven twelve';
    expect(weight(`${filler} socket socket`, 'socket')).toBeGreaterThan(weight(`${filler} socket`, 'socket'));
    expect(weight(`socket fails\n${filler}`, 'socket')).toBeGreaterThan(
      weight(`${filler}\nsocket fails`, 'socket'),
    );
  });

  it('of several lines asks for a kind of file by its title alone', () => {
    expect(parseQuery('Router fails\nSee the docs; the tests pass.').wantedKinds).toBe(0);
    expect(parseQuery('Tests of the router fail\nSee the docs.').wantedKinds).toBe(FILE_FLAGS.test);
  });

  it('that is too long is its beginning, and the paths and names of the rest', () => {
    const filler = 'plain words about it '.repeat(200);
    const found = parseQuery(`Router fails\n${filler}\nlater sentence with RouteTable in src/mux.py`);
    expect(found.terms.map(({ term }) => term)).toEqual(expect.arrayContaining(['router', 'routetable']));
    expect(found.terms.some(({ term }) => term === 'sentenc')).toBe(false);
    expect(found.mentions).toEqual(['src/mux.py']);
  });
});
