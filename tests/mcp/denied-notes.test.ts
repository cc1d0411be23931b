/** The deny list holds for notes and packs as for any file. */
import { existsSync, readdirSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { openApp, type TestApp } from '../helpers/app.ts';
import { repository } from '../helpers/repository.ts';

const config = (more: object) =>
  JSON.stringify({
    maxLines: 50,
    startIndex: 1,
    leadingZeros: 5,
    filePrefix: '',
    fileSuffix: '.md',
    ...more,
  });
const SECRET = 'swordfish';

/** By every tool of the stash, with these words in its answer and without the secret. */
async function expectRefused(call: TestApp['call'], ...words: string[]): Promise<void> {
  for (const [tool, args] of [
    ['context.get', { ref: '00001' }],
    ['context.list', {}],
    ['context.search', { query: SECRET }],
    ['context.create', { markdown: '# New' }],
  ] as const) {
    const { isError, text } = await call(tool, args);
    expect(isError, tool).toBe(true);
    for (const word of words) expect(text).toContain(word);
    expect(text).not.toContain(SECRET);
  }
}

test.each([
  [{ fileSuffix: '.pem' }, '00001.pem'],
  [{ fileSuffix: '.KEY' }, '00001.KEY'],
  [{ filePrefix: 'id_rsa' }, 'id_rsa00001.md'],
  [{ filePrefix: '.env.', fileSuffix: '' }, '.env.00001'],
])('%j gives denied names, so nothing is read or written by them', async (affixes, file) => {
  const root = repository({ '.context/config.json': config(affixes), [`.context/${file}`]: `# ${SECRET}\n` });
  const { call } = await openApp(root);
  await expectRefused(call, 'config_invalid', file);
  expect((await call('context_search', { query: SECRET })).text).not.toContain(`# ${SECRET}`);
  expect(readdirSync(join(root, '.context')).sort()).toEqual([file, 'config.json'].sort());
});

test('a denied .context/ is closed to every tool, and says so', async () => {
  const root = repository({ '.context/config.json': config({}), '.context/00001.md': `# ${SECRET}\n` });
  const { call } = await openApp(root, { deny: '.context/**' });
  await expectRefused(call, 'never read');
  expect(readdirSync(join(root, '.context')).sort()).toEqual(['00001.md', 'config.json']);
});

test('one denied entry is absent, and its number is not given away', async () => {
  const root = repository({
    '.context/config.json': config({}),
    '.context/00001.md': '# Open\n',
    '.context/00002.md': `# ${SECRET}\n`,
  });
  const { call } = await openApp(root, { deny: '.context/00002.md' });
  expect((await call('context.list')).text).not.toContain(SECRET);
  expect((await call('context.get', { ref: '00002' })).isError).toBe(true);
  expect((await call('context.create', { markdown: '# New' })).value).toMatchObject({ ref: '00003' });
  expect(readFileSync(join(root, '.context/00002.md'), 'utf8')).toContain(SECRET);
});

test('denied anchor files are neither read nor made', async () => {
  const root = repository({ '.context/config.json': config({}), 'src/a.ts': 'export const a = 1;\n' });
  const entry = { markdown: '# Why a is one', anchors: ['src/a.ts:1'] };
  const open = await openApp(root);
  await open.call('context.create', entry);
  expect((await open.call('context.get', { ref: '1' })).value.anchors).toMatchObject([{ state: 'fresh' }]);
  const { call } = await openApp(root, { deny: '.context/anchors/**' });
  expect((await call('context.get', { ref: '1' })).value.anchors).toEqual([
    { path: 'src/a.ts', state: 'lost', was: 'src/a.ts:1-1', reason: expect.stringContaining('denied') },
  ]);
  const before = readdirSync(join(root, '.context'), { recursive: true });
  writeFileSync(join(root, 'src/a.ts'), 'export const b = 2;\n');
  const refused = await call('context.create', { ...entry, markdown: '# Why b is two' });
  expect(refused.isError).toBe(true);
  expect(refused.text).toContain('never read');
  expect(readdirSync(join(root, '.context'), { recursive: true })).toEqual(before);
  expect((await call('context.create', { markdown: '# No place' })).isError).toBe(false);
});

test('denied packs are absent, and none is made', async () => {
  const root = repository({ 'a.ts': 'export const a = 1;\n' });
  const open = await openApp(root);
  const made = await open.call('input', { action: 'create', name: SECRET, ttl_minutes: 60 });
  const { id } = made.value.payload;
  const { call } = await openApp(root, { deny: '.agents/**' });
  expect((await call('input')).value.payload.total).toBe(0);
  expect((await call('output')).text).not.toContain(SECRET);
  for (const target of [{ id }, { name: SECRET }])
    expect((await call('output', target)).value).toMatchObject({ kind: 'not_found' });
  const refused = await call('input', { action: 'create', ttl_minutes: 60 });
  expect(refused.isError).toBe(true);
  expect(refused.text).toContain('never read');
  const file = join(root, '.agents/mcp/context_pack/packs', `${id}.md`);
  writeFileSync(
    file,
    readFileSync(file, 'utf8').replace(/^expires_at: .*$/m, 'expires_at: 2026-01-01T00:00:00Z'),
  );
  await call('input');
  expect(existsSync(file)).toBe(true);
});
