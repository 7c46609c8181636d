export { chapterLikes } from './chapter-likes.queries.ts';
export { listChapterRange } from './chapter-lists.ts';
export { reinstateChapter, takeDownChapter } from './chapter-takedowns.ts';
export { idsOf } from './chapter-text.ts';
export { notifyOpenEditors } from './chapters.live.ts';
export { chapterRoutes } from './chapters.routes.ts';
export { type ChapterText, createChapter, insertChapters, processChapters } from './chapters.service.ts';
export { chapterSockets } from './chapters.socket.ts';
export { personalPart as chaptersPersonalPart } from './personal-data.queries.ts';
