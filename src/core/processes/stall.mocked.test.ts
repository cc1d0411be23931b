/** Files that git and ripgrep would wait for, or read without end. */

import { execFileSync } from 'node:child_process';
import { mkdirSync, rmSync, truncateSync, writeFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { setTimeout as pause } from 'node:timers/promises';
import { describe, expect, test, vi } from 'vitest';
import { plainGrep } from '../../../tests/helpers/grep-parts.ts';
import { isLacking, NAMED_PIPES, named } from '../../../tests/helpers/probes.ts';
import { gitRepository } from '../../../tests/helpers/repository.ts';
import { openWorkspaceSync } from '../workspace/workspace.ts';
import type { ProcessRequest } from './run-process.ts';
import { unlessStalled } from './stall.ts';

const ran = vi.hoisted(() => [] as string[]);
vi.mock('./run-process.ts', async (original) => {
  const actual = await original<typeof import('./run-process.ts')>();
  const runProcess = async (request: ProcessRequest) => {
    const result = await actual.runProcess(request);
    ran.push(result.outcome);
    return result;
  };
  return { ...actual, runProcess };
});

/** The outcome of a program that was ended by its time limit. */
const WAITED_FOR = 'time_limit';
const QUERY = { pattern: 'words', caseSensitive: true, contextLines: 0, limit: 10, maxLineLength: 200 };

/** For the largest of those files that are looked at before git is asked: packed-refs. */
const JUST_TOO_LARGE = (1 << 26) + 1;

const KINDS: Record<string, (place: string) => void> = {
  pipe: (place) => execFileSync('mkfifo', [place]),
  directory: (place) => mkdirSync(place),
  'huge file': (place) => {
    writeFileSync(place, '');
    truncateSync(place, JUST_TOO_LARGE);
  },
};

const OWN_FILES = [
  'HEAD',
  'config',
  'index',
  'packed-refs',
  'shallow',
  'info/exclude',
  'objects/info/commit-graph',
  'refs/heads/main',
];

async function plant(kind: string, path: string) {
  ran.length = 0;
  const root = gitRepository({ 'a.txt': 'words\n', 'sub/b.txt': 'words\n' });
  const place = join(root, path);
  rmSync(place, { recursive: true, force: true });
  mkdirSync(dirname(place), { recursive: true });
  KINDS[kind]?.(place);
  return openWorkspaceSync({ root, maxFileBytes: 1 << 20 });
}

describe.each(Object.keys(KINDS))('a %s', (kind) => {
  const needs = kind === 'pipe' ? [NAMED_PIPES] : [];

  test.skipIf(isLacking(...needs)).each(OWN_FILES)(
    named('as .git/%s: files are listed and searched, and git answers or is not asked', ...needs),
    async (name) => {
      const workspace = await plant(kind, `.git/${name}`);
      expect((await workspace.files()).map(({ path }) => path)).toEqual(['a.txt', 'sub/b.txt']);
      await workspace.git.resolveRevision('HEAD');
      expect(await plainGrep(workspace)(QUERY)).toMatchObject({ totalMatches: 2 });
      expect(ran).not.toContain(WAITED_FOR);
    },
  );

  test.skipIf(isLacking(...needs)).each(['.gitignore', 'sub/.gitignore'])(
    named('as %s: files are listed, and a search answers or says what it would wait for', ...needs),
    async (path) => {
      const workspace = await plant(kind, path);
      expect((await workspace.files()).map((file) => file.path)).toEqual(['a.txt', 'sub/b.txt']);
      const answer = await plainGrep(workspace)(QUERY).catch((thrown: unknown) => thrown);
      const refused = { code: 'bad_ignore_file', message: expect.stringContaining(path) };
      // Most machines read it before anybody grows impatient.
      const isRefused = kind === 'pipe' || (kind === 'huge file' && answer instanceof Error);
      expect(answer).toMatchObject(isRefused ? refused : { totalMatches: 2 });
      expect(ran).not.toContain(WAITED_FOR);
    },
  );
});

describe('work that takes long', () => {
  /** Ends when it is stopped, or later than anybody looks. */
  const slow = (signal: AbortSignal) => pause(300, 'done', { signal });

  test('is not stopped by a large ignore file that somebody generated', async () => {
    const root = gitRepository({ 'a.txt': 'words\n', '.gitignore': '/made/file.bin\n'.repeat(150_000) });
    expect(await unlessStalled(root, undefined, slow, 0)).toBe('done');
  });

  test('is stopped where an ignore file would be read for ever', async () => {
    const root = gitRepository({ 'a.txt': 'words\n', 'sub/.gitignore': '' });
    truncateSync(join(root, 'sub/.gitignore'), 2 ** 30);
    expect(await unlessStalled(root, undefined, slow, 0)).toEqual({ waitsFor: 'sub/.gitignore' });
  });
});
