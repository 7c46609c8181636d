import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import S3rver from '@20minutes/s3rver';
import { listOutsideRequests } from '@inkling/contract/admin';
import { expect, inject, onTestFinished, test } from 'vitest';
import { emailSink } from '../testing/email-sink.ts';
import { testApp } from '../testing/test-app.ts';
import { day } from './clock.ts';
import { configuredContext } from './configured-context.ts';
import { openDatabase, sql } from './db/db.ts';
import { countOutside, deleteOldRequests, outsideRequests } from './outside-requests.ts';

const site = testApp();

/** The site's context as a configuration gives it. */
async function configured(settings: Partial<typeof site.ctx.config>) {
  const { rows } = await sql<{ name: string }>`select current_database()::text as name`.execute(site.ctx.db);
  const database = openDatabase({ ...inject('database'), database: rows[0]?.name ?? '' });
  const { config, log } = site.ctx;
  const ctx = await configuredContext({ ...config, ...settings }, log, database, 'tool', []);
  onTestFinished(async () => {
    ctx.email.close();
    await ctx.threads.close();
    await database.close();
  });
  return ctx;
}

test('requests at the same moment are counted by day, host and purpose, and admins see 30 days', async () => {
  const [ana, ben] = [await site.person(), await site.person()];
  await sql`update users set is_admin = true where id = ${ana.id}`.execute(site.ctx.db);
  const list = async () => (await site.as(ana).call(listOutsideRequests, {})).body.data;
  expect((await site.as(ben).call(listOutsideRequests, {})).status).toBe(403);
  expect(await list()).toEqual([]);
  const push = { host: 'push.example', purpose: 'push', bytes: 10 } as const;
  const email = { host: 'mail.example:587', purpose: 'email', bytes: 300 } as const;
  await Promise.all([...Array(50).fill(push), email].map((one) => countOutside(site.ctx, one)));
  const first = [
    { ...email, day: '2026-03-02', requests: 1 },
    { ...push, day: '2026-03-02', requests: 50, bytes: 500 },
  ];
  expect(await list()).toEqual(first);
  site.clock.advance(29 * day);
  await countOutside(site.ctx, { ...push, bytes: 0 });
  const second = { ...push, day: '2026-03-31', requests: 1, bytes: 0 };
  await deleteOldRequests(site.ctx.db, site.clock.now());
  expect(await list()).toEqual([second, ...first]);
  site.clock.advance(day);
  expect(await list()).toEqual([second]);
  await deleteOldRequests(site.ctx.db, site.clock.now());
  const { rows } = await sql<{ day: string }>`select day::text from outside_requests`.execute(site.ctx.db);
  expect(rows).toEqual([{ day: '2026-03-31' }]);
});

test('a request that cannot be counted stops nobody', async () => {
  const tooLong = { host: 'h'.repeat(300), purpose: 'push', bytes: 1 } as const;
  await expect(countOutside(site.ctx, tooLong)).resolves.toBeUndefined();
});

test('an email to the mail server is counted, with the bytes of its text', async () => {
  const sink = await emailSink();
  onTestFinished(sink.leave);
  const ctx = await configured({ SMTP_URL: sink.url });
  await ctx.email.send({
    to: 'ada@example.test',
    subject: 'Hello',
    id: 'job-1',
    text: 'Ink',
    html: '<p>é</p>',
  });
  expect(sink.taken()).toHaveLength(1);
  const sent = { host: new URL(sink.url).host, purpose: 'email', requests: 1, bytes: 12 };
  expect(await outsideRequests(ctx)).toEqual([expect.objectContaining(sent)]);
  sink.behave('busy');
  await expect(
    ctx.email.send({ to: 'ada@example.test', subject: 'Hello', id: 'job-2', text: '', html: '' }),
  ).rejects.toThrow();
  expect(await outsideRequests(ctx)).toEqual([expect.objectContaining({ ...sent, requests: 2 })]);
});

test('what images send to a bucket is counted, with the bytes of the files', async () => {
  const directory = await mkdtemp(join(tmpdir(), 'inkling-bucket-'));
  const configureBuckets = [{ name: 'inkling-files', configs: [] }];
  const s3 = new S3rver({ port: 0, address: '127.0.0.1', silent: true, directory, configureBuckets });
  const { port } = await s3.run();
  onTestFinished(async () => {
    await s3.close();
    await rm(directory, { recursive: true, force: true });
  });
  const ctx = await configured({
    S3_ENDPOINT: `http://127.0.0.1:${port}`,
    S3_BUCKET: 'inkling-files',
    S3_ACCESS_KEY_ID: 'S3RVER',
    S3_SECRET_ACCESS_KEY: 'S3RVER',
  });
  const ofImages = async () =>
    (await outsideRequests(ctx))
      .filter(({ purpose }) => purpose === 'images')
      .map(({ host, requests, bytes }) => ({ host, requests, bytes }));
  const host = `127.0.0.1:${port}`;
  // At the start, one file is asked for.
  await expect.poll(ofImages).toEqual([{ host, requests: 1, bytes: 0 }]);
  await ctx.storage.put('abcd-1.webp', new Uint8Array(1234), 'image/webp');
  await ctx.storage.open('abcd-1.webp');
  await ctx.storage.remove('abcd-1.webp');
  await expect.poll(ofImages).toEqual([{ host, requests: 4, bytes: 1234 }]);
});
