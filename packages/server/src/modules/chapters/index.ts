import { defineModule } from '../../platform/module.ts';
import { notifyOpenEditors } from './chapters.live.ts';
import { chapterRoutes } from './chapters.routes.ts';
import { chapterSockets } from './chapters.socket.ts';
import { counters } from './counters.queries.ts';
import { personalPart } from './personal-data.queries.ts';

export const chapters = defineModule({
  name: 'chapters',
  routes: chapterRoutes,
  sockets: chapterSockets,
  live: notifyOpenEditors,
  personalData: personalPart,
  counters,
});

export { chapterLikes } from './chapter-likes.queries.ts';
export { listChapterRange } from './chapter-lists.ts';
export { publishChapter } from './chapter-publishing.ts';
export { reinstateChapter, takeDownChapter } from './chapter-takedowns.ts';
export { idsOf } from './chapter-text.ts';
export { eraseChapterRows, listAnyChapters, takeChaptersToErase } from './chapter-trash.queries.ts';
export { eraseChapter, eraseDeletedChapter, restoreChapter } from './chapter-trash.ts';
export { chapterPublished, chapterSaved, chapterTextSaved } from './chapters.events.ts';
/** @public For searches. */
export { isFinished, isPublicChapter, visibleTo, wasPublic } from './chapters.policy.queries.ts';
export { findChapter } from './chapters.queries.ts';
export { type ChapterText, createChapter, insertChapters, processChapters } from './chapters.service.ts';
export { findOwn as findOwnChapter, readOwn } from './own-chapter.ts';
export { findReadableSince } from './readable-since.queries.ts';
export { isSpoilerFor, isStoryAhead, type StoryPlace } from './spoilers.ts';
export { appendVolume } from './volumes.service.ts';
