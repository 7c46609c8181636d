export { chapterRoutes } from './chapters.routes.ts';
export { type ChapterText, createChapter, insertChapters, likeChapter } from './chapters.service.ts';
