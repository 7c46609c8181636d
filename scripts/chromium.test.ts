import { spawnSync } from 'node:child_process';
import { expect, test } from 'vitest';
import { chromiumLaunch } from '../e2e/support/chromium.ts';

test('the Chromium from npm finds every library, those that a bare machine lacks among its own', async ({
  skip,
}) => {
  const { executablePath = '', env } = await chromiumLaunch();
  if (env === undefined) return skip(`${executablePath} brings no libraries: the machine has them`);
  // The loader lists the libraries instead of starting the program.
  const { stdout } = spawnSync(executablePath, {
    env: { ...env, LD_TRACE_LOADED_OBJECTS: '1' },
    encoding: 'utf8',
  });
  expect(stdout).not.toContain('not found');
  for (const name of ['libnspr4', 'libnss3', 'libnssutil3', 'libexpat'])
    expect(stdout).toMatch(new RegExp(`^\\s+${name}\\.so\\S* => \\S+/al2023/lib/`, 'm'));
});
