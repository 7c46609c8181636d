export { libraryRoutes } from './library.routes.ts';
export { listContinueReading, saveChapterProgress } from './library.service.ts';
