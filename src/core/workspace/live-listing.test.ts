import { expect, test } from 'vitest';
import type { FileFacts, RepoPath } from '../sandbox/index.ts';
import type { Watch } from '../watch/index.ts';
import { LiveListing } from './live-listing.ts';

/** A tree in memory, and how often each question was asked. */
function opened(paths: readonly string[], ignored: readonly string[]) {
  const files = new Set(paths);
  const asked = { list: 0, look: 0, rules: 0 };
  let told: Set<string> | undefined = new Set();
  let now = 0;
  const facts = (path: string): FileFacts => ({
    path: path as RepoPath,
    size: 1,
    mtimeMs: 1,
    ctimeMs: 1,
    ino: 1,
  });
  const watch: Watch = {
    follow: () => 0,
    settled: async () => {},
    take: () => {
      const taken = told;
      told = new Set();
      return taken;
    },
    isComplete: true,
    isLost: false,
    close: () => {},
  };
  const isIgnored = (path: string) => ignored.some((each) => path === each || path.startsWith(`${each}/`));
  const isDirectory = (path: string) => [...files].some((each) => each.startsWith(`${path}/`));
  const listing = new LiveListing({
    list: async () => {
      asked.list++;
      return [...files]
        .filter((path) => !isIgnored(path))
        .sort()
        .map(facts);
    },
    look: (path) => {
      asked.look++;
      if (files.has(path)) return facts(path);
      return isDirectory(path) ? 'directory' : undefined;
    },
    lists: (path) => {
      asked.rules++;
      return !isIgnored(path);
    },
    listsBelow: (path) => {
      asked.rules++;
      return !isIgnored(path);
    },
    isDenied: (path) => path.startsWith('.git/'),
    below: async (directory) => ({
      files: [...files].filter((path) => path.startsWith(`${directory}/`)).map(facts),
      directories: [directory],
    }),
    withoutFiles: () => [],
    changedMs: () => 0,
    rules: () => '',
    watch: () => watch,
    clock: { now: () => now, elapsed: () => now },
  });
  return {
    listing,
    asked,
    passes: (ms: number) => {
      now += ms;
    },
    loses: () => {
      told = undefined;
    },
    happens: (...events: string[]) => {
      for (const path of events) {
        files.add(path);
        told?.add(path);
      }
    },
    paths: async () => (await listing.files()).map(({ path }) => path),
  };
}

test('an ignored directory is asked about once, whatever is built into it', async () => {
  const { happens, paths, asked, listing } = opened(['src/a.ts'], ['dist']);
  expect(await paths()).toEqual(['src/a.ts']);
  const before = await listing.files();
  happens('dist/0.js', 'dist');
  await paths();
  const once = { ...asked };
  for (let at = 1; at < 3_000; at++) {
    happens(`dist/${at}.js`, `dist/deep/${at}.js`);
    if (at % 500 === 0) await paths();
  }
  expect(await listing.files()).toBe(before);
  expect(asked).toEqual(once);
});

test('a new file costs one look at it and at the rules; a known one only the look', async () => {
  const { happens, paths, asked } = opened(['src/a.ts'], []);
  await paths();
  happens('src/b.ts');
  expect(await paths()).toEqual(['src/a.ts', 'src/b.ts']);
  happens('src/a.ts', 'src/b.ts');
  expect(await paths()).toEqual(['src/a.ts', 'src/b.ts']);
  expect(asked).toEqual({ list: 1, look: 3, rules: 1 });
});

test.each([
  ['events were lost', ({ loses }: ReturnType<typeof opened>) => loses()],
  ['an ignore file changed', ({ happens }: ReturnType<typeof opened>) => happens('src/.gitignore')],
  ['the listing is two minutes old', ({ passes }: ReturnType<typeof opened>) => passes(121_000)],
  ['somebody wants to be sure', ({ listing }: ReturnType<typeof opened>) => listing.forget()],
])('everything is listed again if %s', async (_, change) => {
  const tree = opened(['src/a.ts'], []);
  await tree.paths();
  await tree.paths();
  expect(tree.asked.list).toBe(1);
  change(tree);
  await tree.paths();
  expect(tree.asked.list).toBe(2);
});

test('those who ask at once share one listing', async () => {
  const { paths, asked } = opened(['src/a.ts'], []);
  await Promise.all([paths(), paths(), paths()]);
  expect(asked.list).toBe(1);
});
