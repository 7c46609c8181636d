import { call, type Input } from '../../lib/api.ts';
import { callQuery } from '../../lib/query.ts';

export const statsQuery = (storyId?: string, chapterId?: string) =>
  callQuery(
    'GET /reacting-sessions/stats',
    { query: { ...(storyId !== undefined && { storyId }), ...(chapterId !== undefined && { chapterId }) } },
    { tags: ['readingTime'] },
  );

export const qualityQuery = callQuery(
  'GET /reacting-sessions/quality-metrics',
  {},
  { tags: ['readingTime'] },
);

type StartBody = Input<'POST /reacting-sessions/start'>['body'];
type SyncBody = Input<'POST /reacting-sessions/sync'>['body'];
type EndBody = Input<'POST /reacting-sessions/end'>['body'];
type Tracked = Input<'POST /analytics/track/reading-session'>['body'];
export type OfflineSession = Tracked & Required<Pick<Tracked, '_id' | 'startedAt' | 'additionalDuration'>>;

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
