import { defineConfig } from 'vitest/config';

/** Ends what hangs, on the slowest machine; no test proves anything by it. */
const HANGS_MS = 900_000;
const shared = {
  testTimeout: HANGS_MS,
  hookTimeout: HANGS_MS,
  pool: 'forks',
  // Tests meet the built program or its worker threads.
  globalSetup: 'tests/helpers/build-once.ts',
} as const;

export default defineConfig({
  test: {
    // Left to itself, Vitest keeps one core for its own process, which does next to nothing while tests run.
    maxWorkers: '100%',
    projects: [
      { test: { ...shared, name: 'unit', include: ['src/**/*.test.ts'] } },
      // Through the front door.
      { test: { ...shared, name: 'door', include: ['tests/**/*.test.ts'] } },
    ],
  },
});
