import { defineConfig } from 'vitest/config';

const shared = { testTimeout: 30_000, hookTimeout: 120_000, pool: 'forks' } as const;

export default defineConfig({
  test: {
    projects: [
      { test: { ...shared, name: 'unit', include: ['src/**/*.test.ts'] } },
      // Through the front door: these meet the built program.
      {
        test: {
          ...shared,
          name: 'door',
          include: ['tests/**/*.test.ts'],
          globalSetup: ['tests/helpers/build-once.ts'],
        },
      },
    ],
  },
});
