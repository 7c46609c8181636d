export { maxWordsPerMinute } from './closing.queries.ts';
export { isReadingNow } from './crediting.queries.ts';
export { personalPart as readingSessionsPersonalPart } from './personal-data.queries.ts';
export { readingSessionListener } from './reading-sessions.listeners.ts';
export { readingSessionRoutes } from './reading-sessions.routes.ts';
