import { createChapter } from '@inkling/contract/chapters';
import { expect, test, vi } from 'vitest';
import { addressOf } from '../../testing/live-client.ts';
import { parseResponse, rawConnection } from '../../testing/raw-http.ts';
import { textOf, writing } from '../../testing/stories-for-tests.ts';
import { testApp } from '../../testing/test-app.ts';
import { longBodyBudgetOf, longBodyLimits } from './bodies.ts';

const site = testApp();
const write = writing(site);
const megabyte = 1024 * 1024;

const eventually = (check: () => void) => vi.waitFor(check, { timeout: 20_000 });
const head = (token: string, length: string) =>
  `POST /api/v1/chapters HTTP/1.1\r\nhost: x\r\nauthorization: Bearer ${token}\r\ncontent-type: application/json\r\n${length}\r\n\r\n`;

test('unfinished long bodies reserve a limited amount of memory per person, and release it [R63]', async () => {
  const url = await addressOf(site);
  const budget = longBodyBudgetOf(site.app.http.server);
  const [ana, ben] = [await site.person(), await site.person()];
  const story = await write.draft(ana);
  const startRequest = (token: string, length: string) => {
    const connection = rawConnection(url);
    connection.socket.write(head(token, length));
    return connection;
  };
  const long = `content-length: ${8 * megabyte}`;
  // A chunked body without a length counts with the maximum.
  const unfinished = [
    startRequest(ana.token, long),
    startRequest(ana.token, long),
    startRequest(ana.token, 'transfer-encoding: chunked'),
  ];
  await eventually(() => expect(budget.held).toBe(longBodyLimits.perPerson));
  const refused = parseResponse(await startRequest(ana.token, long).ended);
  expect(refused).toMatchObject({ status: 429, headers: { 'retry-after': '10' } });
  expect(refused?.body).toContain('Other long texts of yours are still being sent.');
  // Short texts and other people are not affected.
  await write.chapter(ana, story._id, { content: textOf(210) });
  const other = startRequest(ben.token, long);
  await eventually(() => expect(budget.held).toBe(longBodyLimits.perPerson + 8 * megabyte));
  for (const { socket } of [...unfinished, other]) socket.destroy();
  await eventually(() => expect(budget.held).toBe(0));
  const body = { story: story._id, title: 'Long', content: 'word '.repeat(100_000) };
  const saved = await site.as(ana).call(createChapter, { body });
  expect([saved.status, budget.held]).toEqual([201, 0]);
  expect(budget.peak).toBe(longBodyLimits.perPerson + 8 * megabyte);
});
