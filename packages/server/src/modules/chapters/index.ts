export { listStretch } from './chapter-lists.ts';
export { reinstateChapter as releaseChapter, takeDownChapter as holdChapter } from './chapter-takedowns.ts';
export { idsOf } from './chapter-text.ts';
export { publishChapterEvents } from './chapters.live.ts';
export { chapterRoutes } from './chapters.routes.ts';
export {
  type ChapterText,
  createChapter,
  insertChapters,
  likeChapter,
  processChapters,
} from './chapters.service.ts';
export { chapterSockets } from './chapters.socket.ts';
export { personalPart as chaptersPersonalPart } from './personal-data.queries.ts';
