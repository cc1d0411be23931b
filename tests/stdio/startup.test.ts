/** A client waits for `initialize`. How long is measured by `npm run bench -- startup`; what it costs to parse, here. */

import { readdirSync, readFileSync, statSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { expect, it } from 'vitest';

const DIST = fileURLToPath(new URL('../../dist', import.meta.url));
/** What is parsed before `initialize` is answered; 10 KB cost about half a millisecond. */
const MAX_START_BYTES = 800_000;
/** main.js, what it loads at once, and the MCP edge; each costs a third of a millisecond to find, open and link. */
const START_FILES = 3;

/** The files that `file` loads by static imports, itself included. */
function loaded(file: string, seen = new Set<string>()): Set<string> {
  if (seen.has(file)) return seen;
  seen.add(file);
  const source = readFileSync(file, 'utf8');
  for (const [, path = ''] of source.matchAll(/(?:from|import)\s*"(\.[^"]+)"/g))
    loaded(join(dirname(file), path), seen);
  return seen;
}

it('opens three files before that, parses little, and nothing heavy', () => {
  const chunks = readdirSync(join(DIST, 'chunks'));
  const edge = chunks.find((name) => name.startsWith('mcp-'));
  expect(edge).toBeDefined();
  const files = [...new Set([...loaded(join(DIST, 'main.js')), ...loaded(join(DIST, 'chunks', edge ?? ''))])];
  expect(files).toHaveLength(START_FILES);
  const sources = files.map((file) => readFileSync(file, 'utf8'));
  for (const heavy of [/from"@photostructure\/sqlite"/, /Ajv/, /tree-sitter\.wasm/, /"use strict";.*yaml/])
    expect(sources.filter((source) => heavy.test(source))).toEqual([]);
  // Formats and rules of check, the text of a brief: only commands need them. Symbols: from the first question on.
  for (const text of [
    'sarif-2.1.0',
    'A pack expires within',
    '## What governs this',
    'facts of symbols cannot',
    // Of a hub: its tables, its copies of repositories.
    'CREATE TABLE code_index',
    'ls-remote',
  ])
    expect(sources.filter((source) => source.includes(text))).toEqual([]);
  const bytes = files.reduce((sum, file) => sum + statSync(file).size, 0);
  expect(bytes).toBeLessThan(MAX_START_BYTES);
});
