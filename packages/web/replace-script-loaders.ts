import { join } from 'node:path';
import type { Plugin } from 'vite';

const ours = join(import.meta.dirname, 'src/lib/route-scripts.ts');
/** Vite's function around each `import()`, which begins to import before it knows that the files can be fetched. */
const viteHelper = '\0vite/preload-helper.js';
const partScripts = join(import.meta.dirname, 'src/lib/part-scripts.ts');

/**
 * Puts our way of loading a route's script in the place of the router's, which loads the whole page anew when one does
 * not come, and has no setting for that: src/lib/route-scripts.ts says what is wrong with it. Likewise for Vite's way of
 * importing a part of a page (src/lib/part-scripts.ts).
 */
export function replaceScriptLoaders(): Plugin {
  let placed = false;
  let wrapped = false;
  return {
    name: 'inkling:keep-the-page',
    apply: 'build',
    enforce: 'pre',
    applyToEnvironment: ({ name }) => name === 'client',
    resolveId(source, importer) {
      if (!source.endsWith('/routeModules.js') || !importer?.includes('/react-router/')) return;
      placed = true;
      return ours;
    },
    load: {
      order: 'pre',
      handler(id) {
        if (id !== viteHelper) return;
        wrapped = true;
        return `export { importPart as __vitePreload } from ${JSON.stringify(partScripts)};`;
      },
    },
    buildEnd(failure) {
      // A build that has failed says why itself.
      if (failure === undefined && !placed)
        throw new Error('The router loads its routes’ scripts in another way than before.');
      if (failure === undefined && !wrapped)
        throw new Error('Vite wraps dynamic imports in another way than before.');
    },
  };
}
