/** Compares our outlines with those of CPython's own parser. */
import { execFileSync, spawnSync } from 'node:child_process';
import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { IS_FULL } from '../../../../../tests/helpers/full-run.ts';
import { verifies } from '../../../../../tests/helpers/requirements.ts';
import type { OutlineSymbol } from '../../adapter.ts';
import { outline } from '../../index.ts';

const FIXTURES = join(import.meta.dirname, '../../../../../tests/fixtures/python');
const BY_AST = join(FIXTURES, 'outline_with_ast.py');
const SAMPLES = readdirSync(FIXTURES).filter((file) => file.endsWith('.py'));
/** The version whose way of printing expressions is followed to the letter. */
const REFERENCE = '3.11';
/** Of so many files of the library, one is compared. */
const STEP = IS_FULL ? 1 : 8;
/** Not the library itself; docs/design/outline.md tells how a run over all of it went. */
const LEFT_OUT = /(?:^|[\\/])(?:(?:site|dist)-packages|tests?|idlelib|lib2to3)[\\/]/;
const PATIENT = { timeoutMs: 20_000 };

type Expected = Omit<OutlineSymbol, 'doc'> & { doc: string | null };

const found = spawnSync('python3', ['-c', 'import sys; print("%d.%d" % sys.version_info[:2])'], {
  encoding: 'utf8',
});
const version = found.status === 0 ? found.stdout.trim() : undefined;

function byAst(paths: readonly string[]): [path: string, symbols: Expected[] | null][] {
  const output = execFileSync('python3', ['-W', 'ignore', BY_AST], {
    input: paths.join('\n'),
    encoding: 'utf8',
    maxBuffer: 1 << 30,
  });
  return output
    .trim()
    .split('\n')
    .map((line) => JSON.parse(line));
}

async function byUs(path: string): Promise<Expected[]> {
  const symbols = await outline(path, readFileSync(path, 'utf8'), PATIENT);
  return symbols.map((symbol) => ({ ...symbol, doc: symbol.doc ?? null }));
}

describe('Python outlines beside those of CPython', () => {
  verifies(
    ['repo:outline:python-accurate', 'repo:outline:python-syntax-tree'],
    `are those that CPython ${REFERENCE} gave for our samples`,
    async () => {
      for (const sample of SAMPLES) {
        const expected = JSON.parse(readFileSync(join(FIXTURES, `${sample}.ast.json`), 'utf8'));
        expect(await byUs(join(FIXTURES, sample)), sample).toEqual(expected);
      }
    },
  );

  if (version === REFERENCE)
    it('are compared with samples that are up to date', () => {
      for (const [path, symbols] of byAst(SAMPLES.map((sample) => join(FIXTURES, sample))))
        expect(symbols, path).toEqual(JSON.parse(readFileSync(`${path}.ast.json`, 'utf8')));
    });

  if (version !== undefined)
    verifies(
      'repo:outline:python-accurate',
      `are equal over ${IS_FULL ? 'all' : 'a part'} of the standard library of the Python ${version} on this machine`,
      async () => {
        const library = execFileSync('python3', ['-c', 'import os; print(os.path.dirname(os.__file__))'], {
          encoding: 'utf8',
        });
        const paths = readdirSync(library.trim(), { recursive: true, encoding: 'utf8' })
          .filter((path) => path.endsWith('.py') && !LEFT_OUT.test(path))
          .map((path) => join(library.trim(), path))
          .sort()
          .filter((_, at) => at % STEP === 0);
        let total = 0;
        let equal = 0;
        const different: string[] = [];
        for (const [path, symbols] of byAst(paths)) {
          const ours = await byUs(path);
          total += Math.max(symbols?.length ?? 0, ours.length);
          const theirs = new Set(symbols?.map(fingerprint));
          const same = ours.filter((symbol) => theirs.has(fingerprint(symbol))).length;
          equal += same;
          if (same < theirs.size || same < ours.length) different.push(path);
        }
        if (version === REFERENCE) expect(different).toEqual([]);
        // Another version of Python prints f-strings in another way and knows other syntax.
        expect(equal / total, different.slice(0, 9).join('\n')).toBeGreaterThan(0.999);
        expect(total).toBeGreaterThan(5000 / STEP);
      },
    );
});

function fingerprint(symbol: Expected): string {
  return JSON.stringify(Object.entries(symbol).sort(([a], [b]) => (a < b ? -1 : 1)));
}
