/** A language is its folder and a row of the registry: what the folders and their importers look like. */
import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect } from 'vitest';
import { verifies } from '../../../tests/helpers/requirements.ts';
import { ADAPTERS } from './registry.ts';

const here = import.meta.dirname;
const source = join(here, '../..');
const folders = readdirSync(here, { withFileTypes: true })
  .filter((entry) => entry.isDirectory())
  .map(({ name }) => name);

const files = readdirSync(source, { recursive: true, encoding: 'utf8' })
  .filter((path) => path.endsWith('.ts') && !path.endsWith('.test.ts'))
  .map((path) => ({ path: path.replaceAll('\\', '/'), text: readFileSync(join(source, path), 'utf8') }));

verifies('repo:adapter:pluggable', 'a language is known to the registry and to nobody else', () => {
  expect(ADAPTERS.map(({ name }) => name).sort()).toEqual(folders.sort());
  for (const folder of folders) {
    const importers = files
      .filter(({ path }) => !path.startsWith(`core/languages/${folder}/`))
      .filter(({ path, text }) => {
        const from = path.startsWith('core/languages/') ? `/${folder}/` : `languages/${folder}/`;
        return [...text.matchAll(/(?:from|import\()\s*'(\.[^']+)'/g)].some(([, to]) => to?.includes(from));
      })
      .map(({ path }) => path);
    // A dialect may build on the language it comes from.
    const others = importers.filter(
      (path) => !folders.some((name) => path.startsWith(`core/languages/${name}/`)),
    );
    expect(others).toEqual(['core/languages/registry.ts']);
  }
});

verifies('repo:outline:extraction-in-adapters', 'what all languages share asks for none by its name', () => {
  const names = new RegExp(`[=!]== '(?:${folders.join('|')})'|case '(?:${folders.join('|')})'`);
  const shared = files.filter(({ path }) => /^core\/languages\/[^/]+\.ts$/.test(path));
  expect(shared.length).toBeGreaterThan(10);
  expect(shared.filter(({ text }) => names.test(text)).map(({ path }) => path)).toEqual([]);
});
