import { useInfiniteQuery } from '@tanstack/react-query';
import { type CallResponse, call } from '../../lib/api.ts';
import { deviceTypeOf } from './device-type.ts';

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

/** How long after a session's last report its reader may still have been there, in milliseconds. */
const silenceMs = 120_000;

const ownDevices = { mobile: 'on your phone', tablet: 'on your tablet', desktop: 'on your computer' };

/** Where the reader was in a chapter at this time, for a sentence, such as 'on your phone'. */
export async function deviceInUse(storyId: string, chapterId: string, at: number): Promise<string> {
  const input = { params: { storyId }, query: { page: 1 } };
  const found = await call('GET /reacting-sessions/user-story/{storyId}', input).catch(() => null);
  const here = deviceTypeOf(navigator.userAgent, navigator.maxTouchPoints);
  const session = found?.data.sessions.find(
    ({ chapter, deviceType, startedAt, endedAt }) =>
      chapter?._id === chapterId &&
      deviceType !== here &&
      Date.parse(startedAt) <= at + silenceMs &&
      (endedAt === null || Date.parse(endedAt) >= at - silenceMs),
  );
  // The same kind of device may be this one, with the story in another tab.
  return session === undefined ? 'in another tab or on another device' : ownDevices[session.deviceType];
}
