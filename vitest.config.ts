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
    // Tests meet the built program or its worker threads.
    globalSetup: 'tests/helpers/build-once.ts',
  }) as const;

/** A file that replaces a module (`vi.mock`) has this name, and processes of its own: the module may be loaded elsewhere. */
const MOCKED = '{src,tests}/**/*.mocked.test.ts';

export default defineConfig(({ mode }) => ({
  test: {
    // Left to itself, Vitest keeps one core for its own process, which does next to nothing while tests run.
    maxWorkers: '100%',
    projects: [
      { test: { ...shared(mode), name: 'mocked', include: [MOCKED] } },
      // One process runs many files: loading the program anew for each would take longer than most of them.
      {
        test: {
          ...shared(mode),
          name: 'tests',
          include: ['{src,tests}/**/*.test.ts'],
          exclude: [MOCKED],
          isolate: false,
        },
      },
    ],
  },
}));
