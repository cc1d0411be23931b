/** Entries and packs take `path::symbol` as a place: its lines are looked up when it is written, and it is found again by its name. */
import { expect, test } from 'vitest';
import { openApp } from '../helpers/app.ts';
import { repository, write } from '../helpers/repository.ts';
import { runProgram } from '../helpers/run-program.ts';

const TILL = 'class Till:\n    def take(self):\n        coins = self.count()\n        return coins\n';
const BOX = 'class Box:\n    def take(self):\n        return 3\n';
const path = 'shop/till.py';
const FILES = { '.context/config.json': '{}', [path]: `${TILL}\n${BOX}` };

test('an entry about path::symbol has its lines, and follows it', async () => {
  const root = repository(FILES);
  const { call } = await openApp(root);
  const made = await call('context.create', { markdown: 'Counted twice.', anchors: [`${path}::Till.take`] });
  expect(made.isError).toBe(false);
  const get = async () => (await call('context.get', { ref: made.value.ref })).value.anchors;
  expect(await get()).toEqual([{ path, start_line: 2, end_line: 4, state: 'fresh' }]);
  write(root, { [path]: `import os\n\n${BOX}\n${TILL.replace('coins = self', 'coins = 2 * self')}` });
  expect(await get()).toMatchObject([{ path, start_line: 8, end_line: 10 }]);
});

test.each([
  [`${path}::take`, 'It declares 2 of that name: Till.take 2-4, Box.take 7-8.'],
  [`${path}::Till.taek`, 'It declares no Till.taek; Till.take is like it.'],
  ['shop/none.py::take', 'shop/none.py'],
  ['../x.py::take', '../x.py'],
])('an entry about %s is refused', async (place, message) => {
  const { call } = await openApp(repository(FILES));
  const { value, isError } = await call('context.create', { markdown: 'Why.', anchors: [place] });
  expect(isError).toBe(true);
  expect(value.error.message).toContain(message);
});

test('the command takes it', async () => {
  const root = repository(FILES);
  const added = await runProgram(root, ['stash', 'add', 'Why.', '--anchors', `${path}::Box`]);
  expect(added.status).toBe(0);
  expect((await runProgram(root, ['stash', 'show', '1'])).stdout).toContain(`${path}:6-8`);
});

test('a ref of a pack takes it', async () => {
  const { call } = await openApp(repository(FILES));
  const input = async (args: Record<string, unknown>) => (await call('input', args)).value;
  const { id } = (await input({ action: 'create', name: 'money', ttl_minutes: 60 })).payload;
  const section = { id, section_key: 'flow' };
  await input({ action: 'upsert_section', ...section, section_title: 'Flow', expected_revision: 1 });
  const ref = { action: 'upsert_ref', ...section, ref_key: 'take', expected_revision: 2 };
  expect(JSON.stringify(await input({ ...ref, path: `${path}::take` }))).toContain(
    'It declares 2 of that name',
  );
  const { payload } = await input({ ...ref, path: `${path}::Till.take` });
  expect(payload.sections[0].refs).toEqual([
    { key: 'take', path, lines: { start: 2, end: 4 }, anchored: true },
  ]);
});
