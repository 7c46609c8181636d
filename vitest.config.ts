import { defineConfig } from 'vitest/config';

/** Tests that start and kill whole programs: what else the machine does reaches into them. */
const processes = [
  'packages/server/src/life-tests/**/*.test.ts',
  'packages/server/src/platform/db/embedded/**/*.test.ts',
];
const onDatabase = {
  globalSetup: ['packages/server/src/testing/database.setup.ts'],
  testTimeout: 30_000,
  hookTimeout: 60_000,
  pool: 'forks' as const,
};

export default defineConfig({
  test: {
    projects: [
      {
        test: {
          name: 'server',
          include: ['packages/{contract,server}/**/*.test.ts', 'scripts/**/*.test.ts'],
          exclude: ['**/node_modules/**', ...processes],
          ...onDatabase,
        },
      },
      // A second failure of the same test is one; the report names those that needed it.
      { test: { name: 'processes', include: processes, retry: 1, ...onDatabase } },
      {
        test: {
          name: 'web',
          include: ['packages/web/src/**/*.test.ts'],
          testTimeout: 15_000,
        },
      },
    ],
    maxWorkers: 2,
  },
});
