import { getMe } from '@inkling/contract/account';
import { sendChatMessage } from '@inkling/contract/chat';
import { liveLimits } from '@inkling/contract/live';
import { expect, test } from 'vitest';
import { sql } from '../../platform/db/db.ts';
import { addressOf, connectLive } from '../../testing/live-client.ts';
import { settledLockWaits } from '../../testing/recorded-statements.ts';
import { type Person, testApp } from '../../testing/test-app.ts';
import { setSuspended } from '../users/index.ts';
import { chatting } from './chat-for-tests.fixture.ts';

const site = testApp();
const chat = chatting(site);

type Story = Awaited<ReturnType<typeof chat.story>>;
/** What ends a reader's right to send, and the code of a message that comes after it. */
const ends: [string, string, (story: Story, reader: Person) => Promise<unknown>][] = [
  ['closing the chat', 'CHAT_CLOSED', ({ author, story }) => chat.close(author, story)],
  ['a mute', 'MUTED', ({ author }, { id }) => chat.mute(author, id, 'day')],
  ['a suspension', 'SUSPENDED', (_, { id }) => setSuspended(site.ctx.db, id, site.clock.now())],
];

/** Runs `work` while another transaction holds the lock of the story's rooms. */
async function whileRoomsAreLocked<T>(story: string, work: (waits: () => Promise<number>) => Promise<T>) {
  const lock = await site.database.pool.connect();
  try {
    await lock.query('begin');
    await lock.query('select from chat_rooms where story_id = $1 for update', [story]);
    return await work(() => settledLockWaits(lock));
  } finally {
    await lock.query('rollback');
    lock.release();
  }
}

test.each(ends)('after %s, a message that was still being sent is not stored [R40]', async (_, code, end) => {
  const story = await chat.story();
  const [ana, bo] = [await site.person(), await site.person()];
  await chat.post(ana, story.onStory);
  const numbers = async () => {
    const { rows } = await sql<{ number: number }>`
      select number from chat_messages where story_id = ${story.story} order by number`.execute(site.ctx.db);
    return rows.map(({ number }) => number);
  };
  const [sent, ended] = await whileRoomsAreLocked(story.story, async (waits) => {
    const sending = chat.send(ana, story.onStory);
    expect(await waits()).toBe(1);
    // What is stored when the response has arrived.
    const ending = end(story, ana).then(numbers);
    expect(await waits()).toBe(2);
    return [sending, ending];
  });
  expect((await sent).status).toBe(201);
  expect(await ended).toEqual([1, 2]);
  expect((await chat.send(ana, story.onStory)).failure.code).toBe(code);
  expect((await chat.send(bo, story.onStory)).status).toBe(code === 'CHAT_CLOSED' ? 403 : 201);
});

test('messages to chats of one story do not wait for each other, except in one room', async () => {
  const { story, onStory, onChapter } = await chat.story();
  const [ana, bo] = [await site.person(), await site.person()];
  await chat.post(ana, onStory);
  const sent = await whileRoomsAreLocked(story, async (waits) => {
    const waiting = chat.send(ana, onStory);
    expect(await waits()).toBe(1);
    expect((await chat.send(bo, onChapter)).status).toBe(201);
    return [waiting];
  });
  expect((await sent[0])?.status).toBe(201);
});

test('messages of one person by all their connections hold two database connections while they wait [R03]', async () => {
  const { story, onStory } = await chat.story();
  const [ana, bo] = [await site.person(), await site.person()];
  await chat.post(ana, onStory);
  const url = await addressOf(site);
  const clients = await Promise.all(
    Array.from({ length: liveLimits.connectionsOfPerson }, () => connectLive(url, ana.token)),
  );
  const sent = await whileRoomsAreLocked(story, async (waits) => {
    const all = clients.map((client, number) =>
      client.emit(sendChatMessage, { ...onStory, message: `The lamp ${number}` }),
    );
    expect(await waits()).toBe(2);
    expect((await site.as(bo).call(getMe, {})).status).toBe(200);
    return [Promise.all(all)];
  });
  expect((await sent[0])?.map(({ success }) => success)).toEqual(clients.map(() => true));
});

test('parallel messages, closings and mutes of many people end without deadlocks', async () => {
  const [one, two] = [await chat.story(), await chat.story()];
  const authors = [one, two];
  const [first, second] = [one.author, two.author];
  const responses = await Promise.all(
    Array.from({ length: 60 }, (_, index) => {
      const at = authors[index % 2] ?? one;
      // Each of the two mutes the other.
      const [author, other] = index % 2 === 0 ? [first, second] : [second, first];
      if (index % 6 < 2) return chat.mute(author, other.id, 'hour');
      if (index % 6 < 4) return chat.close(author, at.story, index % 4 === 0);
      return chat.send(other, index % 3 === 0 ? at.onStory : at.onChapter);
    }),
  );
  expect(responses.map(({ status }) => status).filter((status) => status >= 500)).toEqual([]);
});
