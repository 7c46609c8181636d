import { id } from '@inkling/contract/text';
import { cancelJob, listFailedJobs, retryJob } from '../modules/admin/index.ts';
import { AppError } from '../platform/app-error.ts';
import { type Action, UsageProblem, withAppContext } from './command.ts';

const changes: Record<string, { change: typeof retryJob; done: string }> = {
  retry: { change: retryJob, done: 'will run again' },
  cancel: { change: cancelJob, done: 'is canceled' },
};

/** `inkling admin jobs [retry|cancel ID…]`: lists the jobs that have failed for good, or changes jobs. */
const jobs: Action = async ([name, ...ids], env) => {
  if (name === undefined)
    return withAppContext(env, async (ctx) => {
      const failed = await listFailedJobs(ctx);
      if (failed.length === 0) process.stdout.write('No job has failed recently.\n');
      for (const job of failed)
        process.stdout.write(`${job.id}  ${job.queue}, failed ${job.failedAt?.toISOString()}\n`);
      return 0;
    });
  const action = Object.hasOwn(changes, name) ? changes[name] : undefined;
  if (action === undefined || ids.length === 0) throw new UsageProblem('give the ids of the jobs to change.');
  return withAppContext(env, async (ctx) => {
    let refused = 0;
    for (const jobId of ids) {
      try {
        if (!id.safeParse(jobId).success) throw new UsageProblem(`${jobId} is not the id of a job.`);
        await action.change(ctx, jobId, null);
        process.stdout.write(`${jobId} ${action.done}.\n`);
      } catch (error) {
        if (!(error instanceof AppError)) throw error;
        refused += 1;
        process.stderr.write(`${jobId}: ${error.message}\n`);
      }
    }
    return refused === 0 ? 0 : 1;
  });
};

export const jobActions = { jobs };
