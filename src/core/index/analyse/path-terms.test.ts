import { describe, expect, it } from 'vitest';
import { pathTerms } from './path-terms.ts';
import { nameWordsOf, PATH_BITS } from './terms.ts';

const places = (path: string, term: string) => (pathTerms(path).get(term) ?? 0) & 7;

describe('the words of a path', () => {
  it('know where they stand', () => {
    const path = 'packages/server/src/web_socket.test.ts';
    expect(places(path, 'socket')).toBe(PATH_BITS.name);
    expect(places(path, 'src')).toBe(PATH_BITS.parent);
    expect(places(path, 'server')).toBe(PATH_BITS.ancestor);
    expect(places(path, 'test')).toBe(PATH_BITS.ancestor);
  });

  it.each(['from-json-schema.ts', 'FromJsonSchema.ts', 'from_json_schema.ts'])(
    'of %s hold the one name',
    (file) => {
      expect(pathTerms(`src/${file}`).has('=fromjsonschema')).toBe(true);
      expect(nameWordsOf(pathTerms(`src/${file}`).get('json') ?? 0)).toBe(3);
    },
  );

  it('take the folder of an entry file for its name', () => {
    expect(places('src/router/index.ts', 'router')).toBe(PATH_BITS.name | PATH_BITS.parent);
    expect(pathTerms('src/router/index.ts').has('=router')).toBe(true);
    expect(pathTerms('index.ts').has('=index')).toBe(true);
  });

  it('of a hidden file without ending are its name', () => {
    expect(places('.gitignore', 'gitignor')).toBe(PATH_BITS.name);
  });
});
