import { existsSync } from 'node:fs';
import { type Browser, chromium } from '@playwright/test';
import { makeDemoFolder } from './server.ts';

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

/**
 * What is done once, before the tests: Chromium is found, since the one from npm is unpacked by it, which two may not
 * do at once; and the demo library is filled, which takes longer than all else of a site's start.
 */
export default async function setup(): Promise<() => Promise<void>> {
  process.env[found] = await findChromium();
  return makeDemoFolder();
}

// Chromium goes by the last such list alone: these are Playwright's own, and then ours.
const withoutFeatures = [
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
  // Suggestions under the address bar, which nobody sees: a page of their own, loaded anew for every test's window.
  'WebUIOmniboxPopup',
  'WebUIOmniboxAimPopup',
];

export const launchChromium = (): Promise<Browser> =>
  chromium.launch({
    executablePath: process.env[found],
    args: [
      '--no-sandbox',
      '--disable-gpu',
      '--disable-background-networking',
      '--disable-dev-shm-usage',
      `--disable-features=${withoutFeatures.join(',')}`,
    ],
  });
