import { join } from 'node:path';
import type { Plugin } from 'vite';

const routeScripts = join(import.meta.dirname, 'src/lib/route-scripts.ts');
/** Vite's wrapper around each `import()`, which starts the import before it knows that the files can be fetched. */
const viteHelper = '\0vite/preload-helper.js';
const partScripts = join(import.meta.dirname, 'src/lib/part-scripts.ts');

/**
 * Replaces the router's loader of route scripts, which reloads the page when a script fails (src/lib/route-scripts.ts).
 * Also replaces Vite's loader of dynamic imports (src/lib/part-scripts.ts).
 */
export function replaceScriptLoaders(): Plugin {
  let routerReplaced = false;
  let viteReplaced = false;
  return {
    name: 'inkling:replace-script-loaders',
    apply: 'build',
    enforce: 'pre',
    applyToEnvironment: ({ name }) => name === 'client',
    resolveId(source, importer) {
      if (!source.endsWith('/routeModules.js') || !importer?.includes('/react-router/')) return;
      routerReplaced = true;
      return routeScripts;
    },
    load: {
      order: 'pre',
      handler(id) {
        if (id !== viteHelper) return;
        viteReplaced = true;
        return `export { importPart as __vitePreload } from ${JSON.stringify(partScripts)};`;
      },
    },
    buildEnd(failure) {
      // A failed build reports its own error.
      if (failure === undefined && !routerReplaced)
        throw new Error(
          'React Router no longer loads route scripts from routeModules.js. Adapt packages/web/replace-script-loaders.ts.',
        );
      if (failure === undefined && !viteReplaced)
        throw new Error(
          'Vite no longer wraps dynamic imports in preload-helper.js. Adapt packages/web/replace-script-loaders.ts.',
        );
    },
  };
}
