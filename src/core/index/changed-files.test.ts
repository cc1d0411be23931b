/** What a search does about what happened, where the system tells of ignored directories too. */
import { mkdirSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { gitRepository, write } from '../../../tests/helpers/repository.ts';
import { systemClock } from '../clock.ts';
import {
  directoriesOf,
  openWorkspaceSync,
  type SearchableWorkspace,
  type Watch,
} from '../workspace/index.ts';
import { ChangedFiles, type ChangedFilesDeps } from './changed-files.ts';

/** A real workspace and a watch that tells what the test says; the index has these paths, and counts who looks at them. */
function opened(root: string, paths: readonly string[], isComplete = true) {
  const work = { pathsSeen: 0, filesLookedAt: 0, refreshes: 0 };
  let told = new Set<string>();
  const watch: Watch = {
    follow: () => 0,
    isLost: false,
    settled: async () => {},
    take: () => told,
    isComplete,
    close: () => {},
  };
  const real = openWorkspaceSync({ root, maxFileBytes: 1_000 });
  const workspace: SearchableWorkspace = {
    ...real,
    watch: () => watch,
    lists: (path) => {
      work.filesLookedAt++;
      return real.lists(path);
    },
  };
  const snapshot = {
    content: {},
    place: (path: string) => (paths.includes(path) ? {} : undefined),
    *files() {
      for (const path of paths) {
        work.pathsSeen++;
        yield { path };
      }
    },
  };
  const parts = {
    workspace,
    clock: systemClock,
    live: () => ({ snapshot }),
    refresh: async () => {
      work.refreshes++;
    },
  };
  // Nothing is read again here, so no more of the index is asked for.
  const freshness = new ChangedFiles(parts as unknown as ChangedFilesDeps);
  freshness.listingBegins();
  freshness.listed(paths);
  return {
    work,
    async happens(events: Iterable<string>) {
      told = new Set(events);
      const before = { ...work };
      await freshness.catchUp();
      return {
        pathsSeen: work.pathsSeen - before.pathsSeen,
        filesLookedAt: work.filesLookedAt - before.filesLookedAt,
        refreshes: work.refreshes - before.refreshes,
      };
    },
  };
}

const names = (count: number, of: (at: number) => string) => Array.from({ length: count }, (_, at) => of(at));

describe('a build into an ignored directory', () => {
  it('costs one look at each file it made, and none at the paths of the index', async () => {
    const root = gitRepository({ '.gitignore': 'dist/\n', 'src/a.ts': '' });
    for (const [events, paths] of [
      [50, 300],
      [100, 300],
      [100, 600],
    ] as const) {
      const made = names(events, (at) => `dist/chunk${at}.js`);
      write(root, Object.fromEntries(made.map((path) => [path, ''])));
      const { happens } = opened(
        root,
        names(paths, (at) => `src/d${at % 9}/f${at}.ts`),
      );
      expect(await happens(made)).toEqual({ pathsSeen: 0, filesLookedAt: events, refreshes: 0 });
    }
  });

  it('makes nobody list the tree for the directories in it, nor for itself', async () => {
    const root = gitRepository({ '.gitignore': 'dist/\n', 'src/a.ts': '' });
    mkdirSync(join(root, 'dist/assets'), { recursive: true });
    const { happens } = opened(root, ['src/a.ts']);
    expect(await happens(['dist', 'dist/assets'])).toMatchObject({ refreshes: 0 });
  });
});

describe('the tree is listed again', () => {
  it.each([
    ['a directory came that is not ignored', 'lib'],
    ['a directory with files went', 'gone'],
    ['a directory below one that went is named', 'gone/deep'],
    ['a directory was replaced by a file', 'was'],
    ['the rules changed', 'src/.gitignore'],
    ['a repository came or went', 'src/.git'],
  ])('if %s', async (_, event) => {
    const root = gitRepository({ 'src/a.ts': '' });
    mkdirSync(join(root, 'lib'));
    const { happens } = opened(root, ['src/a.ts', 'gone/deep/b.ts', 'was/c.ts']);
    if (event === 'was') writeFileSync(join(root, '.git/info/exclude'), 'was\n');
    writeFileSync(join(root, 'was'), '');
    expect(await happens([event])).toMatchObject({ refreshes: 1 });
  });

  it('before every search if not all of it can be watched', async () => {
    const { happens } = opened(gitRepository({ 'src/a.ts': '' }), ['src/a.ts'], false);
    for (let times = 0; times < 3; times++) expect(await happens([])).toMatchObject({ refreshes: 1 });
  });
});

it('names every directory on the way to a file once, and the root', () => {
  expect([...directoriesOf(['a/b/c.ts', 'a/b/d.ts', 'a/e.ts', 'f.ts', 'g/h/i/j.ts'])].sort()).toEqual([
    '',
    'a',
    'a/b',
    'g',
    'g/h',
    'g/h/i',
  ]);
  expect([...directoriesOf([])]).toEqual(['']);
});
