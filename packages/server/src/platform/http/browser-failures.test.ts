import type { FastifyInstance } from 'fastify';
import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest';
import { createApp } from '../../app.ts';
import { browserOf } from '../../modules/account/index.ts';
import { testApp } from '../../testing/test-app.ts';
import { browserFailures, browserFailuresOf } from './browser-failures.ts';

const site = testApp({ PUBLIC_URL: 'https://stories.example' });
const logged: object[] = [];
let http: FastifyInstance;
beforeAll(async () => {
  const config = { ...site.ctx.config, RATE_LIMIT: true };
  const log = Object.assign(Object.create(site.ctx.log), { warn: (line: object) => logged.push(line) });
  const app = await createApp({ ...site.ctx, config }, async (server) =>
    browserFailures(server, { config, log }, new Map([['screens/story', '/story/:storyId']]), browserOf),
  );
  http = app.http;
});
afterAll(() => http.close());
beforeEach(() => void logged.splice(0));

const failure = {
  page: 'screens/story',
  script: '/assets/story-abc.js',
  line: 1,
  column: 99,
  error: 'TypeError',
};
let visitors = 0;
/** Sends a report, from an address of its own unless one is given. */
function send(body: object, headers: Record<string, string> = {}, address?: string) {
  visitors += 1;
  const remoteAddress = address ?? `10.0.1.${visitors}`;
  return http.inject({ method: 'POST', url: '/browser-failures', payload: body, headers, remoteAddress });
}

test('a report is logged by route, file, line, kind of error and browser, with nothing else of it', async () => {
  const agent = 'Mozilla/5.0 (X11; Linux x86_64; rv:140.0) Gecko/20100101 Firefox/140.0';
  const more = { message: 'canary', url: '/story/canary?token=canary', user: 'canary' };
  const response = await send(
    { ...failure, ...more },
    { 'user-agent': agent, referer: 'https://stories.example/canary' },
  );
  expect(response.statusCode).toBe(204);
  const { page: _id, ...rest } = failure;
  expect(logged).toEqual([{ page: '/story/:storyId', ...rest, browser: 'Firefox' }]);
  expect(browserFailuresOf(http).get('/story/:storyId')).toBe(1);
});

test('what is no report, and what another site sends, is dropped', async () => {
  for (const wrong of [
    {},
    { ...failure, script: 'https://elsewhere.example/x.js' },
    { ...failure, script: '/assets/../x.js' },
    { ...failure, error: 'a text of somebody, with a comma' },
    { ...failure, line: -1 },
    { ...failure, page: 'x'.repeat(101) },
  ])
    expect((await send(wrong)).statusCode).toBe(204);
  await send(failure, { origin: 'https://elsewhere.example' });
  expect(logged).toEqual([]);
  expect((await send({ ...failure, more: 'x'.repeat(1100) })).statusCode).toBe(413);
  await send({ ...failure, page: 'canary' });
  expect(logged).toMatchObject([{ page: 'unknown' }]);
});

test('an address may report ten failures in ten minutes, and the log has few lines for all together', async () => {
  const statuses: number[] = [];
  for (let count = 0; count < 12; count += 1) statuses.push((await send(failure, {}, '10.0.2.1')).statusCode);
  expect(statuses).toEqual([...Array<number>(10).fill(204), 429, 429]);
  const before = browserFailuresOf(http).get('/story/:storyId') ?? 0;
  for (let count = 0; count < 30; count += 1) await send(failure);
  expect(browserFailuresOf(http).get('/story/:storyId')).toBe(before + 30);
  expect(logged.length).toBeLessThan(30);
});
