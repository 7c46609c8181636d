import { matchRoutes, type RouteObject } from 'react-router';
import { expect, test } from 'vitest';
import routes from '../routes.ts';
import { adminPaths } from './admin-paths.ts';
import { paths, safeRedirect } from './paths.ts';

/** Every path, each parameter with a value that must be encoded. */
const built = Object.entries({ ...paths, ...adminPaths }).map(([name, path]): [string, string] => [
  name,
  typeof path === 'string' ? path : path('a/b?c', 'ü#2'),
]);

test('the paths are these, with their parameters encoded', () => {
  expect(Object.fromEntries(built)).toMatchInlineSnapshot(`
    {
      "about": "/about",
      "achievements": "/achievements",
      "admin": "/admin",
      "adminEmails": "/admin/mail",
      "adminGenres": "/admin/genres",
      "adminJobs": "/admin/jobs",
      "adminLog": "/admin/log",
      "adminPeople": "/admin/people/a%2Fb%3Fc",
      "adminPicks": "/admin/picks",
      "adminPlans": "/admin/plans",
      "adminRegistration": "/admin/registration",
      "adminSettings": "/admin/settings",
      "adminStorage": "/admin/storage",
      "adminTakedowns": "/admin/takedowns",
      "analytics": "/analytics",
      "annotations": "/library/annotations?story=a%2Fb%3Fc",
      "betaChapter": "/draft#a%2Fb%3Fc/%C3%BC%232",
      "calendar": "/write/calendar?month=a%2Fb%3Fc",
      "category": "/category/a%2Fb%3Fc",
      "chapterAnalytics": "/analytics/chapter/a%2Fb%3Fc",
      "checkout": "/store/checkout/a%2Fb%3Fc",
      "collection": "/collection/a%2Fb%3Fc",
      "comment": "/story/a%2Fb%3Fc?comment=%C3%BC%232",
      "community": "/community/a%2Fb%3Fc",
      "communityInvitation": "/community/a%2Fb%3Fc/invitation#%C3%BC%232",
      "communityPost": "/community/a%2Fb%3Fc/posts/%C3%BC%232",
      "contact": "/contact",
      "deviceTokens": "/settings#devices",
      "devices": "/devices",
      "discover": "/discover",
      "editProfile": "/profile?edit",
      "featured": "/#featured",
      "forgotPassword": "/forgot-password",
      "home": "/home",
      "importLibrary": "/library/import",
      "inbox": "/inbox?show=new&story=a%2Fb%3Fc",
      "inventory": "/inventory",
      "invitedSignup": "/signup#a%2Fb%3Fc",
      "keptOffline": "/library#kept-offline",
      "landing": "/",
      "leaderboard": "/leaderboard",
      "library": "/library",
      "libraryInstead": "/library?unavailable=a%2Fb%3Fc",
      "login": "/login?redirect=a%2Fb%3Fc",
      "myCollections": "/library?tab=collections",
      "mySeries": "/write?tab=series",
      "notificationSettings": "/settings#notifications",
      "notifications": "/notifications",
      "opening": "/?open=a%2Fb%3Fc",
      "ownFixes": "/library/fixes",
      "people": "/story/a%2Fb%3Fc/people",
      "person": "/profile/a%2Fb%3Fc",
      "previewChapter": "/write/a%2Fb%3Fc/chapter/%C3%BC%232/preview",
      "privacy": "/privacy",
      "profile": "/profile",
      "rankings": "/rankings?genre=a%2Fb%3Fc",
      "reading": "/reading/a%2Fb%3Fc/%C3%BC%232",
      "readingHistory": "/library/history",
      "reports": "/admin/reports/a%2Fb%3Fc",
      "resetPassword": "/reset-password",
      "review": "/story/a%2Fb%3Fc?review=%C3%BC%232",
      "reviewImport": "/write/import/a%2Fb%3Fc",
      "rewardSettings": "/settings#rewards",
      "rewards": "/rewards",
      "search": "/search?q=a%2Fb%3Fc&type=%C3%BC%232",
      "series": "/series/a%2Fb%3Fc",
      "settings": "/settings",
      "signup": "/signup?redirect=a%2Fb%3Fc",
      "standing": "/settings#standing",
      "store": "/store",
      "story": "/story/a%2Fb%3Fc",
      "storyAnalytics": "/analytics/story/a%2Fb%3Fc",
      "storyBeta": "/write/a%2Fb%3Fc/beta-readers",
      "storyBible": "/write/a%2Fb%3Fc/bible",
      "storyChapter": "/story/a%2Fb%3Fc/chapter/%C3%BC%232",
      "storyFixes": "/write/a%2Fb%3Fc/fixes?chapter=%C3%BC%232",
      "storyGlossary": "/write/a%2Fb%3Fc/glossary",
      "storyReplace": "/write/a%2Fb%3Fc/replace",
      "taggedPosts": "/community/a%2Fb%3Fc?tag=%C3%BC%232",
      "taggedStories": "/discover?tags=a%2Fb%3Fc",
      "terms": "/terms",
      "timeZone": "/settings#time-zone",
      "trash": "/write/trash",
      "unsubscribe": "/unsubscribe",
      "verifyEmail": "/verify-email",
      "whatYouSee": "/settings#what-you-see",
      "write": "/write",
      "writeChapter": "/write/a%2Fb%3Fc/chapter/%C3%BC%232",
      "writeStory": "/write/a%2Fb%3Fc",
      "yourReports": "/settings#your-reports",
    }
  `);
});

test('parameters that may be missing end the path', () => {
  expect([paths.login(), paths.signup(), paths.search(), paths.community()]).toEqual([
    '/login',
    '/signup',
    '/search',
    '/community',
  ]);
  expect(paths.reading('1')).toBe('/reading/1');
  expect(paths.reading('1', '2', '3')).toBe('/reading/1/2?annotation=3');
  expect(paths.search('1')).toBe('/search?q=1');
});

test('each path leads to a route, and each route has a path', () => {
  const table: RouteObject[] = routes.map(({ path = '', id = '' }) => ({ path: `/${path}`, id }));
  const all = [...built.map(([, path]) => path), paths.community()];
  const reached = all.map((path) => {
    const match = matchRoutes(table, path.replace(/\?.*/, ''))?.at(-1);
    return match?.route.path === '/*' ? `no route: ${path}` : match?.route.path;
  });
  const wanted = table.map(({ path }) => path).filter((path) => path !== '/*');
  expect(new Set(reached)).toEqual(new Set(wanted));
});

/** Query values that browsers have treated as another site, and redirects to the sign-in pages. */
test.each([
  '//evil.example',
  '%2F%2Fevil.example',
  '%252F%252Fevil.example',
  '/\\evil.example',
  '/%5Cevil.example',
  '/%09/evil.example',
  '/%0A/evil.example',
  '%20//evil.example',
  '/.//evil.example',
  'https:evil.example',
  'https://evil.example',
  'javascript:alert(1)',
  '/login',
  '/login?redirect=/login?redirect=/login',
  '/login%3Fredirect%3D%2Fsignup%3Fredirect%3D%2Flogin',
  '/signup?redirect=/login',
])('a redirect to %s leads to the home page [R28]', (target) => {
  expect(safeRedirect(new URLSearchParams(`redirect=${target}`).get('redirect'))).toBe('/home');
});

test('a redirect to a page of this site keeps its query and hash', () => {
  expect(safeRedirect('/library?tab=completed#top')).toBe('/library?tab=completed#top');
});

test('a visitor who wanted a list of stories is led to those of the landing page', () => {
  expect(paths.opening('/discover')).toBe('/?open=%2Fdiscover#featured');
  expect(paths.opening(paths.category('popular'))).toMatch(/#featured$/);
  expect(paths.opening('/library')).toBe('/?open=%2Flibrary');
});
