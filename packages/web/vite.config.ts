import { reactRouter } from '@react-router/dev/vite';
import tailwindcss from '@tailwindcss/vite';
import { defineConfig } from 'vite';
import { inlineScripts } from './inline-script.ts';

/**
 * Scripts with names, each with all that its modules import. The bundler chooses the rest. `main` has what forms share with
 * the story page too, whose script they would load otherwise.
 */
const groups = [
  {
    name: 'main',
    test: /src\/(root|entry\.client|features\/stories\/story-card|features\/layout\/(page-failed|revalidate-as-visitor)|lib\/(load|device-zone)|limits|content-warnings)\.tsx?|icons\/(eye-off|check)\.mjs/,
    priority: 2,
  },
  { name: 'story', test: /src\/screens\/story\/story\.tsx/, priority: 1 },
];

export default defineConfig(({ command }) => ({
  plugins: [inlineScripts(), tailwindcss(), reactRouter()],
  build: {
    target: 'es2022',
    // The first versions that support light-dark(), which both themes use.
    cssTarget: ['chrome123', 'firefox120', 'safari17.5'],
    assetsInlineLimit: 1024,
    // For the service worker's list of files and the check of sizes.
    manifest: true,
    // A slow machine would get a dozen lines about the bundler on the first start.
    rolldownOptions: { checks: { pluginTimings: false } },
  },
  // The same for worker scripts, which are bundled separately.
  worker: { rolldownOptions: { checks: { pluginTimings: false } } },
  // Its WebAssembly file lies beside it.
  optimizeDeps: { exclude: ['harper.js'] },
  environments: {
    client: { build: { rolldownOptions: { output: { codeSplitting: { groups } } } } },
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
