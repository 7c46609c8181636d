import { randomUUID } from 'node:crypto';
import { expect, onTestFinished, test } from 'vitest';
import { z } from 'zod';
import { recordStatements } from '../testing/recorded-statements.ts';
import { testApp } from '../testing/test-app.ts';
import { backgroundWork } from './background.ts';
import { transaction } from './db/db.ts';
import { inBackground } from './db/timeouts.ts';
import { emit } from './events/emit.ts';
import { defineEvent } from './events/event.ts';
import { eventRunner } from './events/event-runner.ts';
import { defineListener, on } from './events/listener.ts';
import { defineQueue } from './jobs/jobs.ts';
import { pgBossJobs } from './jobs/pg-boss-jobs.ts';

const site = testApp();
const emails = defineQueue<{ to: string }>('emails');
const thingMade = defineEvent('test.made', {
  payload: { thingId: z.uuid() },
  subject: 'thingId',
  people: [],
});

/** A process that works on jobs and events of the site, and polls when it is told to. */
async function workingProcess() {
  const jobs = pgBossJobs(site.database, site.ctx.log, 'tool');
  const events = eventRunner(site.ctx);
  const done: string[] = [];
  jobs.work(emails, async ({ to }) => void done.push(to));
  for (let queue = 0; queue < 20; queue += 1) jobs.work(defineQueue(`idle-${queue}`), async () => {});
  events.listen(
    defineListener(randomUUID(), [
      on(thingMade, async ({ payload: { thingId } }) => void done.push(thingId)),
    ]),
  );
  await inBackground(() => Promise.all([jobs.start(), events.start()]));
  onTestFinished(() => Promise.all([jobs.stop(), events.stop()]).then(() => {}));
  const { poll } = backgroundWork({ ...site.ctx, jobs, events });
  return { jobs, events, done, poll: () => inBackground(poll) };
}

const emitThing = (ctx: Parameters<typeof emit>[0]) =>
  transaction(site.ctx.db, async (tx) => {
    const thingId = randomUUID();
    await emit(ctx, tx, thingMade, { thingId });
    return thingId;
  });
/** Longer than a woken worker waits before it runs its first statement. */
const moment = () => new Promise((resolve) => setTimeout(resolve, 300));

test('jobs and events run as soon as their process has committed them, without a poll', async () => {
  const { jobs, events, done } = await workingProcess();
  await transaction(site.ctx.db, async (tx) => {
    await jobs.send(tx, emails, { to: 'ada' });
    await moment();
    expect(done).toEqual([]);
  });
  await expect.poll(() => done).toEqual(['ada']);
  await jobs.send(site.ctx.db, emails, { to: 'bea' });
  const thing = await emitThing({ ...site.ctx, events });
  await expect.poll(() => done.toSorted()).toEqual(['ada', 'bea', thing].toSorted());
});

test('a poll finds jobs and events of other processes, and is one statement for all queues while nothing is due', async () => {
  const { done, poll } = await workingProcess();
  await moment();
  await site.ctx.jobs.send(site.ctx.db, emails, { to: 'cleo' });
  await site.ctx.jobs.send(site.ctx.db, emails, { to: 'dora' }, { afterSeconds: 3600 });
  const thing = await emitThing(site.ctx);
  await moment();
  expect(done).not.toContain('cleo');
  await poll();
  await expect.poll(() => done).toEqual(expect.arrayContaining(['cleo', thing]));
  await moment();
  const statements = recordStatements('background');
  await poll();
  await moment();
  expect(statements()).toHaveLength(1);
  expect(done).not.toContain('dora');
});
