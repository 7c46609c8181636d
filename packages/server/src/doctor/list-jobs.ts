import { scheduleDailyBackup } from '../backup/daily-backup-job.ts';
import type { AppContext } from '../platform/context.ts';
import { eventJobs } from '../platform/events/event-jobs.ts';
import { sweepPlatform } from '../platform/sweep.ts';

export interface ListedJob {
  /** The name of its queue. */
  name: string;
  /** The module that registers it; `platform` for those of the platform. */
  module: string;
  /** Five fields, UTC; null for jobs that are sent when something happens. */
  cron: string | null;
}

/** Every job of the program, for doctor and the docs. Registers them with a recorder, and runs none. */
export function listJobs({ modules, config }: Pick<AppContext, 'modules' | 'config'>): ListedJob[] {
  const listed = new Map<string, ListedJob>();
  const register = (module: string, add: (ctx: AppContext) => void): void => {
    const jobs: Partial<AppContext['jobs']> = {
      work: ({ name }) => void listed.set(name, { name, module, cron: null }),
      schedule: ({ name }, cron) => void listed.set(name, { name, module, cron }),
    };
    // Safe: registering uses nothing else. What the handlers use is not called.
    add({ modules, config, jobs } as AppContext);
  };
  for (const { name, jobs = [] } of modules) for (const add of jobs) register(name, add);
  register('platform', eventJobs);
  register('platform', sweepPlatform);
  register('platform', (ctx) => scheduleDailyBackup(ctx));
  return [...listed.values()].sort((a, b) => a.name.localeCompare(b.name));
}
