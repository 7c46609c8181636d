import { defineListener, type Listener, on } from '../../platform/events/listener.ts';
import { historyDayDeleted, historyDeleted, historyItemDeleted } from '../library/index.ts';
import { sessionEnded } from '../reading-sessions/index.ts';
import { forgetViews } from './raw-rows.queries.ts';
import { insertSession } from './sessions.queries.ts';

/** Adds the time of ended sessions, and makes views anonymous that a reader deletes from their history. */
export const analyticsListener = (): Listener =>
  defineListener(
    'analytics',
    [
      on(sessionEnded, ({ payload }, tx) => insertSession(tx, payload)),
      on(historyDeleted, ({ payload: { readerId } }, tx) => forgetViews(tx, { userId: readerId })),
      on(historyDayDeleted, ({ payload: { readerId, day } }, tx) =>
        forgetViews(tx, { userId: readerId, day }),
      ),
      on(historyItemDeleted, ({ payload: { readerId, day, storyId } }, tx) =>
        forgetViews(tx, { userId: readerId, day, storyId }),
      ),
    ],
    { startAt: 'now' },
  );
