import { logout } from '@inkling/contract/account';
import { blockUser } from '@inkling/contract/blocks';
import * as calls from '@inkling/contract/chat';
import { commentsChanged, postComment } from '@inkling/contract/comments';
import { expect, test } from 'vitest';
import { sql } from '../../platform/db/db.ts';
import { testApp } from '../../testing/test-app.ts';
import { chatRoom } from './chat.live.ts';
import { messagesOf } from './chat-for-tests.fixture.ts';
import { isReaderOf } from './presence.queries.ts';
import { twoProcesses } from './processes.fixture.ts';

const site = testApp({}, { isClustered: true });
const liveConnections = () =>
  sql<{ pid: number }>`
    select pid from pg_stat_activity where application_name = 'inkling live' and datname = current_database()`.execute(
    site.ctx.db,
  );

test('chat and comments reach pages at another process on the same database, once [R41]', async () => {
  const { chat, author, story, onStory, near, far, ana } = await twoProcesses(site);
  const sent = await chat.post(author, onStory, 'Who lit it?');
  expect(await far.next(calls.messageSent)).toEqual(sent);
  expect(await near.next(calls.messageSent)).toEqual(sent);
  const ack = await far.emit(calls.sendChatMessage, { ...onStory, message: 'Nobody' });
  expect(await near.next(calls.messageSent)).toEqual('data' in ack && ack.data);
  await site.as(author).call(postComment, { body: { story, content: 'Well lit.' } });
  expect(await far.next(commentsChanged)).toMatchObject({ storyId: story, commentsCount: 1 });
  // It is stored within a second that she has the chat open.
  await expect.poll(() => isReaderOf(site.ctx.db, author.id, ana.id)).toBe(true);
  await chat.mute(author, ana.id, 'hour');
  await near.next(calls.chatChanged);
  await chat.close(author, story);
  expect(await far.next(calls.chatChanged)).toMatchObject({ storyId: story });
  expect(messagesOf(far)).toHaveLength(1);
  expect(messagesOf(near)).toHaveLength(2);
});

test('texts that are too long for a notification arrive, and messages of one process in their order', async () => {
  const { chat, author, onStory, far } = await twoProcesses(site);
  const first = await chat.post(author, onStory, '\u{1f3ee}'.repeat(500));
  // PostgreSQL's notifications have at most 8,000 bytes, more than a message can have.
  const long = { ...first, number: 2, message: '"'.repeat(8000) };
  site.ctx.live.publish(chatRoom(onStory), calls.messageSent, long);
  for (let number = 2; number <= 29; number += 1) await chat.post(author, onStory, `Text ${number}`);
  await expect.poll(() => messagesOf(far).length).toBe(30);
  const received = messagesOf(far);
  expect(received).toContainEqual(first);
  expect(received).toContainEqual(long);
  expect(
    received.map(({ number, message }) => message?.startsWith('Text') && number).filter(Boolean),
  ).toEqual(Array.from({ length: 28 }, (_, index) => index + 2));
});

test('a session that ends in one process ends its connections to the other [R40]', async () => {
  const { chat, author, onStory, bo, far } = await twoProcesses(site);
  await site.as(bo).call(logout, {});
  expect(await far.ended).toBe('io server disconnect');
  await chat.post(author, onStory, 'zqx-canary');
  expect(messagesOf(far)).toEqual([]);
});

test('what someone wrote reaches no page of a person who blocked them, at another process either [R40]', async () => {
  const { chat, author, onStory, ana, bo, near, far } = await twoProcesses(site);
  await site.as(bo).call(blockUser, { params: { id: author.id } });
  const sent = await chat.post(author, onStory, 'zqx-canary');
  const later = await chat.post(ana, onStory, 'To all');
  expect(await far.next(calls.messageSent)).toEqual(later);
  expect(messagesOf(far)).toEqual([later]);
  expect(messagesOf(near)).toContainEqual(sent);
});

test('after the connections between processes were lost, they are made again, and none are left over', async () => {
  const { arrives, chat, author, onStory, near } = await twoProcesses(site);
  await arrives();
  const before = (await liveConnections()).rows.length;
  for (let time = 0; time < 3; time += 1) {
    await sql`select pg_terminate_backend(pid) from pg_stat_activity
      where application_name = 'inkling live' and datname = current_database()`.execute(site.ctx.db);
    // The process itself delivers without them.
    const sent = await chat.post(author, onStory, `Alone ${time}`);
    await expect.poll(() => messagesOf(near)).toContainEqual(sent);
    await arrives();
  }
  expect((await liveConnections()).rows.length).toBeLessThanOrEqual(before);
});
