import { useInfiniteQuery } from '@tanstack/react-query';
import { type CallResponse, call, type Input } from '../../lib/api.ts';
import { callQuery } from '../../lib/query.ts';

/** How long readers take for a story, or for a chapter of it. */
export const averageTimeQuery = (storyId: string, chapterId?: string) => ({
  ...callQuery('GET /reacting-sessions/average-time/{storyId}', {
    params: { storyId },
    query: chapterId === undefined ? {} : { chapterId },
  }),
  staleTime: 10 * 60_000,
});

export const statsQuery = (storyId?: string) =>
  callQuery('GET /reacting-sessions/stats', { query: storyId === undefined ? {} : { storyId } });

export const qualityQuery = callQuery('GET /reacting-sessions/quality-metrics', {});

type SessionPage = CallResponse<'GET /reacting-sessions/user-story/{storyId}'>;

/** The reader's sessions of a story, the latest first, by page. */
export const useStorySessions = (storyId: string) =>
  useInfiniteQuery({
    queryKey: ['GET /reacting-sessions/user-story/{storyId}', storyId],
    queryFn: ({ pageParam, signal }): Promise<SessionPage> =>
      call(
        'GET /reacting-sessions/user-story/{storyId}',
        { params: { storyId }, query: { page: pageParam } },
        { signal },
      ),
    initialPageParam: 1,
    getNextPageParam: ({ pagination: { page, hasMore } }: SessionPage) => (hasMore ? page + 1 : undefined),
  });

type StartBody = Input<'POST /reacting-sessions/start'>['body'];
type SyncBody = Input<'POST /reacting-sessions/sync'>['body'];
type EndBody = Input<'POST /reacting-sessions/end'>['body'];
export type OfflineSession = Input<'POST /analytics/track/reading-session'>['body'];

/** The calls of a session. What is sent while the page closes outlives it (`keepalive`). */
export const sessionCalls = {
  start: async (body: StartBody) => (await call('POST /reacting-sessions/start', { body })).data,
  sync: async (body: SyncBody, keepalive: boolean) =>
    (await call('POST /reacting-sessions/sync', { body }, { keepalive })).data,
  end: async (body: EndBody) =>
    (await call('POST /reacting-sessions/end', { body }, { keepalive: true })).data,
  track: async (body: OfflineSession) => (await call('POST /analytics/track/reading-session', { body })).data,
};
export type SessionCalls = typeof sessionCalls;
