import { expect, test } from 'vitest';
import { repository, write } from '../../../tests/helpers/repository.ts';
import { makeAnchor } from '../../core/anchors/index.ts';
import { openWorkspace } from '../../core/workspace/index.ts';
import { sectionsOf } from './refs.ts';
import { workspaceCode } from './workspace-code.ts';

const TEXT = 'const first = compute(1);\nconst second = compute(2);\nconst third = compute(3);\n';

async function setUp(files: Record<string, string>) {
  const root = repository(files);
  const open = workspaceCode(await openWorkspace({ root, maxFileBytes: 100_000 }), async () => []);
  return { root, code: open(new AbortController().signal) };
}
const selection = (path: string, startLine: number, endLine: number, rationale = 'because') => ({
  path,
  startLine,
  endLine,
  rationale,
  anchor: makeAnchor(path, TEXT, startLine, endLine),
});

test('a section a file, a ref a selection, the rationale as its reason', async () => {
  const { code } = await setUp({ 'src/Some File.ts': TEXT, 'b.py': TEXT });
  const warnings: string[] = [];
  const selections = [
    selection('src/Some File.ts', 1, 2),
    selection('b.py', 1, 1, ' '),
    selection('src/Some File.ts', 1, 2),
  ];
  const sections = await sectionsOf({ selections }, code, warnings);
  expect(
    sections.map(({ key, title, refs }) => [key, title, refs.map((ref) => [ref.key, ref.why, ref.lines])]),
  ).toEqual([
    [
      'src-some-file-ts',
      'src/Some File.ts',
      [
        ['lines-1-2', 'because', { start: 1, end: 2 }],
        ['lines-1-2-2', 'because', { start: 1, end: 2 }],
      ],
    ],
    ['b-py', 'b.py', [['lines-1-1', undefined, { start: 1, end: 1 }]]],
  ]);
  expect(warnings).toEqual([]);
});

test('keys are valid and unique whatever the paths are', async () => {
  const { code } = await setUp({});
  const paths = [
    'é',
    'ü',
    `${'a/'.repeat(100)}x.ts`,
    `${'b/'.repeat(100)}${'a/'.repeat(50)}x.ts`,
    '---',
    'A.B',
    'a_b',
  ];
  const sections = await sectionsOf({ selections: paths.map((path) => selection(path, 1, 1)) }, code, []);
  const keys = sections.map(({ key }) => key);
  expect(new Set(keys).size).toBe(paths.length);
  for (const key of keys) expect(key).toMatch(/^[a-z0-9][a-z0-9_-]{1,63}$/);
});

test('what changed since the bundle was made is told', async () => {
  const { root, code } = await setUp({ 'a.ts': TEXT });
  write(root, { 'a.ts': 'const other = 1;\n' });
  const warnings: string[] = [];
  await sectionsOf({ selections: [selection('a.ts', 1, 3)] }, code, warnings);
  expect(warnings).toEqual([expect.stringMatching(/^a\.ts:1-3 is not what the bundle contained: /)]);
});

test('an anchor that is none makes an unverified ref, not a pack that cannot be read', async () => {
  const { code } = await setUp({ 'a.ts': TEXT });
  const warnings: string[] = [];
  const broken = { ...selection('a.ts', 1, 1), anchor: JSON.parse('{"v":1,"hash":{}}') };
  const [section] = await sectionsOf({ selections: [broken] }, code, warnings);
  expect(section?.refs[0]?.anchor).toBeUndefined();
  expect(warnings).toHaveLength(1);
});
