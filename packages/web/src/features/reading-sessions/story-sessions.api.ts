import { useInfiniteQuery } from '@tanstack/react-query';
import { type CallResponse, call } from '../../lib/api.ts';

type SessionPage = CallResponse<'GET /reacting-sessions/user-story/{storyId}'>;

/** The reader's sessions of a story, the latest first, by page. */
export const useStorySessions = (storyId: string) =>
  useInfiniteQuery({
    queryKey: ['GET /reacting-sessions/user-story/{storyId}', storyId],
    meta: { tags: ['readingTime'] },
    queryFn: ({ pageParam, signal }): Promise<SessionPage> =>
      call(
        'GET /reacting-sessions/user-story/{storyId}',
        { params: { storyId }, query: { page: pageParam } },
        { signal },
      ),
    initialPageParam: 1,
    getNextPageParam: ({ pagination: { page, hasMore } }: SessionPage) => (hasMore ? page + 1 : undefined),
  });
