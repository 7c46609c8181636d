export { holdChapter, releaseChapter } from './chapter-holds.ts';
export { listStretch } from './chapter-lists.ts';
export { idsOf } from './chapter-text.ts';
export { chapterHints } from './chapters.hints.ts';
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
