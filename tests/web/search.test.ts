/** Why a place is ranked where it is: the parts that Search shows are the score that it shows. */
import { mkdirSync } from 'node:fs';
import { join } from 'node:path';
import { afterAll, beforeAll, expect, test } from 'vitest';
import type { SearchView } from '../../src/app/page/search.ts';
import { git } from '../helpers/repository.ts';
import { runProgram } from '../helpers/run-program.ts';
import { newDirectory, removeTree } from '../helpers/temporary-directory.ts';
import { makeSample } from './sample.ts';
import { ask, enter, type ServedPage, servePage } from './served-page.ts';

const place = newDirectory();
const root = join(place, 'shop');
let page: ServedPage;
let cookie: string;
beforeAll(async () => {
  mkdirSync(root);
  await makeSample(
    root,
    async (args, input) => (await runProgram(root, args, { input: input ?? '' })).stdout,
  );
  git(root, 'add', 'src/payments/payment.ts');
  git(root, 'commit', '-q', '-m', 'survive outages of the bank');
  await runProgram(root, ['index']);
  page = await servePage(root);
  cookie = await enter(page);
});
afterAll(async () => {
  await page?.stop();
  removeTree(place);
});

async function search(query: string): Promise<SearchView['modes']> {
  const path = `/api/search?q=${encodeURIComponent(query)}`;
  const { status, body } = await ask(page, path, { headers: { Cookie: cookie } });
  expect(status).toBe(200);
  return (JSON.parse(body) as SearchView).modes;
}

test('the parts of each hit add up to its score in every mode, and every part is met', async () => {
  const met = new Set<string>();
  for (const query of ['retry payment', 'how is an invoice paid', 'payment outages of the bank', 'RETRIES'])
    for (const { mode, hits } of await search(query)) {
      expect(hits.length, `${mode} ${query}`).toBeGreaterThan(0);
      for (const { path, score, parts } of hits) {
        if (parts === undefined) throw new Error(`${mode} does not say why ${path} is there`);
        const { kind, ...added } = parts;
        for (const [name, part] of Object.entries(added)) {
          expect(part, `${mode} ${path} ${name}`).toBeGreaterThanOrEqual(0);
          if (part > 0) met.add(`${mode} ${name}`);
        }
        const sum = Object.values(added).reduce((total, part) => total + part, 0) * kind;
        // A score has four decimals.
        expect(Math.abs(sum - score), `${mode} ${path}: ${sum} and ${score}`).toBeLessThanOrEqual(0.0001);
      }
    }
  const words = ['file', 'history', 'lines', 'path'];
  expect([...met].sort()).toEqual(
    [
      ...words.map((name) => `bm25 ${name}`),
      ...[...words, 'meaning'].map((name) => `hybrid ${name}`),
      'semantic meaning',
    ].sort(),
  );
});
