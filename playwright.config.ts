import { defineConfig } from '@playwright/test';

/** Tests in a real browser against a really started server; both are started by e2e/support. */
export default defineConfig({
  testDir: 'e2e',
  globalSetup: './e2e/support/browser.ts',
  testMatch: '*.spec.ts',
  fullyParallel: false,
  workers: 2,
  timeout: 60_000,
  expect: { timeout: 10_000 },
  forbidOnly: Boolean(process.env.CI),
  reporter: [['list']],
  outputDir: 'test-results',
  use: { trace: 'retain-on-failure', actionTimeout: 15_000, navigationTimeout: 20_000 },
});
