import { posix } from 'node:path';

/** The web's features in order: each may import only those above it (docs/architecture.md). */
const featureOrder = [
  'forms',
  'account',
  'users',
  'measures',
  'reports',
  'blocks',
  'uploads',
  'genres',
  'trash',
  'covers',
  'reading-sessions',
  'collections',
  'story-follows',
  'story-notes',
  'stories',
  'rankings',
  'series',
  'library',
  'notifications',
  'ratings',
  'library-files',
  'chapters',
  'comments',
  'communities',
  'reactions',
  'sharing',
  'site',
  'fixes',
  'replacements',
  'revisions',
  'glossary',
  'story-bible',
  'annotations',
  'rewards',
  'store',
  'plans',
  'reading-comfort',
  'chat',
  'quests',
  'achievements',
  'leaderboard',
  'feeds',
  'push',
  'devices',
  'inbox',
  'offline',
  'schedules',
  'beta-links',
  'imports',
  'exports',
  'assistant',
  'analytics',
  'reading-analytics',
  'search',
  'personal-data',
  'admin',
  'layout',
  'home',
];

const web = 'packages/web/src/';
const featureOf = (path: string): string | undefined =>
  path.startsWith(`${web}features/`) ? path.slice(web.length).split('/')[1] : undefined;

/** A feature imports only earlier ones. */
export function featureViolation(from: string, to: string): string | null {
  const [importer, imported] = [featureOf(from), featureOf(to)];
  if (importer === undefined || imported === undefined || importer === imported) return null;
  const [position, other] = [featureOrder.indexOf(importer), featureOrder.indexOf(imported)];
  if (position === -1) return `${importer} is not in the list of features`;
  return other < position ? null : `${importer} comes before ${imported} and must not import it`;
}

/** The key of a call as a value. As the type argument of `Input` or `CallResponse` it may be anywhere. */
const callKeys = /(?<!<)['"`]((?:GET|POST|PUT|PATCH|DELETE) \/[^'"`]*)['"`]/g;

/** Components and screens name no calls; each call is in one API file, or in lib/. */
export function callViolations(files: { path: string; text: string }[]): string[] {
  const fileOf = new Map<string, string>();
  const violations: string[] = [];
  for (const { path, text } of files) {
    if (!path.startsWith(web) || path.startsWith(`${web}lib/`)) continue;
    if (path.includes('.test.') || path.startsWith(`${web}testing/`)) continue;
    if (text.includes('.invalidateQueries('))
      violations.push(`${path}: what goes stale is said with tags, touches and markStale (lib/query.ts).`);
    for (const [, key = ''] of text.matchAll(callKeys)) {
      const first = fileOf.get(key) ?? path;
      fileOf.set(key, first);
      if (!posix.basename(path).endsWith('.api.ts'))
        violations.push(`${path} names ${key}: calls are made in x.api.ts.`);
      else if (first !== path) violations.push(`${path} names ${key}, which is already in ${first}.`);
    }
  }
  return violations;
}

const namesIn = (text: string, lists: RegExp): string[] =>
  [...text.matchAll(lists)].flatMap(([, list = '']) =>
    [...list.matchAll(/'(\w+)'/g)].map(([, name = '']) => name),
  );

/** What a mutation changes is shown by a query, and what a query shows is changed by a mutation. */
export function tagViolations(files: { path: string; text: string }[]): string[] {
  const texts = files.filter(({ path }) => path.startsWith(web) && !path.includes('.test.'));
  const all = (lists: RegExp) => new Set(texts.flatMap(({ text }) => namesIn(text, lists)));
  const tags = all(/\btags: \[([^\]]*)\]/g);
  const touched = all(/\b(?:touches(?: =|:)|markStale\(\w+,) \[([^\]]*)\]/g);
  return [
    ...[...touched].filter((name) => !tags.has(name)).map((name) => `No query has the tag '${name}'.`),
    ...[...tags].filter((name) => !touched.has(name)).map((name) => `Nothing touches the tag '${name}'.`),
  ];
}

/** A string that begins like a path of the web app; files have a dot, calls of the server begin with /api. */
const writtenPath = /['"`]\/(?!api\b|[\w-]+\.)[a-z$]|`\$\{paths\./;

/** Paths are built in lib/paths.ts, which encodes their parameters. */
export const pathViolations = (files: { path: string; text: string }[]): string[] =>
  files
    .filter(({ path }) => path.startsWith(web) && !/lib\/(?:admin-)?paths\.ts$|\.test\./.test(path))
    .filter(({ text }) => writtenPath.test(text))
    .map(({ path }) => `${path}: paths come from lib/paths.ts.`);

/** Forms that send no call themselves: their values are a search, a choice on the page or a setting of the device. */
const plainForms = new Set(
  [
    'features/analytics/day-chooser.tsx',
    'features/annotations/note-dialog.tsx', // It waits in the browser, and the dialog is closed before it is sent.
    'features/chapters/editor/writing-settings-dialog.tsx',
    'features/chapters/list/number-form.tsx',
    'features/layout/member-layout.tsx',
    'features/reading-comfort/scrubber.tsx',
    'features/search/search-box.tsx',
    'features/search/story-search.tsx',
    'features/stories/filters/tag-filter.tsx',
    'screens/admin-log/admin-log.tsx',
    'screens/search/search-filters.tsx',
    'screens/write-chapter/chapter-editor.tsx', // It saves by itself while the author types.
    'screens/write-story/chapter-dialogs.tsx',
  ].map((path) => web + path),
);

/** Forms send their call through the hooks of features/forms, so that input and errors are handled one way. */
export const formViolations = (files: { path: string; text: string }[]): string[] =>
  files
    .filter(({ path }) => path.startsWith(web) && !path.includes('.test.') && !plainForms.has(path))
    .filter(({ text }) => /<form\b/.test(text) && !/\bform\.onSubmit\b/.test(text))
    .map(
      ({ path }) => `${path}: a form sends its call through useCallForm or useSavedForm (features/forms).`,
    );
