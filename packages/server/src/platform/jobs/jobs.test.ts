import { expect, test } from 'vitest';
import { testApp } from '../../testing/test-app.ts';
import { sql, transaction } from '../db/db.ts';
import { defineQueue } from './jobs.ts';
import { pgBossJobs } from './pg-boss-jobs.ts';

const site = testApp();
const done: string[] = [];
let failing = 0;
const emails = defineQueue<{ to: string }>('emails', { retries: 2 });
const delayedEmails = defineQueue<{ to: string }>('delayed-emails');

test('a job runs once, after the transaction that sent it has committed [P17]', async () => {
  site.ctx.jobs.work(emails, async ({ to }) => {
    if (failing > 0) {
      failing -= 1;
      throw new Error('the mail server is down');
    }
    done.push(to);
  });
  await transaction(site.ctx.db, async (tx) => {
    await site.ctx.jobs.send(tx, emails, { to: 'ada' });
    expect(await site.runJobs()).toEqual({ done: 0, failed: 0 });
  });
  expect(await site.runJobs()).toEqual({ done: 1, failed: 0 });
  expect(await site.runJobs()).toEqual({ done: 0, failed: 0 });
  expect(done.splice(0)).toEqual(['ada']);
});

test('a job sent by a transaction that is rolled back never runs [P17]', async () => {
  const failed = transaction(site.ctx.db, async (tx) => {
    await site.ctx.jobs.send(tx, emails, { to: 'nobody' });
    throw new Error('changed my mind');
  });
  await expect(failed).rejects.toThrow('changed my mind');
  expect(await site.runJobs()).toEqual({ done: 0, failed: 0 });
});

test('a failed job is retried after a delay, and its error is not stored in the database [R60] [P17]', async () => {
  failing = 1;
  await site.ctx.jobs.send(site.ctx.db, emails, { to: 'bea' });
  expect(await site.runJobs()).toEqual({ done: 0, failed: 1 });
  expect(await site.runJobs()).toEqual({ done: 0, failed: 0 });
  const stored = await sql<{ output: string }>`
    select output::text from pgboss.job where name = 'emails' and state = 'retry'`.execute(site.ctx.db);
  expect(stored.rows).toHaveLength(1);
  expect(stored.rows[0]?.output).not.toContain('down');
  expect(await site.runJobs({ waiting: true })).toEqual({ done: 1, failed: 0 });
  expect(done.splice(0)).toEqual(['bea']);
});

test('a job is given up when all its attempts have failed', async () => {
  failing = 3;
  await site.ctx.jobs.send(site.ctx.db, emails, { to: 'cleo' });
  for (let attempt = 0; attempt < 3; attempt += 1) {
    expect(await site.runJobs({ waiting: true })).toEqual({ done: 0, failed: 1 });
  }
  expect(await site.runJobs({ waiting: true })).toEqual({ done: 0, failed: 0 });
  expect(done).toEqual([]);
});

test('a queue that wants it has one waiting job with the same data, but a new one while that runs', async () => {
  const recounts = defineQueue<{ story: string }>('recounts', { once: true });
  const { db, jobs } = site.ctx;
  const counted: string[] = [];
  jobs.work(recounts, async ({ story }) => {
    if (story === 'one' && !counted.includes('one')) await jobs.send(db, recounts, { story });
    counted.push(story);
  });
  for (const story of ['one', 'one', 'two', 'one']) await jobs.send(db, recounts, { story });
  expect(await site.runJobs()).toEqual({ done: 3, failed: 0 });
  expect(counted.sort()).toEqual(['one', 'one', 'two']);
});

test('a job without a handler in this process waits for the process that has one', async () => {
  await site.ctx.jobs.send(site.ctx.db, delayedEmails, { to: 'dora' });
  expect(await site.runJobs()).toEqual({ done: 0, failed: 0 });
  const server = pgBossJobs(site.database, site.ctx.log, 'server');
  const received = new Promise<string>((resolve) =>
    server.work(delayedEmails, async ({ to }) => resolve(to)),
  );
  await server.start();
  expect(await received).toBe('dora');
  await server.stop();
  // The pool belongs to the site and stays open.
  expect((await sql`select 1`.execute(site.ctx.db)).rows).toHaveLength(1);
});

test('a scheduled job that is wanted at each start runs then', async () => {
  const atStart = defineQueue<Record<string, never>>('at-start', { once: true });
  const server = pgBossJobs(site.database, site.ctx.log, 'server');
  const ran = new Promise<void>((resolve) => server.work(atStart, async () => resolve()));
  server.schedule(atStart, '0 0 29 2 *', { atStart: true });
  await server.start();
  await ran;
  await server.stop();
});

test('one poll runs all available jobs, the oldest first and low priority last', async () => {
  const slowPolls = defineQueue<{ to: string }>('slow-polls');
  const names = Array.from({ length: 100 }, (_, number) => `reader ${number}`);
  const { db, jobs, log } = site.ctx;
  await jobs.send(db, slowPolls, { to: 'nobody' }, { lowPriority: true });
  for (const to of names) await jobs.send(db, slowPolls, { to });
  const server = pgBossJobs(site.database, log, 'server');
  const handled: string[] = [];
  const finished = new Promise<void>((resolve) =>
    server.work(slowPolls, async ({ to }) => {
      handled.push(to);
      if (to === 'nobody') resolve();
      if (to === 'reader 50') throw new Error('a failed job does not delay the others');
    }),
  );
  await server.start();
  await finished;
  await server.stop();
  expect(handled).toEqual([...names, 'nobody']);
});

test('one process runs as many jobs of a queue in parallel as its concurrency allows, and no more', async () => {
  const threeParallel = defineQueue<{ to: string }>('three-parallel', { concurrency: 3 });
  for (let number = 0; number < 9; number += 1) {
    await site.ctx.jobs.send(site.ctx.db, threeParallel, { to: `reader ${number}` });
  }
  const server = pgBossJobs(site.database, site.ctx.log, 'server');
  let running = 0;
  let ended = 0;
  const counts: number[] = [];
  const finished = new Promise<void>((resolve) => {
    let waiting: (() => void)[] = [];
    server.work(threeParallel, async () => {
      running += 1;
      counts.push(running);
      await new Promise<void>((go) => {
        waiting.push(go);
        if (waiting.length < 3) return;
        for (const next of waiting) next();
        waiting = [];
      });
      running -= 1;
      ended += 1;
      if (ended === 9) resolve();
    });
  });
  await server.start();
  await finished;
  await server.stop();
  expect(Math.max(...counts)).toBe(3);
});
