import { mkdir, mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { build } from 'vite';
import { expect, test } from 'vitest';
import { replaceScriptLoaders } from './replace-script-loaders.ts';

/** Builds a site that consists of one script and the given files. */
async function buildSite(script: string, files: Record<string, string> = {}): Promise<unknown> {
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

test('the build fails when the router no longer loads its scripts from routeModules.js', async () => {
  await expect(buildSite('console.log("no router at all")')).rejects.toThrow('no longer loads route scripts');
});

test('the build fails when Vite no longer wraps dynamic imports in its preload helper', async () => {
  const [router, modules] = [
    '/node_modules/react-router/entry.js',
    '/node_modules/react-router/routeModules.js',
  ];
  const files = { [router]: 'import "./routeModules.js"', [modules]: '' };
  await expect(buildSite(`import ".${router}"`, files)).rejects.toThrow('no longer wraps dynamic imports');
});

test('a build that fails for another reason reports that reason alone', async () => {
  const failure = await buildSite('import "./not-there.js"').catch((error: unknown) => String(error));
  expect(failure).toContain('not-there.js');
  expect(failure).not.toContain('no longer loads route scripts');
});
