import type { AppContext } from '../../platform/context.ts';
import { dayIn } from '../../platform/days.ts';
import { defineListener, type Listener, on } from '../../platform/events/listener.ts';
import { chapterPublished } from '../chapters/index.ts';
import { historyDayDeleted, historyDeleted, historyItemDeleted } from '../library/index.ts';
import { readingTimesErased, sessionEnded } from '../reading-sessions/index.ts';
import { forgetViews, oldestDay } from './raw-rows.queries.ts';
import { queueStory } from './retention.queries.ts';
import { countSession, findZones } from './views.queries.ts';

/**
 * Adds the time of ended sessions, makes views anonymous when a reader erases them or deletes them from their history, and has readers counted
 * again who were waiting for a chapter.
 */
export const analyticsListener = ({ clock }: AppContext): Listener =>
  defineListener(
    'analytics',
    [
      // Of older days it is no longer noted what has been counted, so a replay would count it again.
      on(sessionEnded, async ({ payload }, tx) => {
        if (payload.endedAt < Date.parse(oldestDay(clock.now()))) return;
        const { storyId, endedAt } = payload;
        const at = new Date(endedAt);
        const zone = (await findZones(tx, [storyId], at)).get(storyId);
        if (zone === undefined) return;
        await countSession(tx, { ...payload, day: dayIn(zone, at) });
        await queueStory(tx, storyId, clock.now());
      }),
      on(chapterPublished, ({ payload: { storyId }, createdAt }, tx) => queueStory(tx, storyId, createdAt)),
      on(historyDeleted, ({ payload: { readerId } }, tx) => forgetViews(tx, { userId: readerId })),
      on(readingTimesErased, ({ payload: { readerId } }, tx) => forgetViews(tx, { userId: readerId })),
      on(historyDayDeleted, ({ payload: { readerId, day } }, tx) =>
        forgetViews(tx, { userId: readerId, day }),
      ),
      on(historyItemDeleted, ({ payload: { readerId, day, storyId } }, tx) =>
        forgetViews(tx, { userId: readerId, day, storyId }),
      ),
    ],
    { startAt: 'now' },
  );
