import { playwright } from '@vitest/browser-playwright';
import { defineConfig } from 'vitest/config';
import { BaseSequencer, type Reporter, type TestModule, type TestSpecification } from 'vitest/node';
import { chromiumArgs, findChromium } from './e2e/support/chromium.ts';
import { saveFileTimes } from './scripts/slowest-files.ts';

/** Whole servers and databases are started and stopped there, which takes longest. */
const isLong = ({ moduleId }: TestSpecification) => /\/(process-tests|embedded)\//.test(moduleId);

/** The long ones first, else one of them would run on when the others are over; then, as always, by size. */
class LongestFirst extends BaseSequencer {
  override async sort(files: TestSpecification[]): Promise<TestSpecification[]> {
    const sorted = await super.sort(files);
    return [...sorted.filter(isLong), ...sorted.filter((file) => !isLong(file))];
  }
}

const fileTimes: Reporter = {
  onTestRunEnd(modules) {
    const timeOf = (file: TestModule): [string, number] => {
      const { prepareDuration, collectDuration, setupDuration, duration } = file.diagnostic();
      return [file.relativeModuleId, prepareDuration + collectDuration + setupDuration + duration];
    };
    saveFileTimes('vitest', modules.map(timeOf));
  },
};

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
      {
        // Packages found only while tests run would reload the tests.
        optimizeDeps: { entries: ['packages/web/src/{features,lib,screens,testing,ui}/**/*.{ts,tsx}'] },
        test: {
          name: 'components',
          include: ['packages/web/src/**/*.test.tsx'],
          testTimeout: 30_000,
          browser: {
            enabled: true,
            headless: true,
            screenshotFailures: false,
            provider: playwright({
              launchOptions: { executablePath: await findChromium(), args: chromiumArgs },
              contextOptions: { reducedMotion: 'reduce' },
            }),
            instances: [{ browser: 'chromium', viewport: { width: 1280, height: 720 } }],
          },
        },
      },
    ],
    reporters: ['default', fileTimes],
    sequence: { sequencer: LongestFirst },
    // More than the two cores that there are at least: much of it is waiting for what has been started or stopped.
    maxWorkers: 3,
  },
});
