import { expect, test } from 'vitest';
import { testApp } from '../../testing/test-app.ts';
import { sql, transaction } from '../db/db.ts';
import { defineQueue } from './jobs.ts';
import { pgBossJobs } from './pg-boss-jobs.ts';

const site = testApp();
const done: string[] = [];
let failing = 0;
const letters = defineQueue<{ to: string }>('letters', { retries: 2, pollInterval: 0.5 });
const lateLetters = defineQueue<{ to: string }>('late-letters');

test('a job is done once, after the transaction that sent it', async () => {
  site.ctx.jobs.work(letters, async ({ to }) => {
    if (failing > 0) {
      failing -= 1;
      throw new Error('the letter box is shut');
    }
    done.push(to);
  });
  await transaction(site.ctx.db, async (tx) => {
    await site.ctx.jobs.send(tx, letters, { to: 'ada' });
    expect(await site.runJobs()).toEqual({ done: 0, failed: 0 });
  });
  expect(await site.runJobs()).toEqual({ done: 1, failed: 0 });
  expect(await site.runJobs()).toEqual({ done: 0, failed: 0 });
  expect(done.splice(0)).toEqual(['ada']);
});

test('what a transaction that fails has sent is never done', async () => {
  const failed = transaction(site.ctx.db, async (tx) => {
    await site.ctx.jobs.send(tx, letters, { to: 'nobody' });
    throw new Error('changed my mind');
  });
  await expect(failed).rejects.toThrow('changed my mind');
  expect(await site.runJobs()).toEqual({ done: 0, failed: 0 });
});

test('a job that fails waits, is tried again, and leaves nothing of its error in the database', async () => {
  failing = 1;
  await site.ctx.jobs.send(site.ctx.db, letters, { to: 'bea' });
  expect(await site.runJobs()).toEqual({ done: 0, failed: 1 });
  expect(await site.runJobs()).toEqual({ done: 0, failed: 0 });
  const kept = await sql<{ output: string }>`
    select output::text from pgboss.job where name = 'letters' and state = 'retry'`.execute(site.ctx.db);
  expect(kept.rows).toHaveLength(1);
  expect(kept.rows[0]?.output).not.toContain('shut');
  expect(await site.runJobs({ waiting: true })).toEqual({ done: 1, failed: 0 });
  expect(done.splice(0)).toEqual(['bea']);
});

test('a job is given up when all its tries have failed', async () => {
  failing = 3;
  await site.ctx.jobs.send(site.ctx.db, letters, { to: 'cleo' });
  for (let tries = 0; tries < 3; tries += 1) {
    expect(await site.runJobs({ waiting: true })).toEqual({ done: 0, failed: 1 });
  }
  expect(await site.runJobs({ waiting: true })).toEqual({ done: 0, failed: 0 });
  expect(done).toEqual([]);
});

test('a job that nobody here does stays for the process that does it', async () => {
  await site.ctx.jobs.send(site.ctx.db, lateLetters, { to: 'dora' });
  expect(await site.runJobs()).toEqual({ done: 0, failed: 0 });
  const server = pgBossJobs(site.database, site.ctx.log, 'server');
  const told = new Promise<string>((resolve) => server.work(lateLetters, async ({ to }) => resolve(to)));
  await server.start();
  expect(await told).toBe('dora');
  await server.stop();
  // The pool is the site's: the rest goes on.
  expect((await sql`select 1`.execute(site.ctx.db)).rows).toHaveLength(1);
});

test('all that is there is done at one look, the oldest first, and what can wait after the rest', async () => {
  const slowLooks = defineQueue<{ to: string }>('slow-looks', { pollInterval: 3600 });
  const names = Array.from({ length: 100 }, (_, number) => `reader ${number}`);
  const { db, jobs, log } = site.ctx;
  await jobs.send(db, slowLooks, { to: 'nobody' }, { canWait: true });
  for (const to of names) await jobs.send(db, slowLooks, { to });
  const server = pgBossJobs(site.database, log, 'server');
  const written: string[] = [];
  const told = new Promise<void>((resolve) =>
    server.work(slowLooks, async ({ to }) => {
      written.push(to);
      if (to === 'nobody') resolve();
      if (to === 'reader 50') throw new Error('one that fails holds up no other');
    }),
  );
  await server.start();
  await told;
  await server.stop();
  expect(written).toEqual([...names, 'nobody']);
});

test('one process works on as many jobs of a queue at once as the queue says, and on no more', async () => {
  const threeAtOnce = defineQueue<{ to: string }>('three-at-once', { atOnce: 3, pollInterval: 3600 });
  for (let number = 0; number < 9; number += 1) {
    await site.ctx.jobs.send(site.ctx.db, threeAtOnce, { to: `reader ${number}` });
  }
  const server = pgBossJobs(site.database, site.ctx.log, 'server');
  let running = 0;
  let ended = 0;
  const max: number[] = [];
  const told = new Promise<void>((resolve) => {
    let release: (() => void)[] = [];
    server.work(threeAtOnce, async () => {
      running += 1;
      max.push(running);
      await new Promise<void>((go) => {
        release.push(go);
        if (release.length < 3) return;
        for (const next of release) next();
        release = [];
      });
      running -= 1;
      ended += 1;
      if (ended === 9) resolve();
    });
  });
  await server.start();
  await told;
  await server.stop();
  expect(Math.max(...max)).toBe(3);
});
