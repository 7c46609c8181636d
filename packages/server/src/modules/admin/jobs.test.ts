import { cancelJob, emailQueues, listJobs, listQueues, retryJob } from '@inkling/contract/admin';
import { beforeAll, expect, test } from 'vitest';
import { listJobs as registeredJobs } from '../../doctor/database-checks.ts';
import { sql } from '../../platform/db/db.ts';
import { defineQueue } from '../../platform/jobs/jobs.ts';
import { testApp } from '../../testing/test-app.ts';
import { setAdmin } from '../users/index.ts';

const site = testApp();
const lamps = defineQueue<{ lamp: string }>('lamps', { retries: 0 });
const emails = defineQueue<{ lamp: string }>('contact-emails', { retries: 0 });
let ana: Awaited<ReturnType<typeof site.person>>;
let isBroken = true;
const lit: string[] = [];

beforeAll(async () => {
  ana = await site.person();
  await setAdmin(site.ctx.db, ana.id, true);
  site.ctx.jobs.work(lamps, async ({ lamp }) => {
    if (isBroken) throw new Error('no oil');
    lit.push(lamp);
  });
});

const list = async (query: Parameters<typeof call>[0]) => (await call(query)).body.data;
const call = (query: { state?: 'failed' | 'waiting'; of?: 'emails' | 'others' }) =>
  site.as(ana).call(listJobs, { query });
const actions = async (id: string) => {
  const { rows } = await sql<{ action: string; isByAna: boolean }>`
    select action, actor = sha256(convert_to(${id}::text || ' ' || ${ana.id}::text, 'UTF8')) as "isByAna"
    from measure_log where subject_id = ${id}`.execute(site.ctx.db);
  return rows;
};

test('an admin lets a failed job run again, which is logged; a second time is a conflict', async () => {
  await site.ctx.jobs.send(site.ctx.db, lamps, { lamp: 'a secret lamp' });
  await site.runJobs();
  const response = await call({ state: 'failed' });
  expect(JSON.stringify(response.body)).not.toContain('secret');
  const [job] = response.body.data;
  expect(job).toMatchObject({ queue: 'lamps', state: 'failed', attempts: 1 });
  const queues = (await site.as(ana).call(listQueues, {})).body.data;
  expect(queues.find(({ name }) => name === 'lamps')).toMatchObject({ failed: 1, sendsEmail: false });
  const id = job?._id ?? '';
  isBroken = false;
  expect((await site.as(ana).call(retryJob, { params: { id } })).status).toBe(200);
  const again = await site.as(ana).call(retryJob, { params: { id } });
  expect([again.status, again.failure.code]).toEqual([409, 'CONFLICT']);
  await site.runJobs();
  expect(lit).toEqual(['a secret lamp']);
  expect(await actions(id)).toEqual([{ action: 'job-retried', isByAna: true }]);
  // One that is done is no longer there.
  expect((await site.as(ana).call(retryJob, { params: { id } })).status).toBe(404);
});

test('a waiting email is listed among emails alone, and is not sent once it is canceled', async () => {
  await site.ctx.jobs.send(site.ctx.db, emails, { lamp: 'x' }, { afterSeconds: 3600 });
  expect(await list({ state: 'waiting' })).toEqual([]);
  const [job] = await list({ state: 'waiting', of: 'emails' });
  expect(job).toMatchObject({ queue: 'contact-emails', state: 'waiting', attempts: 0, failedAt: null });
  const id = job?._id ?? '';
  expect((await site.as(ana).call(retryJob, { params: { id } })).status).toBe(409);
  expect((await site.as(ana).call(cancelJob, { params: { id } })).status).toBe(200);
  expect(await list({ state: 'waiting', of: 'emails' })).toEqual([]);
  expect(await actions(id)).toEqual([{ action: 'job-canceled', isByAna: true }]);
  const ben = await site.person();
  expect((await site.as(ben).call(cancelJob, { params: { id } })).status).toBe(403);
});

test('every queue that is named after emails is one of emails', () => {
  const named = registeredJobs(site.ctx).filter(
    ({ name, cron }) => cron === null && /-(emails|codes)$/.test(name),
  );
  expect(named.map(({ name }) => name)).toEqual(emailQueues.toSorted());
});
