export { libraryRoutes } from './library.routes.ts';
export {
  listContinueReading,
  markCompleted,
  saveChapterProgress,
  toggleBookmark,
} from './library.service.ts';
