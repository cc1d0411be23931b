import { createHash } from 'node:crypto';
import { readdirSync, readFileSync, statSync, symlinkSync, utimesSync, writeFileSync } from 'node:fs';
import { homedir } from 'node:os';
import { join, relative } from 'node:path';
import { describe, expect, test } from 'vitest';
import { stringify } from 'yaml';
import { type Json, openApp, type TestApp } from '../helpers/app.ts';
import { connectClient } from '../helpers/mcp-client.ts';
import { LINKS, testWith } from '../helpers/probes.ts';
import { git, gitRepository, repository, write } from '../helpers/repository.ts';
import { verifies } from '../helpers/requirements.ts';

/** A document with all that is required, and more if asked. */
function document(scope: string, more: Record<string, unknown> = {}): string {
  return stringify({
    version: 1,
    scope,
    fingerprint: '00000000',
    last_updated: '2026-02-13T10:00:00Z',
    summary: `Summary of ${scope}`,
    maintenance: 'By hand.',
    ...more,
  });
}

const EVERYTHING = {
  files: [{ name: 'a.ts', purpose: 'Adds', test_file: 'a.test.ts' }],
  interfaces: [{ name: 'add', description: 'Adds two numbers' }],
  decisions: [{ what: 'Numbers only', why: 'Strings are somebody else’s', tradeoff: 'Less to offer' }],
  constraints: ['Pure functions only'],
  dependencies: { internal: ['src/base'], external: ['zod'] },
  current_state: { working: ['add'], broken: [], in_progress: ['subtract'] },
  subdirectories: [{ name: 'deep/', summary: 'Deeper' }],
  environment: ['NODE_ENV'],
  testing: ['npm test'],
  todos: ['subtract'],
  data_models: ['Sum: left, right'],
  events: ['added'],
  config: ['tsconfig.json'],
  project: { name: 'sums', description: 'Sums', language: 'typescript' },
  structure: [{ path: 'src', summary: 'Source' }],
  exports: ['add(a, b)'],
};

const METADATA = ['version', 'scope', 'fingerprint', 'last_updated'];

/** All directories count, however small. */
const EVERY_SIZE = { '.context.config.yaml': 'min_tokens: 0\n' };

/** Writes into the document of a scope the fingerprint that its directory has now. */
async function stamp({ call }: TestApp, root: string, scope: string): Promise<void> {
  const { computed } = (await call('check_freshness', { scope })).value.fingerprint;
  const path = join(root, scope, '.context.yaml');
  writeFileSync(path, readFileSync(path, 'utf8').replace(/^fingerprint: .*$/m, `fingerprint: "${computed}"`));
}

const entry = (value: Json, scope: string): Json => value.entries.find((each: Json) => each.scope === scope);

async function opened(files: Record<string, string>, flags: Record<string, string> = {}) {
  const root = repository(files);
  return { root, ...(await openApp(root, flags)) };
}

describe('query_context', () => {
  verifies(
    [
      'contexts:tools:query_context',
      'contexts:query:found',
      'contexts:query:context',
      'contexts:query:version',
      'contexts:query:fingerprint',
      'contexts:query:last-updated',
      'contexts:query:decisions',
    ],
    'gives the document of a scope with every field it has',
    async () => {
      const { call } = await opened({ 'src/core/.context.yaml': document('src/core', EVERYTHING) });
      const { value, isError } = await call('query_context', { scope: 'src/core' });
      expect(isError).toBe(false);
      expect(value).toEqual({
        found: true,
        scope: 'src/core',
        context: {
          version: 1,
          scope: 'src/core',
          fingerprint: '00000000',
          last_updated: '2026-02-13T10:00:00Z',
          summary: 'Summary of src/core',
          maintenance: 'By hand.',
          ...EVERYTHING,
        },
      });
    },
  );

  verifies(
    ['contexts:query:scope', 'contexts:query:root-scope'],
    'the root is a scope like any other',
    async () => {
      const { call } = await opened({ '.context.yaml': document('.') });
      for (const scope of ['.', './', '', '/.'.slice(1)])
        expect((await call('query_context', { scope })).value.context.summary).toBe('Summary of .');
      const none = await call('query_context', {});
      expect(none.isError).toBe(true);
      expect(none.value).toMatchObject({ found: false, scope: '' });
      expect(none.value.error).toMatch(/^scope: /);
    },
  );

  verifies(
    [
      'contexts:query:filter',
      'contexts:query:filtered',
      'contexts:query:metadata-always',
      'contexts:query:only-requested',
    ],
    'a filter leaves the named fields and the metadata',
    async () => {
      const { call } = await opened({ 'src/core/.context.yaml': document('src/core', EVERYTHING) });
      const { value } = await call('query_context', { scope: 'src/core', filter: ['summary', 'decisions'] });
      expect(Object.keys(value.context).sort()).toEqual([...METADATA, 'summary', 'decisions'].sort());
      expect(value.context.decisions).toEqual(EVERYTHING.decisions);
    },
  );

  verifies(
    'contexts:query:filterable-fields',
    'each of the eighteen fields can be picked alone',
    async () => {
      const { call } = await opened({ '.context.yaml': document('.', EVERYTHING) });
      const fields = [...Object.keys(EVERYTHING), 'summary', 'maintenance'];
      expect(fields).toHaveLength(18);
      for (const field of fields) {
        const { value } = await call('query_context', { scope: '.', filter: [field] });
        expect(Object.keys(value.context).sort()).toEqual([...METADATA, field].sort());
      }
    },
  );

  test('a name that is no field is answered with those that are', async () => {
    const { call } = await opened({ '.context.yaml': document('.') });
    const { value, isError } = await call('query_context', {
      scope: '.',
      filter: ['decision', 'scope', 'xyz'],
    });
    expect(isError).toBe(false);
    expect(value.warnings).toEqual([
      expect.stringContaining('"decision" (did you mean decisions?), "xyz". Fields: summary, files, '),
    ]);
    expect((await call('query_context', { scope: '.', filter: ['decisions'] })).value).not.toHaveProperty(
      'warnings',
    );
  });

  test('an empty filter is none; unknown names, absent fields and provenance leave the metadata', async () => {
    const text = document('.', { derived_fields: ['summary'], evidence: { collected_at: 'now' } });
    const { call } = await opened({ '.context.yaml': text });
    const whole = await call('query_context', { scope: '.', filter: [] });
    expect(whole.value.context).toMatchObject({
      derived_fields: ['summary'],
      evidence: { collected_at: 'now' },
    });
    for (const filter of [
      ['nonsense'],
      ['todos'],
      ['derived_fields', 'evidence'],
      ['__proto__', 'constructor'],
    ]) {
      const { value, isError } = await call('query_context', { scope: '.', filter });
      expect(isError).toBe(false);
      expect(Object.keys(value.context).sort()).toEqual([...METADATA].sort());
    }
  });

  verifies(
    ['contexts:query:missing', 'contexts:query:is-error'],
    'no file: not found, and an error that names the way out',
    async () => {
      const { call } = await opened({ 'src/a.ts': '1', 'src/.context.yaml': document('src') });
      for (const scope of ['src/unknown', 'src/a.ts', 'src/a.ts/x']) {
        const { value, isError } = await call('query_context', { scope });
        expect(isError).toBe(true);
        expect(value).toEqual({
          found: false,
          scope,
          error: `No .context.yaml found at scope "${scope}". This scope may be below the min_tokens threshold; use list_contexts to see eligible scopes.`,
        });
      }
      expect((await call('query_context', { scope: 'src' })).isError).toBe(false);
    },
  );

  verifies(
    'contexts:query:traversal',
    'a scope that leaves the root is refused in either spelling',
    async () => {
      const { root, call } = await opened({ 'src/a.ts': '1' });
      const outside = repository({ '.context.yaml': document('.', { summary: 'SECRET' }) });
      symlinkSync(outside, join(root, 'link'));
      const scopes = [
        '../../etc',
        '..\\..\\etc',
        'src/../../x',
        '/etc',
        'C:\\Windows',
        '~/x',
        'link',
        outside,
      ];
      for (const scope of scopes) {
        const { value, isError, text } = await call('query_context', { scope });
        expect(isError).toBe(true);
        expect(value).toEqual({ found: false, scope, error: 'Invalid scope: path traversal detected' });
        expect(text).not.toContain('SECRET');
      }
    },
    { needs: [LINKS] },
  );

  test('a name that begins with two dots is a name', async () => {
    const { call } = await opened({ '..well/.context.yaml': document('..well') });
    expect((await call('query_context', { scope: '..well' })).value.found).toBe(true);
  });

  test('a denied or impossible scope is merely not there', async () => {
    const { call } = await opened({ '.git/.context.yaml': document('.git'), 'a.ts': '1' });
    for (const scope of ['.git', 'a\u0000b', 'x'.repeat(4000)])
      expect((await call('query_context', { scope })).value.error).toMatch(/^No \.context\.yaml found/);
  });

  verifies(
    'contexts:query:unsupported-version',
    'a document of a later version is told by its number and not read',
    async () => {
      const { call } = await opened({ '.context.yaml': 'version: 2\nnew_things: [1]\n' });
      expect(await call('query_context', { scope: '.' })).toMatchObject({
        isError: true,
        value: {
          found: false,
          scope: '.',
          error:
            'Unsupported schema version 2 (this tool supports version 1). Upgrade dotcontext to read this file.',
        },
      });
    },
  );

  verifies('contexts:query:corrupt', 'a broken file is told as such, whatever is broken', async () => {
    const valid = document('x');
    const broken: Record<string, string> = {
      empty: '',
      scalar: 'just words',
      list: '- a\n- b\n',
      syntax: 'version: 1\n  summary: [',
      'no-version': valid.replace('version: 1', ''),
      'text-version': valid.replace('version: 1', 'version: "2"'),
      'zero-version': valid.replace('version: 1', 'version: 0'),
      'unknown-key': `${valid}sumary: mistyped\n`,
      'no-summary': valid.replace(/^summary.*$/m, ''),
      'wrong-type': valid.replace(/^summary.*$/m, 'summary: [a]'),
      twice: `${valid}summary: again\n`,
      alias: `${valid}todos: &a [x]\nevents: *a\n`,
      tag: valid.replace(/^summary: /m, 'summary: !!python/object '),
      'two-documents': `${valid}---\n${valid}`,
      deep: `version: 1\ntodos: ${'['.repeat(20_000)}`,
      binary: 'version: 1\u0000',
    };
    const files = Object.fromEntries(
      Object.entries(broken).map(([dir, text]) => [`${dir}/.context.yaml`, text]),
    );
    const { call } = await opened(files);
    for (const scope of Object.keys(broken))
      expect(await call('query_context', { scope })).toMatchObject({
        isError: true,
        value: { found: false, scope, error: `Invalid or corrupt .context.yaml at scope "${scope}"` },
      });
  });

  verifies('contexts:scope:backslashes', 'backslashes mean slashes', async () => {
    const { call } = await opened({ 'src/core/.context.yaml': document('src/core') });
    const query = await call('query_context', { scope: 'src\\core' });
    expect(query.value).toMatchObject({ found: true, context: { scope: 'src/core' } });
    expect((await call('check_freshness', { scope: 'src\\core\\' })).value.state).toBe('stale');
  });

  test('a constraint that cites places is told as its sentence', async () => {
    const constraints = ['Plain', { what: 'Cited', anchors: ['a.ts:1-2'] }];
    const { call } = await opened({ '.context.yaml': document('.', { constraints }) });
    const { value } = await call('query_context', { scope: '.', filter: ['constraints'] });
    expect(value.context.constraints).toEqual(['Plain', 'Cited']);
  });
});

describe('check_freshness', () => {
  verifies(
    [
      'contexts:tools:check_freshness',
      'contexts:freshness:scope',
      'contexts:freshness:fresh',
      'contexts:freshness:fingerprints',
      'contexts:freshness:last-updated',
      'contexts:freshness:stale',
      'contexts:freshness:stale-is-no-error',
    ],
    'fresh until a file of the directory changes, then stale, which is no error',
    async () => {
      const app = await opened({ 'src/a.ts': 'one', 'src/.context.yaml': document('src') });
      await stamp(app, app.root, 'src');
      const fresh = await app.call('check_freshness', { scope: 'src' });
      const print = fresh.value.fingerprint.stored;
      expect(print).toMatch(/^[0-9a-f]{8}$/);
      expect(fresh).toMatchObject({
        isError: false,
        value: {
          scope: 'src',
          state: 'fresh',
          fingerprint: { stored: print, computed: print },
          last_updated: '2026-02-13T10:00:00Z',
        },
      });
      expect(Object.keys(fresh.value)).toEqual(['scope', 'state', 'fingerprint', 'last_updated']);
      write(app.root, { 'src/a.ts': 'two' });
      const stale = await app.call('check_freshness', { scope: 'src' });
      expect(stale).toMatchObject({
        isError: false,
        value: { scope: 'src', state: 'stale', fingerprint: { stored: print } },
      });
      expect(stale.value.fingerprint.computed).not.toBe(print);
      expect((await app.call('check_freshness', {})).isError).toBe(true);
    },
  );

  verifies(
    ['contexts:freshness:missing', 'contexts:freshness:errors', 'contexts:freshness:is-error'],
    'what a query refuses is told with state missing and the same words',
    async () => {
      const { call } = await opened({
        'later/.context.yaml': 'version: 3\n',
        'broken/.context.yaml': ': : :',
        'there/.context.yaml': document('there'),
      });
      for (const scope of ['nowhere', 'later', 'broken', '../x', '..\\x']) {
        const { value, isError } = await call('check_freshness', { scope });
        const { error } = (await call('query_context', { scope })).value;
        expect(value).toEqual({ scope, state: 'missing', error });
        expect(isError).toBe(true);
      }
      const there = await call('check_freshness', { scope: 'there' });
      expect(there.isError).toBe(false);
      expect(there.value).not.toHaveProperty('error');
    },
  );
});

describe('fingerprints', () => {
  test('adding, removing, renaming and editing a file of the directory each make it stale', async () => {
    const app = await opened({ 'src/a.ts': 'a', 'src/b.ts': 'b', 'src/.context.yaml': document('src') });
    const print = async () =>
      (await app.call('check_freshness', { scope: 'src' })).value.fingerprint.computed;
    const seen = [await print()];
    for (const change of [{ 'src/c.ts': 'c' }, { 'src/a.ts': 'b' }, { 'src/b.ts': 'a' }]) {
      write(app.root, change);
      seen.push(await print());
    }
    expect(new Set(seen).size).toBe(4);
  });

  test('subdirectories, ignored files, the document and what set-up writes do not count', async () => {
    const root = gitRepository({ 'a.ts': 'a', '.gitignore': '*.log\n', '.context.yaml': document('.') });
    const { call } = await openApp(root);
    const print = async () => (await call('check_freshness', { scope: '.' })).value.fingerprint.computed;
    const before = await print();
    write(root, {
      'sub/b.ts': 'b',
      'noise.log': 'x',
      '.env': 'SECRET=1',
      'AGENTS.md': 'x',
      '.mcp.json': '{}',
      'opencode.json': '{}',
      '.context.yaml': document('.', { summary: 'Another' }),
    });
    expect(await print()).toBe(before);
    write(root, { 'b.ts': 'b' });
    expect(await print()).not.toBe(before);
  });

  test('a clone, a checkout and a touch leave it fresh; line ends of another machine too', async () => {
    const root = gitRepository({ 'src/a.ts': 'a\nb\n', 'src/.context.yaml': document('src') });
    const app = await openApp(root);
    await stamp(app, root, 'src');
    git(root, 'commit', '-qam', 'stamped');
    const state = async (at: string) =>
      (await (await openApp(at)).call('check_freshness', { scope: 'src' })).value.state;
    utimesSync(join(root, 'src/a.ts'), new Date(0), new Date(0));
    expect(await state(root)).toBe('fresh');
    git(root, 'checkout', '-qb', 'other');
    write(root, { 'src/a.ts': 'other' });
    git(root, 'commit', '-qam', 'other');
    expect(await state(root)).toBe('stale');
    git(root, 'checkout', '-q', 'main');
    expect(await state(root)).toBe('fresh');
    const clone = join(repository({}), 'clone');
    git(root, 'clone', '-q', root, clone);
    expect(await state(clone)).toBe('fresh');
    write(clone, { 'src/a.ts': 'a\r\nb\r\n' });
    expect(await state(clone)).toBe('fresh');
  });

  testWith(LINKS)(
    'the older fingerprint of names, times and sizes still counts, ignored files and all',
    async () => {
      const root = gitRepository({
        'src/a.ts': 'a',
        '.gitignore': '*.log\n.env\n',
        'src/.context.yaml': document('src'),
      });
      write(root, { 'src/x.log': 'log', 'src/.env': 'A=1', 'src/.hidden': 'h', 'src/sub/b.ts': 'b' });
      symlinkSync('a.ts', join(root, 'src/link.ts'));
      const { call } = await openApp(root);
      const older = () => {
        const rows = readdirSync(join(root, 'src'), { withFileTypes: true })
          .filter((each) => each.isFile() && each.name !== '.context.yaml')
          .map(({ name }) => {
            const { mtimeMs, size } = statSync(join(root, 'src', name));
            return `${name}:${Math.floor(mtimeMs)}:${size}`;
          });
        expect(rows).toHaveLength(4);
        return createHash('sha256').update(rows.sort().join('\n')).digest('hex').slice(0, 8);
      };
      const stored = older();
      write(root, { 'src/.context.yaml': document('src', { fingerprint: stored }) });
      const fresh = await call('check_freshness', { scope: 'src' });
      expect(fresh.value).toMatchObject({ state: 'fresh', fingerprint: { stored, computed: stored } });
      utimesSync(join(root, 'src/x.log'), new Date(1000), new Date(1000));
      expect((await call('check_freshness', { scope: 'src' })).value.state).toBe('stale');
    },
  );

  test('an edit that keeps size and time to the second is seen', async () => {
    const app = await opened({ 'src/a.ts': 'one', 'src/.context.yaml': document('src') });
    await stamp(app, app.root, 'src');
    const { atime, mtime } = statSync(join(app.root, 'src/a.ts'));
    writeFileSync(join(app.root, 'src/a.ts'), 'two');
    utimesSync(join(app.root, 'src/a.ts'), atime, mtime);
    expect((await app.call('check_freshness', { scope: 'src' })).value.state).toBe('stale');
  });

  test('list and check agree, in a repository within the repository too', async () => {
    const root = gitRepository({ 'a.ts': 'a', '.context.yaml': document('.'), ...EVERY_SIZE });
    const inner = { 'lib/x/a.ts': 'a', 'lib/x/.context.yaml': document('lib/x'), 'lib/.gitignore': '*.o\n' };
    write(root, { ...inner, 'lib/x/b.o': 'o' });
    git(join(root, 'lib'), 'init', '-q');
    const app = await openApp(root);
    for (const scope of ['.', 'lib/x']) await stamp(app, root, scope);
    const { value } = await app.call('list_contexts');
    expect(value.entries.map(({ scope, state }: Json) => [scope, state])).toEqual([
      ['.', 'fresh'],
      ['lib', 'missing'],
      ['lib/x', 'fresh'],
    ]);
  });
});

describe('list_contexts', () => {
  verifies(
    [
      'contexts:tools:list_contexts',
      'contexts:list:root',
      'contexts:list:total-directories',
      'contexts:list:tracked',
      'contexts:list:entry',
      'contexts:list:entry-with-context',
      'contexts:list:entry-missing',
      'contexts:list:order',
      'contexts:list:unsupported-version',
      'contexts:list:is-error',
      'contexts:list:stale-is-no-error',
    ],
    'tells each directory with its state, in order of the scope',
    async () => {
      const app = await opened({
        ...EVERY_SIZE,
        '.context.yaml': document('.'),
        'main.py': 'x = 1',
        'src/a.ts': 'a',
        'src/.context.yaml': document('src'),
        'src-gen/a.ts': 'a',
        'tests/a.ts': 'a',
        'later/a.ts': 'a',
        'later/.context.yaml': 'version: 2\n',
        'broken/a.ts': 'a',
        'broken/.context.yaml': '{',
        'Zeta/a.ts': 'a',
      });
      await stamp(app, app.root, '.');
      const { value, isError } = await app.call('list_contexts');
      expect(isError).toBe(false);
      const missing = (scope: string) => ({ scope, state: 'missing', has_context: false });
      expect(value).toEqual({
        root: app.root,
        total_directories: 7,
        skipped_directories: 0,
        tracked: 2,
        entries: [
          {
            scope: '.',
            state: 'fresh',
            has_context: true,
            last_updated: '2026-02-13T10:00:00Z',
            summary: 'Summary of .',
          },
          missing('Zeta'),
          missing('broken'),
          missing('later'),
          {
            scope: 'src',
            state: 'stale',
            has_context: true,
            last_updated: '2026-02-13T10:00:00Z',
            summary: 'Summary of src',
          },
          missing('src-gen'),
          missing('tests'),
        ].toSorted((a, b) => (a.scope < b.scope ? -1 : 1)),
      });
    },
  );

  verifies(
    'contexts:list:skipped-directories',
    'directories below the threshold are left out and counted; their ancestors and the root stay',
    async () => {
      const files = {
        'big/deep/enough.ts': 'x'.repeat(4096 * 4 - 3),
        'big/deep/small/a.ts': 'a',
        'small/a.ts': 'x'.repeat(4095 * 4),
        'other/b.ts': 'b',
        'data/blob.bin': 'x'.repeat(100_000),
      };
      const { root, call } = await opened(files);
      const { value } = await call('list_contexts');
      expect(value.entries.map(({ scope }: Json) => scope)).toEqual(['.', 'big', 'big/deep']);
      expect(value).toMatchObject({ total_directories: 3, skipped_directories: 3, tracked: 0 });
      write(root, { '.context.config.yaml': 'min_tokens: 0\n' });
      expect((await call('list_contexts')).value).toMatchObject({
        total_directories: 6,
        skipped_directories: 0,
      });
      write(root, { '.context.config.yaml': 'min_tokens: 4095\nprovider: anthropic\n' });
      expect((await call('list_contexts')).value.total_directories).toBe(4);
    },
  );

  test('a small directory that has a document is listed all the same', async () => {
    const { call } = await opened({ 'a/b/x.ts': 'x', 'a/b/.context.yaml': document('a/b') });
    const { value } = await call('list_contexts');
    expect(value.entries.map(({ scope }: Json) => scope)).toEqual(['.', 'a', 'a/b']);
  });

  test('ignored, hidden, denied and vendored directories are left out', async () => {
    const root = gitRepository({
      ...EVERY_SIZE,
      'go.mod': 'module x',
      'src/a.ts': 'a',
      '.github/a.ts': 'a',
      'vendor/lib/a.go': 'package lib',
      'shop/vendor/a.go': 'package vendor',
      'made/a.ts': 'a',
      'kept/fixtures/a.ts': 'a',
      '.gitignore': 'out/\n',
      'out/a.ts': 'a',
      '.contextignore': '# ours\n/made/\nfixtures\n',
    });
    const { call } = await openApp(root);
    const { value } = await call('list_contexts');
    expect(value.entries.map(({ scope }: Json) => scope)).toEqual(['.', 'shop', 'shop/vendor', 'src']);
  });

  test('a configuration that cannot be read is told, not obeyed', async () => {
    const { call } = await opened({ '.context.config.yaml': 'min_tokens: lots', 'src/a.ts': 'a' });
    expect((await call('list_contexts')).value).toMatchObject({
      skipped_directories: 1,
      warnings: ['.context.config.yaml is not valid and is ignored.'],
    });
  });

  verifies(
    ['contexts:list:global-failure'],
    'a root that cannot be scanned gives the empty form with its name',
    async () => {
      const { call } = await opened({ 'a.ts': 'a' });
      expect(await call('list_contexts', { path: '/nonexistent/path' })).toMatchObject({
        isError: true,
        value: {
          root: '/nonexistent/path',
          total_directories: 0,
          skipped_directories: 0,
          tracked: 0,
          entries: [],
          error: 'Failed to scan project at "/nonexistent/path"',
        },
      });
    },
  );
});

describe('the path argument', () => {
  verifies(
    [
      'contexts:query:path',
      'contexts:freshness:path',
      'contexts:list:path',
      'contexts:path:all-tools',
      'contexts:path:several-projects',
    ],
    'one server answers for every project that has a document at its root',
    async () => {
      const { root, call } = await opened({ '.context.yaml': document('.', { summary: 'Own' }) });
      const other = repository({ '.context.yaml': document('.', { summary: 'Other' }), 'a.ts': 'a' });
      expect((await call('query_context', { scope: '.', path: other })).value.context.summary).toBe('Other');
      expect((await call('check_freshness', { scope: '.', path: other })).value.state).toBe('stale');
      expect((await call('list_contexts', { path: other })).value).toMatchObject({ root: other, tracked: 1 });
      expect((await call('query_context', { scope: '.' })).value.context.summary).toBe('Own');
      expect((await call('list_contexts', { path: root })).value.root).toBe(root);
      expect((await call('list_contexts', { path: '.' })).value.root).toBe(root);
    },
  );

  test('a directory of the server’s own root is a project, document or not', async () => {
    const { root, call } = await opened({
      'packages/a/x.ts': 'x',
      'packages/a/src/.context.yaml': document('src'),
    });
    for (const path of ['packages/a', 'packages\\a', join(root, 'packages/a')]) {
      expect((await call('query_context', { scope: 'src', path })).value.found).toBe(true);
      expect((await call('list_contexts', { path })).value.root).toBe(join(root, 'packages/a'));
    }
    const { value } = await call('query_context', { scope: '../..', path: 'packages/a' });
    expect(value.error).toBe('Invalid scope: path traversal detected');
  });

  test('a directory that never opted in is refused in the form of each tool', async () => {
    const { call } = await opened({ 'a.ts': 'a' });
    const stranger = repository({ 'secret.ts': 'x', 'sub/.context.yaml': document('sub') });
    for (const path of [
      stranger,
      '/etc',
      homedir(),
      '/',
      '..',
      '~',
      '/proc/self',
      '/dev/null',
      '/root/.ssh',
    ]) {
      const error = `Failed to scan project at "${path}"`;
      expect(await call('list_contexts', { path })).toMatchObject({
        isError: true,
        value: { root: path, entries: [], error },
      });
      expect((await call('query_context', { scope: 'sub', path })).value).toEqual({
        found: false,
        scope: 'sub',
        error,
      });
      expect((await call('check_freshness', { scope: 'sub', path })).value).toEqual({
        scope: 'sub',
        state: 'missing',
        error,
      });
    }
  });

  test('below an allowed root every project may be read, but not what is denied there', async () => {
    const allowed = repository({ 'one/a.ts': 'a', 'one/.git/config': '', 'one/.ssh/id_rsa/x': '' });
    const { call } = await opened({ 'a.ts': 'a' }, { 'allow-root': allowed });
    expect((await call('list_contexts', { path: join(allowed, 'one') })).isError).toBe(false);
    expect((await call('list_contexts', { path: allowed })).isError).toBe(false);
    for (const path of ['one/.git', 'one/.ssh/id_rsa', 'two'])
      expect((await call('list_contexts', { path: join(allowed, path) })).isError).toBe(true);
    expect((await call('list_contexts', { path: `${allowed}x` })).isError).toBe(true);
  });

  testWith(LINKS)(
    '--allow-root none: no directory outside, though it opted in; those inside as ever',
    async () => {
      const { root, call } = await opened(
        { 'a.ts': 'a', 'packages/a/.context.yaml': document('.') },
        { 'allow-root': 'none' },
      );
      const friend = repository({ '.context.yaml': document('.') });
      symlinkSync(friend, join(root, 'friend'));
      for (const path of [friend, 'friend', relative(root, friend)])
        for (const [tool, args] of [
          ['list_contexts', { path }],
          ['query_context', { path, scope: '.' }],
          ['check_freshness', { path, scope: '.' }],
        ] as const)
          expect((await call(tool, args)).value.error, `${tool} ${path}`).toContain('Failed to scan');
      expect((await call('list_contexts', { path: 'packages/a' })).isError).toBe(false);
      expect((await call('list_contexts', { path: root })).isError).toBe(false);
    },
  );

  testWith(LINKS)('links: into an opted-in project yes, out of the root to a stranger no', async () => {
    const { root, call } = await opened({ 'a.ts': 'a', '.git/.context.yaml': document('.') });
    const stranger = repository({ 'secret.ts': 'x' });
    const friend = repository({ '.context.yaml': document('.') });
    for (const [name, target] of [
      ['stranger', stranger],
      ['friend', friend],
      ['closed', join(root, '.git')],
    ] as const)
      symlinkSync(target, join(root, name));
    expect((await call('list_contexts', { path: 'stranger' })).isError).toBe(true);
    expect((await call('list_contexts', { path: 'friend' })).value.root).toBe(friend);
    for (const path of ['closed', '.git', join(root, '.git')])
      expect((await call('list_contexts', { path })).isError).toBe(true);
  });

  test('what the server denies stays denied when its directory is named as a project', async () => {
    const files = { 'top/private/.context.yaml': document('private'), 'top/a.ts': 'a' };
    const { call } = await opened(files, { deny: 'top/private' });
    expect((await call('query_context', { scope: 'private', path: 'top' })).value.found).toBe(false);
    const { value } = await call('list_contexts', { path: 'top' });
    expect(value.entries.map(({ scope }: Json) => scope)).toEqual(['.']);
  });

  test('the audit log names the root that was used', async () => {
    const { call } = await opened({ 'a.ts': 'a' });
    const other = repository({ '.context.yaml': document('.') });
    await call('list_contexts', { path: other });
    const { value } = await call('repo.audit_log', { limit: 10 });
    const line = value.result.entries.find(({ tool }: Json) => tool === 'list_contexts');
    expect(line.metadata).toEqual({ path: other });
  });
});

describe('together', () => {
  verifies(
    ['contexts:tools:sequence', 'contexts:tools:stdio'],
    'list, check and query one after the other over stdio',
    async () => {
      const root = repository({
        ...EVERY_SIZE,
        'src/a.ts': 'a',
        'src/.context.yaml': document('src', EVERYTHING),
      });
      const client = await connectClient(root);
      const ask = async (name: string, args: Record<string, unknown>) => {
        const { content, isError } = (await client.callTool({ name, arguments: args })) as Json;
        return { value: JSON.parse(content[0].text), isError };
      };
      const list = await ask('list_contexts', {});
      const { scope } = list.value.entries.find((each: Json) => each.has_context);
      expect(scope).toBe('src');
      expect((await ask('check_freshness', { scope })).value.state).toBe('stale');
      expect((await ask('query_context', { scope, filter: ['exports'] })).value.context.exports).toEqual([
        'add(a, b)',
      ]);
      expect((await ask('query_context', { scope: 'none' })).isError).toBe(true);
    },
  );

  verifies(
    [
      'contexts:compatibility:stable-fields',
      'contexts:compatibility:new-fields',
      'contexts:compatibility:new-parameters',
      'contexts:compatibility:unknown-fields',
    ],
    'answers keep their fields and types; arguments beyond the scope are optional; unknown nested fields do no harm',
    async () => {
      const decisions = [{ what: 'a', why: 'b', since: 2020 }];
      const { app, call } = await opened({ '.context.yaml': document('.', { ...EVERYTHING, decisions }) });
      const tools = app.toolsets.get('contexts') ?? [];
      expect(tools.map(({ name, schema }) => [name, schema().required ?? []])).toEqual([
        ['list_contexts', []],
        ['check_freshness', ['scope']],
        ['query_context', ['scope']],
      ]);
      const query = (await call('query_context', { scope: '.' })).value;
      expect(query).toMatchObject({
        found: true,
        scope: '.',
        context: { version: 1, decisions: [{ what: 'a', why: 'b' }] },
      });
      const check = (await call('check_freshness', { scope: '.' })).value;
      expect(check).toMatchObject({
        scope: '.',
        state: expect.any(String),
        last_updated: expect.any(String),
      });
      const list = (await call('list_contexts')).value;
      expect(list).toMatchObject({
        root: expect.any(String),
        total_directories: 1,
        entries: [expect.any(Object)],
      });
    },
  );

  test('answers are indented JSON', async () => {
    const { call } = await opened({ 'a.ts': 'a' });
    for (const [tool, args] of [
      ['list_contexts', {}],
      ['query_context', { scope: 'x' }],
      ['check_freshness', { scope: 'x' }],
    ] as const) {
      const { text, value } = await call(tool, args);
      expect(text).toBe(JSON.stringify(value, null, 2));
    }
  });

  test('what is known is kept between two servers, and a forged cache is not believed', async () => {
    const root = repository({ ...EVERY_SIZE, 'src/a.ts': 'a', 'src/.context.yaml': document('src') });
    const past = new Date(Date.now() - 60_000);
    for (const path of ['src/a.ts', 'src/.context.yaml']) utimesSync(join(root, path), past, past);
    const first = await openApp(root);
    await first.call('list_contexts');
    const cache = join(root, '.repo_mcp/contexts.json');
    const stored = JSON.parse(readFileSync(cache, 'utf8'));
    expect(stored.hashes.map(([path]: Json) => path)).toContain('src/a.ts');
    stored.documents[0][3].summary = 'From the cache';
    writeFileSync(cache, JSON.stringify(stored));
    const second = await openApp(root);
    expect(entry((await second.call('list_contexts')).value, 'src').summary).toBe('From the cache');
    for (const forged of [
      '{',
      '{"version":1,"hashes":{},"documents":[]}',
      '{"version":1,"hashes":[[1]],"documents":[["a",1,1,{}]]}',
    ]) {
      writeFileSync(cache, forged);
      const third = await openApp(root);
      expect(entry((await third.call('list_contexts')).value, 'src').summary).toBe('Summary of src');
    }
  });
});
