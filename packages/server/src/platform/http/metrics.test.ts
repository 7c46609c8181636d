import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { type App, createApp } from '../../app.ts';
import { testApp } from '../../testing/test-app.ts';
import { openDatabase } from '../db/db.ts';
import { serveMetrics } from './metrics.ts';

const token = 'canary-of-the-metrics';
const site = testApp({ METRICS_TOKEN: token });
let app: App;
beforeAll(async () => {
  app = await createApp(site.ctx);
  serveMetrics(app.http, site.ctx, site.database, app.maintenance);
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
  serveMetrics(closed.http, { ...site.ctx, config }, site.database, closed.maintenance);
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

test('without the database, the metrics of the process are still there', async () => {
  const away = openDatabase(
    { host: '127.0.0.1', port: 1, user: 'x', password: 'x', database: 'x' },
    { max: 1 },
  );
  const alone = await createApp(site.ctx);
  serveMetrics(alone.http, { ...site.ctx, db: away.db }, away, alone.maintenance);
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
