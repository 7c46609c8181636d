/** A path with its parameters filled in, each percent-encoded. */
export const path = (strings: TemplateStringsArray, ...parameters: string[]): string =>
  String.raw({ raw: strings }, ...parameters.map(encodeURIComponent));

const storyLists = /^\/(discover|search|category)\b/;

/** The path of every route, which paths.test.ts compares with routes.ts. No other file but admin-paths.ts builds a path of the app. */
export const paths = {
  landing: '/',
  /** The stories on the landing page. */
  featured: '/#featured',
  /** The landing page, which says that signing in leads on to `target`; a visitor who wanted a list of stories is led to those there. */
  opening: (target: string) => path`/?open=${target}` + (storyLists.test(target) ? '#featured' : ''),
  login: (redirect?: string) => (redirect ? path`/login?redirect=${redirect}` : '/login'),
  signup: (redirect?: string) => (redirect ? path`/signup?redirect=${redirect}` : '/signup'),
  /** The token is after `#`, so that no server sees it before it is used. */
  invitedSignup: (token: string) => path`/signup#${token}`,
  forgotPassword: '/forgot-password',
  resetPassword: '/reset-password',
  verifyEmail: '/verify-email',
  unsubscribe: '/unsubscribe',
  terms: '/terms',
  privacy: '/privacy',
  contact: '/contact',
  /** The token is after `#`, so that no server sees it before it is used. */
  betaChapter: (token: string, chapterId?: string) =>
    chapterId === undefined ? path`/draft#${token}` : path`/draft#${token}/${chapterId}`,
  about: '/about',
  /** How to read on e-readers and in apps. */
  devices: '/devices',
  /** The tokens of e-readers and apps, in the settings. */
  deviceTokens: '/settings#devices',
  story: (storyId: string) => path`/story/${storyId}`,
  /** The people and places of a story, as far as the reader has read. */
  people: (storyId: string) => path`/story/${storyId}/people`,
  storyChapter: (storyId: string, chapterId: string) => path`/story/${storyId}/chapter/${chapterId}`,
  /** A comment in its place: on a story, or on a chapter. */
  comment: (storyId: string, commentId: string, chapterId?: string) =>
    (chapterId ? path`/reading/${storyId}/${chapterId}` : path`/story/${storyId}`) +
    path`?comment=${commentId}`,
  review: (storyId: string, reviewId: string) => path`/story/${storyId}?review=${reviewId}`,
  person: (username: string) => path`/profile/${username}`,
  collection: (id: string) => path`/collection/${id}`,
  series: (id: string) => path`/series/${id}`,
  home: '/home',
  library: '/library',
  /** What this device keeps, in the library. */
  keptOffline: '/library#kept-offline',
  /** Where a page that cannot be shown without a network leads; the library says why, and leads on to it later. */
  libraryInstead: (wanted: string) => path`/library?unavailable=${wanted}`,
  myCollections: '/library?tab=collections',
  readingHistory: '/library/history',
  importLibrary: '/library/import',
  annotations: (storyId?: string) =>
    storyId ? path`/library/annotations?story=${storyId}` : '/library/annotations',
  /** The fixes that the reader suggested. */
  ownFixes: '/library/fixes',
  notifications: '/notifications',
  notificationSettings: '/settings#notifications',
  /** What people wrote to an author; with a story's id, what is new about it. */
  inbox: (storyId?: string) => (storyId ? path`/inbox?show=new&story=${storyId}` : '/inbox'),
  settings: '/settings',
  yourReports: '/settings#your-reports',
  /** Measures against the reader, in the settings; notifications link here as well. */
  standing: '/settings#standing',
  timeZone: '/settings#time-zone',
  /** What lists show, in the settings. */
  whatYouSee: '/settings#what-you-see',
  write: '/write',
  mySeries: '/write?tab=series',
  trash: '/write/trash',
  /** The chapters of all of the author's stories; a month is 2026-03. */
  calendar: (month?: string) => (month ? path`/write/calendar?month=${month}` : '/write/calendar'),
  reviewImport: (importId: string) => path`/write/import/${importId}`,
  writeStory: (storyId: string) => path`/write/${storyId}`,
  storyBeta: (storyId: string) => path`/write/${storyId}/beta-readers`,
  storyBible: (storyId: string) => path`/write/${storyId}/bible`,
  storyFixes: (storyId: string, chapterId?: string) =>
    path`/write/${storyId}/fixes` + (chapterId ? path`?chapter=${chapterId}` : ''),
  storyGlossary: (storyId: string) => path`/write/${storyId}/glossary`,
  storyReplace: (storyId: string) => path`/write/${storyId}/replace`,
  writeChapter: (storyId: string, chapterId: string | 'new') => path`/write/${storyId}/chapter/${chapterId}`,
  previewChapter: (storyId: string, chapterId: string | 'new') =>
    path`/write/${storyId}/chapter/${chapterId}/preview`,
  discover: '/discover',
  taggedStories: (tag: string) => path`/discover?tags=${tag}`,
  search: (text?: string, type?: string) =>
    text ? path`/search?q=${text}` + (type ? path`&type=${type}` : '') : '/search',
  category: (name: string) => path`/category/${name}`,
  /** The stories of the week, overall or of a genre by its id. */
  rankings: (genre?: string) => (genre ? path`/rankings?genre=${genre}` : '/rankings'),
  profile: '/profile',
  editProfile: '/profile?edit',
  community: (id?: string) => (id ? path`/community/${id}` : '/community'),
  /** The token is after `#`, so that no server sees it before it is used. */
  communityInvitation: (id: string, token: string) => path`/community/${id}/invitation#${token}`,
  communityPost: (communityId: string, postId: string) => path`/community/${communityId}/posts/${postId}`,
  taggedPosts: (communityId: string, tag: string) => path`/community/${communityId}?tag=${tag}`,
  /** How the site does, for admins; the other pages for them are below it. */
  admin: '/admin',
  /** What was reported, for admins; an entry with its id. */
  reports: (id?: string) => (id ? path`/admin/reports/${id}` : '/admin/reports'),
  rewards: '/rewards',
  /** Where rewards are switched off and on, in the settings. */
  rewardSettings: '/settings#rewards',
  achievements: '/achievements',
  leaderboard: '/leaderboard',
  store: '/store',
  /** Where the sandbox takes the payment for a subscription. */
  checkout: (subscriptionId: string) => path`/store/checkout/${subscriptionId}`,
  inventory: '/inventory',
  analytics: '/analytics',
  storyAnalytics: (storyId: string) => path`/analytics/story/${storyId}`,
  chapterAnalytics: (chapterId: string) => path`/analytics/chapter/${chapterId}`,
  /** With an annotation's id, at its passage. */
  reading: (storyId: string, chapterId?: string, annotation?: string) =>
    (chapterId ? path`/reading/${storyId}/${chapterId}` : path`/reading/${storyId}`) +
    (annotation ? path`?annotation=${annotation}` : ''),
} as const;

/** Pages that redirect signed-in users. */
const visitorsOnly = /^\/(login|signup|forgot-password|reset-password)(\/|$)/i;

/**
 * Where to go after sign-in: a path on this site, or /home. Rejects anything that a browser could read as another
 * site (`//…`, `/\…`, schemes, control characters), and pages for visitors only.
 */
export function safeRedirect(wanted: string | null): string {
  if (wanted === null || !/^\/(?![/\\])/.test(wanted)) return paths.home;
  if (/[\s\p{Cc}\\]/u.test(wanted)) return paths.home;
  const base = 'https://here.invalid';
  const url = URL.canParse(wanted, base) ? new URL(wanted, base) : null;
  if (url === null || url.origin !== base) return paths.home;
  if (url.pathname.startsWith('//') || visitorsOnly.test(url.pathname)) return paths.home;
  return url.pathname + url.search + url.hash;
}
