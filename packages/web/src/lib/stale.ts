import type { QueryClient, QueryKey } from '@tanstack/react-query';
import type { CallKey } from './api.ts';

/** The key of data that comes from this device's drafts, not from the server. */
export const textsOnDeviceKey = 'texts on device';

type CachedCall = Extract<CallKey, `GET ${string}`> | typeof textsOnDeviceKey;

/** Which cached responses go stale, by what has changed. */
const affectedCalls = {
  me: ['GET /auth/me'],
  sessions: ['GET /auth/sessions'],
  follows: [
    'GET /users/{username}',
    'GET /users/{username}/followers',
    'GET /users/{username}/following',
    'GET /users/me/profile',
    'GET /search',
  ],
  library: ['GET /stories/library/me', 'GET /stories/bookmarks', 'GET /home'],
  recommendations: ['GET /home'],
  progress: [
    'GET /stories/library/me',
    'GET /stories/{id}/reading',
    'GET /stories/{id}/reviews',
    'GET /home',
    'GET /search',
    'GET /library/history',
  ],
  completion: [
    'GET /stories/library/me',
    'GET /stories/bookmarks',
    'GET /stories/{id}/reading',
    'GET /stories/{id}/reviews',
    'GET /home',
    'GET /users/me/profile',
    'GET /search',
  ],
  readingTime: [
    'GET /stories/library/me',
    'GET /stories/bookmarks',
    'GET /users/me/profile',
    'GET /library/history',
    'GET /reacting-sessions/stats',
    'GET /reacting-sessions/quality-metrics',
    'GET /reacting-sessions/user-story/{storyId}',
  ],
  reviews: ['GET /stories/{id}/reviews', 'GET /reviews/{id}'],
  comments: ['GET /comments', 'GET /comments/{id}/replies', 'GET /comments/{id}'],
  paragraphComments: ['GET /chapters/{id}/paragraph-comments'],
  libraryEntry: [
    'GET /stories/library/me',
    'GET /stories/library/removed',
    'GET /stories/bookmarks',
    'GET /stories/{id}/reading',
    'GET /home',
    'GET /users/me/profile',
    'GET /search',
  ],
  annotations: [
    'GET /highlights',
    'GET /bookmarks',
    'GET /annotations',
    'GET /annotations/stories',
    'GET /bookmarks/tags',
  ],
  notes: ['GET /stories/library/me', 'GET /stories/bookmarks', 'GET /stories/{id}/reading'],
  story: ['GET /stories/{id}'],
  storyLists: [
    'GET /stories/my-stories',
    'GET /stories/{id}/reading',
    'GET /stories',
    'GET /stories/new-releases',
    'GET /home',
    'GET /search',
  ],
  myStories: ['GET /stories/my-stories'],
  trash: ['GET /trash'],
  schedules: ['GET /stories/{id}/schedules'],
  versions: ['GET /chapters/{id}/versions'],
  searchHistory: ['GET /search/history'],
  hiddenStories: [
    'GET /stories/hidden',
    'GET /home',
    'GET /stories',
    'GET /stories/recent',
    'GET /stories/trending',
    'GET /stories/popular',
    'GET /stories/new-releases',
    'GET /stories/top-rated',
    'GET /stories/completed',
    'GET /stories/short',
    'GET /stories/long',
    'GET /stories/most-commented',
    'GET /stories/editors-picks',
    'GET /stories/genre/{genre}',
    'GET /stories/user/{id}',
    'GET /users/{username}',
    'GET /collections/{id}',
    'GET /collections/saved',
    'GET /users/{username}/collections',
    'GET /stories/{id}/collections',
  ],
  collection: ['GET /collections/{id}'],
  collectionLists: ['GET /collections', 'GET /users/{username}/collections', 'GET /stories/{id}/collections'],
  collectionChoices: ['GET /stories/{id}/my-collections'],
  savedCollections: ['GET /collections/saved'],
  textsOnDevice: [textsOnDeviceKey],
  ownChapters: ['GET /chapters/story/{storyId}/author'],
} satisfies Record<string, CachedCall[]>;

export type Entity = keyof typeof affectedCalls;

/** Marks responses as stale. Those on screen are fetched again, and the result resolves when they have arrived. */
export function markStale(
  client: QueryClient,
  entities: readonly Entity[],
  refetchType: 'active' | 'none' = 'active',
): Promise<void> {
  const affected = new Set<unknown>(entities.flatMap((entity): CachedCall[] => affectedCalls[entity]));
  return client.invalidateQueries({ predicate: ({ queryKey }) => affected.has(queryKey[0]), refetchType });
}

/** Marks every response but this one as stale; each is fetched again when it is next used. */
export const markOthersStale = (client: QueryClient, kept: QueryKey): Promise<void> =>
  client.invalidateQueries({ predicate: ({ queryKey }) => queryKey[0] !== kept[0], refetchType: 'none' });
