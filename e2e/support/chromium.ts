import { accessSync, constants, existsSync, statfsSync } from 'node:fs';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { chromium, type LaunchOptions } from '@playwright/test';

const systemPaths = ['/usr/bin/chromium', '/usr/bin/chromium-browser', '/usr/bin/google-chrome'];

/** Chromium from npm with the libraries and fonts that a bare machine lacks. All of them are unpacked once. */
async function chromiumFromNpm(): Promise<LaunchOptions> {
  const { default: packed, inflate } = await import('@sparticuz/chromium');
  const bin = fileURLToPath(new URL('../bin', import.meta.resolve('@sparticuz/chromium')));
  const libraries = join(await inflate(join(bin, 'al2023.tar.br')), 'lib');
  const fonts = await inflate(join(bin, 'fonts.tar.br'));
  return {
    executablePath: await packed.executablePath(),
    env: {
      ...process.env,
      LD_LIBRARY_PATH: [libraries, process.env.LD_LIBRARY_PATH].filter(Boolean).join(':'),
      ...(!existsSync('/etc/fonts') && { FONTCONFIG_PATH: fonts }),
    },
  };
}

const sharedMemory = '/dev/shm';
const requiredBytes = 2 * 1024 ** 3;

/** Containers often have 64 MB, with which Chromium crashes; so it does where it may not write. */
function hasSharedMemory(): boolean {
  try {
    accessSync(sharedMemory, constants.W_OK | constants.X_OK);
  } catch {
    return false;
  }
  const { bavail, bsize } = statfsSync(sharedMemory);
  return bavail * bsize > requiredBytes;
}

/**
 * How tests launch Chromium: the system's, else Playwright's if installed, else the one from npm. Painted tiles in
 * memory, not in files below /tmp, save it an eighth of its processor time.
 */
export async function chromiumLaunch(): Promise<LaunchOptions> {
  const installed = [process.env.CHROMIUM ?? '', ...systemPaths, chromium.executablePath()].find(
    (path) => path !== '' && existsSync(path),
  );
  return {
    ...(installed === undefined ? await chromiumFromNpm() : { executablePath: installed }),
    args: ['--no-sandbox', '--disable-gpu', '--disable-background-networking'],
    // Playwright adds this option by default.
    ...(hasSharedMemory() && { ignoreDefaultArgs: ['--disable-dev-shm-usage'] }),
  };
}
