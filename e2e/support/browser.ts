import { type Browser, chromium } from '@playwright/test';
import { chromiumLaunch } from './chromium.ts';
import { makeDemoFolder } from './server.ts';

/**
 * Runs once before the tests. It unpacks Chromium, which must not happen concurrently in the workers; and it fills
 * the demo library, which takes longer than the rest of a site's start.
 */
export default async function setup(): Promise<() => Promise<void>> {
  await chromiumLaunch();
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

export async function launchChromium(): Promise<Browser> {
  const options = await chromiumLaunch();
  const args = [...(options.args ?? []), `--disable-features=${disabledFeatures.join(',')}`];
  return chromium.launch({ ...options, args });
}
