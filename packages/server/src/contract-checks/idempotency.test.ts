import { allCalls } from '@inkling/contract/all';
import { type Call, idempotencyKeyHeader } from '@inkling/contract/call';
import type { Failure } from '@inkling/contract/errors';
import { beforeAll, describe, expect, test } from 'vitest';
import { day } from '../platform/clock.ts';
import { sql } from '../platform/db/db.ts';
import { requestOfKey } from '../platform/http/request-of.ts';
import { sweepPlatform } from '../platform/sweep.ts';
import { runJobsNow } from '../testing/run-jobs-now.ts';
import { type Person, testApp } from '../testing/test-app.ts';
import { type Actors, actorsOf, createFixtures, exampleOf, inputIn } from './fixtures.ts';

const site = testApp();
let actors: Actors;
beforeAll(async () => {
  actors = await actorsOf(site);
});

const keyedCalls = allCalls.filter(({ call }) => call.onceByKey).map(({ call }) => [call.key, call] as const);

/** The parameters of the call in question. */
let params: Record<string, string> = {};
const send = async (call: Call, body: object | undefined, key: unknown, person: Person = actors.owner) => {
  const request = requestOfKey(call.key, { params, ...(body && { body }) }, person.token);
  const headers = { ...request.headers, [idempotencyKeyHeader]: String(key) };
  const response = await site.app.http.inject({ ...request, headers });
  return { status: response.statusCode, text: response.body, failure: (): Failure => response.json() };
};

/** The number of stories, volumes, chapters and chapter versions. */
async function countRows(): Promise<number> {
  const { rows } = await sql<{ count: number }>`
    select (select count(*) from stories) + (select count(*) from volumes) + (select count(*) from chapters)
      + (select count(*) from chapter_versions) as count`.execute(site.ctx.db);
  return rows[0]?.count ?? 0;
}

test('every call that creates something accepts a key or cannot create it twice [R48]', () => {
  expect(keyedCalls.length).toBeGreaterThan(1);
  for (const { call } of allCalls) {
    if (call.status !== 201 || call.onceByKey) continue;
    expect(exampleOf(call).createsOnceBecause, call.key).toBeDefined();
  }
});

describe.each(keyedCalls)('%s', (_key, call) => {
  const validBody = async () => {
    const input = inputIn(await createFixtures(site, actors.owner), call);
    params = input.params ?? {};
    return input.body;
  };

  test('creates one thing for one key and repeats the response, even for concurrent requests [R48]', async () => {
    const body = await validBody();
    const first = await countRows();
    expect((await send(call, body, 'alone')).status).toBe(201);
    const before = await countRows();
    const responses = await Promise.all(Array.from({ length: 20 }, () => send(call, body, 'again')));
    expect(new Set(responses.map(({ status }) => status))).toEqual(new Set([201]));
    expect(new Set(responses.map(({ text }) => text)).size).toBe(1);
    expect((await countRows()) - before).toBe(before - first);
    // And days later.
    site.clock.advance(6 * day);
    expect((await send(call, body, 'again')).text).toBe(responses[0]?.text);
  });

  test('refuses a key that was used with another body, and creates nothing', async () => {
    const body = await validBody();
    await send(call, body, 'taken');
    const before = await countRows();
    const other = await send(call, { ...body, title: 'Something else' }, 'taken');
    expect([other.status, other.failure().code]).toEqual([422, 'KEY_REUSED']);
    expect(await countRows()).toBe(before);
  });

  test('keeps the keys of different people apart', async () => {
    const body = await validBody();
    await send(call, body, 'common');
    const theirs = await send(call, body, 'common', actors.otherAuthor);
    // No data of the owner leaks: the other person gets the same response as without a key.
    const without = requestOfKey(call.key, { params, ...(body && { body }) }, actors.otherAuthor.token);
    expect(theirs.status).toBe((await site.app.http.inject(without)).statusCode);
  });

  test('leaves the key unused after a failed request', async () => {
    const body = await validBody();
    const refused = await send(call, { ...body, title: 'Long '.repeat(200) }, 'free');
    expect(refused.status).toBe(400);
    expect((await send(call, body, 'free')).status).toBe(201);
  });

  test('refuses malformed keys', async () => {
    const body = await validBody();
    const before = await countRows();
    for (const key of ['', 'ä', 'a b', 'x'.repeat(65)]) {
      const response = await send(call, body, key);
      expect([key, response.status, response.failure().errors?.[0]?.path]).toEqual([
        key,
        400,
        idempotencyKeyHeader,
      ]);
    }
    expect(await countRows()).toBe(before);
  });

  test('forgets a key after a week', async () => {
    const body = await validBody();
    await send(call, body, 'old');
    site.clock.advance(7 * day + 1);
    await runJobsNow(site.ctx, sweepPlatform);
    const before = await countRows();
    expect((await send(call, body, 'old')).status).toBe(201);
    expect(await countRows()).toBeGreaterThan(before);
  });
});
