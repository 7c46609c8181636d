import type { AppContext } from './context.ts';
import { inBackground } from './db/timeouts.ts';
import type { EventRunner } from './events/events.ts';
import { findWork } from './find-work.queries.ts';
import type { JobRunner } from './jobs/jobs.ts';
import { outageLog } from './log.ts';

/** How often (ms) a process looks for work that it was not woken for: other processes', delayed, and to be retried. */
const pollInterval = 2_000;
/** The same where no process can wake itself, since others answer the requests. */
const pollIntervalOfJobs = 250;

type Context = Pick<AppContext, 'db' | 'clock' | 'log'> & { jobs: JobRunner; events: EventRunner };

/**
 * Runs jobs and delivers events until it is stopped. A process that commits a job or an event wakes its own workers;
 * one statement every two seconds finds the rest, for all queues and listeners together. A process that only answers
 * requests has no work.
 */
export function backgroundWork(
  { db, clock, log, jobs, events }: Context,
  only: 'web' | 'jobs' | null = null,
) {
  const interval = only === 'jobs' ? pollIntervalOfJobs : pollInterval;
  const logFailure = outageLog(log, 'background work can’t be found; trying again');
  let timer: NodeJS.Timeout | undefined;
  let isStopped = false;

  const poll = async (): Promise<void> => {
    const work = await findWork(db, jobs.queues(), events.listeners(), clock.now());
    jobs.wake(work.queues);
    if (work.has_events) events.wake();
  };
  const pollAgain = (): void => {
    if (isStopped) return;
    timer = setTimeout(() => void inBackground(poll).catch(logFailure).then(pollAgain), interval);
  };
  return {
    poll,
    async start(): Promise<void> {
      if (only === 'web') return;
      await inBackground(() => jobs.start());
      await inBackground(() => events.start());
      pollAgain();
    },
    async stop(): Promise<void> {
      isStopped = true;
      clearTimeout(timer);
      await Promise.all([jobs.stop(), events.stop()]);
    },
  };
}
