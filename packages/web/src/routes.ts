import { index, prefix, type RouteConfig, type RouteConfigEntry, route } from '@react-router/dev/routes';
import type { LayoutName } from './features/layout/layouts.ts';

/** A screen of the specification that is not built yet; it says so. The list of them is in src/pending-screens.ts. */
const notYet = (path: string, id: string) =>
  route(path, 'screens/not-yet/not-yet.tsx', { id: `not-yet/${id}` });

/**
 * Puts pages into a frame, which the root draws around them by the beginning of their routes' ids. It is no
 * route of its own, since each level of routes is one script more to ask for (docs/performance.md).
 */
const framed = (frame: LayoutName, pages: RouteConfigEntry[]): RouteConfigEntry[] =>
  pages.map((page) => ({ ...page, id: `${frame}/${page.id ?? page.file.replace(/\.tsx$/, '')}` }));

export default [
  ...framed('public', [
    index('screens/landing/landing.tsx'),
    route('login', 'screens/login/login.tsx'),
    route('signup', 'screens/signup/signup.tsx'),
    route('forgot-password', 'screens/forgot-password/forgot-password.tsx'),
    route('reset-password/:token?', 'screens/reset-password/reset-password.tsx'),
    route('verify-email/:token?', 'screens/verify-email/verify-email.tsx'),
    route('terms', 'screens/terms/terms.tsx'),
    route('privacy', 'screens/privacy/privacy.tsx'),
    route('contact', 'screens/contact/contact.tsx'),
    route('about', 'screens/about/about.tsx'),
  ]),
  ...framed('open', [
    route('story/:storyId', 'screens/story/story.tsx'),
    route('story/:storyId/chapter/:chapterId', 'screens/story-chapter/story-chapter.tsx'),
    route('profile/:username', 'screens/person/person.tsx'),
    notYet('collection/:id', 'collection'),
  ]),
  // The pages from here on are for signed-in people alone.
  ...framed('member', [
    route('home', 'screens/home/home.tsx'),
    route('library', 'screens/library/library.tsx'),
    route('settings', 'screens/settings/settings.tsx'),
    ...prefix('write', [
      index('screens/write/write.tsx'),
      route(':storyId', 'screens/write-story/write-story.tsx'),
    ]),
    notYet('discover', 'discover'),
    notYet('search', 'search'),
    notYet('category/:categoryName', 'category'),
    route('profile', 'screens/profile/profile.tsx'),
    notYet('community', 'communities'),
    notYet('community/:id', 'community'),
    notYet('community/:communityId/posts/:postId', 'community-post'),
    notYet('store', 'store'),
    notYet('analytics', 'analytics'),
  ]),
  ...framed('editor', [
    route('write/:storyId/chapter/:chapterId', 'screens/write-chapter/write-chapter.tsx'),
  ]),
  ...framed('reader', [route('reading/:storyId/:chapterId?', 'screens/reading/reading.tsx')]),
  route('*', 'screens/not-found/not-found.tsx'),
] satisfies RouteConfig;
