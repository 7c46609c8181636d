import { existsSync } from 'node:fs';
import { type Browser, chromium } from '@playwright/test';
import { makeDemoFolder } from './server.ts';

const systemPaths = ['/usr/bin/chromium', '/usr/bin/chromium-browser', '/usr/bin/google-chrome'];
/** The environment variable that passes Chromium's path from the setup to the workers. */
const pathVariable = 'INKLING_TEST_CHROMIUM';

/** The system's Chromium, else Playwright's if installed, else the one from npm. */
async function findChromium(): Promise<string> {
  const installed = [process.env.CHROMIUM ?? '', ...systemPaths, chromium.executablePath()].find(
    (path) => path !== '' && existsSync(path),
  );
  return installed ?? (await import('@sparticuz/chromium')).default.executablePath();
}

/**
 * Runs once before the tests. It finds Chromium, because the npm package unpacks itself, which must not happen
 * concurrently; and it fills the demo library, which takes longer than the rest of a site's start.
 */
export default async function setup(): Promise<() => Promise<void>> {
  process.env[pathVariable] = await findChromium();
  return makeDemoFolder();
}

// Chromium only uses the last --disable-features, so this repeats Playwright's list and adds ours.
const disabledFeatures = [
  'AvoidUnnecessaryBeforeUnloadCheckSync',
  'DestroyProfileOnBrowserClose',
  'HttpsUpgrades',
  'HttpsFirstBalancedModeAutoEnable',
  'LensOverlay',
  'MediaRouter',
  'PaintHolding',
  'ThirdPartyStoragePartitioning',
  'AvoidCorsURLLoaderRestartOnRedirect',
  'OptimizationHints',
  'NetworkTimeServiceQuerying',
  'AimEnabled',
  'PreconnectToSearch',
  // Address bar suggestions: an extra page that would load in every test window.
  'WebUIOmniboxPopup',
  'WebUIOmniboxAimPopup',
];

export const launchChromium = (): Promise<Browser> =>
  chromium.launch({
    executablePath: process.env[pathVariable],
    args: [
      '--no-sandbox',
      '--disable-gpu',
      '--disable-background-networking',
      '--disable-dev-shm-usage',
      `--disable-features=${disabledFeatures.join(',')}`,
    ],
  });
