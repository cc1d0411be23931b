import fc from 'fast-check';
import { expect, test } from 'vitest';
import { runs } from '../../../../tests/helpers/full-run.ts';
import { makeAnchor } from '../../../core/anchors/index.ts';
import type { Pack } from '../types.ts';
import { decodePack, encodePack } from './pack-file.ts';

const NAME = 'pk_abcdefgh.md';
const HEAD = `schema_version: 2
id: pk_abcdefgh
status: draft
tags: []
revision: 1
created_at: 2026-02-20T10:00:00Z
updated_at: 2026-02-20T10:00:00Z
expires_at: 2026-02-20T12:00:00Z
`;
const file = (yaml: string) => `---\n${yaml}---\n`;
const minimal = file(`${HEAD}sections: []\n`);

const words = fc.string({ unit: 'grapheme', minLength: 1, maxLength: 20 });
const hardText = fc.oneof(
  words,
  fc.constantFrom(
    '---',
    '- a',
    'a: b',
    '"',
    "'",
    '#x',
    '&a *a',
    '!tag',
    'null',
    '1',
    'true',
    '~',
    ' x ',
    '\t',
    '\u0085',
    '\u2028',
    '\uFEFF',
    'a\r\nb\rc\n',
    '\0',
    '\u001b[0m',
    '%',
    '@',
    '`',
    'x\n---\ny',
    '|',
    '>',
    '? a',
    '2026-01-01',
  ),
);
const key = fc.stringMatching(/^[a-z0-9][a-z0-9_-]{1,20}$/);
const unique = <T extends { key: string }>(items: fc.Arbitrary<T>) =>
  fc.uniqueArray(items, { maxLength: 3, selector: (item) => item.key });
const ref = fc.record(
  {
    key,
    path: words,
    lines: fc.constant({ start: 1, end: 2 }),
    title: hardText,
    why: hardText,
    group: hardText,
    anchor: fc.constant(
      makeAnchor('a.ts', 'const a = 1;\nconst b = 2;\n', 1, 2, [{ name: 'a', startLine: 1, endLine: 1 }]),
    ),
  },
  { requiredKeys: ['key', 'path', 'lines'] },
);
const diagram = fc.record(
  { key, title: hardText, mermaid: hardText, why: hardText },
  { requiredKeys: ['key', 'title', 'mermaid'] },
);
const section = fc.record(
  { key, title: hardText, description: hardText, refs: unique(ref), diagrams: unique(diagram) },
  { requiredKeys: ['key', 'title', 'refs', 'diagrams'] },
);
const time = fc.integer({ min: 0, max: 4e12 });
const anyPack: fc.Arbitrary<Pack> = fc.record(
  {
    id: fc.constant('pk_abcdefgh'),
    name: hardText,
    title: hardText,
    brief: hardText,
    status: fc.constantFrom('draft' as const, 'finalized' as const),
    tags: fc.array(hardText, { maxLength: 3 }),
    sections: unique(section),
    revision: fc.integer({ min: 1, max: 1e9 }),
    createdAt: time,
    updatedAt: time,
    expiresAt: time,
    changes: fc.array(fc.record({ section: key, revision: fc.integer({ min: 1 }) }), { maxLength: 3 }),
  },
  {
    requiredKeys: [
      'id',
      'status',
      'tags',
      'sections',
      'revision',
      'createdAt',
      'updatedAt',
      'expiresAt',
      'changes',
    ],
  },
);

test('any pack is read back as it was written, with the text below it', async () => {
  await fc.assert(
    fc.asyncProperty(anyPack, hardText, async (pack, body) => {
      expect(await decodePack(NAME, await encodePack({ pack, body }))).toEqual({ pack, body });
    }),
    { numRuns: runs(100, 300) },
  );
});

test('an anchor takes one line of the file', async () => {
  const anchor = makeAnchor('a.ts', 'const a = 1;\n', 1, 1);
  const { pack } = await decodePack(NAME, minimal);
  const refs = [{ key: 'r1', path: 'a.ts', lines: { start: 1, end: 1 }, anchor }];
  const sections = [{ key: 's1', title: 'S', refs, diagrams: [] }];
  const text = await encodePack({ pack: { ...pack, sections }, body: '' });
  expect(text.split('\n').filter((line) => line.includes('anchor:'))).toEqual([
    expect.stringContaining('fileHash'),
  ]);
});

test('a file of the earlier program, with nulls and without anchors, is read', async () => {
  const yaml = `${HEAD.replaceAll('Z', '.123456789+00:00')}name: null
title: ~
brief: null
sections:
- key: one
  title: One
  description: null
  refs:
  - key: r1
    path: a.rs
    lines:
      start: 1
      end: 2
    title: null
    why: because
    group: null
  diagrams: []
`;
  const { pack } = await decodePack(NAME, file(yaml));
  expect(pack.sections).toEqual([
    {
      key: 'one',
      title: 'One',
      refs: [{ key: 'r1', path: 'a.rs', lines: { start: 1, end: 2 }, why: 'because' }],
      diagrams: [],
    },
  ]);
  expect('name' in pack).toBe(false);
  expect(pack.createdAt).toBe(Date.UTC(2026, 1, 20, 10) + 123);
});

test('byte order mark and CRLF do no harm', async () => {
  const { pack } = await decodePack(NAME, `\uFEFF${minimal.replaceAll('\n', '\r\n')}`);
  expect(pack.id).toBe('pk_abcdefgh');
});

const withSections = (yaml: string) => file(`${HEAD}sections:\n${yaml}`);

test.each([
  ['nothing at all', ''],
  ['no front matter', 'hello\n'],
  ['an open front matter', `---\n${HEAD}`],
  ['broken YAML', file('a: [1\n')],
  ['a scalar', file('text\n')],
  ['a list', file('- 1\n')],
  ['no version', minimal.replace('schema_version: 2\n', '')],
  ['a version that is no number', minimal.replace('schema_version: 2', 'schema_version: "2"')],
  ['another id', minimal.replace('id: pk_abcdefgh', 'id: pk_bbbbbbbb')],
  ['a field nobody knows', file(`${HEAD}sections: []\nextra: 1\n`)],
  ['a field twice', file(`${HEAD}sections: []\nid: pk_abcdefgh\n`)],
  ['a number for a text', file(`${HEAD}sections: []\ntitle: 5\n`)],
  ['revision zero', minimal.replace('revision: 1', 'revision: 0')],
  ['revision as text', minimal.replace('revision: 1', 'revision: one')],
  ['no time', minimal.replace('expires_at: 2026-02-20T12:00:00Z', 'expires_at: soon')],
  ['an odd status', minimal.replace('status: draft', 'status: done')],
  ['tags that are no list', minimal.replace('tags: []', 'tags: a')],
  ['an alias', file(`${HEAD}sections: &a []\nchanges: *a\n`)],
  ['a billion laughs', file(`${HEAD}sections: []\ntitle: &a [x,x]\nname: &b [*a,*a]\nbrief: [*b,*b]\n`)],
  ['a tag', file(`${HEAD}sections: []\ntitle: !!binary aGVsbG8=\n`)],
  ['a tag that would run code elsewhere', file(`${HEAD}sections: []\ntitle: !!js/function "x"\n`)],
  ['a merge key', file(`${HEAD}sections: []\n<<: {title: x}\n`)],
  ['a key of Object', file(`${HEAD}sections: []\n__proto__: {title: x}\n`)],
  ['two documents', file(`${HEAD}sections: []\n...\nid: pk_abcdefgh\n`)],
  ['a hostile key', withSections('- {key: ../x, title: a, refs: [], diagrams: []}\n')],
  [
    'the same key twice',
    withSections(
      '- &x {key: ab, title: a, refs: [], diagrams: []}\n- {key: ab, title: a, refs: [], diagrams: []}\n',
    ),
  ],
  [
    'lines that go back',
    withSections(
      '- {key: ab, title: a, refs: [{key: ab, path: a, lines: {start: 2, end: 1}}], diagrams: []}\n',
    ),
  ],
  [
    'an anchor that is none',
    withSections(
      '- {key: ab, title: a, refs: [{key: ab, path: a, lines: {start: 1, end: 1}, anchor: {v: 1}}], diagrams: []}\n',
    ),
  ],
  ['nesting deeper than the stack', file(`${HEAD}sections: ${'['.repeat(20_000)}${']'.repeat(20_000)}\n`)],
])('%s is malformed, and the error names the file', async (_, text) => {
  await expect(decodePack(NAME, text)).rejects.toMatchObject({
    kind: 'io',
    code: 'io_error',
    message: expect.stringMatching(/^The pack file pk_abcdefgh\.md is malformed: /),
    details: { file: NAME },
  });
});

test.each([1, 3, 0, 2.5])('schema version %d asks for migration', async (version) => {
  await expect(
    decodePack(NAME, minimal.replace('schema_version: 2', `schema_version: ${version}`)),
  ).rejects.toMatchObject({
    kind: 'migration',
    code: 'migration_required',
    details: { file: NAME, schema_version: version },
  });
});

test('a pack that would be too large to read is not written', async () => {
  const { pack } = await decodePack(NAME, minimal);
  await expect(
    encodePack({ pack: { ...pack, brief: 'x'.repeat(1024 * 1024) }, body: '' }),
  ).rejects.toMatchObject({
    kind: 'invalid',
    message: 'A pack file can have at most 1048576 bytes.',
  });
});
