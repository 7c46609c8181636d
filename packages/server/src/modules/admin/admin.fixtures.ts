import * as calls from '@inkling/contract/admin';
import { firstRow, sql } from '../../platform/db/db.ts';
import { defineQueue } from '../../platform/jobs/jobs.ts';
import { type CapabilityFixtures, example } from '../../testing/examples.ts';

declare module '../../testing/examples.ts' {
  interface Fixtures {
    /** The ids of a job that waits, and of one that has failed for good. */
    waitingJob: string;
    failedJob: string;
  }
}

/** Without a handler, its jobs stay as they are. */
const queue = defineQueue<Record<string, never>>('unhandled');

export const fixtures: CapabilityFixtures = {
  async create({ ctx: { db, jobs } }) {
    const send = async () => {
      await jobs.send(db, queue, {});
      const row = await firstRow<{ id: string }>(db)`
        select id from pgboss.job where name = ${queue.name} order by created_on desc, id desc limit 1`;
      return row?.id ?? '';
    };
    const failedJob = await send();
    await sql`update pgboss.job set state = 'failed', completed_on = now() where id = ${failedJob}`.execute(
      db,
    );
    return { failedJob, waitingJob: await send() };
  },
  examples: [
    example(calls.getBackupState, () => ({})),
    example(calls.listOutsideRequests, () => ({})),
    example(calls.getSiteReport, () => ({})),
    example(calls.listQueues, () => ({})),
    example(calls.listJobs, () => ({ query: { state: 'failed' as const } })),
    example(calls.retryJob, ({ failedJob }) => ({ params: { id: failedJob } }), {
      createsOnceBecause: 'a job fails for good once',
    }),
    example(calls.cancelJob, ({ waitingJob }) => ({ params: { id: waitingJob } }), {
      createsOnceBecause: 'a job is canceled once',
    }),
  ],
};
