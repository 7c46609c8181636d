import { defineModule } from '../../platform/module.ts';
import { emitLateWordsNightly, eraseRemovedHourly, libraryListener } from './library.listeners.ts';
import { libraryRoutes } from './library.routes.ts';
import { personalPart } from './personal-data.queries.ts';

export const library = defineModule({
  name: 'library',
  routes: libraryRoutes,
  jobs: [emitLateWordsNightly, eraseRemovedHourly],
  listeners: [libraryListener],
  personalData: personalPart,
});

export { detachChapter } from './chapter-erasure.queries.ts';
export { listFollowing as findFollowing } from './following.queries.ts';
export { importEntries } from './import-entries.queries.ts';
export {
  chapterFinished,
  historyDayDeleted,
  historyDeleted,
  historyItemDeleted,
  libraryAdded,
  wordsRead,
} from './library.events.ts';
export {
  listContinueReading,
  markCompleted,
  saveChapterProgress,
  toggleBookmark,
} from './library.service.ts';
export {
  type EntryRow,
  finishedAt,
  listContinueReading as findContinueReading,
  listEntries as findEntries,
  unreadSinceFinished,
} from './library-lists.queries.ts';
export { countWaitingWords } from './reading-days.queries.ts';
export { minutesOf, readingStreaks } from './reading-streaks.ts';
export { findReadingTotals, type ReadingTotals } from './reading-totals.queries.ts';
export { hasBegun, type Unread, unreadOf } from './unread.queries.ts';
