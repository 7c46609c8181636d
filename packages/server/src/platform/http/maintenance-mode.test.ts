import { leaveStory } from '@inkling/contract/chat';
import { newId } from '@inkling/contract/new-id';
import { listStories } from '@inkling/contract/stories';
import Fastify from 'fastify';
import { afterEach, expect, test } from 'vitest';
import { runCommand } from '../../process-tests/testing/programs.ts';
import { addressOf, connectionOutcome, connectLive, liveClient } from '../../testing/live-client.ts';
import { secondApp } from '../../testing/more-apps.ts';
import { testApp } from '../../testing/test-app.ts';
import { minute } from '../clock.ts';
import { openDatabase } from '../db/db.ts';
import { endMaintenance, maintenanceRetry, maintenanceText, startMaintenance } from '../maintenance.ts';
import { handleErrors } from './error-handler.ts';
import { maintenanceMode } from './maintenance-mode.ts';

const site = testApp();
const text = { accept: 'text/html' };
const begin = (changed: { until?: Date; message?: string } = {}) =>
  startMaintenance(site.ctx.db, { since: new Date(), until: null, message: null, ...changed });
const get = (url: string, headers = {}, app = site.app) => app.http.inject({ url, headers });

afterEach(async () => {
  await endMaintenance(site.ctx.db);
  await site.app.maintenance.refresh();
});

test('every call and page is a 503 with retry-after that says so, and nothing is done for it', async () => {
  const { token } = await site.person();
  await begin();
  await site.app.maintenance.refresh();
  const response = await site.as(null).call(listStories, {});
  expect([response.status, response.headers['retry-after'], response.failure]).toEqual([
    503,
    '30',
    {
      success: false,
      code: 'MAINTENANCE',
      message: 'We’re working on the site. It will be back soon.',
      errors: [],
    },
  ]);
  const authorization = `Bearer ${token}`;
  for (const [method, url] of [
    ['GET', '/'],
    ['GET', '/nowhere'],
    ['GET', '/api/v1/auth/me'],
    ['POST', '/api/v1/auth/login'],
    ['PUT', '/api/v1/users/profile'],
    ['GET', '/files/x.webp'],
    ['GET', '/assets'],
    ['GET', '/readyz/x'],
  ] as const) {
    const refused = await site.app.http.inject({ method, url, headers: { authorization } });
    expect([url, refused.statusCode, refused.headers['cache-control']]).toEqual([url, 503, 'no-store']);
  }
});

test('people get a page in plain words that needs no other file', async () => {
  await begin({
    message: 'We are moving to a <bigger> machine.',
    until: new Date(site.clock.now().getTime() + 25 * minute),
  });
  await site.app.maintenance.refresh();
  const page = await get('/story/x', text);
  expect([page.statusCode, page.headers['content-type'], page.headers['retry-after']]).toEqual([
    503,
    'text/html; charset=utf-8',
    '1500',
  ]);
  expect(page.body).toContain('<h1>Down for maintenance</h1>');
  expect(page.body).toContain(
    'We are moving to a &#60;bigger&#62; machine. It should be back in about 25 minutes.',
  );
  expect(page.body).not.toMatch(/quote this number|src=|<script/);
});

test('health and metrics stay, and health says so', async () => {
  await begin();
  await site.app.maintenance.refresh();
  for (const [url, status, body] of [
    ['/livez', 200, { status: 'maintenance' }],
    ['/healthz', 200, { status: 'maintenance' }],
    ['/readyz', 200, { status: 'maintenance' }],
  ] as const) {
    const response = await get(url);
    expect([url, response.statusCode, response.json()]).toEqual([url, status, body]);
  }
  // Not served here, so that the missing route answers.
  expect((await get('/metrics')).statusCode).toBe(404);
});

test('live connections are refused, and open ones can send nothing', async () => {
  const { token } = await site.person();
  const url = await addressOf(site);
  const open = await connectLive(url, token);
  await begin();
  await site.app.maintenance.refresh();
  expect(await open.emit(leaveStory, { storyId: newId(Date.now()) })).toMatchObject({
    success: false,
    code: 'MAINTENANCE',
  });
  expect(await connectionOutcome(liveClient(url, token))).not.toBe('connected');
});

test('another server and the command line see it, a restart keeps it, and everything works again afterwards', async () => {
  const { host = '', port = 0, user = '', password = '', database = '' } = site.database.pool.options;
  const settings = {
    DATABASE_URL: `postgres://${user}:${String(password)}@localhost:${port}/${database}?host=${encodeURIComponent(host)}`,
    DATA_DIR: site.ctx.config.DATA_DIR,
  };
  const maintenance = (...words: string[]) => runCommand(['maintenance', ...words], settings);
  expect((await maintenance()).stdout).toBe('Maintenance mode is off.\n');
  // It polls as a real server does, since it listens.
  const running = await secondApp(site);
  const url = await addressOf({ app: running });
  const status = async () => (await fetch(`${url}/api/v1/stories`)).status;
  expect(await status()).toBe(200);
  const on = await maintenance('on', '--until', '2h', '--message', 'Moving.');
  expect([on.code, on.stdout]).toEqual([
    0,
    'Maintenance mode is on. Within two seconds every page and call says:\n  Moving. It should be back in about 2 hours.\n',
  ]);
  await expect.poll(status, { timeout: 20_000 }).toBe(503);
  expect((await maintenance('status')).stdout).toContain('Moving. It should be back in about 2 hours.');
  const restarted = await secondApp(site);
  expect((await get('/api/v1/stories', {}, restarted)).statusCode).toBe(503);
  expect((await maintenance('off')).stdout).toBe('Maintenance mode is off.\n');
  await expect.poll(status, { timeout: 20_000 }).toBe(200);
  expect((await maintenance('off')).stdout).toBe('Maintenance mode was already off.\n');
  for (const words of [
    ['on', 'soon'],
    ['on', '--until', 'later'],
    ['on', '--until', '2020-01-01T00:00Z'],
    ['on', '--message', ' '],
    ['off', 'now'],
    ['pause'],
  ])
    expect([words, (await maintenance(...words)).code]).toEqual([words, 2]);
  await Promise.all([running.close(), restarted.close()]);
});

test('while the database does not answer, what was known counts', async () => {
  const { host = '', port = 0, user = '', password, database: name = '' } = site.database.pool.options;
  const own = openDatabase({ host, port, user, password: String(password), database: name });
  const http = Fastify();
  handleErrors(http);
  const mode = maintenanceMode(http, { ...site.ctx, db: own.db });
  http.get('/page', async () => 'page');
  expect((await http.inject('/page')).statusCode).toBe(200);
  await begin();
  await mode.refresh();
  await own.close();
  await expect(mode.refresh()).rejects.toThrow();
  expect((await http.inject('/page')).statusCode).toBe(503);
  await http.close();
});

test('the text needs no time zone, and the wait is between half a minute and an hour', () => {
  const now = new Date('2026-03-02T10:00:00Z');
  const at = (minutes: number) => ({
    since: now,
    until: new Date(now.getTime() + minutes * minute),
    message: 'Back soon.',
  });
  const texts = [-5, 1, 90, 180].map((minutes) =>
    maintenanceText(at(minutes), now).replace('Back soon. ', ''),
  );
  expect(texts).toEqual([
    'It will be back any moment.',
    'It should be back in about a minute.',
    'It should be back in about 90 minutes.',
    'It should be back in about 3 hours.',
  ]);
  expect([-5, 1, 90].map((minutes) => maintenanceRetry(at(minutes), now))).toEqual([30, 60, 3600]);
});
