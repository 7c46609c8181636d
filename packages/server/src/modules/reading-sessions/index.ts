import { defineModule } from '../../platform/module.ts';
import { personalPart } from './personal-data.queries.ts';
import { sessionJobs } from './reading-sessions.jobs.ts';
import { readingSessionListener } from './reading-sessions.listeners.ts';
import { readingSessionRoutes } from './reading-sessions.routes.ts';

export const readingSessions = defineModule({
  name: 'reading-sessions',
  routes: readingSessionRoutes,
  jobs: sessionJobs,
  listeners: [readingSessionListener],
  personalData: personalPart,
});

export { liveSeconds, wordsInTime } from './closing.queries.ts';
export { isReadingNow, isTimedNow, slowestSecondsPerWord } from './crediting.queries.ts';
export { findQuality } from './figures.queries.ts';
export { wordsPerMinute } from './figures.service.ts';
export { eraseTimes } from './history.queries.ts';
export { trackSession } from './offline.service.ts';
export { readingTimesErased, sessionEnded } from './reading-sessions.events.ts';
