import { type Db, execute, sql } from '../../platform/db/db.ts';
import { markQuarters } from './views.queries.ts';
import './analytics.table.ts';

/** A reading session that has ended; `endedAt` in milliseconds since 1970. */
export interface EndedSession {
  storyId: string;
  chapterId: string;
  sessionId: string;
  seconds: number;
  endedAt: number;
}

/** Stores the seconds of an ended session, once. */
export const insertSession = (
  tx: Db,
  { storyId, chapterId, sessionId, seconds, endedAt }: EndedSession,
): Promise<void> => {
  const at = new Date(endedAt);
  return execute(tx)`
    with added as (
      insert into analytics_sessions (story_id, chapter_id, day, session_id, at, seconds)
      values (${storyId}, ${chapterId}, (${at}::timestamptz at time zone 'UTC')::date, ${sessionId}, ${at}, ${seconds})
      on conflict do nothing returning at)
    ${markQuarters(sql`added`)}`;
};
