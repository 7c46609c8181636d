export { chapterRoutes } from './chapters.routes.ts';
export { type ChapterText, insertChapters } from './chapters.service.ts';
