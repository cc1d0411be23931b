/** Notes on results: ids and titles of what governs the place shown. */
import { renameSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, test } from 'vitest';
import { type Json, openApp } from '../helpers/app.ts';
import { repository, write } from '../helpers/repository.ts';
import { countTokens } from '../helpers/tokens.ts';

const CONFIG = { '.context/config.json': '{}\n' };
const RETRY =
  'import time\n\n\ndef retry_upload(job):\n    # refer to context 1, 00002\n    time.sleep(3)\n    return job\n\n\ndef other():\n    return None\n';

async function furnished(flags: Record<string, string> = {}) {
  const app = await openApp(
    repository({ ...CONFIG, 'src/retry.py': RETRY, 'src/plain.py': 'def plain():\n    return 1\n' }),
    flags,
  );
  await app.call('context.create', {
    markdown: '# Retries wait three seconds\n\nThe gateway bans us otherwise.',
    type: 'decision',
  });
  await app.call('context.create', { markdown: '# Uploads are serial\n\nThe disk is slow.' });
  return app;
}

const ids = (notes: Json): string[] => (notes ?? []).map(({ id }: Json) => id);

describe('a place whose comment cites entries', () => {
  test.each([
    ['repo.search', { query: 'retry upload' }, (value: Json) => value.result.hits[0].knowledge],
    [
      'repo.open_file',
      { path: 'src/retry.py', start_line: 4, end_line: 7 },
      (value: Json) => value.result.knowledge,
    ],
    ['repo.outline', { path: 'src/retry.py' }, (value: Json) => value.result.knowledge],
    [
      'repo.build_context_bundle',
      { prompt: 'retry upload' },
      (value: Json) => value.result.selections[0].knowledge,
    ],
    ['read_file', { path: 'src/retry.py' }, (value: Json) => value.knowledge ?? value.file?.knowledge],
    ['grep_codebase', { pattern: 'refer to context' }, (value: Json) => value.matches[0].knowledge],
  ])('%s names them with their titles', async (tool, args, notes) => {
    const { call } = await furnished();
    const found = notes((await call(tool, args)).value);
    expect(ids(found)).toEqual(['00001', '00002']);
    expect(found[0]).toEqual({
      id: '00001',
      kind: 'decision',
      title: 'Retries wait three seconds',
      via: 'comment at line 5',
    });
  });

  test('lines that do not hold the comment carry nothing, and neither do other files', async () => {
    const { call } = await furnished();
    expect(
      (await call('repo.open_file', { path: 'src/retry.py', start_line: 10, end_line: 11 })).value.result,
    ).not.toHaveProperty('knowledge');
    expect((await call('repo.open_file', { path: 'src/plain.py' })).value.result).not.toHaveProperty(
      'knowledge',
    );
  });

  test('a superseded entry says by what', async () => {
    const { call } = await furnished();
    await call('context.create', { markdown: '# Retries wait five seconds', supersedes: ['00001'] });
    const [first] = (await call('repo.open_file', { path: 'src/retry.py' })).value.result.knowledge;
    expect(first.title).toBe('Retries wait three seconds (superseded by 00003)');
  });

  test('an entry superseded by hand, by a short number, is superseded for every reader', async () => {
    const root = repository({
      ...CONFIG,
      '.context/00001.md': '# Retries wait three seconds\n\nThe gateway bans us otherwise.\n',
      '.context/00002.md':
        '---\nsupersedes: ["1"]\n---\n# Retries wait five seconds\n\nThe gateway changed.\n',
      'src/retry.py': RETRY,
    });
    const { call } = await openApp(root);
    expect((await call('context.get', { ref: '1' })).value.superseded_by).toEqual(['00002']);
    const { results } = (await call('context_search', { query: 'retries wait seconds gateway' })).value;
    expect(results.find(({ id }: Json) => id === '00001')).toMatchObject({ supersededBy: '00002' });
    const [first] = (await call('repo.open_file', { path: 'src/retry.py' })).value.result.knowledge;
    expect(first.title).toBe('Retries wait three seconds (superseded by 00002)');
  });

  test('--knowledge off turns it off', async () => {
    const { call } = await furnished({ knowledge: 'off' });
    expect((await call('repo.open_file', { path: 'src/retry.py' })).value.result).not.toHaveProperty(
      'knowledge',
    );
  });
});

test('packs and entries with a place on the lines are named', async () => {
  const { call } = await furnished();
  await call('context.create', { markdown: '# Plain is public', anchors: ['src/plain.py:1-2'] });
  const { payload } = (
    await call('input', { action: 'create', name: 'plain-pack', title: 'How plain works', ttl_minutes: 60 })
  ).value;
  const section = (
    await call('input', {
      action: 'upsert_section',
      id: payload.id,
      expected_revision: 1,
      section_key: 'core',
      section_title: 'Core',
    })
  ).value.payload;
  await call('input', {
    action: 'upsert_ref',
    id: payload.id,
    expected_revision: section.revision,
    section_key: 'core',
    ref_key: 'plain',
    path: 'src/plain.py',
    line_start: 1,
    line_end: 2,
  });
  const { knowledge } = (await call('repo.open_file', { path: 'src/plain.py' })).value.result;
  expect(knowledge.map(({ kind, title }: Json) => [kind, title])).toEqual([
    ['entry', 'Plain is public'],
    ['pack', 'How plain works'],
  ]);
});

describe('code that an entry and a pack point at', () => {
  const BODY =
    'def settle_invoice(invoice, account):\n    account.charge(invoice.total)\n    return invoice.close()\n';
  const ABOVE = '# one\n# two\n\n\n';

  async function anchored() {
    const root = repository({
      ...CONFIG,
      'src/pay.py': BODY,
      'src/plain.py': 'def plain():\n    return 1\n',
    });
    const { call } = await openApp(root);
    await call('context.create', { markdown: '# Charge before closing', anchors: ['src/pay.py:1-3'] });
    const pack = { action: 'create', name: 'pay', title: 'How paying works', ttl_minutes: 60 };
    const { id } = (await call('input', pack)).value.payload;
    const section = { section_key: 'core', section_title: 'Core', expected_revision: 1 };
    await call('input', { action: 'upsert_section', id, ...section });
    const lines = { path: 'src/pay.py', line_start: 1, line_end: 3 };
    const ref = { section_key: 'core', ref_key: 'settle', expected_revision: 2 };
    await call('input', { action: 'upsert_ref', id, ...ref, ...lines });
    const titles = async (path: string, start_line: number, end_line: number): Promise<string[]> => {
      const { result } = (await call('repo.open_file', { path, start_line, end_line })).value;
      return (result.knowledge ?? []).map(({ title }: Json) => title);
    };
    expect(await titles('src/pay.py', 1, 3)).toEqual(BOTH);
    return { root, titles };
  }
  const BOTH = ['Charge before closing', 'How paying works'];

  test('is named at the lines it has now, and the lines it had carry nothing', async () => {
    const { root, titles } = await anchored();
    write(root, { 'src/pay.py': `${ABOVE}${BODY}` });
    expect(await titles('src/pay.py', 5, 7)).toEqual(BOTH);
    expect(await titles('src/pay.py', 1, 3)).toEqual([]);
  });

  test('is named in the file it moved to, and follows it further', async () => {
    const { root, titles } = await anchored();
    renameSync(join(root, 'src/pay.py'), join(root, 'src/settle.py'));
    expect(await titles('src/settle.py', 1, 3)).toEqual(BOTH);
    write(root, { 'src/settle.py': `${ABOVE}${BODY}`, 'src/pay.py': 'def other():\n    return None\n' });
    expect(await titles('src/settle.py', 5, 7)).toEqual(BOTH);
    expect(await titles('src/settle.py', 1, 3)).toEqual([]);
    expect(await titles('src/pay.py', 1, 2)).toEqual([]);
  });

  test('is named nowhere once it is gone', async () => {
    const { root, titles } = await anchored();
    write(root, { 'src/pay.py': 'def other():\n    return None\n' });
    expect(await titles('src/pay.py', 1, 2)).toEqual([]);
  });
});

test('decisions and constraints of the directory and of those above are named, nearest first', async () => {
  const document = (scope: string, decision: string) =>
    `version: 1\nscope: ${scope}\nfingerprint: "00000000"\nlast_updated: "2026-01-01T00:00:00Z"\nsummary: S\nmaintenance: M\ndecisions:\n  - what: ${decision}\n    why: W\nconstraints:\n  - Never block the ${scope}\n`;
  const { call } = await openApp(
    repository({
      'src/api/a.py': 'def a():\n    return 1\n',
      '.context.yaml': document('.', 'One process'),
      'src/api/.context.yaml': document('src/api', 'JSON only'),
    }),
  );
  const { knowledge } = (await call('repo.open_file', { path: 'src/api/a.py' })).value.result;
  expect(knowledge.map(({ title }: Json) => title)).toEqual([
    'JSON only',
    'Never block the src/api',
    'One process',
    'Never block the .',
  ]);
});

test('at most five notes and 150 tokens, however much there is', async () => {
  const { call } = await openApp(
    repository({ ...CONFIG, 'a.py': '# refer to context 1, 2, 3, 4, 5, 6, 7, 8\nx = 1\n' }),
  );
  for (let at = 0; at < 8; at++)
    await call('context.create', { markdown: `# ${'A long title about one thing. '.repeat(6)}${at}` });
  const { knowledge } = (await call('repo.open_file', { path: 'a.py' })).value.result;
  expect(knowledge.length).toBeGreaterThan(0);
  expect(knowledge.length).toBeLessThanOrEqual(5);
  expect(countTokens(JSON.stringify(knowledge))).toBeLessThanOrEqual(170);
  const more = /; and (\d) more: pilotbook brief a\.py$/.exec(knowledge.at(-1).via)?.[1];
  expect(knowledge.length + Number(more)).toBe(8);
});

test('a pack that says nothing yet answers no question; one with a brief does', async () => {
  const { call } = await furnished();
  const name = 'why retries wait';
  const { value } = await call('input', {
    action: 'create',
    ttl_minutes: 60,
    name: 'why-retries-wait',
    title: name,
  });
  const found = async (): Promise<string[]> =>
    (await call('context_search', { query: `${name}?` })).value.results.map(({ id }: Json) => id);
  expect((await found())[0]).toBe('00001');
  expect(await found()).not.toContain(value.payload.id);
  const brief = 'Why retries wait: the gateway bans those who do not.';
  await call('input', { action: 'set_meta', id: value.payload.id, expected_revision: 1, brief });
  expect(await found()).toContain(value.payload.id);
});
