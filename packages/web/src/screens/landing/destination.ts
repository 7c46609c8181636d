import { paths } from '../../lib/paths.ts';

/** Path prefixes of pages that need a session, with the names that the landing page shows. */
const destinations: [string, string][] = [
  [paths.home, 'Home'],
  [paths.discover, 'Discover'],
  [paths.library, 'My Library'],
  [paths.reading(''), 'this story'],
  [paths.write, 'Write'],
  [paths.profile, 'Profile'],
  [paths.community(), 'Community'],
  [paths.store, 'the Store'],
  [paths.rewards, 'Rewards'],
  [paths.analytics, 'Analytics'],
  [paths.settings, 'Settings'],
  [paths.category(''), 'this category'],
  [paths.search(), 'Search'],
];

/** The name of the page that a visitor must sign in to open; null for any other path. */
export const nameOfDestination = (wanted: string | null): string | null =>
  wanted === null ? null : (destinations.find(([prefix]) => wanted.startsWith(prefix))?.[1] ?? null);

/** The id of the story that a visitor wanted to read; null for any other path. */
export const storyOf = (wanted: string | null): string | null =>
  /^\/reading\/([0-9a-f-]{36})(\/|$)/.exec(wanted ?? '')?.[1] ?? null;
