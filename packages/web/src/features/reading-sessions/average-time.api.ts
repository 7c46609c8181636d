import { callQuery } from '../../lib/query.ts';

/** How long readers take for a story, or for a chapter of it. */
export const averageTimeQuery = (storyId: string, chapterId?: string) => ({
  ...callQuery('GET /reacting-sessions/average-time/{storyId}', {
    params: { storyId },
    query: chapterId === undefined ? {} : { chapterId },
  }),
  staleTime: 10 * 60_000,
});
