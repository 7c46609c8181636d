import { type Db, execute } from '../../platform/db/db.ts';

/** What happened to a measure; `dismissed`: an entry of the queue was closed without one. */
export type LoggedAction = 'applied' | 'lifted' | 'ended' | 'appealed' | 'granted' | 'refused' | 'dismissed';

/**
 * Adds to the log of measures. `subjectId` is a measure, or the entry of the queue that was dismissed; `actorId` is null for
 * the command line and the clock.
 */
export const logAction = (
  tx: Db,
  action: LoggedAction,
  subjectId: string,
  actorId: string | null,
  now: Date,
): Promise<void> =>
  execute(tx)`
    insert into measure_log (at, action, subject_id, actor)
    values (${now}, ${action}, ${subjectId}, sha256(convert_to(${subjectId}::text || ' ' || ${actorId}::text, 'UTF8')))`;
