import { allCalls } from '@inkling/contract/all';
import type { Call } from '@inkling/contract/call';
import { deleteChapter } from '@inkling/contract/chapters';
import type { Failure } from '@inkling/contract/errors';
import { newId } from '@inkling/contract/new-id';
import { deleteStory } from '@inkling/contract/stories';
import { beforeAll, describe, expect, test } from 'vitest';
import { day } from '../platform/clock.ts';
import { sql } from '../platform/db/db.ts';
import type { Fixtures } from '../testing/examples.ts';
import { requestOfKey } from '../testing/request-of.ts';
import { writing } from '../testing/stories-for-tests.ts';
import { type Person, testApp } from '../testing/test-app.ts';
import { type Actors, actorsOf, createFixtures, createFixturesFor, exampleOf, inputIn } from './fixtures.ts';

const site = testApp({ PLANS: 'on' });
const write = writing(site);
let actors: Actors;
let complete: Fixtures;
beforeAll(async () => {
  actors = await actorsOf(site);
  complete = await createFixtures(site, actors.owner);
});

/** A second report of the same thing returns the first one, whatever its id (reports.test.ts). */
const takesId = ({ key, status, body }: Call): boolean =>
  key !== 'POST /reports' && status === 201 && '_id' in (body?.shape ?? {});
const calls = allCalls.filter(({ call }) => takesId(call)).map(({ call }) => [call.key, call] as const);
const aNewId = () => newId(site.clock.now().getTime());

/** A request for a call, in a story of the owner's own. */
async function requestIn(call: Call) {
  const input = inputIn(await createFixturesFor(site, actors.owner, call, complete), call);
  return async (changes: object, person: Person = actors.owner) => {
    const body = { ...input.body, ...changes };
    const response = await site.app.http.inject(requestOfKey(call.key, { ...input, body }, person.token));
    return {
      status: response.statusCode,
      text: response.body,
      code: (response.json() as Partial<Failure>).code,
      fields: () => (response.json() as Failure).errors?.map(({ path }) => path),
    };
  };
}

/** The place of these is their owner; that of the others is a story. */
const ofPerson = new Set([
  'POST /stories',
  'POST /imports/stories',
  'POST /collections',
  'POST /series',
  'POST /community',
]);

/** The number of stories, volumes, chapters, chapter versions, collections, series, comments, chat messages, annotations, fixes, beta readers’ comments, communities, posts and notes of both kinds. */
async function countRows(): Promise<number> {
  const { rows } = await sql<{ count: number }>`
    select (select count(*) from stories) + (select count(*) from volumes) + (select count(*) from chapters)
      + (select count(*) from chapter_versions) + (select count(*) from collections) + (select count(*) from series)
      + (select count(*) from chat_messages) + (select count(*) from comments) + (select count(*) from annotations)
      + (select count(*) from communities) + (select count(*) from community_posts)
      + (select count(*) from report_notes) + (select count(*) from fixes)
      + (select count(*) from beta_comments) + (select count(*) from story_notes) as count`.execute(
    site.ctx.db,
  );
  return rows[0]?.count ?? 0;
}

test('every call that creates something takes an id or cannot create it twice [R48]', () => {
  expect(calls.length).toBeGreaterThan(2);
  for (const { call } of allCalls) {
    if (call.status !== 201 || takesId(call)) continue;
    expect(exampleOf(call).createsOnceBecause, call.key).toBeDefined();
  }
});

describe.each(calls)('%s', (_key, call) => {
  test('creates one thing for one id and repeats the response, even for concurrent requests [R48]', async () => {
    const send = await requestIn(call);
    const first = await countRows();
    expect((await send({ _id: aNewId() })).status).toBe(201);
    const before = await countRows();
    const _id = aNewId();
    const responses = await Promise.all(Array.from({ length: 20 }, () => send({ _id })));
    expect(new Set(responses.map(({ status }) => status))).toEqual(new Set([201]));
    expect(new Set(responses.map(({ text }) => text)).size).toBe(1);
    expect(responses[0]?.text).toContain(`"_id":"${_id}"`);
    expect((await countRows()) - before).toBe(before - first);
    // And days later, even with another body, which is not applied.
    site.clock.advance(6 * day);
    expect((await send({ _id, title: 'Something else' })).text).toBe(responses[0]?.text);
    expect((await countRows()) - before).toBe(before - first);
  });

  test('chooses an id itself if the request has none', async () => {
    const send = await requestIn(call);
    const before = await countRows();
    expect([(await send({})).status, (await send({})).status]).toEqual([201, 201]);
    expect(await countRows()).toBeGreaterThan(before + 1);
  });

  test('refuses an id of something in another place or of another person, and says nothing about it', async () => {
    const send = await requestIn(call);
    const _id = aNewId();
    await send({ _id, title: 'zqx-theirs' });
    const elsewhere = await requestIn(call);
    // Whose session has not ended in the days that passed.
    const { otherAuthor } = await actorsOf(site);
    const before = await countRows();
    if (!ofPerson.has(call.key)) {
      const other = await elsewhere({ _id });
      expect([other.status, other.code]).toEqual([409, 'ID_TAKEN']);
      expect(other.text).not.toContain('zqx-theirs');
    } else {
      const theirs = await send({ _id }, otherAuthor);
      expect([theirs.status, theirs.code]).toEqual([409, 'ID_TAKEN']);
      expect(theirs.text).not.toContain('zqx-theirs');
    }
    expect(await countRows()).toBe(before);
  });

  test('leaves an id free after a failed request', async () => {
    const send = await requestIn(call);
    const _id = aNewId();
    const tooLong = 'Long '.repeat(2000);
    const texts = {
      title: tooLong,
      name: tooLong,
      content: tooLong,
      note: tooLong,
      message: tooLong,
      text: tooLong,
    };
    expect((await send({ _id, ...texts })).status).toBe(400);
    expect((await send({ _id })).status).toBe(201);
  });

  test('refuses other versions, and times that no clock near today shows', async () => {
    const send = await requestIn(call);
    const before = await countRows();
    const now = site.clock.now().getTime();
    const wrong = [
      '',
      'new',
      crypto.randomUUID(),
      newId(0),
      newId(Date.UTC(2019, 11, 31)),
      newId(now + 2 * day),
    ];
    for (const _id of wrong) {
      const response = await send({ _id });
      expect([_id, response.status, response.fields()]).toEqual([_id, 400, ['_id']]);
    }
    expect(await countRows()).toBe(before);
    for (const time of [now - 400 * day, now + day / 2]) {
      expect((await send({ _id: newId(time) })).status).toBe(201);
    }
  });
});

test('a deleted story or chapter does not come back by its id', async () => {
  const ana = await site.person();
  const send = async (key: 'POST /stories' | 'POST /chapters', body: object) => {
    const response = await site.app.http.inject(requestOfKey(key, { body }, ana.token));
    return [response.statusCode, (response.json() as Partial<Failure>).code];
  };
  const story = { _id: aNewId(), title: 'T', description: 'D', genres: [await write.anyGenre()] };
  const chapter = { _id: aNewId(), story: story._id, title: 'One', content: 'It rained.' };
  expect(await send('POST /stories', story)).toEqual([201, undefined]);
  expect(await send('POST /chapters', chapter)).toEqual([201, undefined]);
  await site.as(ana).call(deleteChapter, { params: { id: chapter._id } });
  expect(await send('POST /chapters', chapter)).toEqual([409, 'ID_TAKEN']);
  await site.as(ana).call(deleteStory, { params: { id: story._id } });
  expect(await send('POST /stories', story)).toEqual([409, 'ID_TAKEN']);
});

test('two people who send one id at the same time get one story and one refusal', async () => {
  const [ana, bo] = [await site.person(), await site.person()];
  const body = { title: 'T', description: 'D', genres: [await write.anyGenre()] };
  for (let round = 0; round < 5; round += 1) {
    const _id = aNewId();
    const both = await Promise.all(
      [ana, bo].map((person) =>
        site.app.http.inject(requestOfKey('POST /stories', { body: { ...body, _id } }, person.token)),
      ),
    );
    expect(both.map(({ statusCode }) => statusCode).sort()).toEqual([201, 409]);
  }
});
