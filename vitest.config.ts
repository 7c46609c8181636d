import { join } from 'node:path';
import { playwright } from '@vitest/browser-playwright';
import { configDefaults, defineConfig, type TestUserConfig } from 'vitest/config';
import { BaseSequencer, type Reporter, type TestModule, type TestSpecification } from 'vitest/node';
import { chromiumLaunch } from './e2e/support/chromium.ts';

// Compiled code is kept for the next worker and the next run; `npm start` uses the same folder.
process.env.NODE_COMPILE_CACHE ??= join(import.meta.dirname, 'node_modules/.cache/inkling');

/** Replaces modules, so it has a process of its own. */
const isolated = ['packages/server/src/contract-checks/access-matrix.test.ts'];
/** Start and stop whole servers and databases, so they take longest. */
const programs = /\/(process-tests|db\/embedded)\//;

/** Long files, and the tests of programs, of all calls and of whole screens: `npm test -- --quick` leaves them out. */
const long = [
  '**/*.long.test.{ts,tsx}',
  'packages/server/src/{contract-checks,process-tests,platform/db/embedded}/**',
  'packages/web/src/screens/**',
];
// Vitest applies --exclude to no project that is defined here.
const exclude = [...configDefaults.exclude, ...(process.env.INKLING_QUICK_TESTS === '1' ? long : [])];
const isLong = (file: string) => /\.long\.test\.tsx?$|\/contract-checks\//.test(file);

/**
 * Those that take longest first, else one of them would run on when the others are over: programs, then long files and
 * contract-wide tests, then by the durations of the last run, which a new checkout does not have. Files of a
 * project follow each other, because a worker is reused for the next file of its project only.
 */
class LongestFirst extends BaseSequencer {
  override async sort(files: TestSpecification[]): Promise<TestSpecification[]> {
    const sorted = await super.sort(files);
    const rank = ({ project, moduleId }: TestSpecification) =>
      ['isolated', 'server', 'web'].indexOf(project.name) +
      (programs.test(moduleId) ? 0 : isLong(moduleId) ? 0.3 : 0.6);
    return sorted.sort((a, b) => rank(a) - rank(b));
  }
}

/** In CI a failed test is run once more, as in the browser tests, and listed as flaky. */
const retry = process.env.CI === undefined ? 0 : 1;
/** `expect.poll` waits this long, not a second: a busy machine must not fail a test. */
const poll = { timeout: 20_000 };

const onServer: TestUserConfig = {
  globalSetup: ['packages/server/src/testing/database.setup.ts'],
  setupFiles: ['packages/server/src/testing/recorded-rows.ts'],
  // Only to end a run that hangs; a busy machine must not fail a test.
  testTimeout: 240_000,
  hookTimeout: 240_000,
  retry,
  expect: { poll },
  pool: 'forks',
  // Node runs TypeScript itself, as it does for `npm start`.
  experimental: { viteModuleRunner: false },
  // As `npm start` sets it: React's development build renders several times slower.
  env: { NODE_ENV: 'production' },
};

const flakyOf = (file: TestModule): string[] =>
  [...file.children.allTests()]
    .filter((test) => test.diagnostic()?.flaky)
    .map((test) => `${file.relativeModuleId} > ${test.fullName}`);

const flakyTests: Reporter = {
  onTestRunEnd(modules) {
    const flaky = modules.flatMap(flakyOf);
    if (flaky.length > 0) process.stdout.write(`\nFlaky, passed when run again:\n${flaky.join('\n')}\n`);
  },
};

export default defineConfig({
  test: {
    projects: [
      {
        test: { ...onServer, name: 'isolated', include: isolated, exclude },
      },
      {
        test: {
          ...onServer,
          name: 'server',
          include: ['packages/{contract,server}/**/*.test.ts', 'scripts/**/*.test.ts'],
          exclude: [...exclude, ...isolated],
          // Each worker loads the server once. Every file has an application and a database of its own.
          isolate: false,
        },
      },
      {
        test: {
          name: 'web',
          include: ['packages/web/*.test.ts', 'packages/web/src/**/*.test.ts'],
          exclude,
          testTimeout: 15_000,
          retry,
          expect: { poll: { timeout: 10_000 } },
          isolate: false,
        },
      },
      {
        // Packages found only while tests run would reload the tests.
        optimizeDeps: { entries: ['packages/web/src/{features,lib,screens,testing,ui}/**/*.{ts,tsx}'] },
        test: {
          name: 'components',
          include: ['packages/web/src/**/*.test.tsx'],
          exclude,
          testTimeout: 30_000,
          retry,
          expect: { poll },
          // Three pages, after the server's tests.
          maxWorkers: 3,
          sequence: { groupOrder: 1 },
          browser: {
            enabled: true,
            headless: true,
            screenshotFailures: false,
            provider: playwright({
              launchOptions: await chromiumLaunch(),
              contextOptions: { reducedMotion: 'reduce' },
            }),
            instances: [{ browser: 'chromium', viewport: { width: 1280, height: 720 } }],
          },
        },
      },
    ],
    reporters: ['default', flakyTests],
    sequence: { sequencer: LongestFirst },
    // More than the two cores that there are at least: much of it is waiting for what has been started or stopped.
    maxWorkers: 4,
  },
});
