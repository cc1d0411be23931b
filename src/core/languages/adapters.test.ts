/** A language is a row of `adapters.ts` and a file or folder in `readers/`. */
import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect } from 'vitest';
import { verifies } from '../../../tests/helpers/requirements.ts';
import { ADAPTERS } from './adapters.ts';

const READERS = 'core/languages/readers/';
const source = join(import.meta.dirname, '../..');

const files = readdirSync(source, { recursive: true, encoding: 'utf8' })
  .filter((path) => path.endsWith('.ts') && !path.endsWith('.test.ts'))
  .map((path) => ({ path: path.replaceAll('\\', '/'), text: readFileSync(join(source, path), 'utf8') }));

/** `go` for readers/go.ts, `python` for a file of readers/python/; undefined for files elsewhere. */
const readerOf = (path: string) => new RegExp(`^${READERS}([^/.]+)`).exec(path)?.[1];

verifies('repo:adapter:pluggable', 'a language is known to the list of adapters and to nobody else', () => {
  const readers = new Set(files.flatMap(({ path }) => readerOf(path) ?? []));
  expect(readers.size).toBeGreaterThan(15);
  for (const reader of readers) {
    const importers = files
      .filter(({ path }) => readerOf(path) !== reader)
      .filter(({ path, text }) =>
        [...text.matchAll(/(?:from|import\()\s*'(\.[^']+)'/g)].some(
          ([, to = '']) => readerOf(join(path, '..', to).replaceAll('\\', '/')) === reader,
        ),
      )
      .map(({ path }) => path);
    expect(importers, reader).toEqual(['core/languages/adapters.ts']);
  }
});

verifies('repo:outline:extraction-in-adapters', 'what all languages share asks for none by its name', () => {
  const names = ADAPTERS.map(({ name }) => name).join('|');
  const asked = new RegExp(`[=!]== '(?:${names})'|case '(?:${names})'`);
  const shared = files.filter(({ path }) => /^core\/languages\/[^/]+\.ts$/.test(path));
  expect(shared.length).toBeGreaterThan(10);
  expect(shared.filter(({ text }) => asked.test(text)).map(({ path }) => path)).toEqual([]);
});
