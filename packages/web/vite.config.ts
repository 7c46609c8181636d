import { reactRouter } from '@react-router/dev/vite';
import tailwindcss from '@tailwindcss/vite';
import { defineConfig } from 'vite';

/**
 * What most pages need is a few files rather than dozens of small ones: each is a request, and a page is to make
 * twelve at most (docs/performance.md). What only some pages need (forms, windows) stays apart from it.
 */
const groups = [
  {
    name: 'framework',
    test: /node_modules[\\/](react|react-dom|scheduler|react-router|@tanstack)[\\/]|rolldown.runtime/,
    priority: 40,
  },
  {
    name: 'common',
    test: /node_modules[\\/]lucide-react[\\/]|packages[\\/]web[\\/]src[\\/](lib|ui)[\\/](?!toast|upload|dialog|confirm-dialog|menu|tabs|return-focus)|src[\\/]features[\\/](stories[\\/](?!story-preview)|frame[\\/](?!member-layout))|contract[\\/]src[\\/](files|words)\./,
    priority: 30,
  },
  { name: 'forms', test: /node_modules[\\/](react-hook-form|@hookform|zod)[\\/]/, priority: 20 },
  {
    name: 'windows',
    test: /node_modules[\\/](radix-ui|@radix-ui|@floating-ui|react-remove-scroll|aria-hidden)|src[\\/]ui[\\/](dialog|confirm-dialog|menu|tabs|return-focus)\./,
    priority: 10,
  },
];

export default defineConfig({
  plugins: [tailwindcss(), reactRouter()],
  build: { target: 'es2022', assetsInlineLimit: 1024 },
  environments: {
    client: {
      build: {
        rolldownOptions: { output: { codeSplitting: { groups } } },
      },
    },
  },
  // It imports its own folders, which Node alone does not resolve.
  ssr: { noExternal: ['@atlaskit/pragmatic-drag-and-drop'] },
});
