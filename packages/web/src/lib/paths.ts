/** Every address of the app, in one place. */
export const paths = {
  landing: '/',
  home: '/home',
  login: (redirect?: string) => (redirect ? `/login?redirect=${encodeURIComponent(redirect)}` : '/login'),
  signup: (redirect?: string) => (redirect ? `/signup?redirect=${encodeURIComponent(redirect)}` : '/signup'),
  forgotPassword: '/forgot-password',
  verifyEmail: '/verify-email',
  discover: '/discover',
  library: '/library',
  story: (storyId: string) => `/story/${storyId}`,
  reading: (storyId: string, chapterId?: string) =>
    chapterId ? `/reading/${storyId}/${chapterId}` : `/reading/${storyId}`,
  write: '/write',
  writeStory: (storyId: string) => `/write/${storyId}`,
  writeChapter: (storyId: string, chapterId: string | 'new') => `/write/${storyId}/chapter/${chapterId}`,
  profile: '/profile',
  person: (username: string) => `/profile/${encodeURIComponent(username)}`,
  community: '/community',
  store: '/store',
  analytics: '/analytics',
  settings: '/settings',
  search: '/search',
  category: (name: string) => `/category/${name}`,
  about: '/about',
  privacy: '/privacy',
  terms: '/terms',
  contact: '/contact',
} as const;

/** Signed-in people are led on from these. */
const forVisitors = /^\/(login|signup|forgot-password|reset-password)(\/|$)/i;

/**
 * Where to go after signing in: a path of this site, or /home. Anything that a browser could read as
 * another site (`//…`, `/\…`, schemes, control characters) is not followed, nor are the pages for visitors alone.
 */
export function safeRedirect(wanted: string | null): string {
  if (wanted === null || !/^\/(?![/\\])/.test(wanted)) return paths.home;
  if (/[\s\p{Cc}\\]/u.test(wanted)) return paths.home;
  const here = 'https://here.invalid';
  const url = URL.canParse(wanted, here) ? new URL(wanted, here) : null;
  if (url === null || url.origin !== here) return paths.home;
  if (url.pathname.startsWith('//') || forVisitors.test(url.pathname)) return paths.home;
  return url.pathname + url.search + url.hash;
}
