import { defineConfig } from 'vitest/config';

export default defineConfig({
  test: {
    projects: [
      {
        test: {
          name: 'server',
          include: ['packages/{contract,server}/**/*.test.ts', 'scripts/**/*.test.ts'],
          globalSetup: ['packages/server/src/testing/database.setup.ts'],
          testTimeout: 30_000,
          hookTimeout: 60_000,
          pool: 'forks',
        },
      },
      {
        test: {
          name: 'web',
          include: ['packages/web/*.test.ts', 'packages/web/src/**/*.test.ts'],
          testTimeout: 15_000,
        },
      },
    ],
    maxWorkers: 2,
  },
});
