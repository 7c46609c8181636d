import type { Db } from '../../platform/db/db.ts';
import { defineListener, type Listener, on } from '../../platform/events/listener.ts';
import { chapterDeleted, chapterPublished, chapterSaved } from '../chapters/index.ts';
import { historyDayDeleted, historyDeleted, historyItemDeleted } from '../library/index.ts';
import { queueStory } from './averages.queries.ts';
import { closeSessions } from './closing.queries.ts';
import { type DeletedHistory, forgetPlaces, isConcerned } from './history.queries.ts';
import { lockClock } from './reading-sessions.queries.ts';

/** Running sessions end too; a reader who reads on begins another one. */
async function forget(tx: Db, deleted: DeletedHistory): Promise<void> {
  await lockClock(tx, deleted.userId);
  await closeSessions(tx, [deleted.userId], isConcerned(deleted), deleted.at);
  await forgetPlaces(tx, deleted);
}

/**
 * What a reader deletes from their history, their sessions no longer show (docs/product/reading-sessions.md#history). The
 * averages follow what is published and withdrawn.
 */
export const readingSessionListener = (): Listener =>
  defineListener(
    'reading-sessions',
    [
      on(chapterPublished, ({ payload: { storyId }, createdAt }, tx) => queueStory(tx, storyId, createdAt)),
      on(chapterSaved, ({ payload: { storyId }, createdAt }, tx) => queueStory(tx, storyId, createdAt)),
      on(chapterDeleted, ({ payload: { storyId }, createdAt }, tx) => queueStory(tx, storyId, createdAt)),
      on(historyDeleted, ({ payload: { readerId }, createdAt }, tx) =>
        forget(tx, { userId: readerId, at: createdAt }),
      ),
      on(historyDayDeleted, ({ payload: { readerId, day }, createdAt }, tx) =>
        forget(tx, { userId: readerId, at: createdAt, day }),
      ),
      on(historyItemDeleted, ({ payload: { readerId, day, storyId }, createdAt }, tx) =>
        forget(tx, { userId: readerId, at: createdAt, day, storyId }),
      ),
    ],
    { startAt: 'now' },
  );
