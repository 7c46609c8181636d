import { existsSync, statfsSync } from 'node:fs';
import { chromium } from '@playwright/test';

const systemPaths = ['/usr/bin/chromium', '/usr/bin/chromium-browser', '/usr/bin/google-chrome'];

/** The system's Chromium, else Playwright's if installed, else the one from npm, which unpacks itself once. */
export async function findChromium(): Promise<string> {
  const installed = [process.env.CHROMIUM ?? '', ...systemPaths, chromium.executablePath()].find(
    (path) => path !== '' && existsSync(path),
  );
  return installed ?? (await import('@sparticuz/chromium')).default.executablePath();
}

const sharedMemory = '/dev/shm';
const requiredBytes = 2 * 1024 ** 3;

/** Containers often have 64 MB, with which Chromium crashes. */
function hasSharedMemory(): boolean {
  if (!existsSync(sharedMemory)) return false;
  const { bavail, bsize } = statfsSync(sharedMemory);
  return bavail * bsize > requiredBytes;
}

/** How tests launch Chromium. Painted tiles in memory, not in files below /tmp, save it an eighth of its processor time. */
export const chromiumLaunch = {
  args: ['--no-sandbox', '--disable-gpu', '--disable-background-networking'],
  // Playwright adds this option by default.
  ...(hasSharedMemory() && { ignoreDefaultArgs: ['--disable-dev-shm-usage'] }),
};
