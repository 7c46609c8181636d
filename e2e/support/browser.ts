import { type Browser, chromium } from '@playwright/test';
import { chromiumLaunch, findChromium } from './chromium.ts';
import { makeDemoFolder } from './server.ts';

/** The environment variable that passes Chromium's path from the setup to the workers. */
const pathVariable = 'INKLING_TEST_CHROMIUM';

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
    ...chromiumLaunch,
    executablePath: process.env[pathVariable],
    args: [...chromiumLaunch.args, `--disable-features=${disabledFeatures.join(',')}`],
  });
