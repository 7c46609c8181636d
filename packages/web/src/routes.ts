import { index, layout, prefix, type RouteConfig, route } from '@react-router/dev/routes';

/** A screen of the specification that is not built yet; it says so. The list of them is in src/pending-screens.ts. */
const notYet = (path: string, id: string) =>
  route(path, 'screens/not-yet/not-yet.tsx', { id: `not-yet/${id}` });

export default [
  layout('screens/frame/public-frame.tsx', [
    index('screens/landing/landing.tsx'),
    route('login', 'screens/login/login.tsx'),
    route('signup', 'screens/signup/signup.tsx'),
    notYet('forgot-password', 'forgot-password'),
    notYet('reset-password/:token', 'reset-password'),
    notYet('verify-email/:token?', 'verify-email'),
    notYet('terms', 'terms'),
    notYet('privacy', 'privacy'),
    notYet('contact', 'contact'),
    notYet('about', 'about'),
  ]),
  layout('screens/frame/open-frame.tsx', [
    route('story/:storyId', 'screens/story/story.tsx'),
    route('story/:storyId/chapter/:chapterId', 'screens/story-chapter/story-chapter.tsx'),
    notYet('profile/:username', 'person'),
    notYet('collection/:id', 'collection'),
  ]),
  layout('screens/guard/guard.tsx', [
    layout('screens/frame/member-frame.tsx', [
      route('home', 'screens/home/home.tsx'),
      route('library', 'screens/library/library.tsx'),
      ...prefix('write', [
        index('screens/write/write.tsx'),
        route(':storyId', 'screens/write-story/write-story.tsx'),
        route(':storyId/chapter/:chapterId', 'screens/write-chapter/write-chapter.tsx'),
      ]),
      notYet('discover', 'discover'),
      notYet('search', 'search'),
      notYet('category/:categoryName', 'category'),
      notYet('profile', 'profile'),
      notYet('community', 'communities'),
      notYet('community/:id', 'community'),
      notYet('community/:communityId/posts/:postId', 'community-post'),
      notYet('store', 'store'),
      notYet('analytics', 'analytics'),
      notYet('settings', 'settings'),
    ]),
    route('reading/:storyId/:chapterId?', 'screens/reading/reading.tsx'),
  ]),
  route('*', 'screens/not-found/not-found.tsx'),
] satisfies RouteConfig;
