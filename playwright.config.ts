import { defineConfig } from '@playwright/test';

/** Tests in a real browser against a really started server; both are started by e2e/support. */
export default defineConfig({
  testDir: 'e2e',
  globalSetup: './e2e/support/browser.ts',
  testMatch: '*.spec.ts',
  fullyParallel: false,
  // More than the two cores that there are at least: much of it is waiting.
  workers: 3,
  timeout: 60_000,
  expect: { timeout: 10_000 },
  forbidOnly: Boolean(process.env.CI),
  // In CI a test that fails is tried once more; one that then passes is listed as flaky at the end.
  retries: process.env.CI ? 1 : 0,
  reporter: [['list'], ['./e2e/support/file-times.ts']],
  outputDir: 'test-results',
  // Recording every test for the few that fail costs a third of the time: `--trace retain-on-failure` does it by hand.
  // Without it a failed test leaves its screen as a picture and as text, and course.txt.
  use: { trace: 'off', screenshot: 'only-on-failure', actionTimeout: 15_000, navigationTimeout: 20_000 },
});
