import { join } from 'node:path';
import type { Plugin } from 'vite';

const ours = join(import.meta.dirname, 'src/lib/route-scripts.ts');

/**
 * Puts our way of loading a route's script in the place of the router's, which loads the whole page anew when one does
 * not come, and has no setting for that: src/lib/route-scripts.ts says what is wrong with it.
 */
export function keepThePage(): Plugin {
  let placed = false;
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
    buildEnd(failure) {
      // A build that has failed says why itself.
      if (failure === undefined && !placed)
        throw new Error('The router loads its routes’ scripts in another way than before.');
    },
  };
}
