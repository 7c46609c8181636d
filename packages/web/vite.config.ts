import { reactRouter } from '@react-router/dev/vite';
import tailwindcss from '@tailwindcss/vite';
import { defineConfig } from 'vite';
import { foldIntoMain } from './fold-into-main.ts';
import { replaceScriptLoaders } from './replace-script-loaders.ts';

/**
 * Code that most pages need is one script, because a page may make at most twelve requests (docs/performance.md). Other
 * scripts have the code that only some pages need, such as forms and the layout of signed-in users with its dialogs.
 */
const groups = [
  {
    name: 'main',
    test: /node_modules[\\/](react|react-dom|scheduler|react-router|@react-router|@tanstack)[\\/]|node_modules[\\/]lucide-react[\\/](?!.*[\\/](chart-column|bar-chart-3|book-open|compass|library|log-out|menu|pen-line|search|settings|user-round|users)\.)|vite[\\/]preload-helper|packages[\\/]web[\\/]src[\\/](root|entry)\.|src[\\/](lib|ui)[\\/](?!live\.|theme\.|language\.|stored-input\.|toast|dialog|confirm-dialog|menu|tabs|return-focus|numbered-pager|pages-around|shelf)|src[\\/]features[\\/]([a-z-]+[\\/][a-z-]+\.api\.|stories[\\/](?!author[\\/](?!story-values)|story-preview|use-story-view)|layout[\\/](?!member-layout|theme-choice|prefetch)|chapters[\\/]reader[\\/](go-to-chapter|chapter-progress)|genres[\\/]genre-toggle|users[\\/]display-name)|contract[\\/]src[\\/](files|words)\./,
    priority: 40,
  },
  {
    name: 'members',
    test: /node_modules[\\/](radix-ui|@radix-ui|@floating-ui|react-remove-scroll|aria-hidden)|lucide-react[\\/].*[\\/](chart-column|bar-chart-3|book-open|compass|library|log-out|menu|pen-line|search|settings|user-round|users)\.|src[\\/]ui[\\/](dialog|confirm-dialog|menu|tabs|return-focus|numbered-pager|pages-around)\.|features[\\/]layout[\\/](member-layout|theme-choice)|src[\\/]lib[\\/]stored-input\.|features[\\/](library[\\/](continue-card|read-label)|stories[\\/]author[\\/]publish-badge\.|chapters[\\/]editor[\\/](local-draft-store|create-once)\.|genres[\\/](?!genre-picker))/,
    priority: 20,
  },
  {
    name: 'favorites',
    test: /src[\\/]features[\\/](genres[\\/](?!genre-picker)|home[\\/]genre-onboarding)/,
    priority: 12,
  },
  {
    name: 'writing',
    test: /src[\\/]features[\\/](genres[\\/]genre-picker|stories[\\/]author[\\/](story-form|cover-field|conflicting-fields|languages))\./,
    priority: 10,
  },
  {
    name: 'forms',
    test: /node_modules[\\/](react-hook-form|@hookform|zod)[\\/]|contract[\\/]src[\\/]|src[\\/]features[\\/](account[\\/]|forms[\\/]|users[\\/](profile-fields|use-profile-form)|uploads[\\/](use-|image-field))/,
    priority: 18,
  },
];

export default defineConfig(({ command }) => ({
  plugins: [replaceScriptLoaders(), tailwindcss(), reactRouter(), foldIntoMain()],
  build: {
    target: 'es2022',
    // The first versions that support light-dark(), which both themes use.
    cssTarget: ['chrome123', 'firefox120', 'safari17.5'],
    assetsInlineLimit: 1024,
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
      // The server needs only a few of its many icons.
      'lucide-react',
    ],
  },
}));
