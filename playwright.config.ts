import { defineConfig } from '@playwright/test';

/** Browser tests against a real server; e2e/support starts both. */
export default defineConfig({
  testDir: 'e2e',
  globalSetup: './e2e/support/browser.ts',
  testMatch: '*.spec.ts',
  fullyParallel: false,
  // More workers than the minimum of two cores, because tests spend much of their time waiting.
  workers: 3,
  // Only to end what hangs; a busy machine must not fail a test.
  timeout: 180_000,
  expect: { timeout: 30_000 },
  forbidOnly: Boolean(process.env.CI),
  // CI retries a failed test once; if it then passes it is reported as flaky.
  retries: process.env.CI ? 1 : 0,
  reporter: 'list',
  outputDir: 'test-results',
  // Tracing every test makes the suite a third slower; use `--trace retain-on-failure` when needed.
  // By default a failed test leaves a screenshot, a text snapshot and activity.txt.
  use: {
    trace: 'off',
    screenshot: 'only-on-failure',
    actionTimeout: 45_000,
    navigationTimeout: 60_000,
    // Painting animations without a graphics card takes about a third of Chromium's time.
    contextOptions: { reducedMotion: 'reduce' },
  },
});
