import { mkdir, mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { build } from 'vite';
import { expect, test } from 'vitest';
import { replaceScriptLoaders } from './replace-script-loaders.ts';

/** Builds a site of one script, with other files beside it. */
async function built(script: string, files: Record<string, string> = {}): Promise<unknown> {
  const root = await mkdtemp(join(tmpdir(), 'inkling-build-'));
  try {
    for (const [path, text] of Object.entries(files)) {
      await mkdir(dirname(join(root, path)), { recursive: true });
      await writeFile(join(root, path), text);
    }
    await writeFile(join(root, 'page.js'), script);
    return await build({
      root,
      configFile: false,
      logLevel: 'silent',
      plugins: [replaceScriptLoaders()],
      build: { rolldownOptions: { input: join(root, 'page.js') } },
    });
  } finally {
    await rm(root, { recursive: true });
  }
}

test('a router that loads its scripts in another way is told when the site is built', async () => {
  await expect(built('console.log("no router at all")')).rejects.toThrow('in another way than before');
});

test('so is a way of wrapping imports in which no part would be fetched before it is imported', async () => {
  const [router, modules] = [
    '/node_modules/react-router/entry.js',
    '/node_modules/react-router/routeModules.js',
  ];
  const files = { [router]: 'import "./routeModules.js"', [modules]: '' };
  await expect(built(`import ".${router}"`, files)).rejects.toThrow('wraps dynamic imports in another way');
});

test('a build that fails says why, and not that of the router', async () => {
  const failure = await built('import "./not-there.js"').catch((error: unknown) => String(error));
  expect(failure).toContain('not-there.js');
  expect(failure).not.toContain('in another way than before');
});
