import { join } from 'node:path';
import { reactRouter } from '@react-router/dev/vite';
import tailwindcss from '@tailwindcss/vite';
import { defineConfig } from 'vite';
import { foldScripts } from './fold-scripts.ts';
import { inlineScripts } from './inline-script.ts';
import { scriptNames, scriptOf } from './script-table.ts';
import { visitorScripts } from './visitor-scripts.ts';

/** Scripts that other scripts import come first (script-table.ts). */
const groups = scriptNames.map((name, index) => ({
  name,
  priority: scriptNames.length - index,
  test: (id: string) => scriptOf(id) === name,
}));

const loader = (file: string): string => join(import.meta.dirname, 'src/lib', file);

/** Loaders that keep the page when a script cannot be fetched, in place of React Router's and Vite's. */
const scriptLoaders = [
  { find: /^.*\/routeModules\.js$/, replacement: loader('route-scripts.ts') },
  { find: /^\0vite\/preload-helper\.js$/, replacement: loader('part-scripts.ts') },
];

/** Parts of React Router that are switched off, in place of which every page would load 2.5 KB. */
const unusedParts = [
  { find: /^.*\/fog-of-war\.js$/, replacement: loader('unused/route-discovery.ts') },
  { find: /^.*\/instrumentation\.js$/, replacement: loader('unused/router-instrumentation.ts') },
];

export default defineConfig(({ command }) => ({
  plugins: [inlineScripts(), tailwindcss(), reactRouter(), visitorScripts(), foldScripts()],
  resolve: { alias: command === 'build' ? [...scriptLoaders, ...unusedParts] : [] },
  build: {
    target: 'es2022',
    // The first versions that support light-dark(), which both themes use.
    cssTarget: ['chrome123', 'firefox120', 'safari17.5'],
    cssCodeSplit: false,
    assetsInlineLimit: 1024,
    // A slow machine would get a dozen lines about the bundler on the first start.
    rolldownOptions: { checks: { pluginTimings: false } },
  },
  environments: {
    client: {
      build: {
        rolldownOptions: { output: { codeSplitting: { groups } } },
      },
    },
  },
  ssr: {
    noExternal: [
      // It imports its own folders, which Node cannot resolve. A build inlines its dependencies too, since a production
      // install may not hoist them to where the pages look for them.
      '@atlaskit/pragmatic-drag-and-drop',
      ...(command === 'build' ? ['@babel/runtime', 'bind-event-listener', 'raf-schd'] : []),
      // The server needs only a few of its many icons; one by one, development would load them for ten seconds.
      ...(command === 'build' ? ['lucide-react', '@hookform/resolvers'] : []),
    ],
  },
}));
