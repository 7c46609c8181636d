import * as calls from '@inkling/contract/admin';
import { firstRow, sql } from '../../platform/db/db.ts';
import { defineQueue } from '../../platform/jobs/jobs.ts';
import { type CapabilityFixtures, example, type Fixtures } from '../../testing/examples.ts';
import { testPassword } from '../../testing/test-password.ts';

declare module '../../testing/examples.ts' {
  interface Fixtures {
    /** The ids of a job that waits, and of one that has failed for good. */
    waitingJob: string;
    failedJob: string;
    /** The id of a person on whom an admin acts. */
    troubled: string;
  }
}

/** Without a handler, its jobs stay as they are. */
const queue = defineQueue<Record<string, never>>('unhandled');

const ofPerson = ({ troubled }: Fixtures) => ({ params: { id: troubled } });
const confirmed = (of: Fixtures) => ({ ...ofPerson(of), body: { password: testPassword } });

export const fixtures: CapabilityFixtures = {
  async create(site) {
    const { db, jobs } = site.ctx;
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
    return { failedJob, waitingJob: await send(), troubled: (await site.person()).id };
  },
  examples: [
    example(calls.getBackupState, () => ({})),
    example(calls.listOutsideRequests, () => ({})),
    example(calls.getSiteReport, () => ({})),
    example(calls.getStorage, () => ({})),
    example(calls.listQueues, () => ({})),
    example(calls.listJobs, () => ({ query: { state: 'failed' as const } })),
    example(calls.retryJob, ({ failedJob }) => ({ params: { id: failedJob } }), {
      createsOnceBecause: 'a job fails for good once',
    }),
    example(calls.cancelJob, ({ waitingJob }) => ({ params: { id: waitingJob } }), {
      createsOnceBecause: 'a job is canceled once',
    }),
    example(calls.findPeople, () => ({ body: { q: 'a' } }), { createsOnceBecause: 'nothing is created' }),
    example(calls.getPerson, ofPerson),
    example(
      calls.suspendPerson,
      (of) => ({ ...ofPerson(of), body: { reason: 'Please be kind.', until: null } }),
      { createsOnceBecause: 'a person is suspended once', formattedFields: ['until'] },
    ),
    example(calls.unsuspendPerson, ofPerson, { createsOnceBecause: 'nothing is created' }),
    example(calls.endSessionsOf, confirmed, { createsOnceBecause: 'nothing is created' }),
    example(
      calls.setModerator,
      (of) => ({ ...ofPerson(of), body: { password: testPassword, isModerator: true } }),
      { createsOnceBecause: 'a person is made a moderator once' },
    ),
    example(calls.exportPerson, confirmed, { createsOnceBecause: 'nothing is created' }),
    example(calls.deletePerson, confirmed, { createsOnceBecause: 'an account is deleted once' }),
  ],
};
