/** Guarded pages by their addresses' beginnings, as the landing page names them to a visitor. */
const places: [string, string][] = [
  ['/home', 'Home'],
  ['/discover', 'Discover'],
  ['/library', 'My Library'],
  ['/reading/', 'this story'],
  ['/write', 'Write'],
  ['/profile', 'Profile'],
  ['/community', 'Community'],
  ['/store', 'the Store'],
  ['/analytics', 'Analytics'],
  ['/settings', 'Settings'],
  ['/category/', 'this category'],
  ['/search', 'Search'],
];

/** What a visitor asked for and must sign in to open; null for anything else. */
export const nameOfDestination = (wanted: string | null): string | null =>
  wanted === null ? null : (places.find(([beginning]) => wanted.startsWith(beginning))?.[1] ?? null);

/** The story whose text a visitor asked for; null when they asked for anything else. */
export const storyOf = (wanted: string | null): string | null =>
  /^\/reading\/([0-9a-f-]{36})(\/|$)/.exec(wanted ?? '')?.[1] ?? null;
