import type { Page } from '@playwright/test';
import { withPassage } from '../../packages/contract/src/passage-link.ts';
import routes from '../../packages/web/src/routes.ts';
import type { Site } from './server.ts';
import { callAs, createStory, expect, signUpViaApi, textOf } from './test.ts';

/** The author has the demo library’s stories. The newcomer has just signed up, with an unverified address. */
export type Viewer = 'visitor' | 'author' | 'newcomer';

/** A screen as one viewer opens it. */
export interface Screen {
  viewer: Viewer;
  path: string;
  title: string | RegExp;
  /** The heading to wait for. */
  heading: string | RegExp;
  /** Its accessibility is shown by another test. */
  examinedElsewhere?: boolean;
  /** One screen of each layout: its colours are checked in both themes at both widths. */
  allColours?: boolean;
}

interface ListedStory {
  _id: string;
  language: string;
  title: string;
  author: { username: string; displayName: string };
}

const routesOf = (entries: typeof routes, parent = ''): string[] =>
  entries.flatMap(({ path = '', children = [] }) => {
    const full = [parent, path].filter(Boolean).join('/');
    return children.length > 0 ? routesOf(children, full) : [`/${full}`];
  });

/** The patterns of all routes. */
export const allRoutes = routesOf(routes);

const bookInReview = `# Part One\n\n## One\n\n${textOf(220)}\n\n## Two\n\n${textOf(20)}\n`;

/** The account and stories that the screens show. */
export async function screenFixtures(page: Page, site: Site) {
  const response = await page.request.post(`${site.url}/api/v1/auth/login`, { data: site.demo });
  expect(response.ok(), await response.text()).toBe(true);
  const token = String((await response.json()).token);
  const get = async <T>(path: string): Promise<T> =>
    (await callAs<{ data: T }>(page, site, token, 'GET', path)).data;
  const [own] = await get<{ _id: string; title: string }[]>('/stories/my-stories');
  // The demo library's own is the oldest. Without the filter, stories of other tests fill the page.
  const arabic = (await get<ListedStory[]>('/stories?language=ar&limit=50')).at(-1);
  if (own === undefined || arabic === undefined) throw new Error('The demo library lacks a story.');
  const [chapter] = await get<{ _id: string; title: string }[]>(`/chapters/story/${own._id}`);
  if (chapter === undefined) throw new Error('The demo story has no chapter.');
  const { version, content, paragraphIds } = await get<{
    version: number;
    content: string;
    paragraphIds: (number | null)[];
  }>(`/chapters/${chapter._id}`);
  const line = paragraphIds.findIndex((id) => id !== null);
  const shared = { version, paragraph: paragraphIds[line] ?? 0, from: 0 };
  const to = content.split('\n')[line]?.length ?? 0;
  const newcomer = await signUpViaApi(page, site, 'newcomer');
  // Italics need another font, and opening a chapter this short counts as reading it.
  const italic = await createStory(page, site, newcomer.token, { title: 'The Count', chapters: 2 });
  const [long = '', short = ''] = italic.chapters;
  const change = (id: string, content: string) =>
    callAs(page, site, newcomer.token, 'PUT', `/chapters/${id}`, { content });
  await change(long, `*Listen,* she said, **listen.**\n${textOf(12)}`);
  await change(short, `*Listen.*\n${textOf(5)}`);
  const { data: collection } = await callAs<{ data: { _id: string } }>(
    page,
    site,
    newcomer.token,
    'POST',
    '/collections',
    { name: 'Read by the stove', description: 'Short ones.', visibility: 'public', storyId: own._id },
  );
  await callAs(page, site, newcomer.token, 'POST', `/collections/${collection._id}/stories`, {
    storyId: arabic._id,
  });
  const { data: series } = await callAs<{ data: { _id: string } }>(
    page,
    site,
    newcomer.token,
    'POST',
    '/series',
    { name: 'The counted days', description: 'In the order of the days.' },
  );
  await callAs(page, site, newcomer.token, 'PUT', `/series/${series._id}/stories`, {
    stories: [italic.story],
    version: 0,
  });
  const [community] = await get<{ _id: string; name: string }[]>('/community?mine=true&search=queue');
  if (community === undefined) throw new Error('The demo library lacks a community.');
  const [post] = await get<{ _id: string; title: string }[]>(`/community/${community._id}/posts`);
  if (post === undefined) throw new Error('The demo community has no post.');
  const invitation = await callAs<{ data: { token: string } }>(
    page,
    site,
    token,
    'POST',
    `/community/${community._id}/invitations`,
    { until: new Date(Date.now() + 86_400_000).toISOString(), uses: 1 },
  );
  const file = { name: 'ferry.md', mimeType: 'text/markdown', buffer: Buffer.from(bookInReview) };
  const started = await page.request.post(`${site.url}/api/v1/imports`, {
    headers: { authorization: `Bearer ${newcomer.token}` },
    multipart: { file },
  });
  const importId = String((await started.json()).data._id);
  return {
    token,
    newcomerToken: newcomer.token,
    own,
    chapter,
    passage: withPassage(`/story/${own._id}/chapter/${chapter._id}`, { ...shared, to }),
    arabic,
    italic: { id: italic.story, short },
    importId,
    collectionId: collection._id,
    seriesId: series._id,
    community,
    invitation: invitation.data.token,
    post,
  };
}
export type ScreenFixtures = Awaited<ReturnType<typeof screenFixtures>>;

const screen = (
  viewer: Viewer,
  path: string,
  title: string | RegExp,
  heading: string | RegExp = title,
): Screen => ({ viewer, path, title: typeof title === 'string' ? `${title} - Inkling` : title, heading });
const forAll = (viewers: Viewer[], ...rest: [string, string | RegExp, (string | RegExp)?]): Screen[] =>
  viewers.map((viewer) => screen(viewer, ...rest));

const missing = '019f0000-0000-7000-8000-000000000000';

/** The screens of every route. A route whose list is empty only redirects. */
export const screensOf = ({
  own,
  chapter,
  passage,
  arabic,
  italic,
  importId,
  collectionId,
  seriesId,
  community,
  invitation,
  post,
}: ScreenFixtures): Record<string, readonly Screen[]> => ({
  '/': [
    { ...screen('visitor', '/', /^Inkling - Your Story Journey$/, /Stories that arrive/), allColours: true },
  ],
  '/login': [screen('visitor', '/login', 'Login', /./)],
  '/signup': [screen('visitor', '/signup', 'Sign Up', 'Join Inkling')],
  '/forgot-password': [screen('visitor', '/forgot-password', 'Forgot Password', 'Forgot your password?')],
  '/reset-password/:token?': ['/reset-password', '/reset-password/some-secret'].map((path) =>
    screen('visitor', path, 'Reset Password', 'Choose a new password'),
  ),
  '/verify-email/:token?': [
    ...forAll(
      ['visitor', 'newcomer'],
      '/verify-email/some-secret',
      'Email Verification',
      'That link didn’t work',
    ),
    ...forAll(['visitor', 'newcomer'], '/verify-email', 'Email Verification', 'Verify your email address'),
    screen('author', '/verify-email', 'Email Verification', 'Your email address is verified'),
  ],
  '/unsubscribe/:token?': [
    ...forAll(
      ['visitor', 'author'],
      '/unsubscribe/some-secret',
      'Unsubscribe',
      'Unsubscribe from these emails?',
    ),
    screen('visitor', '/unsubscribe', 'Unsubscribe', 'Part of the link is missing'),
  ],
  // e2e/beta-readers.spec.ts shows a chapter there.
  '/draft': forAll(['visitor', 'author'], '/draft#some-secret', 'This link no longer works'),
  // Members see the same texts, with the header that they see on /about.
  '/terms': [screen('visitor', '/terms', 'Terms of Service')],
  '/privacy': [screen('visitor', '/privacy', 'Privacy Policy')],
  '/contact': [screen('visitor', '/contact', 'Contact Us')],
  '/devices': [screen('visitor', '/devices', 'Reading on other devices')],
  '/about': forAll(['visitor', 'author'], '/about', 'About'),
  '/story/:storyId': [
    screen(
      'visitor',
      `/story/${own._id}`,
      new RegExp(`^${own.title} by Odalys Finch \\| Inkling$`),
      own.title,
    ),
    screen('author', `/story/${own._id}`, /Inkling/, own.title),
    screen('visitor', `/story/${arabic._id}`, /Inkling/, arabic.title),
    screen('visitor', `/story/${missing}`, /Inkling/, 'Story Not Found'),
  ],
  // Members are led from here to the reading screen (e2e/sharing.spec.ts).
  '/story/:storyId/chapter/:chapterId': [
    screen('visitor', passage, /Inkling$/, own.title),
    screen(
      'visitor',
      withPassage(`/story/${missing}/chapter/${missing}`, { version: 1, paragraph: 1, from: 0, to: 9 }),
      /^Story or Chapter Not Found/,
    ),
  ],
  '/profile/:username': [
    ...forAll(
      ['visitor', 'author'],
      `/profile/${arabic.author.username}`,
      /Inkling$/,
      arabic.author.displayName,
    ),
    screen('author', '/profile/nobody_of_this_name', 'Person not found', 'Person not found'),
  ],
  '/collection/:id': [
    ...forAll(
      ['visitor', 'author', 'newcomer'],
      `/collection/${collectionId}`,
      /Inkling$/,
      'Read by the stove',
    ),
    screen('visitor', `/collection/${missing}`, 'Collection not found'),
  ],
  '/series/:id': [
    ...forAll(['visitor', 'author', 'newcomer'], `/series/${seriesId}`, /Inkling$/, 'The counted days'),
    screen('visitor', `/series/${missing}`, 'Series not found'),
  ],
  '/home': [
    { ...screen('author', '/home', 'Home', /^Good (Morning|Afternoon|Evening)/), allColours: true },
    // Onboarding covers the page; e2e/onboarding.spec.ts examines it.
    { ...screen('newcomer', '/home', 'Home', /./), examinedElsewhere: true },
  ],
  '/discover': [
    screen('author', '/discover', 'Discover Stories'),
    screen(
      'author',
      '/discover?genres=Fantasy&notGenres=Horror&status=completed&notTags=war',
      'Discover Stories',
    ),
    screen('author', '/discover?search=zzzz', 'Discover Stories'),
  ],
  '/category/:categoryName': [
    screen('author', '/category/popular', 'Category', 'Popular Now'),
    screen('author', '/category/nothing', 'Category', 'Category'),
  ],
  '/library': [
    ...forAll(['author', 'newcomer'], '/library', 'My Library'),
    screen('author', '/library?tab=completed', 'My Library'),
    screen('author', '/library?tab=bookmarks', 'My Library'),
    ...forAll(['author', 'newcomer'], '/library?tab=collections', 'My Library'),
  ],
  '/library/history': forAll(['author', 'newcomer'], '/library/history', 'Reading history'),
  '/notifications': forAll(['author', 'newcomer'], '/notifications', 'Notifications'),
  '/inbox': forAll(['author', 'newcomer'], '/inbox', 'Inbox'),
  '/library/annotations': forAll(['author', 'newcomer'], '/library/annotations', 'Your Annotations'),
  '/library/fixes': forAll(['author', 'newcomer'], '/library/fixes', 'Your Suggestions'),
  '/library/import': [screen('author', '/library/import', 'Import your library')],
  '/search': [
    screen('author', '/search?q=the', 'Search'),
    screen('author', '/search?q=xqzw&type=users', 'Search'),
    screen('author', '/search', 'Search'),
  ],
  '/rewards': forAll(['author', 'newcomer'], '/rewards', 'Rewards'),
  '/community': [
    ...forAll(['author', 'newcomer'], '/community', 'Community'),
    screen('author', '/community?search=xqzw', 'Community'),
  ],
  '/community/:id': [
    ...forAll(['visitor', 'author', 'newcomer'], `/community/${community._id}`, community.name),
    ...forAll(['author', 'newcomer'], `/community/${community._id}?tab=about`, community.name),
    screen('author', `/community/${community._id}?tab=manage`, community.name),
    screen('author', `/community/${missing}`, 'Community not found'),
  ],
  '/community/:id/invitation': [
    ...forAll(
      ['visitor', 'newcomer'],
      `/community/${community._id}/invitation#${invitation}`,
      'Invitation',
      'You’re invited',
    ),
    screen(
      'newcomer',
      `/community/${community._id}/invitation#${'x'.repeat(43)}`,
      'This invitation can no longer be used',
      'This invitation can no longer be used',
    ),
  ],
  '/community/:communityId/posts/:postId': [
    ...forAll(['visitor', 'author', 'newcomer'], `/community/${community._id}/posts/${post._id}`, post.title),
    screen('author', `/community/${community._id}/posts/${missing}`, 'Post not found'),
  ],
  // e2e/admin.spec.ts examines them as an admin.
  '/admin': [screen('author', '/admin', 'Page not found')],
  '/admin/people/:id?': [screen('author', '/admin/people', 'Page not found')],
  '/admin/takedowns': [screen('author', '/admin/takedowns', 'Page not found')],
  '/admin/picks': [screen('author', '/admin/picks', 'Page not found')],
  '/admin/genres': [screen('author', '/admin/genres', 'Page not found')],
  '/admin/storage': [screen('author', '/admin/storage', 'Page not found')],
  '/admin/jobs': [screen('author', '/admin/jobs', 'Page not found')],
  '/admin/mail': [screen('author', '/admin/mail', 'Page not found')],
  '/admin/registration': [screen('author', '/admin/registration', 'Page not found')],
  '/admin/settings': [screen('author', '/admin/settings', 'Page not found')],
  '/admin/log': [screen('author', '/admin/log', 'Page not found')],
  // e2e/plans.spec.ts examines it as an admin.
  '/admin/plans': [screen('author', '/admin/plans', 'Page not found')],
  '/admin/reports/:id?': [
    // e2e/reports.spec.ts examines the queue and an entry.
    screen('author', '/admin/reports', 'Page not found', 'Page not found'),
    screen('author', `/admin/reports/${missing}`, 'Report not found', 'Report not found'),
  ],
  '/achievements': forAll(['author', 'newcomer'], '/achievements', 'Achievements'),
  '/leaderboard': [
    ...forAll(['author', 'newcomer'], '/leaderboard', 'Leaderboard'),
    screen('author', '/leaderboard?board=words&scope=everybody', 'Leaderboard'),
  ],
  '/rankings': [
    ...forAll(['visitor', 'author'], '/rankings', 'Rankings'),
    screen('author', '/rankings?period=month', 'Rankings'),
  ],
  '/store': [screen('visitor', '/store', 'Store'), screen('author', '/store', 'Store')],
  '/store/checkout/:id': [screen('author', `/store/checkout/${missing}`, 'Checkout')],
  '/inventory': forAll(['author', 'newcomer'], '/inventory', 'Inventory'),
  '/analytics': [
    ...forAll(['author', 'newcomer'], '/analytics', 'Analytics'),
    screen('author', '/analytics?view=reader', 'Analytics'),
  ],
  '/analytics/story/:storyId': [
    screen('author', `/analytics/story/${own._id}`, 'Story Analytics', own.title),
    screen('author', `/analytics/story/${missing}`, 'Story Analytics', 'Analytics'),
  ],
  '/analytics/chapter/:chapterId': [
    screen('author', `/analytics/chapter/${chapter._id}`, 'Chapter Analytics', chapter.title),
    screen('author', `/analytics/chapter/${missing}`, 'Chapter Analytics', 'Analytics'),
  ],
  '/settings': [screen('author', '/settings', 'Settings')],
  '/write': [
    screen('author', '/write', 'Write Story', 'Write'),
    screen('author', '/write?tab=create', 'Write Story', 'Write'),
    ...forAll(['author', 'newcomer'], '/write?tab=series', 'Write Story', 'Write'),
  ],
  '/write/calendar': [
    screen('author', '/write/calendar', 'Calendar'),
    screen('newcomer', '/write/calendar?month=2031-05', 'Calendar'),
  ],
  '/write/trash': [screen('author', '/write/trash', 'Trash', 'Trash')],
  '/write/import/:importId': [
    screen('newcomer', `/write/import/${importId}`, 'Import a Book', 'Import a book'),
    screen('newcomer', `/write/import/${missing}`, 'Import a Book', 'Import a book'),
  ],
  '/write/:storyId': [screen('author', `/write/${own._id}`, own.title, own.title)],
  '/write/:storyId/beta-readers': [screen('author', `/write/${own._id}/beta-readers`, 'Beta Readers')],
  '/story/:storyId/people': [screen('author', `/story/${own._id}/people`, 'People and Places')],
  '/write/:storyId/glossary': [screen('author', `/write/${own._id}/glossary`, 'People and Places')],
  '/write/:storyId/bible': [screen('author', `/write/${own._id}/bible`, 'Story Bible')],
  '/write/:storyId/fixes': [screen('author', `/write/${own._id}/fixes`, 'Suggested Fixes')],
  '/write/:storyId/replace': [screen('author', `/write/${own._id}/replace`, 'Find and Replace')],
  '/profile': ['', '?tab=achievements', '?tab=reading'].map((tab) =>
    screen('author', `/profile${tab}`, 'Profile', /./),
  ),
  '/write/:storyId/chapter/:chapterId': [
    {
      ...screen(
        'author',
        `/write/${own._id}/chapter/${chapter._id}`,
        `${chapter.title} · ${own.title}`,
        'Edit chapter',
      ),
      allColours: true,
    },
    screen('author', `/write/${own._id}/chapter/new`, `New chapter · ${own.title}`, 'New chapter'),
  ],
  '/write/:storyId/chapter/:chapterId/preview': [
    {
      ...screen(
        'author',
        `/write/${own._id}/chapter/${chapter._id}/preview`,
        `Preview: ${chapter.title} · ${own.title}`,
        chapter.title,
      ),
      allColours: true,
    },
    screen(
      'author',
      `/write/${own._id}/chapter/new/preview`,
      `Preview: Untitled chapter · ${own.title}`,
      'Nothing to preview yet',
    ),
  ],
  '/reading/:storyId/:chapterId?': [
    screen(
      'author',
      `/reading/${own._id}/${chapter._id}`,
      new RegExp(`^${chapter.title} - ${own.title}$`),
      chapter.title,
    ),
    screen('author', `/reading/${arabic._id}`, /./, /./),
    screen('author', `/reading/${missing}`, 'Reading', 'Story or Chapter Not Found'),
    { ...screen('newcomer', `/reading/${italic.id}`, /The Count/, /Evening/), allColours: true },
    screen('newcomer', `/reading/${italic.id}/${italic.short}`, /The Count/, /Evening/),
  ],
  '/*': [],
});
