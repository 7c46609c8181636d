import { reactRouter } from '@react-router/dev/vite';
import tailwindcss from '@tailwindcss/vite';
import { defineConfig } from 'vite';
import { inlineScripts } from './inline-script.ts';

/** What all pages load, and what the first screens of visitors share. */
const all = [
  'root',
  'entry.client',
  'features/layout/page-failed',
  'features/layout/revalidate-as-visitor',
  'features/stories/stories.api',
  'features/stories/story-card',
  'lib/device-zone',
  'lib/load',
  'ui/alert',
  'ui/empty-state',
  // Of the contract.
  'content-warnings',
  'limits',
];
/** What the first screens of readers share. One that is missing here makes them all load the story page's script. */
const readers = [
  'features/chapters/chapters.api',
  'features/home/home.api',
  'features/library/read-label',
  'features/offline/known-title',
  'features/stories/(bookmark-button|labels/mature-consent|list/story-lists.api|use-page-view)',
  'features/story-follows/story-follow',
  'lib/device-settings',
  'lib/query-state',
  'lib/use-(near|opened)',
  // Of the contract.
  'chapter-title',
];
const readersIcons = 'arrow-left|bell|bell-ring|calendar-clock|chevron-down|ellipsis|lock';
/** What the reading screen shares with the layout of members. */
const signedIn = ['features/layout/session-lost', 'features/measures/suspended-notice', 'lib/lazy-dialog'];
/** What the reading screen, the layout of members and communities share. */
const live = ['features/notifications/bell.api', 'lib/live'];
/** What the layout of members loads, which imports this part of itself. */
const members = [
  'features/layout/(search-box|theme-choice|unverified-banner)',
  'features/library/continue-card',
  'features/notifications/bell',
  'features/rewards/live-rewards',
  'features/search/site-search',
  'lib/sign-out',
];
/** Icons of the reading screen and of the layout of members, which other pages use too. */
const icons = 'book-open|chevron-left|chevron-right|flag|search|settings|settings-2|x';
const membersIcons =
  'chart-column|compass|gift|house|library|log-out|menu|pen-line|shield|sparkles|user-round|users';
/** What lists of stories share. */
const lists = [
  'features/stories/(list/(story-grid|view-switch)|show-more|use-list)',
  'lib/use-(settled|view-in-address)',
  'ui/(focus-neighbour|tabs)',
];
const modulesOf = (modules: string[], ofIcons = '') =>
  new RegExp(`src/(${modules.join('|')})\\.tsx?|icons/(${ofIcons})\\.mjs`);

/**
 * Scripts with names, each with all that its modules import. The bundler chooses the rest: a file for whatever has the same
 * importers, often of 300 bytes, for each of which a browser on HTTP/1.1 waits as long as for a large one.
 */
const groups = [
  { name: 'main', test: modulesOf(all, 'check|eye-off'), priority: 4 },
  { name: 'reader', test: modulesOf(readers, readersIcons), priority: 3 },
  { name: 'icons', test: modulesOf([], icons), priority: 3 },
  { name: 'members-icons', test: modulesOf([], membersIcons), priority: 3 },
  { name: 'live', test: modulesOf(live), priority: 3 },
  { name: 'signed-in', test: modulesOf(signedIn), priority: 2 },
  { name: 'member', test: modulesOf(members), priority: 1 },
  { name: 'lists', test: modulesOf(lists), priority: 1 },
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
