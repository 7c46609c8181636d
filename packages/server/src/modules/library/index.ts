export { detachChapter } from './chapter-erasure.queries.ts';
export { type ImportedEntry, importEntries } from './import-entries.queries.ts';
export { historyDayDeleted, historyDeleted, historyItemDeleted } from './library.events.ts';
export { libraryRoutes } from './library.routes.ts';
export {
  listContinueReading,
  markCompleted,
  saveChapterProgress,
  toggleBookmark,
} from './library.service.ts';
export { newChapters } from './library-lists.queries.ts';
export { personalPart as libraryPersonalPart } from './personal-data.queries.ts';
export { listReadingDays, type ReadingDayRow } from './reading-days.queries.ts';
export { minutesOf, readingStreaks } from './reading-streaks.ts';
