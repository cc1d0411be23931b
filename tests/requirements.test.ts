import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { afterAll, expect, test } from 'vitest';
import { requirements } from './requirements.ts';

const ROOT = fileURLToPath(new URL('..', import.meta.url));
const cited = citations();

/** The ids in every `verifies('id', …)` and `verifies(['id', 'id'], …)` of the test files. */
function citations(): Map<string, string> {
  const found = new Map<string, string>();
  for (const folder of ['src', 'tests'])
    for (const file of readdirSync(join(ROOT, folder), { recursive: true, encoding: 'utf8' }))
      if (file.endsWith('.test.ts') && file !== 'requirements.test.ts')
        for (const id of idsIn(readFileSync(join(ROOT, folder, file), 'utf8')))
          found.set(id, `${folder}/${file}`);
  return found;
}

function idsIn(source: string): string[] {
  return [...source.matchAll(/\bverifies\(\s*(\[[^\]]*\]|'[^']*')/g)].flatMap(([, ids = '']) =>
    [...ids.matchAll(/'([^']*)'/g)].map(([, id = '']) => id),
  );
}

test('citations are found in both forms', () => {
  expect(idsIn("verifies('a:b:c', 'x', () => {});\nverifies(\n  ['d:e:f', 'g:h:i'],\n  'y',")).toEqual([
    'a:b:c',
    'd:e:f',
    'g:h:i',
  ]);
});

test('ids are unique and have the form area:topic:clause', () => {
  const ids = requirements.map((requirement) => requirement.id);
  expect(ids.filter((id, at) => ids.indexOf(id) !== at)).toEqual([]);
  expect(
    ids.filter((id) => !/^(repo|stash|packs|contexts|recall|symbols):[a-z_-]+:[a-z0-9_-]+$/.test(id)),
  ).toEqual([]);
});

test('every cited id exists', () => {
  const known = new Set(requirements.map((requirement) => requirement.id));
  expect([...cited].filter(([id]) => !known.has(id)).map(([id, file]) => `${id} in ${file}`)).toEqual([]);
});

test('every requirement is proven by a test, waits for named work, or was decided otherwise', () => {
  const unproven = requirements.filter(
    ({ id, pending, decidedOtherwise }) =>
      !cited.has(id) && pending === undefined && decidedOtherwise === undefined,
  );
  expect(unproven.map(({ id }) => id)).toEqual([]);
});

test('what a test proves is not called pending any more', () => {
  const proven = requirements.filter(
    ({ id, pending, decidedOtherwise }) =>
      cited.has(id) && (pending !== undefined || decidedOtherwise !== undefined),
  );
  expect(proven.map(({ id }) => id)).toEqual([]);
});

afterAll(() => {
  const areas = [...new Set(requirements.map(({ id }) => id.slice(0, id.indexOf(':'))))];
  for (const area of areas) {
    const own = requirements.filter(({ id }) => id.startsWith(`${area}:`));
    const proven = own.filter(({ id }) => cited.has(id)).length;
    const pending = own.filter((requirement) => requirement.pending !== undefined).length;
    const otherwise = own.filter((requirement) => requirement.decidedOtherwise !== undefined).length;
    process.stdout.write(
      `${area}: ${own.length} clauses, ${proven} proven, ${pending} pending, ${otherwise} decided otherwise\n`,
    );
  }
});
