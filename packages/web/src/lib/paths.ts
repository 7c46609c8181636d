/** All paths of the app. */
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
