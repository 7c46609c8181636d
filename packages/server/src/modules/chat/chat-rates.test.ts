import * as calls from '@inkling/contract/chat';
import { newId } from '@inkling/contract/new-id';
import { expect, test } from 'vitest';
import { sql } from '../../platform/db/db.ts';
import { addressOf, connectLive } from '../../testing/live-client.ts';
import { secondApp } from '../../testing/more-apps.ts';
import { testApp } from '../../testing/test-app.ts';
import { chatting } from './chat-for-tests.fixture.ts';

const site = testApp({ RATE_LIMIT: 'on', RATE_LIMITS: 'write=100000/1m,read=100000/1m,visitors=100000/1m' });
const chat = chatting(site);
const { send, post, remove } = chat;
const seconds = (count: number) => site.clock.advance(count * 1000);

test('a person sends five messages in five seconds, wherever, and is told how long to wait [R39]', async () => {
  const { onStory, onChapter } = await chat.story();
  const [ana, bo] = [await site.person(), await site.person()];
  for (let number = 0; number < 5; number += 1) {
    const { _id } = await post(ana, number % 2 === 0 ? onStory : onChapter);
    // Removing a message makes no room.
    await remove(ana, _id);
    if (number < 2) seconds(1);
  }
  const refused = await send(ana, onStory);
  expect([refused.status, refused.failure.code, refused.failure.message]).toEqual([
    429,
    'TOO_MANY_REQUESTS',
    'You’re writing very fast. Please wait 3 seconds, then send it again.',
  ]);
  expect(refused.headers['retry-after']).toBe('3');
  expect((await send(bo, onStory)).status).toBe(201);
  seconds(2);
  expect((await send(ana, onStory)).failure.message).toContain('Please wait 1 second, ');
  seconds(1);
  expect((await send(ana, onStory)).status).toBe(201);
  expect((await send(ana, onStory)).status).toBe(429);
});

test('parallel messages by calls and connections of two processes cannot exceed the rate [R39]', async () => {
  const { onStory } = await chat.story();
  const ana = await site.person();
  const second = await secondApp(site);
  const client = await connectLive(await addressOf(site), ana.token);
  const other = await connectLive(await addressOf({ app: second }), ana.token);
  const results = await Promise.all(
    Array.from({ length: 24 }, async (_, index) => {
      const text = { ...onStory, message: `Text ${index}` };
      if (index % 3 === 0) return (await send(ana, onStory)).status === 201;
      return (await (index % 3 === 1 ? client : other).emit(calls.sendChatMessage, text)).success;
    }),
  );
  expect(results.filter((sent) => sent)).toHaveLength(5);
  client.socket.disconnect();
  other.socket.disconnect();
  await second.close();
});

test('a repeated request is not counted', async () => {
  const { onStory } = await chat.story();
  const ana = await site.person();
  const _id = newId(site.clock.now().getTime());
  const sent = await Promise.all(Array.from({ length: 10 }, () => send(ana, onStory, 'Once', _id)));
  expect(new Set(sent.map(({ status }) => status))).toEqual(new Set([201]));
  for (let number = 0; number < 4; number += 1) await post(ana, onStory);
  expect((await send(ana, onStory)).status).toBe(429);
});

test('a person has a maximum of messages, which removed ones leave', async () => {
  const { onStory } = await chat.story();
  const ana = await site.person();
  const first = await post(ana, onStory);
  const count = (messages: number) =>
    sql`update chatters set messages = ${messages} where user_id = ${ana.id}`.execute(site.ctx.db);
  // The estimate is checked before anyone is refused.
  await count(100_000);
  expect((await post(ana, onStory)).number).toBe(2);
  const names = await sql<{ name: string }>`
    select conname as name from pg_constraint where conrelid = 'chat_messages'::regclass and contype = 'f'`.execute(
    site.ctx.db,
  );
  // Checking them would take most of the time; no further test uses this database.
  for (const { name } of names.rows)
    await sql`alter table chat_messages drop constraint ${sql.ref(name)}`.execute(site.ctx.db);
  await sql`
    insert into chat_messages (story_id, place_id, number, id, user_id, text, created_at)
    select ${onStory.storyId}, ${onStory.storyId}, 10 + n, uuidv7(), ${ana.id}, 'x', now()
    from generate_series(1, 99998) n`.execute(site.ctx.db);
  await count(100_000);
  seconds(5);
  const refused = await send(ana, onStory);
  expect([refused.status, refused.failure.code, refused.failure.message]).toEqual([
    413,
    'QUOTA_REACHED',
    'You can have at most 100,000 chat messages. Remove one to send another.',
  ]);
  await remove(ana, first._id);
  expect((await send(ana, onStory)).status).toBe(201);
});
