import { availableParallelism } from 'node:os';
import { defineConfig } from 'vitest/config';

/** Ends what hangs, on the slowest machine; no test proves anything by it. */
const HANGS_MS = 900_000;
/** `npm run test:full` runs with `--mode full`; tests/helpers/full-run.ts says what that changes. */
const shared = (mode: string) =>
  ({
    env: { TEST_MODE: mode },
    testTimeout: HANGS_MS,
    hookTimeout: HANGS_MS,
    pool: 'forks',
  }) as const;

/** A file that replaces a module (`vi.mock`) has this name, and processes of its own: the module may be loaded elsewhere. */
const MOCKED = '{src,tests}/**/*.mocked.test.ts';
/**
 * Tests that hold much in memory: grammars, indexes, models, random text. Node starts a process by a fork, which takes time in proportion to
 * the memory of whoever forks: at 450 MB some 20 ms, for each git and ripgrep. So these run apart from the tests that start processes.
 */
const LARGE =
  'src/{adapters,areas/contexts,core/{anchors,embed,facts,imports,index,languages,parsing,symbols,text}}/**/*.test.ts';

export default defineConfig(({ mode }) => ({
  test: {
    // One more than there are cores: a test that waits for a process or a timer leaves its core to another.
    maxWorkers: availableParallelism() + 1,
    // Tests meet the built program or its worker threads.
    globalSetup: 'tests/helpers/build-once.ts',
    projects: [
      { test: { ...shared(mode), name: 'mocked', include: [MOCKED] } },
      // One process runs many files: loading the program anew for each would take longer than most of them.
      {
        test: {
          ...shared(mode),
          name: 'large',
          include: [LARGE],
          exclude: [MOCKED],
          isolate: false,
        },
      },
      {
        test: {
          ...shared(mode),
          name: 'tests',
          include: ['{src,tests}/**/*.test.ts'],
          exclude: [MOCKED, LARGE],
          isolate: false,
        },
      },
    ],
  },
}));
