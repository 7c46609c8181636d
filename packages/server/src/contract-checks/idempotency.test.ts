import { allCalls } from '@inkling/contract/all';
import { type Call, idempotencyKeyHeader } from '@inkling/contract/call';
import type { Failure } from '@inkling/contract/errors';
import { beforeAll, describe, expect, test } from 'vitest';
import { sweepAccounts } from '../modules/account/sweep.ts';
import { day } from '../platform/clock.ts';
import { sql } from '../platform/db/db.ts';
import { requestOfKey } from '../platform/http/request-of.ts';
import { runJobsNow } from '../testing/run-jobs-now.ts';
import { type Person, testApp } from '../testing/test-app.ts';
import { type Actors, actorsOf, createFixtures, inputIn } from './fixtures.ts';

const site = testApp();
let actors: Actors;
beforeAll(async () => {
  actors = await actorsOf(site);
});

const making = allCalls.filter(({ call }) => call.onceByKey).map(({ call }) => [call.key, call] as const);

/** Calls that make something and heed no key, and why the same request again makes nothing twice. */
const byNature = new Map([
  ['POST /auth/register', 'a name and an address are somebody’s once'],
  ['POST /genres', 'a name is a genre’s once'],
  ['POST /genres/{id}/subgenres', 'a name is a subgenre’s once within its genre'],
  ['POST /site/contact', 'the same message within a day is kept once'],
  ['POST /upload/book-cover', 'an image that nothing shows is swept; a story shows one'],
  ['POST /upload/profile-image', 'the new picture takes the place of the old one'],
  ['POST /users/profile/upload-image', 'the new picture takes the place of the old one'],
]);

const send = async (call: Call, body: object | undefined, key: unknown, who: Person = actors.owner) => {
  const request = requestOfKey(call.key, { ...(body && { body }) }, who.token);
  const headers = { ...request.headers, [idempotencyKeyHeader]: String(key) };
  const response = await site.app.http.inject({ ...request, headers });
  return { status: response.statusCode, text: response.body, failure: (): Failure => response.json() };
};

/** How many rows there are of what people make. */
async function things(): Promise<number> {
  const { rows } = await sql<{ things: number }>`
    select (select count(*) from stories) + (select count(*) from chapters)
      + (select count(*) from chapter_versions) as things`.execute(site.ctx.db);
  return rows[0]?.things ?? 0;
}

test('every call that makes something heeds a key, or cannot make it twice', () => {
  const makers = allCalls.filter(({ call }) => call.status === 201).map(({ call }) => call.key);
  expect(making.length).toBeGreaterThan(1);
  const known: string[] = [...making.map(([key]) => key), ...byNature.keys()];
  expect(makers.filter((key) => !known.includes(key))).toEqual([]);
});

describe.each(making)('%s', (_key, call) => {
  const someBody = async () => inputIn(await createFixtures(site, actors.owner), call).body;

  test('makes one thing of one key, however often and however fast it is asked, and answers alike', async () => {
    const body = await someBody();
    const first = await things();
    expect((await send(call, body, 'alone')).status).toBe(201);
    const before = await things();
    const responses = await Promise.all(Array.from({ length: 20 }, () => send(call, body, 'again')));
    expect(new Set(responses.map(({ status }) => status))).toEqual(new Set([201]));
    expect(new Set(responses.map(({ text }) => text)).size).toBe(1);
    expect((await things()) - before).toBe(before - first);
    // And later, when the first answer is long lost.
    site.clock.advance(6 * day);
    expect((await send(call, body, 'again')).text).toBe(responses[0]?.text);
  });

  test('refuses the key with anything else, and makes nothing then', async () => {
    const body = await someBody();
    await send(call, body, 'taken');
    const before = await things();
    const other = await send(call, { ...body, title: 'Something else' }, 'taken');
    expect([other.status, other.failure().code]).toEqual([422, 'KEY_REUSED']);
    expect(await things()).toBe(before);
  });

  test('knows keys by whose they are', async () => {
    const body = await someBody();
    await send(call, body, 'common');
    const theirs = await send(call, body, 'common', actors.otherAuthor);
    // Nothing of the owner's is told: the other person gets what they would get without a key.
    const without = requestOfKey(call.key, { ...(body && { body }) }, actors.otherAuthor.token);
    expect(theirs.status).toBe((await site.app.http.inject(without)).statusCode);
  });

  test('leaves the key free when nothing came of it', async () => {
    const body = await someBody();
    const refused = await send(call, { ...body, title: 'Long '.repeat(200) }, 'free');
    expect(refused.status).toBe(400);
    expect((await send(call, body, 'free')).status).toBe(201);
  });

  test('says what a key looks like', async () => {
    const body = await someBody();
    const before = await things();
    for (const key of ['', 'ä', 'a b', 'x'.repeat(65)]) {
      const response = await send(call, body, key);
      expect([key, response.status, response.failure().errors?.[0]?.path]).toEqual([
        key,
        400,
        idempotencyKeyHeader,
      ]);
    }
    expect(await things()).toBe(before);
  });

  test('forgets a key a week later', async () => {
    const body = await someBody();
    await send(call, body, 'old');
    site.clock.advance(7 * day + 1);
    await runJobsNow(site.ctx, sweepAccounts);
    const before = await things();
    expect((await send(call, body, 'old')).status).toBe(201);
    expect(await things()).toBeGreaterThan(before);
  });
});
