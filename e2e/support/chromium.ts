import { existsSync } from 'node:fs';
import { chromium } from '@playwright/test';

const systemPaths = ['/usr/bin/chromium', '/usr/bin/chromium-browser', '/usr/bin/google-chrome'];

/** The system's Chromium, else Playwright's if installed, else the one from npm, which unpacks itself once. */
export async function findChromium(): Promise<string> {
  const installed = [process.env.CHROMIUM ?? '', ...systemPaths, chromium.executablePath()].find(
    (path) => path !== '' && existsSync(path),
  );
  return installed ?? (await import('@sparticuz/chromium')).default.executablePath();
}

export const chromiumArgs = [
  '--no-sandbox',
  '--disable-gpu',
  '--disable-background-networking',
  '--disable-dev-shm-usage',
];
