import { readFileSync, renameSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, test } from 'vitest';
import { openApp } from '../helpers/app.ts';
import { repository, write } from '../helpers/repository.ts';

const CODE = `export function total(items: number[]): number {
  let cents = 0;
  for (const item of items) cents += Math.round(item * 100);
  return cents / 100;
}

export function tax(amount: number): number {
  return Math.round(amount * 19) / 100;
}
`;

const DOCUMENT = `version: 1
scope: src
fingerprint: "00000000"
last_updated: "2020-01-01T00:00:00Z"
summary: Sums.
maintenance: By hand.
files:
  - {name: sums.ts, purpose: Sums}
interfaces:
  - {name: total, description: The sum}
decisions: # ours
  - what: Round once
    why: Cents get lost otherwise.
    anchors: ["src/sums.ts:1-5"]
  - what: Nothing cited
    why: It is about no lines.
constraints:
  - Plain words
  - what: Tax is 19 percent
    anchors:
      - src/sums.ts:7-9
`;

const signal = new AbortController().signal;

async function opened(document = DOCUMENT, code = CODE) {
  const root = repository({ 'src/sums.ts': code, 'src/.context.yaml': document });
  const { app, call } = await openApp(root);
  const text = () => readFileSync(join(root, 'src/.context.yaml'), 'utf8');
  const check = async () => (await call('check_freshness', { scope: 'src' })).value;
  return { root, contexts: app.contexts, call, text, check };
}

describe('claims that cite places', () => {
  test('hold after a stamp, and are told one by one when their code changes', async () => {
    const { root, contexts, check } = await opened();
    await contexts.stamp('src', signal);
    expect(await check()).toMatchObject({ state: 'fresh', claims: [] });
    write(root, { 'src/sums.ts': CODE.replace('amount * 19', 'amount * 20') });
    const { state, claims } = await check();
    expect(state).toBe('stale');
    expect(claims).toEqual([
      { claim: 'Tax is 19 percent', state: 'edited', reason: expect.any(String), place: 'src/sums.ts:7-9' },
    ]);
  });

  test('code that only moved, also to another directory, still says what it said', async () => {
    const { root, contexts, check } = await opened();
    await contexts.stamp('src', signal);
    write(root, { 'src/sums.ts': `// A new line.\n\n${CODE}` });
    expect((await check()).claims).toEqual([]);
    write(root, { 'lib/keep': '' });
    renameSync(join(root, 'src/sums.ts'), join(root, 'lib/sums.ts'));
    expect((await check()).claims).toEqual([]);
  });

  test('an edit that is taken back heals them', async () => {
    const { root, contexts, check } = await opened();
    await contexts.stamp('src', signal);
    write(root, { 'src/sums.ts': 'export {};\n' });
    expect((await check()).claims.map(({ state }: { state: string }) => state)).toEqual(['lost', 'lost']);
    write(root, { 'src/sums.ts': CODE });
    expect((await check()).claims).toEqual([]);
  });

  test('without a stamp only places that cannot be there are told', async () => {
    const { root, check } = await opened();
    expect((await check()).claims).toEqual([]);
    write(root, { 'src/sums.ts': 'one line\n' });
    expect((await check()).claims).toHaveLength(2);
  });

  test('a document without places is answered as the specification says', async () => {
    const { check } = await opened(DOCUMENT.replace(/^ +anchors:.*\n(?: +- src.*\n)?/gm, ''));
    expect(await check()).not.toHaveProperty('claims');
  });

  test('a place outside, denied or without form never shows code', async () => {
    const { check } = await opened(
      DOCUMENT.replace('src/sums.ts:1-5', '../../etc/passwd:1-2').replace('src/sums.ts:7-9', 'nonsense'),
    );
    const { claims } = await check();
    expect(claims.map(({ state }: { state: string }) => state)).toEqual(['lost', 'lost']);
    expect(JSON.stringify(claims)).not.toContain('root:');
  });

  test('readers get places, not what the engine remembers', async () => {
    const { contexts, call } = await opened();
    await contexts.stamp('src', signal);
    const { value } = await call('query_context', { scope: 'src', filter: ['decisions', 'constraints'] });
    expect(value.context.decisions[0].anchors).toEqual(['src/sums.ts:1-5']);
    expect(value.context.constraints).toEqual(['Plain words', 'Tax is 19 percent']);
  });
});

describe('stamp', () => {
  test('renews the fingerprint and what is remembered, and no other line', async () => {
    const { contexts, text, check } = await opened();
    const { changed, fingerprint } = await contexts.stamp('src', signal);
    expect(changed).toBe(true);
    expect((await check()).fingerprint).toEqual({ stored: fingerprint, computed: fingerprint });
    for (const line of ['decisions: # ours', '  - what: Nothing cited', '  - Plain words', 'summary: Sums.'])
      expect(text()).toContain(`${line}\n`);
    const before = text();
    expect((await contexts.stamp('src', signal)).changed).toBe(false);
    expect(text()).toBe(before);
  });

  test('follows code that moved', async () => {
    const { root, contexts, text } = await opened();
    await contexts.stamp('src', signal);
    write(root, { 'src/sums.ts': `// A new line.\n${CODE}` });
    await contexts.stamp('src', signal);
    expect(text()).toContain('at: "src/sums.ts:2-6"');
  });

  test.each([
    ['a file that is gone', 'name: sums.ts', 'name: gone.ts'],
    ['an interface that is gone', 'name: total', 'name: subtotal'],
    ['a place that is gone', 'src/sums.ts:7-9', 'src/sums.ts:70-90'],
    ['another scope', 'scope: src', 'scope: lib'],
    ['a broken schema', 'summary: Sums.', 'summary: [Sums]'],
  ])('refuses a document with %s and leaves it as it is', async (_, from, to) => {
    const { contexts, text } = await opened(DOCUMENT.replace(from, to));
    await expect(contexts.stamp('src', signal)).rejects.toThrow();
    expect(text()).toBe(DOCUMENT.replace(from, to));
  });
});

describe('validate', () => {
  test('tells each problem with its line', async () => {
    const broken = DOCUMENT.replace('name: sums.ts', 'name: gone.ts').replace(
      'name: total',
      'name: subtotal',
    );
    const { contexts } = await opened(broken);
    expect(await contexts.validate('src', signal)).toEqual([
      {
        scope: 'src',
        problems: [
          { line: 8, message: 'files: "gone.ts" does not exist' },
          { line: 10, message: 'interfaces: nothing here is called "subtotal"' },
        ],
      },
    ]);
  });

  test('looks at all documents if none is named, and takes endpoints for no declarations', async () => {
    const { root, contexts } = await opened(DOCUMENT.replace('name: total', 'name: "POST /sums"'));
    write(root, { 'later/.context.yaml': 'version: 2\n' });
    expect(await contexts.validate(undefined, signal)).toEqual([
      { scope: 'later', problems: [{ line: 1, message: expect.stringContaining('version 2') }] },
      { scope: 'src', problems: [] },
    ]);
    await expect(contexts.validate('none', signal)).rejects.toMatchObject({ code: 'no_document' });
    await expect(contexts.validate('../x', signal)).rejects.toMatchObject({ code: 'invalid_scope' });
  });
});

describe('edit', () => {
  test('adds what is given, keeps the rest to the byte, and does not say that all is true', async () => {
    const { contexts, text, check } = await opened();
    await contexts.edit('src', {
      summary: 'Ours now',
      decision: { what: 'Floats out', why: 'They round', tradeoff: 'Work' },
      todo: 'subtract',
      anchors: ['src/sums.ts:2'],
    });
    const changed = text().split('\n');
    for (const line of DOCUMENT.split('\n').filter((each) => !/^(?:summary|last_updated):/.test(each)))
      expect(changed).toContain(line);
    expect(text()).toContain(
      '    why: It is about no lines.\n  - what: Floats out\n    why: They round\n    tradeoff: Work\n    anchors:\n      - src/sums.ts:2\n',
    );
    expect(text()).toContain('summary: Ours now\n');
    expect((await check()).state).toBe('stale');
  });

  test('a summary written by hand survives generation', async () => {
    const root = repository({ 'src/a.ts': '/** What a machine reads here. */\nexport const a = 1;\n' });
    const { app, call } = await openApp(root);
    const generate = () =>
      app.contexts.generate({
        scope: 'src',
        full: false,
        stale: false,
        dryRun: false,
        jobs: 1,
        signal,
        progress: () => {},
      });
    await generate();
    await app.contexts.edit('src', { summary: 'Ours' });
    write(root, { 'src/b.ts': '/** How a machine writes there. */\nexport const b = 2;\n' });
    await generate();
    const { value } = await call('query_context', { scope: 'src' });
    expect(value.context).toMatchObject({ summary: 'Ours', files: [{ name: 'a.ts' }, { name: 'b.ts' }] });
  });

  test('a whole text is taken only if it is a valid document, and never over another version', async () => {
    const { root, contexts, text } = await opened();
    await expect(contexts.replace('src', 'summary: [')).rejects.toMatchObject({ code: 'not_valid' });
    expect(text()).toBe(DOCUMENT);
    await contexts.replace('src', DOCUMENT.replace('Sums.', 'More.'));
    expect(await contexts.text('src')).toContain('summary: More.');
    writeFileSync(join(root, 'src/.context.yaml'), 'version: 2\n');
    await expect(contexts.replace('src', DOCUMENT)).rejects.toMatchObject({ code: 'not_ours' });
    await expect(contexts.edit('src', { todo: 'x' })).rejects.toMatchObject({ code: 'no_document' });
    expect(text()).toBe('version: 2\n');
  });

  test('a place without form is refused before anything is written', async () => {
    const { contexts, text } = await opened();
    await expect(contexts.edit('src', { constraint: 'x', anchors: ['somewhere'] })).rejects.toMatchObject({
      code: 'usage',
    });
    expect(text()).toBe(DOCUMENT);
  });
});

describe('what others know of it', () => {
  test('each decision and constraint is found in searches', async () => {
    const { call } = await opened();
    const { value } = await call('context_search', { query: 'round once cents' });
    expect(value.results.map(({ id }: { id: string }) => id)).toContain('src#decision-1');
  });

  test('their titles ride on what is opened in the directory and below', async () => {
    const { root, call } = await opened();
    write(root, { 'src/deep/more.ts': 'export const more = 1;\n' });
    for (const path of ['src/sums.ts', 'src/deep/more.ts']) {
      const { text } = await call('repo.open_file', { path, start_line: 1, end_line: 1 });
      expect(text).toContain('src#decision-1');
      expect(text).toContain('Tax is 19 percent');
    }
  });
});
