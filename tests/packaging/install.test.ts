/** The package as others get it: installed from a registry with scripts blocked, run with npx, on each Node we promise. */
import { cpSync, existsSync, mkdirSync, readdirSync } from 'node:fs';
import { join } from 'node:path';
import { Client } from '@modelcontextprotocol/client';
import { StdioClientTransport } from '@modelcontextprotocol/client/stdio';
import { afterAll, beforeAll, describe, expect, onTestFinished, test } from 'vitest';
import manifest from '../../package.json' with { type: 'json' };
import { hasQuietSqlite } from '../../src/core/store/sqlite/driver.ts';
import { IS_FULL } from '../helpers/full-run.ts';
import { isLacking, NPM, named } from '../helpers/probes.ts';
import { git, write } from '../helpers/repository.ts';
import { newDirectory, removeTree } from '../helpers/temporary-directory.ts';
import { Consumer, run } from './consumer.ts';
import { type LocalRegistry, localRegistry } from './local-registry.ts';
import { otherNodes, PINNED } from './other-nodes.ts';

const SOURCES = {
  'src/harbour.py': 'def moor(ship):\n    """Make a ship fast at the quay."""\n    return ship\n',
  'src/lights.ts': 'export function flash(seconds: number): number {\n  return seconds * 2;\n}\n',
  'README.md': '# Harbour\n\nShips are made fast at the quay.\n',
};
const QUESTION = 'make a ship fast';

const THIS_NODE = {
  title: `Node ${process.versions.node}, this one`,
  version: process.versions.node,
  program: process.execPath,
};
const OTHER_NODES = await otherNodes(IS_FULL ? PINNED : PINNED.slice(-1));
/** The newest of the others is there in every run, for its own SQLite; all else on the others is for the full run. */
const NODES = [THIS_NODE, ...OTHER_NODES];

const scratch = newDirectory();
let registry: LocalRegistry;
let consumer: Consumer;
let project: string;
/** Indexed by the tests' own Node. */
let indexed: string;
/** Its answer; the others must say the same. */
let expected: unknown;

describe.skipIf(isLacking(NPM))(named('the package', NPM), () => {
  beforeAll(async () => {
    registry = await localRegistry(scratch);
    consumer = new Consumer(join(scratch, 'a new machine, größer'), registry.url);
    project = consumer.project('my project 日本');
    await install(project, '--ignore-scripts');
    indexed = harbour();
    expected = await searchAnew(process.execPath, indexed);
  });

  afterAll(async () => {
    await registry.close();
    removeTree(scratch);
  });

  let harbours = 0;

  function harbour(): string {
    const root = join(scratch, `häfen ${harbours++}`);
    write(root, SOURCES);
    git(root, 'init', '-q');
    git(root, 'add', '-A');
    return root;
  }

  async function install(folder: string, ...flags: string[]): Promise<void> {
    const ran = await consumer.run(process.execPath, folder, 'npm', 'install', ...flags, manifest.name);
    expect(ran, ran.stderr).toMatchObject({ code: 0 });
  }

  function program(folder: string): string {
    return join(folder, 'node_modules', manifest.name, 'bin/pilotbook.js');
  }

  /** Through the link that npm made, on the Node that comes first on the PATH. */
  async function pilotbook(node: string, ...args: string[]): Promise<string> {
    const linked = join(project, 'node_modules/.bin/pilotbook');
    const { code, stdout, stderr } = await consumer.run(node, project, linked, ...args);
    expect({ code, stderr }).toEqual({ code: 0, stderr: '' });
    return stdout;
  }

  async function search(node: string, root: string): Promise<unknown> {
    return JSON.parse(await pilotbook(node, 'search', QUESTION, '--root', root, '--json'));
  }

  async function searchAnew(node: string, root: string): Promise<unknown> {
    expect(await pilotbook(node, 'index', '--root', root)).toMatch(/^3 added, /);
    return search(node, root);
  }

  describe('installed', () => {
    test('brings what it needs for this platform and nothing else', () => {
      const packages = readdirSync(join(project, 'node_modules')).filter((name) => !name.startsWith('.'));
      expect(packages).toEqual([
        '@photostructure',
        '@vscode',
        'node-addon-api',
        'node-gyp-build',
        'pilotbook',
      ]);
      expect(readdirSync(join(project, 'node_modules/@vscode'))).toHaveLength(2);
    });

    test('npx alone fetches and runs it from an empty directory', async () => {
      const folder = join(consumer.project('empty'), 'nothing here');
      mkdirSync(folder);
      const wanted = `${manifest.name}@${manifest.version}`;
      const ran = await consumer.run(
        process.execPath,
        folder,
        'npx',
        '-y',
        '--ignore-scripts',
        wanted,
        '--version',
      );
      expect(ran).toMatchObject({ code: 0, stdout: `${manifest.version}\n` });
      expect(readdirSync(folder)).toEqual([]);
    });
  });

  // Titles are spelled out: a table would shorten the reason why one is left out.
  for (const { title, version, program: at = '' } of IS_FULL ? NODES : [THIS_NODE])
    describe(`on ${title}`, () => {
      const on = test.runIf(at !== '');

      on('npx runs that Node and says the version of the package', async () => {
        const { stdout } = await consumer.run(at, project, 'node', '--version');
        expect(stdout).toBe(`v${version}\n`);
        expect(
          (await consumer.run(at, project, 'npx', '--no-install', 'pilotbook', '--version')).stdout,
        ).toBe(`${manifest.version}\n`);
      });

      on(
        'an index is made and searched without a word on stderr, with the same answer everywhere',
        async () => {
          if (at !== process.execPath) expect(await searchAnew(at, harbour())).toEqual(expected);
          // All three files: of a command the default mode is hybrid, and by meaning everything is somewhat near.
          expect(expected).toMatchObject({
            ok: true,
            result: { hits: [{ path: 'src/harbour.py' }, {}, {}] },
            warnings: [],
          });
        },
      );

      on('the index of another Node is read as it is', async () => {
        expect(await pilotbook(at, 'index', '--root', indexed)).toMatch(/^0 added, 0 updated, 0 removed/);
        expect(await search(at, indexed)).toEqual(expected);
      });

      on('a client is greeted, lists the tools and searches', async () => {
        const client = new Client({ name: 'pilotbook-tests', version: '1.0.0' });
        onTestFinished(() => client.close());
        await client.connect(
          new StdioClientTransport({
            command: 'npx',
            args: ['--no-install', 'pilotbook', 'serve', '--root', harbour()],
            cwd: project,
            env: consumer.environment(at),
            stderr: 'ignore',
          }),
        );
        expect(client.getServerVersion()).toMatchObject({ name: 'pilotbook', version: manifest.version });
        expect((await client.listTools()).tools.map(({ name }) => name)).toContain('repo.search');
        const { content } = await client.callTool({ name: 'repo.search', arguments: { query: QUESTION } });
        expect(JSON.stringify(content)).toContain('src/harbour.py');
      });
    });

  for (const { title, version, program: at } of NODES)
    if (at !== undefined && hasQuietSqlite(version))
      test(`${title} needs no other package: its own SQLite is used`, async () => {
        const alone = join(scratch, `alone-${version}`);
        cpSync(join(project, 'node_modules', manifest.name), alone, { recursive: true });
        const ran = await run(harbour(), { PATH: scratch }, at, join(alone, 'bin/pilotbook.js'), 'index');
        expect(ran).toMatchObject({ code: 0, stderr: '', stdout: expect.stringMatching(/^3 added/) });
      });

  describe('without the optional ripgrep', () => {
    let bare: string;
    beforeAll(async () => {
      bare = consumer.project('without optional');
      // With scripts allowed.
      await install(bare, '--omit=optional');
      expect(existsSync(join(bare, 'node_modules/@vscode'))).toBe(false);
    });

    test('with scripts allowed, none of ours runs', () => {
      // `prepare` would fail: the package has no scripts/build.mjs.
      expect(existsSync(join(bare, 'node_modules', manifest.name, 'scripts'))).toBe(false);
    });

    /** Nothing on the PATH, so that no `rg` of the machine steps in. */
    const without = (root: string, ...args: string[]) =>
      run(root, { PATH: scratch }, process.execPath, program(bare), ...args);

    test('searching by words and meaning works', async () => {
      const root = harbour();
      expect(await without(root, 'index')).toMatchObject({ code: 0 });
      const { code, stdout, stderr } = await without(root, 'search', QUESTION);
      expect({ code, stderr }).toEqual({ code: 0, stderr: 'src/harbour.py is far ahead of the others.\n' });
      expect(stdout).toMatch(/^src\/harbour\.py:/);
    });

    test('grep and doctor say what is missing and what to do', async () => {
      const root = harbour();
      for (const [failure, ...args] of [
        [2, 'grep', 'moor'],
        [1, 'doctor'],
      ] as const) {
        const { code, stdout, stderr } = await without(root, ...args);
        expect(code).toBe(failure);
        expect(stdout + stderr).toContain('ripgrep is not installed');
        expect(stdout + stderr).toContain('put rg on the PATH');
      }
    });
  });
});
