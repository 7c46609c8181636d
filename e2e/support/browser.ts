import { existsSync } from 'node:fs';
import { type Browser, chromium } from '@playwright/test';

const onTheMachine = ['/usr/bin/chromium', '/usr/bin/chromium-browser', '/usr/bin/google-chrome'];
/** Says where the Chromium is that the set-up has found. */
const found = 'INKLING_TEST_CHROMIUM';

/** The machine's own Chromium, else Playwright's where it was installed, else the one that comes from npm. */
async function findChromium(): Promise<string> {
  const own = [process.env.CHROMIUM ?? '', ...onTheMachine, chromium.executablePath()].find(
    (path) => path !== '' && existsSync(path),
  );
  return own ?? (await import('@sparticuz/chromium')).default.executablePath();
}

/** Finds Chromium once, before the tests: the one from npm is unpacked by it, which two may not do at once. */
export default async function setup(): Promise<void> {
  process.env[found] = await findChromium();
}

export const launchChromium = (): Promise<Browser> =>
  chromium.launch({
    executablePath: process.env[found],
    args: ['--no-sandbox', '--disable-gpu', '--disable-background-networking', '--disable-dev-shm-usage'],
  });
