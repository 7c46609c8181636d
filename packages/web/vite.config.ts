import { join } from 'node:path';
import { reactRouter } from '@react-router/dev/vite';
import tailwindcss from '@tailwindcss/vite';
import { defineConfig } from 'vite';
import { foldScripts } from './fold-scripts.ts';
import { inlineScripts } from './inline-script.ts';

/**
 * The script that has a module: that of the first pattern that matches. Scripts are few, because a page may make at most
 * twelve requests (docs/performance.md). Modules without one are bundled with the pages that use them.
 */
const modulesOfScripts: [script: string | null, modules: RegExp][] = [
  // Stories that are kept offline: loaded after a page, or when a story is kept.
  [null, /src\/lib\/offline\/start-sync\./],
  ['offline', /src\/(lib|features)\/offline\//],
  // Loaded after a chapter's text is shown, or when its settings are opened.
  [
    null,
    /features\/reading-comfort\/|lib\/(fetch-sound|save-reading-settings)\.|lucide-react\/.*\/(audio-lines|circle-stop|pause|play)\.mjs/,
  ],
  // Profiles' headers, the library's calls, and what several pages show of collections; dialogs are loaded when opened.
  [
    'people',
    /features\/(collections\/(collections\.api|collection-(card|grid|grid-skeleton)|visibility|books-label)|library-files\/library-files\.api|library\/(library-entries\.api|library-view|entry-(actions|menu-button|note)|story-entry|use-lazy-menu)|users\/profile-header)\.|lucide-react\/.*\/(award|book-x|file-up|globe|link|lock)\.mjs/,
  ],
  // The reading history, and import and export of the library.
  [
    null,
    /features\/(library-files\/|library\/(history-|reading-history))|lucide-react\/.*\/(copy|file-up|history)\.mjs/,
  ],
  // Reading sessions, which load once a chapter's text is shown; what stories, lists and members' pages show of them.
  ['story-page', /features\/reading-sessions\/(about-time|average-time)/],
  ['members', /features\/(reading-sessions\/reading-time|library\/entry-label)\./],
  [null, /features\/reading-sessions\/|screens\/reading\/reader-extras\./],
  // The chat, whose button loads with them.
  [null, /features\/chat\/|lucide-react\/.*\/icons\/(messages-square|send-horizontal)\.mjs/],
  ['members', /src\/(features\/uploads\/uploads\.api|lib\/live)\./],
  [null, /contract\/src\/(collections|comments|ratings)\./],
  // What the lists of annotations below a chapter and of all stories share.
  [
    'annotation-entries',
    /features\/annotations\/(annotations\.api|annotation-entry|colors|describe|quote|use-deletion)\./,
  ],
  // What is drawn on a chapter's text and below it, loaded once that is shown; its dialogs, and the page of all annotations.
  [
    'annotations',
    /features\/chapters\/reader\/(jump-to-passage|passage-range)|features\/sharing\/(share-passage|passage-of|text-fragment)|features\/annotations\/(?!annotation-(dialog|export|list|toolbar|view)|note-dialog|color-field|export-(button|menu)|use-annotation-view)|lucide-react\/.*\/(highlighter|message-square-text|share|sticky-note)\.mjs/,
  ],
  [null, /features\/annotations\/|contract\/src\/annotations\./],
  // Comments, which load after a story's page or a chapter's text, and what reviews share with them.
  [
    'comments',
    /src\/(features\/comments\/|lib\/(positioned-query|relative-time)|ui\/(folded-text|text-counter))|@tanstack\/.*\/(useInfiniteQuery|infiniteQueryO[a-z]+)\./,
  ],
  // The search box, which Discover and search have from the start.
  [
    'search',
    /src\/features\/search\/(search-(box|types|text|state)|quick-results|search\.api|use-[a-z-]+)\./,
  ],
  // Loaded when a search box is used.
  [null, /src\/(features\/search\/|ui\/sheet\.)|@tanstack\/.*\/useMutationState\./],
  // Menus, a third of Radix, and the dragging of rows: of lists that people arrange, and loaded when a card's menu is opened.
  [
    'lists',
    /lucide-react\/.*\/grip-vertical\.mjs|src\/ui\/(focus-neighbour|menu|use-row-drag|touch-drag)\.|\/(@atlaskit|@floating-ui)\//,
  ],
  [
    'lists',
    /@radix-ui\/react-(menu|dropdown-menu|popper|arrow|roving-focus|collection|direction|use-size)\//,
  ],
  // Of the home page and of lists of stories, and of what only admins see.
  [
    null,
    /features\/(home\/home\.api|ratings\/ratings\.api|stories\/(story-lists\.api|picks\.api|pick-control))\./,
  ],
  // The library's screen, and what the story page shares with it.
  [null, /features\/library\/(?!library\.api|continue-card|last-read|reading-state|read-label)/],
  // Calls that neither visitors' pages nor the reading screen make, and the cards of stories with their menu.
  [
    'members',
    /features\/(account\/(account\.api|resend-verification)|chapters\/own-chapters\.api|stories\/(own-stories\.api|author\/story-values|card-menu\/card-menu-button|story-card|use-hover-preview)|users\/(users\.api|follow-button))\.|src\/(lib\/moments|ui\/pager)\.|lucide-react\/.*\/(ellipsis-vertical|plus|user-round-(check|plus))\.mjs/,
  ],
  ['story-page', /features\/stories\/like\.api\./],
  ['forms', /src\/(features\/(account\/sign-in\.api|users\/own-profile\.api)|ui\/password-field)\./],
  [
    'main',
    /features\/(?!exports|imports|library-files|personal-data|ratings|reactions|schedules|sharing|trash)[a-z-]+\/[a-z-]+\.api\./,
  ],
  ['members', /src\/(lib\/download|features\/(uploads\/crop-(dialog|image)|imports\/imports\.api))\./],
  // The reading screen, parts of which the preview shows too; its dialogs are loaded when they are opened.
  [
    'reader',
    /src\/(screens\/reading\/(?!not-found|story-(end|rating|row)|read-next|suggestions)|features\/chapters\/reader\/(?!keys-dialog|chapters-dialog|jump-to-passage|passage-range))/,
  ],
  ['reader', /contract\/src\/(passage-link|reading-settings)\./],
  // Used by one page, or loaded after the page.
  [null, /contract\/src\/(chapter-text-write|scene-ornaments)\./],
  ['search', /features\/stories\/filters\/story-filters\./],
  [null, /features\/stories\/filters\//],
  ['main', /contract\/src\/content-warnings\./],
  ['members', /features\/stories\/list\/story-lists\.api\./],
  // Of Discover and the category pages; of search results and previews.
  ['search', /features\/stories\/(list\/|labels\/warning-names)/],
  [
    null,
    /src\/(lib\/language|features\/stories\/rating-line|ui\/(numbered-pager|pages-around|shelf|stars|toast)|features\/layout\/prefetch)\./,
  ],
  [
    null,
    /features\/(genres\/(chosen-|genre-p|suggested-|favorite-)[a-z-]+|stories\/(featured-card|story-preview|use-story-view|card-menu\/card-menu))\./,
  ],
  ['members', /features\/stories\/labels\/labels\.api\./],
  // The story page, and what dialogs and the reading screen load from it.
  [
    'story-page',
    /src\/(screens\/story\/|features\/(chapters\/list\/|stories\/((genre-list|like-button)\.|labels\/(mature-gate|story-labels))))/,
  ],
  // Of the story form and of settings, which load forms too.
  ['forms', /features\/stories\/labels\/(label-lists|tag|use-suggested-tags|warnings-field)/],
  [null, /features\/stories\/labels\/(hide-dialog|use-hide-labels)\./],
  [null, /features\/schedules\/(schedule-(dialog|note|several)|weekday-fields)\./],
  ['members', /@tanstack\/.*\/(useQueries|queriesObserver)\./],
  ['members', /\/(radix-ui|@radix-ui|react-remove-scroll|aria-hidden)\//],
  ['members', /src\/ui\/(dialog|confirm-dialog|tabs|return-focus)\./],
  ['members', /contract\/src\/new-id\./],
  ['members', /src\/lib\/(create-once|theme|upload)\./],
  [
    'members',
    /features\/(layout\/(member-layout|search-box|theme-choice|unverified-banner)|library\/(?!read-label)|uploads\/(image-field|use-))/,
  ],
  // Forms import it, and must not be imported by members.
  ['main', /features\/genres\/use-focus-neighbour\./],
  ['members', /features\/(genres|trash|schedules)\//],
  [
    'members',
    /features\/stories\/(show-more|use-more-pages|author\/(publish-badge|story-values|time-ago|unsaved-link))\./,
  ],
  [
    'members',
    /features\/chapters\/(own-list\/texts-on-device|editor\/(chapter-input|device-id|draft-store|local-draft[a-z-]+|server-drafts))\./,
  ],
  [
    'forms',
    /\/(react-hook-form|@hookform|zod)\/|contract\/src\/(?!content-warnings|files|language|limits|new-id|story-(filters|labels)|words)/,
  ],
  // Of the pages for signing in and up.
  [null, /features\/account\/credentials-form\./],
  ['forms', /features\/(account|forms)\/|features\/users\/(profile-fields|use-profile-form)\./],
  // Icons of pages that visitors see and of the reading screen; the others are for members' pages.
  [
    'main',
    /lucide-react\/.*\/(arrow-left|bookmark|calendar-clock|check|chevron-(down|left|right)|download|eye(-off)?|heart|house|library|loader-circle|mail-check|settings-2|x)\.mjs/,
  ],
  // Icons of one page each.
  [
    null,
    /lucide-react\/.*\/(arrow-up-(down|to-line)|book-(marked|open)|bookmark-check|case-sensitive|circle-(check-big|slash)|clock|face-(grinning|slightly-frowning)|hourglass|list-(checks|ordered)|message-square|monitor-smartphone|notebook-pen|pause|replace|scissors|share-2|sparkles|star|trending-up|triangle-alert|users|whole-word|zap)\.mjs/,
  ],
  ['members', /lucide-react\/.*\/icons\//],
  ['main', /\/(react|react-dom|scheduler|react-router|@react-router|@tanstack|lucide-react)\//],
  [
    'main',
    /contract\/src\/|src\/(root|entry|lib|ui|features\/(layout\/|stories\/(?!author\/|filters\/|list\/|next-chapter)))/,
  ],
  [
    'main',
    /features\/(covers\/(cover-text|story-cover)|users\/(display-name|person-avatar)|library\/read-label)\./,
  ],
  // The chapter editor with all that it loads at once, which its tools use too when they are loaded.
  ['editor', /screens\/write-chapter\//],
];

const scriptOf = (id: string): string | null | undefined =>
  modulesOfScripts.find(([, modules]) => modules.test(id.replaceAll('\\', '/')))?.[0];

/** In this order: what modules of two scripts import belongs to the first. */
const names = [
  'main',
  'forms',
  'members',
  'search',
  'reader',
  'comments',
  'annotation-entries',
  'annotations',
  'editor',
  'people',
  'story-page',
  'lists',
  'settings',
  'offline',
];
const groups = names.map((name, index) => ({
  name,
  priority: names.length - index,
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
  plugins: [inlineScripts(), tailwindcss(), reactRouter(), foldScripts()],
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
      // The server needs only a few of its many icons.
      'lucide-react',
    ],
  },
}));
