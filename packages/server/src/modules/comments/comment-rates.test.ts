import { commentLimits } from '@inkling/contract/limits';
import { expect, test } from 'vitest';
import { sql } from '../../platform/db/db.ts';
import { testApp } from '../../testing/test-app.ts';
import { commenting } from './comments-for-tests.fixture.ts';

const site = testApp({ RATE_LIMIT: 'on', RATE_LIMITS: 'write=100000/1m,read=100000/1m,visitors=100000/1m' });
const comments = commenting(site);
const { send, post, remove } = comments;
const seconds = (count: number) => site.clock.advance(count * 1000);

test('a person posts at most ten comments within any minute, and is told how long to wait', async () => {
  const { story, chapter } = await comments.story();
  const [ana, bo] = [await site.person(), await site.person()];
  for (let number = 0; number < 10; number += 1) {
    const { _id } = await post(ana, number % 2 === 0 ? { story } : { chapter }, `Text ${number}`);
    if (number < 5) await remove(ana, _id);
    seconds(4);
  }
  const refused = await send(ana, { story }, 'One more');
  expect([refused.status, refused.failure.code, refused.failure.message]).toEqual([
    429,
    'TOO_MANY_REQUESTS',
    'Please wait 20 seconds before commenting again.',
  ]);
  expect(refused.headers['retry-after']).toBe('20');
  expect((await send(bo, { story }, 'One more')).status).toBe(201);
  seconds(19);
  expect((await send(ana, { story }, 'One more')).failure.message).toBe(
    'Please wait 1 second before commenting again.',
  );
  seconds(1);
  expect((await send(ana, { story }, 'One more')).status).toBe(201);
  // The window slides: the second of the ten was four seconds later.
  expect((await send(ana, { story }, 'Another')).failure.message).toContain('4 seconds');
});

test('the same text on the same thing is posted once a minute', async () => {
  const { story, chapter } = await comments.story();
  const ana = await site.person();
  const first = await post(ana, { story }, 'First!');
  seconds(36);
  const again = await send(ana, { story }, ' First! ');
  expect([again.status, again.failure.message]).toEqual([
    429,
    'You just posted this. Please wait 24 seconds before posting it again.',
  ]);
  await remove(ana, first._id);
  const alike = [
    'First!',
    'Fir\u200bst!',
    'F\u00adi\u2060rst\u200d!',
    'First!\u3164',
    'FIRST\u00a0!',
    'F\u00edrst!',
  ];
  for (const text of alike) expect((await send(ana, { story }, text)).status, JSON.stringify(text)).toBe(429);
  expect((await send(ana, { story }, 'First?')).status).toBe(201);
  const other = await post(ana, { chapter }, 'First!');
  expect((await send(ana, { parent: other._id }, 'First!')).status).toBe(201);
  expect((await send(ana, { parent: other._id }, 'First!')).status).toBe(429);
  seconds(24);
  expect((await send(ana, { story }, 'First!')).status).toBe(201);
});

test('parallel comments cannot exceed the rates', async () => {
  const { story, chapter } = await comments.story();
  const ana = await site.person();
  const responses = await Promise.all(
    Array.from({ length: 40 }, (_, n) => send(ana, n % 2 === 0 ? { story } : { chapter }, `Text ${n}`)),
  );
  const statuses = responses.map(({ status }) => status);
  expect(statuses.filter((status) => status === 201)).toHaveLength(10);
  expect(new Set(statuses)).toEqual(new Set([201, 429]));
});

test('a repeated request is not counted', async () => {
  const { story } = await comments.story();
  const ana = await site.person();
  const _id = '01970000-0000-7000-8000-0000000000bb';
  const responses = await Promise.all(Array.from({ length: 20 }, () => send(ana, { _id, story }, 'Once')));
  expect(new Set(responses.map(({ status }) => status))).toEqual(new Set([201]));
  for (let number = 0; number < 9; number += 1) await post(ana, { story }, `Text ${number}`);
  expect((await send(ana, { story }, 'One more')).status).toBe(429);
});

test('a person and a story have a maximum of comments', async () => {
  const { story } = await comments.story();
  const ana = await site.person();
  const { _id } = await post(ana, { story }, 'One');
  const { db } = site.ctx;
  await sql`
    insert into comments (subject_kind, subject_id, root_id, user_id, content, created_at)
    select 'story', uuidv7(), uuidv7(), ${ana.id}, 'Elsewhere', now() from generate_series(2, ${commentLimits.perPerson}::int)`.execute(
    db,
  );
  const refused = await send(ana, { story }, 'Two');
  expect([refused.status, refused.failure.message]).toEqual([
    413,
    'You can have at most 20,000 comments. Delete one to write another.',
  ]);
  await remove(ana, _id);
  expect((await send(ana, { story }, 'Two')).status).toBe(201);
  await sql`update story_comment_counts set comments = ${commentLimits.perStory} where story_id = ${story}`.execute(
    db,
  );
  const bo = await site.person();
  expect((await send(bo, { story }, 'Three')).failure.code).toBe('QUOTA_REACHED');
});
