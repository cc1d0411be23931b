import { describe, expect, it } from 'vitest';
import { MemorySource } from '../../../../bench/quality/memory-source.ts';
import { Analyser } from '../analyse/analyser.ts';
import type { SearchOptions, VectorSource } from '../contract.ts';
import { parseQuery } from './query-terms.ts';
import { rank } from './rank.ts';

function sourceOf(files: Record<string, string>): MemorySource {
  const analyser = new Analyser();
  const source = new MemorySource(analyser);
  for (const [path, text] of Object.entries(files)) source.add(analyser.analyse(path, text));
  source.finish();
  return source;
}

const paths = (files: Record<string, string>, query: string, options: Partial<SearchOptions> = {}) =>
  rank(parseQuery(query), sourceOf(files), { limit: 10, mode: 'bm25', ...options }).map(({ path }) => path);

/** Files that have nothing to do with the question, so that rarity means something. */
const OTHERS = Object.fromEntries(
  Array.from({ length: 12 }, (_, i) => [
    `src/other${i}.ts`,
    `export const number${i} = ${i};\nprint(number${i});\n`,
  ]),
);

const CALLER = `import { ClientSession } from "./client.ts";\n${'new ClientSession().open();\n'.repeat(6)}`;

describe('search', () => {
  it('puts the definition of an asked symbol before its uses', () => {
    const files = {
      ...OTHERS,
      'src/a-caller.ts': CALLER,
      'src/client.ts': 'export class ClientSession {\n  open() {\n  }\n}\n',
    };
    expect(paths(files, 'ClientSession')[0]).toBe('src/client.ts');
    expect(paths(files, 'client_session')[0]).toBe('src/client.ts');
  });

  it('does not take a longer name for the asked one', () => {
    const files = {
      ...OTHERS,
      'src/a-many.ts': 'export class TypeAdapters {\n  all() {\n  }\n}\n'.repeat(2),
      'src/one.ts': 'export class TypeAdapter {\n  one() {\n  }\n}\n',
    };
    expect(paths(files, 'TypeAdapter')[0]).toBe('src/one.ts');
  });

  it('finds word forms and parts of identifiers', () => {
    const files = { ...OTHERS, 'src/mux.ts': 'function matchRoute(request) {\n  return request;\n}\n' };
    expect(paths(files, 'how routes are matched')[0]).toBe('src/mux.ts');
  });

  it('prefers the file that bears the name of what is asked', () => {
    const text = 'export function run() {\n  return cookie;\n}\n';
    const files = { ...OTHERS, 'src/a.ts': text, 'src/cookie-jar.ts': text };
    expect(paths(files, 'cookie jar')[0]).toBe('src/cookie-jar.ts');
  });

  it('puts tests below what they test, unless it is asked for tests', () => {
    const text = 'function parseHeader(line) {\n  return line;\n}\n';
    const files = { ...OTHERS, 'src/header.test.ts': `${text}${text}`, 'src/header.ts': text };
    expect(paths(files, 'parse header')[0]).toBe('src/header.ts');
    expect(paths(files, 'tests of parse header')[0]).toBe('src/header.test.ts');
  });

  it('shows the best place of every file before a second place of any', () => {
    const part = (n: number) => `function socket${n}() {\n${'  socket.open(socket);\n'.repeat(50)}}\n\n`;
    const files = { ...OTHERS, 'src/big.ts': [1, 2, 3, 4].map(part).join(''), 'src/small.ts': 'socket();\n' };
    const hits = rank(parseQuery('socket'), sourceOf(files), { limit: 10, mode: 'bm25' });
    expect(hits.slice(0, 2).map(({ path }) => path)).toEqual(['src/big.ts', 'src/small.ts']);
    expect(hits.slice(2).map(({ path }) => path)).toEqual(['src/big.ts', 'src/big.ts']);
    expect(hits.every((hit, i) => i === 0 || hit.score <= hits[i - 1]!.score)).toBe(true);
    expect(new Set(hits.map(({ startLine }) => startLine)).size).toBe(hits.length - 1);
  });

  it('shows a file at the lines that speak for it', () => {
    const filler = (name: string) => `def ${name}():\n${'    value = compute(value)\n'.repeat(45)}\n`;
    const text = `${filler('first')}def close_socket(socket):\n    socket.close()\n\n${filler('last')}`;
    const [hit] = rank(parseQuery('close socket'), sourceOf({ 'net.py': text }), { limit: 1, mode: 'bm25' });
    const line = text.split('\n').indexOf('def close_socket(socket):') + 1;
    expect(hit!.startLine).toBeLessThanOrEqual(line);
    expect(hit!.endLine).toBeGreaterThanOrEqual(line);
  });

  it('puts the very file that the question names first', () => {
    const files = {
      ...OTHERS,
      'lib/query.py': 'def run():\n    pass\n',
      'src/query.py': 'def run():\n    pass\n',
      'src/errors.py': 'def line_error(file):\n    raise Error(file)\n',
    };
    expect(paths(files, 'it fails\nFile "lib/query.py", line 3: error')[0]).toBe('lib/query.py');
  });

  it('orders equal files by path, whatever order they were indexed in', () => {
    const text = 'function same() {\n  return socket;\n}\n';
    const forwards = { ...OTHERS, 'src/a.ts': text, 'src/b.ts': text, 'src/c.ts': text };
    const backwards = Object.fromEntries(Object.entries(forwards).reverse());
    const plain = (files: Record<string, string>) =>
      rank(parseQuery('same socket'), sourceOf(files), { limit: 9, mode: 'bm25' });
    expect(plain(backwards)).toEqual(plain(forwards));
    expect(plain(forwards).map(({ path }) => path)).toEqual(['src/a.ts', 'src/b.ts', 'src/c.ts']);
  });

  it('looks only at the files that are accepted', () => {
    const files = { ...OTHERS, 'src/a.ts': 'socket();\n', 'lib/b.ts': 'socket();\n' };
    expect(paths(files, 'socket', { accepts: (path) => path.startsWith('lib/') })).toEqual(['lib/b.ts']);
  });

  it('says which words of the question it found', () => {
    const files = { ...OTHERS, 'src/net/pool.ts': 'const sockets = openSocket();\n' };
    const [hit] = rank(parseQuery('How does the Socket pool reconnect?'), sourceOf(files), {
      limit: 1,
      mode: 'bm25',
    });
    expect(hit!.matchedTerms).toEqual(['socket', 'pool']);
  });

  it.each(['', '   ', '?!', 'x', 'nowhereToBeFound'])('finds nothing for %j', (query) => {
    expect(paths(OTHERS, query)).toEqual([]);
  });

  it('answers a question of nothing but stop words', () => {
    expect(paths({ 'a.txt': 'what is this\n' }, 'what is this')).toEqual(['a.txt']);
  });

  it('finds nothing in an empty index', () => {
    expect(paths({}, 'socket')).toEqual([]);
  });
});

describe('search by vectors', () => {
  const files = { ...OTHERS, 'src/a.ts': 'socket();\n', 'src/near.ts': 'connection();\n' };
  /** The one chunk of src/near.ts is near to everything. */
  const near: VectorSource = {
    scores: () => {
      const source = sourceOf(files);
      const at = (chunk: number) => source.chunkPlace(chunk).path;
      return Float32Array.from({ length: source.chunkLimit }, (_, chunk) =>
        at(chunk) === 'src/near.ts' ? 0.9 : 0.1,
      );
    },
  };
  const found = (options: Partial<SearchOptions>, vectors: VectorSource | undefined = near) => {
    const source = sourceOf(files);
    source.vectors = vectors;
    return rank(parseQuery('the socket layer'), source, { limit: 3, mode: 'bm25', ...options }).map(
      ({ path }) => path,
    );
  };
  const queryVector = new Float32Array([1]);

  it('goes by meaning alone in semantic mode', () => {
    expect(found({ mode: 'semantic', queryVector })[0]).toBe('src/near.ts');
  });

  it('takes words and meaning together in hybrid mode, words first', () => {
    expect(found({ mode: 'hybrid', queryVector }).slice(0, 2)).toEqual(['src/a.ts', 'src/near.ts']);
  });

  it('goes by words where there are no vectors or no vector of the question', () => {
    expect(found({ mode: 'semantic' })).toEqual(['src/a.ts']);
    const source = sourceOf(files);
    const options = { limit: 3, mode: 'hybrid', queryVector } as const;
    expect(rank(parseQuery('the socket layer'), source, options).map(({ path }) => path)).toEqual([
      'src/a.ts',
    ]);
  });
});
