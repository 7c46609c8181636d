/** Path prefixes of pages that need a session, with the names that the landing page shows. */
const destinations: [string, string][] = [
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

/** The name of the page that a visitor must sign in to open; null for any other path. */
export const nameOfDestination = (wanted: string | null): string | null =>
  wanted === null ? null : (destinations.find(([prefix]) => wanted.startsWith(prefix))?.[1] ?? null);

/** The id of the story that a visitor wanted to read; null for any other path. */
export const storyOf = (wanted: string | null): string | null =>
  /^\/reading\/([0-9a-f-]{36})(\/|$)/.exec(wanted ?? '')?.[1] ?? null;
