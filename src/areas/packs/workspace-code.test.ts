import { renameSync, rmSync } from 'node:fs';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { repository, write } from '../../../tests/helpers/repository.ts';
import { openWorkspace } from '../../core/workspace/index.ts';
import type { Ref } from './types.ts';
import { workspaceCode } from './workspace-code.ts';

const SOURCE = `import { sign } from './sign.ts';

export function issueToken(user: string, seconds: number): string {
  const payload = { user, expires: seconds };
  return sign(JSON.stringify(payload), 'issue');
}

export function revokeToken(token: string): void {
  revoked.add(token.trim());
}
`;
const LINES = { start: 3, end: 6 };
const symbolsOf = async (_: string, text: string) => {
  const lines = text.split('\n');
  return lines.flatMap((line, at) => {
    const name = /^export function (\w+)/.exec(line)?.[1];
    const end = lines.indexOf('}', at);
    return name === undefined ? [] : [{ name, startLine: at + 1, endLine: end + 1 }];
  });
};

async function setUp(files: Record<string, string> = { 'src/token.ts': SOURCE }) {
  const root = repository(files);
  const open = workspaceCode(await openWorkspace({ root, maxFileBytes: 100_000 }), symbolsOf);
  const reader = () => open(new AbortController().signal);
  const anchor = await reader().anchor('src/token.ts', LINES);
  if ('problem' in anchor) throw new Error(anchor.problem);
  const ref: Ref = { key: 'issue', path: 'src/token.ts', lines: LINES, anchor };
  return { root, reader, ref, excerpt: (one: Ref = ref) => reader().excerpt(one) };
}

test('unchanged code is fresh', async () => {
  const { excerpt } = await setUp();
  expect(await excerpt()).toMatchObject({
    state: 'fresh',
    path: 'src/token.ts',
    lines: LINES,
    code: SOURCE.split('\n').slice(2, 6),
  });
});

test('code that moved inside its file is followed to its new lines', async () => {
  const { root, excerpt } = await setUp();
  write(root, { 'src/token.ts': `// one\n// two\n${SOURCE}` });
  const got = await excerpt();
  expect(got).toMatchObject({ state: 'moved', lines: { start: 5, end: 8 } });
  expect(got.state !== 'stale' && got.code[0]).toBe(
    'export function issueToken(user: string, seconds: number): string {',
  );
});

test('changed code is edited, and heals when the change is taken back', async () => {
  const { root, excerpt } = await setUp();
  write(root, { 'src/token.ts': SOURCE.replace("'issue'", "'grant'") });
  expect(await excerpt()).toMatchObject({ state: 'edited', lines: LINES });
  write(root, { 'src/token.ts': SOURCE });
  expect(await excerpt()).toMatchObject({ state: 'fresh' });
});

test('a renamed file is found by its content', async () => {
  const { root, excerpt } = await setUp({ 'src/token.ts': SOURCE, 'src/other.ts': 'export const a = 1;\n' });
  renameSync(join(root, 'src/token.ts'), join(root, 'src/session.ts'));
  expect(await excerpt()).toMatchObject({ state: 'moved', path: 'src/session.ts', lines: LINES });
});

test('code that is gone is stale, and so is a file that is gone', async () => {
  const { root, excerpt } = await setUp();
  write(root, { 'src/token.ts': 'export const nothing = 0;\n' });
  expect(await excerpt()).toMatchObject({ state: 'stale' });
  rmSync(join(root, 'src/token.ts'));
  expect(await excerpt()).toEqual({ state: 'stale', reason: 'There is no such file.' });
});

test('a stored path is not trusted: outside, denied and binary files are stale, without their text', async () => {
  const { root, ref, excerpt } = await setUp();
  write(root, { '.env': `SECRET=1\n${SOURCE}`, 'src/binary.ts': '\0\0\0' });
  for (const path of ['../../etc/passwd', '/etc/passwd', '.env', '.git/config', 'src/binary.ts', '', 'src']) {
    const got = await excerpt({ ...ref, path });
    expect(got.state, path).toBe('stale');
    expect(JSON.stringify(got)).not.toMatch(/SECRET|root:|\/tmp/);
  }
});

test('a ref without an anchor is stale until the place is there, and then not verified', async () => {
  const { root, excerpt } = await setUp();
  const later: Ref = { key: 'later', path: 'src/later.ts', lines: { start: 2, end: 3 } };
  expect(await excerpt(later)).toEqual({ state: 'stale', reason: 'There is no such file.' });
  write(root, { 'src/later.ts': 'a\nb\n' });
  expect(await excerpt(later)).toEqual({ state: 'stale', reason: 'The file has only 2 lines.' });
  write(root, { 'src/later.ts': 'a\nb\nc\n' });
  expect(await excerpt(later)).toMatchObject({ state: 'unverified', code: ['b', 'c'] });
});

test('a place that is not there has no anchor', async () => {
  const { reader } = await setUp();
  expect(await reader().anchor('src/none.ts', LINES)).toEqual({ problem: 'There is no such file.' });
  expect(await reader().anchor('src/token.ts', { start: 9, end: 99 })).toEqual({
    problem: 'The file has only 10 lines.',
  });
});

test('a cancelled call reads nothing more', async () => {
  const { root, ref } = await setUp();
  const open = workspaceCode(await openWorkspace({ root, maxFileBytes: 100_000 }), symbolsOf);
  await expect(open(AbortSignal.abort()).excerpt(ref)).rejects.toMatchObject({ name: 'AbortError' });
});
