import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { build } from 'vite';
import { expect, test } from 'vitest';
import { keepThePage } from './keep-the-page.ts';

/** Builds a site of one script. */
async function built(script: string): Promise<unknown> {
  const root = await mkdtemp(join(tmpdir(), 'inkling-build-'));
  try {
    await writeFile(join(root, 'page.js'), script);
    return await build({
      root,
      configFile: false,
      logLevel: 'silent',
      plugins: [keepThePage()],
      build: { rolldownOptions: { input: join(root, 'page.js') } },
    });
  } finally {
    await rm(root, { recursive: true });
  }
}

test('a router that loads its scripts in another way is told when the site is built', async () => {
  await expect(built('console.log("no router at all")')).rejects.toThrow('in another way than before');
});

test('a build that fails says why, and not that of the router', async () => {
  const failure = await built('import "./not-there.js"').catch((error: unknown) => String(error));
  expect(failure).toContain('not-there.js');
  expect(failure).not.toContain('in another way than before');
});
