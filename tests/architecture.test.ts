/** The rules of architecture.cjs really bite: one violation of each is planted in a copy of the tree, and caught. */
import { cpSync, mkdirSync, readdirSync, readFileSync, symlinkSync, writeFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import { dirname, join } from 'node:path';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { type Architecture, type Cruise, cruise, unusedArrows } from '../scripts/architecture.ts';
import { newDirectory, removeTree } from './helpers/temporary-directory.ts';

const project = join(import.meta.dirname, '..');
const copy = newDirectory();
afterAll(() => removeTree(copy));

/** What is planted: name, rule that must fire, file, its text, and files it needs. */
const PLANTED: readonly [
  name: string,
  rule: string,
  file: string,
  text: string,
  others?: Record<string, string>,
][] = [
  [
    'core imports an area',
    'core-looks-at-core',
    'src/core/text/p01.ts',
    `import { exploreArea } from '../../areas/explore/index.ts'; export const x = exploreArea;`,
  ],
  [
    'core takes a type from the app',
    'core-looks-at-core',
    'src/core/text/p02.ts',
    `import type { App } from '../../app/index.ts'; export type X = App;`,
  ],
  [
    'an area imports an area',
    'areas-are-neighbours',
    'src/areas/stash/p03.ts',
    `import { exploreArea } from '../explore/index.ts'; export const x = exploreArea;`,
  ],
  [
    'an area lazily imports an area',
    'areas-are-neighbours',
    'src/areas/stash/p04.ts',
    `export const x = () => import('../explore/index.ts');`,
  ],
  [
    'an area takes a type from the app',
    'areas-look-down',
    'src/areas/stash/p05.ts',
    `import type { App } from '../../app/index.ts'; export type X = App;`,
  ],
  [
    'an area reaches past a door',
    'core-module-entry',
    'src/areas/explore/p06.ts',
    `import { splitLines } from '../../core/text/lines.ts'; export const x = splitLines;`,
  ],
  [
    'packs uses the index',
    'area-packs',
    'src/areas/packs/p07.ts',
    `import { y } from '../../core/index/p07.ts'; export const x = y;`,
    { 'src/core/index/p07.ts': 'export const y = 1;' },
  ],
  [
    'workspace uses the index',
    'module-workspace',
    'src/core/workspace/p08.ts',
    `import { y } from '../index/p08.ts'; export const x = y;`,
    { 'src/core/index/p08.ts': 'export const y = 1;' },
  ],
  [
    'store uses the workspace',
    'module-store',
    'src/core/store/p09.ts',
    `import { openWorkspace } from '../workspace/index.ts'; export const x = openWorkspace;`,
  ],
  [
    'the app reaches past an area',
    'area-door',
    'src/app/p10.ts',
    `import { statusTool } from '../areas/explore/tools.ts'; export const x = statusTool;`,
  ],
  [
    'an adapter uses a core module',
    'adapters-see-the-app',
    'src/adapters/mcp/p11.ts',
    `import { openWorkspace } from '../../core/workspace/index.ts'; export const x = openWorkspace;`,
  ],
  [
    'an adapter imports an adapter',
    'adapters-see-the-app',
    'src/adapters/cli/p12.ts',
    `import * as y from '../mcp/index.ts'; export const x = y;`,
  ],
  [
    'the app imports an adapter',
    'app-is-below-adapters',
    'src/app/p13.ts',
    `import { runProgram } from '../adapters/cli/program.ts'; export const x = runProgram;`,
  ],
  [
    'configuration looks at a module',
    'config-stands-alone',
    'src/config/p14.ts',
    `import { openFolder } from '../core/store/index.ts'; export const x = openFolder;`,
  ],
  [
    'an area reads the disk',
    'outside-disk',
    'src/areas/explore/p15.ts',
    `import { readFile } from 'node:fs/promises'; export const x = readFile;`,
  ],
  [
    'an area reads the disk by the bare name',
    'outside-disk',
    'src/areas/explore/p16.ts',
    `import fs from 'fs'; export const x = fs;`,
  ],
  [
    'an area starts a process',
    'outside-processes',
    'src/areas/explore/p17.ts',
    `import { spawn } from 'node:child_process'; export const x = spawn;`,
  ],
  [
    'an area starts a thread',
    'outside-threads',
    'src/areas/explore/p18.ts',
    `import { Worker } from 'node:worker_threads'; export const x = Worker;`,
  ],
  [
    'core opens a socket',
    'outside-network',
    'src/core/text/p19.ts',
    `import http from 'node:http'; export const x = http;`,
  ],
  [
    'the MCP SDK in an area',
    'package--modelcontextprotocol-server',
    'src/areas/explore/p20.ts',
    `import { Server } from '@modelcontextprotocol/server'; export const x = Server;`,
  ],
  [
    'a TOML parser in an area',
    'package-smol-toml',
    'src/areas/contexts/p27.ts',
    `export const x = () => import('smol-toml');`,
  ],
  [
    'zod in a core module',
    'package-zod',
    'src/core/text/p21.ts',
    `import { z } from 'zod'; export const x = z;`,
  ],
  [
    'a development package in the product',
    'declared-packages-only',
    'src/core/text/p22.ts',
    `import { describe } from 'vitest'; export const x = describe;`,
  ],
  [
    'a cycle',
    'no-cycles',
    'src/core/text/p23.ts',
    `import { y } from './p23b.ts'; export const x = y;`,
    {
      'src/core/text/p23b.ts': `import type { x } from './p23.ts'; export const y = 1; export type X = typeof x;`,
    },
  ],
  ['an orphan', 'no-orphans', 'src/core/text/p24.ts', 'export const x = 1;'],
  [
    'the product imports a test',
    'no-test-in-product',
    'src/core/text/p25.ts',
    `import { y } from './p25.test.ts'; export const x = y;`,
    { 'src/core/text/p25.test.ts': 'export const y = 1;' },
  ],
  [
    'an area takes a type from knowledge',
    'areas-look-down',
    'src/areas/stash/p28.ts',
    `import type { Knowledge } from '../../knowledge/index.ts'; export type X = Knowledge;`,
  ],
  [
    'knowledge takes a type from the app',
    'knowledge-looks-down',
    'src/knowledge/p29.ts',
    `import type { App } from '../app/index.ts'; export type X = App;`,
  ],
  [
    'knowledge uses a module that its row does not name',
    'knowledge-looks-down',
    'src/knowledge/p30.ts',
    `import { openFolder } from '../core/store/index.ts'; export const x = openFolder;`,
  ],
  [
    'the app reaches past the door of knowledge',
    'knowledge-entry',
    'src/app/p31.ts',
    `import { createLibrary } from '../knowledge/library.ts'; export const x = createLibrary;`,
  ],
  [
    'brief imports from check',
    'features-are-neighbours',
    'src/app/brief/p32.ts',
    `import { RULES } from '../check/rules.ts'; export const x = RULES;`,
  ],
  [
    'the app takes a type from the hub',
    'app-is-below-adapters',
    'src/app/p33.ts',
    `import type { Hub } from '../hub/index.ts'; export type X = Hub;`,
  ],
  [
    'the hub imports an adapter',
    'hub-looks-down',
    'src/hub/p34.ts',
    `import * as y from '../adapters/mcp/index.ts'; export const x = y;`,
  ],
  [
    'HTTP uses a core module',
    'http-sees-the-hub',
    'src/adapters/http/p35.ts',
    `import { openFolder } from '../../core/store/index.ts'; export const x = openFolder;`,
  ],
  [
    'an import that leads nowhere',
    'resolvable',
    'src/core/text/p26.ts',
    `import { y } from './nowhere.ts'; export const x = y;`,
  ],
  [
    'the page takes a type of something that it is not sent',
    'page-takes-values',
    'web/views/p36.tsx',
    `import type { App } from '../../src/app/index.ts'; export type X = App;`,
  ],
  [
    'the page takes more than a type',
    'page-takes-types',
    'web/views/p37.tsx',
    `import { searchView } from '../../src/app/page/search.ts'; export const x = searchView;`,
  ],
  [
    'the page loads code of the program later',
    'page-takes-types',
    'web/parts/p38.ts',
    `export const x = () => import('../../src/core/text/line-diff.ts');`,
  ],
  [
    'the program takes a type from the page',
    'page-is-outside',
    'src/adapters/web/p39.ts',
    `import type { Problem } from '../../../web/data.ts'; export type X = Problem;`,
  ],
];

const architecture = createRequire(import.meta.url)('../architecture.cjs') as Architecture;
let found: Cruise;

beforeAll(() => {
  for (const name of [
    'src',
    'web',
    'tests',
    'bench',
    'architecture.cjs',
    '.dependency-cruiser.cjs',
    'tsconfig.json',
    'package.json',
  ])
    cpSync(join(project, name), join(copy, name), { recursive: true });
  symlinkSync(join(project, 'node_modules'), join(copy, 'node_modules'));
  for (const [, , file, text, others] of PLANTED)
    for (const [path, content] of Object.entries({ ...others, [file]: text })) {
      mkdirSync(dirname(join(copy, path)), { recursive: true });
      writeFileSync(join(copy, path), `${content}\n`);
    }
  found = cruise(copy);
});

const isPlanted = (path: string) => /\/p\d\d/.test(path);

test.each(PLANTED)('%s: %s fires', (_, rule, file) => {
  const fired = found.summary.violations.filter(({ from }) => from === file);
  expect(fired.map((violation) => violation.rule.name)).toContain(rule);
});

/** Text that is no repository's: messages of the protocol, which are measured as they come in, our own answers, the network. */
const OWN_TEXT = [
  'src/adapters/mcp/framing.ts',
  'src/adapters/mcp/json-scanner.ts',
  'src/core/embed/openai.ts',
];
/** Names by which the libraries read; those that write or look at what was read are free. */
const READS =
  /\bJSON\.parse\b|\b(?:parseDocument|parseAllDocuments|Lexer|Parser|Composer)\b[^;]*import\('yaml'\)|from 'yaml\/|\byaml\.parse/;

test('text of a repository is parsed in core/text alone, where its depth is measured first', () => {
  const files = readdirSync(join(project, 'src'), { recursive: true, encoding: 'utf8' })
    .map((name) => `src/${name.replaceAll('\\', '/')}`)
    .filter(
      (name) => name.endsWith('.ts') && !name.endsWith('.test.ts') && !name.startsWith('src/core/text/'),
    );
  const code = (name: string) =>
    readFileSync(join(project, name), 'utf8').replace(/^\s*(?:\/\/|\*|\/\*).*$/gm, '');
  expect(files.filter((name) => READS.test(code(name))).sort()).toEqual(OWN_TEXT);
  expect(READS.test("const { isMap, parseDocument } = await import('yaml');")).toBe(true);
});

test('the tree itself breaks no rule', () => {
  expect(found.summary.violations.filter(({ from }) => !isPlanted(from))).toEqual([]);
});

describe('an arrow that is allowed', () => {
  const own = () => ({ ...found, modules: found.modules.filter(({ source }) => !isPlanted(source)) });

  test('is used by somebody', () => {
    expect(unusedArrows(own(), architecture)).toEqual([]);
  });

  test('and used by nobody is named', () => {
    const generous: Architecture = {
      ...architecture,
      core: { ...architecture.core, text: ['store'] },
      areas: { ...architecture.areas, stash: ['embed'] },
      outside: { network: { modules: ['http'], only: ['^src/core/text/'] } },
      packages: { zod: ['^src/core/tool[.]ts$', '^src/core/text/'] },
      page: ['^src/app/page/map[.]ts$', '^src/app/brief/'],
    };
    expect(unusedArrows(own(), generous)).toEqual([
      'core/text may use store',
      'areas/stash may use embed',
      '^src/core/text/ may touch network',
      '^src/core/text/ may use the package zod',
      'web may take types of ^src/app/brief/',
    ]);
  });
});
