/** The ranking is a function of the files: how the index came to know them leaves no trace in it. */
import { existsSync, mkdirSync, readFileSync, renameSync, rmSync, writeFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import fc from 'fast-check';
import { expect, it } from 'vitest';
import { openTestIndex, type TestIndex } from '../../../tests/helpers/code-index.ts';
import { eventually } from '../../../tests/helpers/eventually.ts';
import { runs } from '../../../tests/helpers/full-run.ts';
import { repository, write } from '../../../tests/helpers/repository.ts';
import { temporaryDirectory } from '../../../tests/helpers/temporary-directory.ts';
import { createStaticEmbedder } from '../embed/static/load.ts';
import { openFolder, openSqlite } from '../store/index.ts';
import type { SearchAnswer } from './code-index.ts';
import type { SearchMode } from './contract.ts';
import { INDEX_FILE, INDEX_SCHEMA } from './storage/sqlite-storage.ts';

const MODES = ['bm25', 'semantic', 'hybrid'] as const;
const QUERIES = ['anchor', 'where does the tide turn', 'dock.ts buoy', 'export function chartDepth'];
const WORDS = ['anchor', 'buoy', 'chart', 'depth', 'dock', 'ebb', 'fog', 'harbour', 'pilot', 'tide', 'turn'];

/** Of `lines` lines; alike for many seeds, so that scores are often equal and the order hangs on the rest. */
function source(seed: number, lines: number): string {
  const word = (n: number) => WORDS[(seed + n * 7) % WORDS.length] ?? '';
  return Array.from({ length: lines }, (_, n) =>
    n % 20 === 0
      ? `export function ${word(n)}${word(n + 1)}() { return ${word(n + 2)}; }`
      : `const ${word(n)} = ${word(n + 3)};`,
  ).join('\n');
}

interface Ranking extends SearchAnswer {
  query: string;
  mode: SearchMode;
}

async function rankings({ index }: TestIndex): Promise<Ranking[]> {
  const found: Ranking[] = [];
  for (const query of QUERIES)
    for (const mode of MODES) {
      found.push({ query, mode, ...(await index.search(query, { mode, topK: 50 })) });
    }
  return found;
}

const path = fc
  .tuple(fc.constantFrom('', 'src/', 'src/deep/', 'test/', 'docs/'), fc.constantFrom(...WORDS))
  .map(([folder, name]) => `${folder}${name}${folder === 'docs/' ? '.md' : '.ts'}`);
const content = fc
  .tuple(fc.nat(6), fc.constantFrom(0, 3, 30, 140))
  .map(([seed, lines]) => source(seed, lines));
const step = fc.oneof(
  { weight: 6, arbitrary: fc.record({ do: fc.constant('write' as const), path, text: content }) },
  { weight: 2, arbitrary: fc.record({ do: fc.constant('binary' as const), path }) },
  { weight: 2, arbitrary: fc.record({ do: fc.constant('remove' as const), path }) },
  { weight: 2, arbitrary: fc.record({ do: fc.constant('move' as const), path, to: path }) },
  { weight: 4, arbitrary: fc.record({ do: fc.constant('search' as const) }) },
  { weight: 2, arbitrary: fc.record({ do: fc.constant('refresh' as const), force: fc.boolean() }) },
  { weight: 1, arbitrary: fc.record({ do: fc.constant('reopen' as const) }) },
);

it('edits, refreshes, merges and restarts leave the ranking of an index built afresh', async () => {
  const embedder = await createStaticEmbedder();
  await fc.assert(
    fc.asyncProperty(fc.array(step, { minLength: 20, maxLength: 60 }), async (steps) => {
      const root = repository({
        'src/anchor.ts': source(1, 30),
        'README.md': '# Harbour\n\nThe tide turns.\n',
      });
      let grown = await openTestIndex(root, { embedder });
      for (const one of steps) {
        if (one.do === 'write') write(root, { [one.path]: one.text });
        else if (one.do === 'binary') write(root, { [one.path]: 'anchor\0' });
        else if (one.do === 'remove') rmSync(join(root, one.path), { force: true });
        else if (one.do === 'move') move(root, one.path, one.to);
        else if (one.do === 'search') await grown.find('tide anchor');
        else if (one.do === 'refresh') await grown.index.refresh({ force: one.force });
        else {
          await grown.close();
          grown = await openTestIndex(root, { embedder, dataDir: grown.dataDir, built: false });
        }
      }
      await grown.index.refresh();
      const fresh = await openTestIndex(root, { embedder });
      expect(await rankings(grown)).toEqual(await rankings(fresh));
      await grown.close();
      await fresh.close();
    }),
    { numRuns: runs(3, 8), seed: 11, endOnFailure: true },
  );
});

function move(root: string, from: string, to: string): void {
  if (!existsSync(join(root, from)) || from === to) return;
  mkdirSync(dirname(join(root, to)), { recursive: true });
  renameSync(join(root, from), join(root, to));
}

/** What may become of a file on a failing disk. */
const damage = fc.oneof(
  fc.array(fc.record({ at: fc.double({ min: 0, max: 1, noNaN: true, maxExcluded: true }), bit: fc.nat(7) }), {
    minLength: 1,
    maxLength: 20,
  }),
  fc.record({ zeroed: fc.double({ min: 0, max: 1, noNaN: true, maxExcluded: true }) }),
  fc.record({ kept: fc.double({ min: 0, max: 1, noNaN: true, maxExcluded: true }) }),
);
const PAGE = 4_096;

it('a damaged index, once it is built anew, ranks as one built afresh; until then it says what it lacks', async () => {
  const embedder = await createStaticEmbedder();
  const root = repository(
    Object.fromEntries(Array.from({ length: 60 }, (_, n) => [`src/d${n % 7}/f${n}.ts`, source(n, 20 + n)])),
  );
  const fresh = await openTestIndex(root, { embedder });
  const expected = await rankings(fresh);
  await fresh.close();
  const whole = await wholeFile(fresh.dataDir);
  await fc.assert(
    fc.asyncProperty(damage, async (harm) => {
      const dataDir = temporaryDirectory();
      let bytes = Buffer.from(whole);
      if (Array.isArray(harm))
        for (const { at, bit } of harm) {
          const place = Math.floor(at * bytes.length);
          bytes[place] = (bytes[place] ?? 0) ^ (1 << bit);
        }
      else if ('zeroed' in harm) {
        const page = Math.floor(harm.zeroed * (bytes.length / PAGE)) * PAGE;
        bytes.fill(0, page, page + PAGE);
      } else bytes = bytes.subarray(0, Math.floor(harm.kept * bytes.length));
      writeFileSync(join(dataDir, INDEX_FILE), bytes);
      const mended = await openTestIndex(root, { embedder, dataDir, built: false });
      for (const [at, answer] of (await rankings(mended)).entries())
        if (answer.warnings.length === 0) expect(answer).toEqual(expected[at]);
        else expect(answer.warnings[0]).toMatch(/^The index is being built: /);
      await eventually(async () => expect(await rankings(mended)).toEqual(expected));
      await mended.close();
    }),
    { numRuns: runs(4, 12), seed: 12, endOnFailure: true },
  );
});

/** The database with its log taken in. */
async function wholeFile(dataDir: string): Promise<Buffer> {
  const { database } = await openSqlite(
    await openFolder(dataDir, { create: true }),
    INDEX_FILE,
    INDEX_SCHEMA,
  );
  database.prepare('PRAGMA wal_checkpoint(TRUNCATE)').get();
  database.close();
  return readFileSync(join(dataDir, INDEX_FILE));
}
