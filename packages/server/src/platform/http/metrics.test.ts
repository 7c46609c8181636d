import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { type App, createApp } from '../../app.ts';
import { connectLive } from '../../testing/live-client.ts';
import { testApp } from '../../testing/test-app.ts';
import { openDatabase } from '../db/db.ts';
import { configuredMailer } from '../email/configured.ts';
import { defineQueue } from '../jobs/jobs.ts';
import { pgBossJobs } from '../jobs/pg-boss-jobs.ts';
import { serveMetrics } from './metrics.ts';

const token = 'canary-of-the-metrics';
const site = testApp({ METRICS_TOKEN: token, RATE_LIMIT: 'on', RATE_LIMITS: 'login=1/1h' });
let app: App;
beforeAll(async () => {
  app = await createApp(site.ctx);
  serveMetrics(app, site.database);
});
afterAll(() => app.close());

const read = (authorization?: string, of = app) =>
  of.http.inject({ url: '/metrics', headers: authorization === undefined ? {} : { authorization } });
const scrape = async () => (await read(`Bearer ${token}`)).body;
/** The value of a series. */
const value = (text: string, series: string): number => {
  const line = text.split('\n').find((one) => one.startsWith(`${series} `));
  return Number(line?.slice(series.length + 1));
};

test('only the token opens the metrics', async () => {
  for (const authorization of [undefined, '', token, 'Bearer ', `Bearer ${token}x`, `bearer ${token}`]) {
    const response = await read(authorization);
    expect([authorization, response.statusCode]).toEqual([authorization, 401]);
    expect(response.body).not.toContain('inkling_');
  }
  expect((await read(`Bearer ${token}`)).statusCode).toBe(200);
});

test('without METRICS_TOKEN there is no such page [R60]', async () => {
  const { METRICS_TOKEN: _unset, ...config } = site.ctx.config;
  const closed = await createApp(site.ctx);
  serveMetrics({ ...closed, ctx: { ...site.ctx, config } }, site.database);
  expect((await read(`Bearer ${token}`, closed)).statusCode).toBe(404);
  await closed.close();
});

test('requests are counted by route and kind of status, without ids or queries', async () => {
  const { id } = await site.person();
  await app.http.inject(`/api/v1/users/${id}?canary=yes`);
  await app.http.inject('/api/v1/stories?page=0');
  await app.http.inject('/nowhere/canary');
  const text = await scrape();
  const count = 'inkling_http_request_duration_seconds_count';
  expect(value(text, `${count}{method="GET",route="/api/v1/stories",status="4xx"}`)).toBe(1);
  expect(value(text, `${count}{method="GET",route="none",status="4xx"}`)).toBe(1);
  expect(text).not.toContain('canary');
  expect(text).not.toContain(id);
});

test('queues, listeners, connections, event loop and memory are there', async () => {
  const queue = {
    name: 'metrics-test',
    retries: 0,
    initialDelay: 1,
    maxDelay: 1,
    timeout: 10,
    concurrency: 1,
    once: false,
  };
  await site.ctx.jobs.send(site.ctx.db, queue, {});
  const text = await scrape();
  expect(value(text, 'inkling_jobs{queue="metrics-test",state="created"}')).toBe(1);
  expect(value(text, 'inkling_database_up')).toBe(1);
  expect(value(text, 'inkling_database_connections{pool="requests",state="waiting"}')).toBe(0);
  expect(value(text, 'process_resident_memory_bytes')).toBeGreaterThan(1_000_000);
  expect(text).toMatch(/^nodejs_eventloop_lag_p99_seconds /m);
});

test('live connections, refusals with 429, emails and attempts of jobs are counted', async () => {
  const token = (await site.person()).token;
  const { socket } = await connectLive(await app.http.listen({ host: '127.0.0.1', port: 0 }), token);
  for (let number = 0; number < 3; number += 1)
    await app.http.inject({ method: 'POST', url: '/api/v1/auth/login', payload: {} });

  const email = { to: 'ana@example.org', subject: 's', text: 't', html: 'h', id: 'an-email' };
  await site.ctx.email.send(email);
  const { config, log, clock, db } = site.ctx;
  const away = configuredMailer({ ...config, SMTP_URL: 'smtp://127.0.0.1:1' }, log, clock, db);
  await expect(away.send(email)).rejects.toThrow();

  const jobs = pgBossJobs(site.database, log, 'tool');
  const queue = defineQueue('counted-test', { retries: 1, initialDelay: 1 });
  jobs.work(queue, () => Promise.reject(new Error('it broke')));
  await jobs.send(db, queue, {});
  for (let attempt = 0; attempt < 2; attempt += 1) await jobs.runAll({ waiting: true });
  await jobs.stop();

  const text = await scrape();
  expect(value(text, 'inkling_live_connections')).toBe(1);
  expect(value(text, 'inkling_rate_limited_requests_total{route="/api/v1/auth/login"}')).toBe(2);
  expect(value(text, 'inkling_emails_total{result="sent"}')).toBe(1);
  expect(value(text, 'inkling_emails_total{result="failed"}')).toBe(1);
  expect(value(text, 'inkling_job_runs_total{queue="counted-test",result="retried"}')).toBe(1);
  expect(value(text, 'inkling_job_runs_total{queue="counted-test",result="failed"}')).toBe(1);
  socket.close();
  await expect.poll(async () => value(await scrape(), 'inkling_live_connections')).toBe(0);
});

test('names follow the rules of Prometheus, as promtool checks them: counters alone end in _total, and each has a help text', async () => {
  const lines = (await scrape()).split('\n');
  const types = lines.filter((line) => line.startsWith('# TYPE ')).map((line) => line.split(' '));
  expect(types.length).toBeGreaterThan(30);
  for (const [, , name = '', type] of types) {
    expect([name, name.endsWith('_total')]).toEqual([name, type === 'counter']);
    expect(name).toMatch(/^[a-z][a-z0-9]*(?:_[a-z0-9]+)*$/);
    expect(name).not.toMatch(
      /_(?:milliseconds|ms|minutes|kilobytes|megabytes|counter|gauge|histogram)(?:_|$)/,
    );
    expect(lines.some((line) => line.startsWith(`# HELP ${name} `) && line.length > 10 + name.length)).toBe(
      true,
    );
  }
});

test('without the database, the metrics of the process are still there', async () => {
  const away = openDatabase(
    { host: '127.0.0.1', port: 1, user: 'x', password: 'x', database: 'x' },
    { sizes: { requests: 1 } },
  );
  const alone = await createApp(site.ctx);
  serveMetrics({ ...alone, ctx: { ...site.ctx, db: away.db } }, away);
  const response = await read(`Bearer ${token}`, alone);
  expect(response.statusCode).toBe(200);
  expect(value(response.body, 'inkling_database_up')).toBe(0);
  expect(value(response.body, 'process_resident_memory_bytes')).toBeGreaterThan(0);
  await alone.close();
  await away.close();
});

test('the sample dashboard and alerts name metrics that exist', async () => {
  await site.runEvents();
  const text = await scrape();
  const folder = join(import.meta.dirname, '../../../../../docs/monitoring');
  for (const file of ['alerts.yml', 'dashboard.json']) {
    const names =
      readFileSync(join(folder, file), 'utf8').match(/\b(?:inkling|nodejs|process)_[a-z0-9_]+/g) ?? [];
    expect(names.length).toBeGreaterThan(5);
    for (const name of names)
      expect([file, name, text.includes(`# TYPE ${name.replace(/_(?:bucket|count|sum)$/, '')} `)]).toEqual([
        file,
        name,
        true,
      ]);
  }
});
