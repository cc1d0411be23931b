import { execFileSync } from 'node:child_process';
import { existsSync, mkdirSync, readFileSync, utimesSync, writeFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { describe, expect, test } from 'vitest';
import { temporaryDirectory } from '../../../../tests/helpers/temporary-directory.ts';
import { openWorkspace } from '../../../core/workspace/index.ts';
import { type DocumentRead, readDocument } from '../document/document.ts';
import { listDirectories } from '../freshness/freshness.ts';
import { memoryCache } from '../freshness/stat-cache.ts';
import { type GenerateOptions, generateDocuments } from './generate.ts';

const NOW = Date.UTC(2026, 1, 13, 10);

function directory(files: Record<string, string>): string {
  const root = temporaryDirectory();
  write(root, files);
  return root;
}

function write(root: string, files: Record<string, string>): void {
  for (const [path, text] of Object.entries(files)) {
    mkdirSync(dirname(join(root, path)), { recursive: true });
    writeFileSync(join(root, path), text);
  }
}

const git = (root: string, ...args: string[]) =>
  execFileSync('git', ['-C', root, '-c', 'user.name=t', '-c', 'user.email=t@example.invalid', ...args]);

async function opened(root: string, now = NOW) {
  const clock = { now: () => now, elapsed: () => performance.now() };
  const workspace = await openWorkspace({ root, maxFileBytes: 1024 * 1024 });
  const project = { workspace, cache: memoryCache(clock) };
  const signal = new AbortController().signal;
  const options: GenerateOptions = {
    scope: '.',
    full: false,
    stale: false,
    dryRun: false,
    jobs: 4,
    signal,
    progress: () => {},
  };
  // Imports by relative path are enough here; the resolvers have tests of their own.
  const imports =
    async (paths: readonly string[]) =>
    async (from: string, { specifier }: { specifier: string }) => {
      const target = join(dirname(from), specifier);
      return paths.filter((path) => path === target || path === `${target}.ts`);
    };
  return {
    generate: (more: Partial<GenerateOptions> = {}) =>
      generateDocuments({ project, imports, clock }, { ...options, ...more }),
    states: async () =>
      Object.fromEntries(
        (await listDirectories(project, signal)).directories.map(({ scope, state }) => [scope, state]),
      ),
    document: async (scope: string) => foundDocument(await readDocument(workspace, scope)),
  };
}

function foundDocument(read: DocumentRead) {
  if (read.state !== 'found') throw new Error(JSON.stringify(read));
  return read.document;
}

const text = (root: string, scope: string) => readFileSync(join(root, scope, '.context.yaml'), 'utf8');

const SHOP = {
  '.context.config.yaml': 'min_tokens: 0\n',
  'package.json': JSON.stringify({
    name: 'shop',
    description: 'Sells things.',
    scripts: { test: 'vitest run' },
    dependencies: { express: '5', zod: '4' },
    engines: { node: '>=20' },
  }),
  'README.md': '# Shop\n\n[![badge](x)](y)\n\nAn honest shop for testing.\n',
  'src/index.ts':
    "/** Where a customer comes in. */\nimport { priceOf } from './price/price';\nexport const open = () => priceOf([]);\n",
  'src/price/price.ts':
    "/**\n * What a basket costs. Cents, never floats.\n */\nimport { z } from 'zod';\nimport { join } from 'node:path';\n\n/** A thing in a basket. */\nexport class Item {\n  cents = 0;\n  /** Adds. */\n  plus(other: Item) { return join(String(other), process.env.SHOP_CURRENCY ?? ''); }\n}\n\nexport function priceOf(items: Item[]): number {\n  return z.number().parse(items.length);\n}\n\nfunction hidden() {}\n",
  'src/price/price.test.ts': "import { priceOf } from './price';\npriceOf([]);\n",
};

describe('what is written', () => {
  test('a document for every directory, with what can be read off its code', async () => {
    const root = directory(SHOP);
    const { generate, document } = await opened(root);
    expect(await generate()).toEqual([
      { scope: '.', action: 'created' },
      { scope: 'src', action: 'created' },
      { scope: 'src/price', action: 'created' },
    ]);
    expect(await document('.')).toMatchObject({
      version: 1,
      scope: '.',
      last_updated: '2026-02-13T10:00:00.000Z',
      summary: 'Sells things.',
      project: {
        name: 'shop',
        description: 'Sells things.',
        language: 'TypeScript',
        framework: 'Express',
        package_manager: 'npm',
      },
      structure: [
        { path: 'src', summary: 'Where a customer comes in.' },
        { path: 'src/price', summary: 'What a basket costs.' },
      ],
      subdirectories: [{ name: 'src/', summary: 'Where a customer comes in.' }],
      dependencies: { external: ['express', 'zod'] },
    });
    expect(await document('src')).toMatchObject({ dependencies: { internal: ['src/price'] } });
    expect(await document('src/price')).toMatchObject({
      summary: 'What a basket costs.',
      files: [{ name: 'price.ts', purpose: 'What a basket costs.', test_file: 'price.test.ts' }],
      interfaces: [{ name: 'Item', description: 'A thing in a basket.' }],
      dependencies: { external: ['zod'] },
    });
    const { exports } = await document('src/price');
    expect(exports?.join('\n')).toMatch(/class Item[\s\S]*priceOf\(items: Item\[\]\)/);
    expect(exports?.join('\n')).not.toContain('hidden');
  });

  test('a program called lock is described, a lock file is not', async () => {
    const root = directory({
      '.context.config.yaml': 'min_tokens: 0\n',
      'src/lock.ts': '/** Keeps two writers apart. */\nexport function lock() {}\n',
      'src/flake.lock': '{}\n',
    });
    const { generate, document } = await opened(root);
    await generate();
    expect((await document('src')).files).toEqual([
      expect.objectContaining({ name: 'lock.ts', purpose: 'Keeps two writers apart.' }),
    ]);
  });

  test('full adds settings, environment, tests and models; a later run keeps them up to date', async () => {
    const root = directory({
      ...SHOP,
      'src/models.py': 'class Order(models.Model):\n    number = models.IntegerField()\n',
    });
    const { generate, document } = await opened(root);
    await generate({ full: true });
    expect(await document('src/price')).toMatchObject({
      environment: ['SHOP_CURRENCY (price.ts)'],
      testing: ['1 test file here: price.test.ts.'],
    });
    expect(await document('src')).toMatchObject({ data_models: ['Order: number (models.py)'] });
    expect(await document('.')).toMatchObject({
      environment: ['Node.js >=20'],
      testing: ['`npm test` runs vitest run'],
      config: ['package.json: npm manifest.'],
    });
    write(root, { 'src/models.py': 'class Order(models.Model):\n    total = models.IntegerField()\n' });
    await generate();
    expect(await document('src')).toMatchObject({ data_models: ['Order: total (models.py)'] });
  });

  test('everything is fresh right after, the root too, and a second run changes no byte', async () => {
    const root = directory(SHOP);
    const first = await opened(root);
    await first.generate();
    expect(await first.states()).toEqual({ '.': 'fresh', src: 'fresh', 'src/price': 'fresh' });
    const before = ['.', 'src', 'src/price'].map((scope) => text(root, scope));
    const later = await opened(root, NOW + 86_400_000);
    expect((await later.generate()).map(({ action }) => action)).toEqual([
      'unchanged',
      'unchanged',
      'unchanged',
    ]);
    expect(['.', 'src', 'src/price'].map((scope) => text(root, scope))).toEqual(before);
  });

  test('a clone, a checkout and a touch leave every document fresh', async () => {
    const root = directory(SHOP);
    await (await opened(root)).generate();
    git(root, 'init', '-q', '-b', 'main');
    git(root, 'add', '-A');
    git(root, 'commit', '-qm', 'first');
    const fresh = { '.': 'fresh', src: 'fresh', 'src/price': 'fresh' };
    utimesSync(join(root, 'src/price/price.ts'), new Date(), new Date());
    expect(await (await opened(root)).states()).toEqual(fresh);
    git(root, 'checkout', '-qb', 'other');
    write(root, { 'src/price/price.ts': 'export const other = 1;\n' });
    git(root, 'commit', '-qam', 'other');
    expect(await (await opened(root)).states()).toEqual({ ...fresh, 'src/price': 'stale' });
    git(root, 'checkout', '-q', 'main');
    expect(await (await opened(root)).states()).toEqual(fresh);
    const clone = join(directory({}), 'clone');
    git(root, 'clone', '-q', root, clone);
    expect(await (await opened(clone)).states()).toEqual(fresh);
  });
});

describe('what stays', () => {
  const BY_HAND = `# Written by us.
version: 1
scope: src
fingerprint: "00000000"
last_updated: "2020-01-01T00:00:00Z"
maintenance: Ask the shop team.   # really

# What it is for.
summary: 'Ours, and better.'
decisions:
  - what: Cents   # not euros
    why: |
      # looks like a comment
      Sums add up.
constraints: ["No network"]
`;

  test('every line a person wrote, comments and order included; only what is missing is added', async () => {
    const root = directory({ ...SHOP, 'src/.context.yaml': BY_HAND });
    const { generate, document, states } = await opened(root);
    expect((await generate()).find(({ scope }) => scope === 'src')).toEqual({
      scope: 'src',
      action: 'updated',
    });
    const after = text(root, 'src').split('\n');
    const kept = BY_HAND.split('\n').filter((line) => !/^(?:fingerprint|last_updated):/.test(line));
    let at = -1;
    for (const line of kept) {
      const next = after.indexOf(line, at + 1);
      expect(next, line).toBeGreaterThan(at);
      at = next;
    }
    const { derived_fields, summary } = await document('src');
    expect(derived_fields).not.toContain('summary');
    expect(derived_fields).not.toContain('maintenance');
    expect(derived_fields).toContain('files');
    expect(summary).toBe('Ours, and better.');
    expect((await states()).src).toBe('fresh');
    expect((await document('.')).subdirectories).toEqual([{ name: 'src/', summary: 'Ours, and better.' }]);
  });

  test('a derived field that somebody changes or comments on is theirs from then on', async () => {
    const root = directory(SHOP);
    const { generate, document } = await opened(root);
    await generate();
    const path = join(root, 'src/price/.context.yaml');
    writeFileSync(
      path,
      text(root, 'src/price')
        .replace('purpose: What a basket costs.', 'purpose: Our own words.')
        .replace('exports:\n', 'exports:\n  # the two that matter\n'),
    );
    write(root, { 'src/price/more.ts': 'export class More {}\n' });
    await generate();
    expect(text(root, 'src/price')).toContain('purpose: Our own words.');
    expect(text(root, 'src/price')).toContain('  # the two that matter\n');
    const { files, derived_fields } = await document('src/price');
    expect(files).toHaveLength(1);
    expect(derived_fields).not.toContain('files');
    expect(derived_fields).not.toContain('exports');
    expect(derived_fields).toContain('interfaces');
  });

  test('a formatter that quotes and indents otherwise takes nothing over', async () => {
    const root = directory(SHOP);
    const { generate, document } = await opened(root);
    await generate();
    const path = join(root, 'src/price/.context.yaml');
    writeFileSync(
      path,
      text(root, 'src/price').replace('summary: What a basket costs.', 'summary:    "What a basket costs."'),
    );
    write(root, { 'src/price/price.ts': '/** Now something else entirely. */\nexport const a = 1;\n' });
    await generate();
    expect((await document('src/price')).summary).toBe('Now something else entirely.');
  });

  test('what can no longer be derived goes, and what an older tool derived is renewed', async () => {
    const root = directory({
      ...SHOP,
      'src/price/.context.yaml': BY_HAND.replace('scope: src', 'scope: src/price')
        .replace(
          "summary: 'Ours, and better.'",
          'summary: Old\nexports: [gone()]\ndependencies:\n  internal: [nowhere/at/all]\n  external: [ours]',
        )
        .concat('derived_fields: [summary, exports, dependencies.internal]\n'),
    });
    const { generate, document } = await opened(root);
    await generate();
    const { summary, exports, dependencies } = await document('src/price');
    expect(summary).toBe('What a basket costs.');
    expect(exports).not.toContain('gone()');
    expect(dependencies).toEqual({ external: ['ours'] });
  });

  test('documents of another version, and broken ones, are left alone and told', async () => {
    const files = {
      'src/.context.yaml': 'version: 2\nnew: [1]\n',
      'src/price/.context.yaml': 'summary: [\n',
    };
    const root = directory({ ...SHOP, ...files });
    const { generate } = await opened(root);
    const report = await generate();
    expect(report).toMatchObject([
      { scope: '.', action: 'created' },
      { scope: 'src', action: 'left alone', reason: expect.stringContaining('Unsupported schema version 2') },
      { scope: 'src/price', action: 'left alone', reason: expect.stringContaining('line 2') },
    ]);
    for (const [path, before] of Object.entries(files))
      expect(readFileSync(join(root, path), 'utf8')).toBe(before);
  });

  test('a directory that was renamed gets its new scope', async () => {
    const root = directory({ ...SHOP, 'src/.context.yaml': BY_HAND.replace('scope: src', 'scope: lib') });
    const { generate, document } = await opened(root);
    await generate();
    expect((await document('src')).scope).toBe('src');
  });
});

describe('how it is asked for', () => {
  test('a dry run tells and writes nothing', async () => {
    const root = directory(SHOP);
    const { generate } = await opened(root);
    expect((await generate({ dryRun: true })).map(({ action }) => action)).toEqual([
      'created',
      'created',
      'created',
    ]);
    expect(existsSync(join(root, '.context.yaml'))).toBe(false);
  });

  test('stale renews only what is stale or missing', async () => {
    const root = directory(SHOP);
    const { generate } = await opened(root);
    await generate();
    write(root, { 'src/price/price.ts': '/** Renewed words about it. */\nexport const a = 1;\n' });
    expect(await generate({ stale: true })).toEqual([
      { scope: '.', action: 'unchanged' },
      { scope: 'src', action: 'unchanged' },
      { scope: 'src/price', action: 'updated' },
    ]);
  });

  test('a scope means itself and what is below, however small; one that is not there is refused', async () => {
    const root = directory({ ...SHOP, '.context.config.yaml': '' });
    const { generate } = await opened(root);
    expect((await generate()).map(({ scope }) => scope)).toEqual(['.']);
    expect((await generate({ scope: 'src/price' })).map(({ scope }) => scope)).toEqual(['src/price']);
    await expect(generate({ scope: 'nowhere' })).rejects.toMatchObject({ code: 'no_such_scope' });
  });

  test('progress is told, and the number of jobs changes no byte', async () => {
    const texts = [];
    for (const jobs of [1, 16]) {
      const root = directory(SHOP);
      const seen: [number, number][] = [];
      await (await opened(root)).generate({ jobs, progress: (done, total) => seen.push([done, total]) });
      expect(seen).toEqual([
        [1, 3],
        [2, 3],
        [3, 3],
      ]);
      texts.push(['src', 'src/price'].map((scope) => text(root, scope)));
    }
    expect(texts[0]).toEqual(texts[1]);
  });

  test('a cancelled run ends and leaves no half-written file', async () => {
    const root = directory(SHOP);
    const controller = new AbortController();
    const { generate } = await opened(root);
    const run = generate({ jobs: 1, signal: controller.signal, progress: () => controller.abort() });
    await expect(run).rejects.toThrow();
    expect(existsSync(join(root, '.context.yaml'))).toBe(false);
    expect(text(root, 'src/price')).toMatch(/derived_fields:[\s\S]*\n$/);
  });

  test('a directory that cannot be written does not stop the others', async () => {
    const root = directory({ ...SHOP, 'src/price/.context.yaml/in-the-way': 'x' });
    const { generate } = await opened(root);
    const report = await generate();
    expect(report.map(({ action }) => action)).toEqual(['created', 'created', 'left alone']);
    expect(report[2]?.reason).not.toContain(root);
  });
});

describe('what files and directories are for', () => {
  async function generated(files: Record<string, string>) {
    const { generate, document } = await opened(
      directory({ '.context.config.yaml': 'min_tokens: 0\n', ...files }),
    );
    await generate();
    return async (scope: string) => {
      const { summary, files: told = [] } = await document(scope);
      return { summary, purposes: Object.fromEntries(told.map(({ name, purpose }) => [name, purpose])) };
    };
  }

  test('the same sentence at the head of many files is a banner', async () => {
    const banner = '/* The Shop, software for people who sell. */\n\n';
    const names = ['Basket', 'Customer', 'Price', 'Till'];
    const of = await generated(
      Object.fromEntries(names.map((name) => [`lib/${name}.php`, `<?php\n\n${banner}class ${name} {}\n`])),
    );
    expect((await of('lib')).purposes).toEqual({});
  });

  test('the words above the first of several declarations are not about the file', async () => {
    const of = await generated({
      'lib/router.ex':
        'defmodule Shop.NoRoute do\n  @moduledoc "Raised when there is no way."\nend\n\ndefmodule Shop.Router do\n  @moduledoc "Finds the way to a page."\nend\n',
      'lib/errors.ex':
        'defmodule Shop.A do\n  @moduledoc "Raised when a thing is gone."\nend\n\ndefmodule Shop.B do\n  @moduledoc "Raised when it is late."\nend\n',
      'lib/task.ex':
        'defmodule Shop.Build do\n  @moduledoc "Builds the whole shop."\n  def run(args), do: args\nend\n',
    });
    expect((await of('lib')).purposes).toEqual({
      'errors.ex': 'A: Raised when a thing is gone. Also B.',
      'router.ex': 'Finds the way to a page.',
      'task.ex': 'Builds the whole shop.',
    });
  });

  test('a docstring is told by its first sentence, also below an underlined title', async () => {
    const docstring = (text: string) => `"""${text}"""\n\nclass A:\n    pass\n\nclass B:\n    pass\n`;
    const of = await generated({
      'lib/core.py': docstring(
        '\n    lib.core\n    ~~~~~~~~\n\n    Runs the commands of a shop. And more.\n',
      ),
      'lib/over.py': docstring(
        '\n=============\nTaxes by year\n=============\n\nCounts what the state gets.\n',
      ),
      'lib/plain.py': docstring('Draws the receipt\nfor a customer.\n\nWith care.'),
      'lib/title.py': docstring('\nEverything about the basket\n---------------------------\n'),
    });
    expect((await of('lib')).purposes).toEqual({
      'core.py': 'Runs the commands of a shop.',
      'over.py': 'Counts what the state gets.',
      'plain.py': 'Draws the receipt for a customer.',
      'title.py': 'Everything about the basket.',
    });
  });

  test('a file without words of its own has those of its type, and none that restate its name', async () => {
    const of = await generated({
      'lib/adlist.c':
        '/* adlist.c - A generic doubly linked list */\n\nint listLength(int *list) { return 1; }\n',
      'lib/core.py':
        'class Context:\n    """Holds the state of one run."""\n    x = 1\n\nclass Group:\n    pass\n',
      'lib/LICENSE.txt': 'All rights reserved\n',
      'lib/notes.txt': 'x\n',
      'lib/settings.yaml': 'a: 1\n',
      'lib/test_core.py': 'def test_core():\n    pass\n',
      'lib/guide.md': '# Guide\n\nHow a till is opened in the morning, step by step.\n',
    });
    expect((await of('lib')).purposes).toEqual({
      'adlist.c': 'A generic doubly linked list.',
      'core.py': 'Context: Holds the state of one run. Also Group.',
      'guide.md': 'How a till is opened in the morning, step by step.',
    });
  });

  test('of many files the important ones are shown, and it is said how many', async () => {
    const helpers = Object.fromEntries(
      Array.from({ length: 60 }, (_, at) => [
        `src/helper${at}.c`,
        `/* Helps with the case number ${at} of them. */\n\n#include "server.h"\n\nint help${at}(int n) { return n; }\n`,
      ]),
    );
    const root = directory({
      '.context.config.yaml': 'min_tokens: 0\n',
      ...helpers,
      'src/server.h': 'int serve(int port);\n',
      'src/server.c':
        '#include "server.h"\n\nint serve(int port) { return port; }\nint stop(void) { return 0; }\n',
    });
    git(root, 'init', '-q', '-b', 'main');
    for (let at = 0; at < 3; at++) {
      write(root, { 'src/helper59.c': `${helpers['src/helper59.c']}// ${at}\n` });
      git(root, 'add', '-A');
      git(root, 'commit', '-q', '-m', 'next');
    }
    const { generate, document } = await opened(root);
    await generate();
    const { files = [], maintenance } = await document('src');
    const names = files.map(({ name }) => name);
    expect(names).toHaveLength(40);
    expect(names).toContain('server.c');
    expect(names).toContain('helper59.c');
    expect(maintenance).toMatch(/^40 of 62 files shown\. /);
    await generate();
    expect((await document('src')).files).toEqual(files);
  });

  test('trees of tests get no document unless they are asked for, and packages that only sound so do', async () => {
    const files = {
      '.context.config.yaml': 'min_tokens: 0\n',
      'shop/__init__.py': 'x = 1\n',
      'shop/test/__init__.py': 'class Client:\n    """Visits pages."""\n',
      'tests/test_shop.py': 'def test_it():\n    pass\n',
      'tests/unit/test_more.py': 'def test_it():\n    pass\n',
    };
    const scopes = async (more: Record<string, string>, options: Partial<GenerateOptions> = {}) => {
      const { generate } = await opened(directory({ ...files, ...more }));
      return (await generate(options)).map(({ scope }) => scope);
    };
    const without = ['.', 'shop', 'shop/test'];
    const all = [...without, 'tests', 'tests/unit'];
    expect(await scopes({})).toEqual(without);
    expect(await scopes({}, { tests: true })).toEqual(all);
    expect(await scopes({ '.context.config.yaml': 'min_tokens: 0\ntests: true\n' })).toEqual(all);
    expect(await scopes({}, { scope: 'tests' })).toEqual(['tests']);
  });

  test('the project is called what a manifest calls it', async () => {
    const { generate, document } = await opened(
      directory({
        'requirements.txt': 'flask\n',
        'package.json': '{"name":"shop-tools"}',
        'shop.py': 'x = 1\n',
      }),
    );
    await generate();
    expect((await document('.')).project?.name).toBe('shop-tools');
  });

  test('what a file keeps for itself is named where it offers nothing', async () => {
    const of = await generated({
      'clean/path.go': 'package clean\n\nfunc cleanPath(p string) string {\n\treturn p\n}\n',
      'clean/vite.base.config.ts': 'export default { root: "." };\n',
      'clean/run.ts': "import { till } from './till';\ntill();\n",
      'clean/index.ts': "export * from './till';\n",
      'clean/till.ts': 'export const till = () => 1;\n',
    });
    expect((await of('clean')).purposes).toEqual({
      'index.ts': 'Re-exports till.',
      'path.go': 'Internals: cleanPath.',
      'run.ts': 'Uses till.',
    });
  });

  test('classes in a closed namespace are named, not the namespace; what a tool made is not quoted', async () => {
    const of = await generated({
      'lib/Extensions.cs': 'namespace Shop\n{\n    internal static class Extensions\n    {\n    }\n}\n',
      'lib/Till.Async.cs': 'namespace Shop\n{\n    public static partial class Till\n    {\n    }\n}\n',
      'lib/stack.yaml': '# This file was automatically generated by stack init\nresolver: a\n',
    });
    expect((await of('lib')).purposes).toEqual({
      'Extensions.cs': 'Internals: Extensions.',
      'Till.Async.cs': 'The part Async of Till.',
      'stack.yaml': 'Generated YAML file.',
    });
  });

  test.each([
    ['C++', { 'a.h': `int a;${' '.repeat(900)}\n`, 'a.cc': `int b;${' '.repeat(400)}\n` }],
    ['C', { 'a.h': `int a;${' '.repeat(900)}\n`, 'a.cc': 'int b;\n' }],
    ['Shell', { 'a.sh': `echo a${' '.repeat(900)}\n`, 'b.py': 'a = 1\n' }],
  ])('the language of a project: %s', async (language, files) => {
    const { generate, document } = await opened(
      directory({ '.context.config.yaml': 'min_tokens: 0\n', ...files }),
    );
    await generate();
    expect((await document('.')).project).toMatchObject({ language });
  });

  test('a Kotlin class with a closed constructor is open', async () => {
    const of = await generated({
      'lib/Path.kt':
        'package a\n\nimport b.C\n\n/** The way to a file. */\nclass Path internal constructor(val bytes: String)\n',
      'lib/Hidden.kt': 'package a\n\ninternal class Hidden(val a: String)\n',
    });
    expect((await of('lib')).purposes).toEqual({
      'Hidden.kt': 'Internals: Hidden.',
      'Path.kt': 'Path: The way to a file.',
    });
  });

  test('a book is told by its pages, and no directory by its own name', async () => {
    const of = await generated({
      'manual/style/app.css': 'a { color: red }\n',
      'manual/one.md': '# Coming in\n',
      'manual/two.md': '# Paying\n',
      'manual/three.md': '# Going out\n',
      'manual/LICENSE.txt': 'You may.\n',
      'config/config.exs': 'import Config\n',
      'check/requirements.txt': 'pytest\n',
    });
    expect((await of('manual')).summary).toBe('Documentation of manual: Coming in, Going out and Paying.');
    expect((await of('config')).summary).toBe('Config: config.exs.');
    expect((await of('check')).summary).toBe('Settings of check: requirements.txt.');
  });

  test('a directory without names worth listing says what it uses, and never lists nothing', async () => {
    const of = await generated({
      'package.json': '{"name":"shop","devDependencies":{"morgan":"1","cookie-parser":"1"}}',
      'examples/cookies/index.js':
        "const parse = require('cookie-parser');\nconst log = require('morgan');\nlog(parse);\n",
      'examples/auth/index.js': "const log = require('morgan');\nfunction restrict() {}\nlog(restrict);\n",
      'examples/hello/index.js': `const app = 1;${' '.repeat(200)}\n`,
      'notes/PLAN.md': '# The plan\n',
      'notes/plan.svg': '<svg/>\n',
      'theme/LICENSE-THEME.md': 'You may.\n',
      'theme/theme.css': 'a { color: red }\n',
    });
    expect((await of('examples/cookies')).summary).toBe('Cookies: uses cookie-parser and morgan.');
    expect((await of('examples/auth')).summary).toBe('Auth: restrict.');
    expect((await of('examples/hello')).summary).toBe('Hello: index.js.');
    expect((await of('notes')).summary).toBe('Notes: The plan and plan.svg.');
    expect((await of('theme')).summary).toBe('Theme: theme.css.');
  });

  test('a directory of many files is summarised by the most important of them', async () => {
    const files = Object.fromEntries(
      Array.from({ length: 45 }, (_, at) => [`lib/small${at}.ts`, `export class Thing${at} {}\n`]),
    );
    const of = await generated({
      ...files,
      'lib/server.ts': `export const listen = () => 1;\n${'// serves\n'.repeat(2000)}`,
    });
    expect((await of('lib')).summary).toMatch(/^Source: server, small/);
    expect((await of('lib')).purposes).toHaveProperty(['server.ts']);
  });

  test('many files that offer nothing are listed in order of the name', async () => {
    const files = Object.fromEntries(
      Array.from({ length: 45 }, (_, at) => [`words/w${at + 10}.js`, `say(${'1'.repeat(at)});\n`]),
    );
    const of = await generated(files);
    expect((await of('words')).summary).toBe('Words: w10, w11, w12, w13 and 41 more.');
  });

  test('files that define the same class are listed by name, and apps with code are not called source', async () => {
    const of = await generated({
      'shop/commands/pay.py': 'class Command:\n    def handle(self):\n        pass\n',
      'shop/commands/refund.py':
        'class Command:\n    def handle(self):\n        pass\n\nclass NoMoney(Exception):\n    pass\n',
      'shop/apps/registry.py':
        'class Apps:\n    def ready(self):\n        pass\n\nclass AppConfig:\n    pass\n',
    });
    expect((await of('shop/commands')).summary).toBe('Commands of shop: pay and refund.');
    expect((await of('shop/apps')).summary).toBe('Apps: Apps and AppConfig.');
  });

  test('a program is called one, and a purpose is a sentence even if only one name is known', async () => {
    const of = await generated({
      'tools/run.c': 'int main(int argc, char **argv) {\n  return 0;\n}\n',
      'tools/poll.c': 'int main(void) {\n  return 0;\n}\n\nvoid onRead(int fd) {\n}\n',
      'tools/load.py': 'def main():\n    """Loads prices into the shop."""\n',
      'tools/prefixes.py': 'def file_prefixes():\n    pass\n',
      'tools/index.js': "const x = require('../../');\nx();\n",
      'tools/COPYING.txt': 'Creative Commons Legal Code\n',
    });
    expect((await of('tools')).purposes).toEqual({
      'load.py': 'Loads prices into the shop.',
      'poll.c': 'A program with onRead.',
      'prefixes.py': 'Defines file_prefixes().',
      'run.c': 'A program.',
    });
  });

  test('what a module exports as a variable is called a variable', async () => {
    const { generate, document } = await opened(
      directory({
        '.context.config.yaml': 'min_tokens: 0\n',
        'lib/till.js': 'exports.methods = [1, 2];\nexports.open = function open() {};\n',
      }),
    );
    await generate();
    expect((await document('lib')).exports?.join('\n')).not.toContain('exported');
    expect((await document('lib')).exports).toContain('variable methods');
  });
});
