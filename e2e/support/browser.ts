import { existsSync } from 'node:fs';
import { type Browser, chromium } from '@playwright/test';

const onTheMachine = ['/usr/bin/chromium', '/usr/bin/chromium-browser', '/usr/bin/google-chrome'];
const plain = ['--no-sandbox', '--disable-gpu', '--disable-background-networking'];

/** The machine's own Chromium, else Playwright's where it was installed, else the one that comes from npm. */
export async function launchChromium(): Promise<Browser> {
  const own = [process.env.CHROMIUM ?? '', ...onTheMachine, chromium.executablePath()].find(
    (path) => path !== '' && existsSync(path),
  );
  if (own !== undefined) return chromium.launch({ executablePath: own, args: plain });
  const packed = (await import('@sparticuz/chromium')).default;
  return chromium.launch({ executablePath: await packed.executablePath(), args: packed.args });
}
