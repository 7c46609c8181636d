import { defineModule } from '../../platform/module.ts';
import { chapterListener, notifyOpenEditors } from './chapters.listeners.ts';
import { counters } from './chapters.queries.ts';
import { chapterRoutes } from './chapters.routes.ts';
import { chapterSockets } from './chapters.socket.ts';
import { chapterSubject, reportableChapter } from './chapters.subjects.queries.ts';
import { personalPart } from './personal-data.queries.ts';

export const chapters = defineModule({
  name: 'chapters',
  routes: chapterRoutes,
  sockets: chapterSockets,
  live: notifyOpenEditors,
  listeners: [chapterListener],
  personalData: personalPart,
  counters,
  subjects: [chapterSubject],
  reportable: [reportableChapter],
});

export { findAgain, findSelected, findText, shownParagraphs } from './anchors/anchors.ts';
export type { FoundPassage } from './anchors/find-again.ts';
export {
  findPassage,
  firstAtLeast,
  isSameText,
  type Passage,
  paragraphNumber,
  paragraphStarts,
  quoteOf,
  readLength,
  type ShownParagraph,
  shownText,
} from './anchors/passages.ts';
export { chapterLikes } from './chapter-likes.queries.ts';
export { listChapterRange } from './chapter-lists.ts';
export { publishChapters, requirePublishable, takeDownChapter } from './chapter-publishing.ts';
export { updateChapter } from './chapter-saving.ts';
export { idsOf, type StoredText } from './chapter-text.ts';
export { eraseChapterRows, listAnyChapters, takeChaptersToErase } from './chapter-trash.queries.ts';
export { eraseChapter, eraseDeletedChapter, restoreChapter } from './chapter-trash.ts';
export {
  chapterDeleted,
  chapterPublished,
  chapterRenewed,
  chapterSaved,
  chapterSplit,
  chapterTextSaved,
} from './chapters.events.ts';
/** @public For searches. */
export {
  isFinished,
  isListedChapter,
  isOpened,
  isPublicChapter,
  type Reader,
  readerOf,
  visibleTo,
  wasPublic,
} from './chapters.policy.queries.ts';
export { isSpoilerFor, isStoryAhead, type StoryPlace } from './chapters.present.ts';
export { findChapter, findReadableSince, publishedBefore } from './chapters.queries.ts';
export { type ChapterText, createChapter, insertChapters, processChapters } from './chapters.service.ts';
export { ownSubjects } from './chapters.subjects.queries.ts';
export { checkTexts } from './check-texts.queries.ts';
export { textResponse } from './long-texts.ts';
export { findOwn as findOwnChapter, lockOwn as lockOwnChapter, readOwn } from './own-chapter.ts';
export { linesOf } from './paragraphs.ts';
export { currentTexts, plausible, processEarlier, restoreVersions } from './restored-versions.queries.ts';
export { skipLostVersions } from './versions.queries.ts';
export { appendVolume } from './volumes.service.ts';
