import { logout } from '@inkling/contract/account';
import { updateChapter } from '@inkling/contract/chapters';
import * as calls from '@inkling/contract/chat';
import { connectionIdHeader } from '@inkling/contract/live';
import { newId } from '@inkling/contract/new-id';
import { updateStory } from '@inkling/contract/stories';
import { expect, test } from 'vitest';
import { acquireWriteSlot } from '../../platform/http/concurrency-limit.ts';
import { addressOf, connectLive, type LiveClient } from '../../testing/live-client.ts';
import { testApp } from '../../testing/test-app.ts';
import { chatting, idOf, join, messagesOf, showing } from './chat-for-tests.fixture.ts';
import { isReaderOf } from './presence.queries.ts';

const site = testApp();
const chat = chatting(site);
const ok = (lastNumber: number) => ({ success: true, data: { lastNumber } });
/** Resolves after everything that was sent to the client before. */
const settled = (client: LiveClient) => client.emit(calls.leaveStory, { storyId: newId(0) });
const received = async (client: LiveClient): Promise<(string | null)[]> => {
  await settled(client);
  return messagesOf(client).map(({ message }) => message);
};

/** A published story, and pages of two readers that show its chat. */
async function twoPages() {
  const url = await addressOf(site);
  const made = await chat.story();
  const [ana, bo] = [await site.person(), await site.person()];
  const [first, second] = [
    await showing(url, ana, made.onStory, made.onChapter),
    await showing(url, bo, made.onStory),
  ];
  return { url, ...made, ana, bo, first, second };
}

test('a message reaches the pages that show its chat, complete, from the connection or a call [R38]', async () => {
  const { onStory, onChapter, ana, bo, first, second } = await twoPages();
  const ack = await first.emit(calls.sendChatMessage, {
    ...onStory,
    message: 'Who lit it?',
    sender: bo.id,
  } as never);
  expect(ack).toMatchObject({ success: true, data: { number: 1, sender: ana.id, message: 'Who lit it?' } });
  expect(await second.next(calls.messageSent)).toEqual('data' in ack && ack.data);
  const sent = await chat.post(bo, onStory, 'Nobody');
  expect(await first.next(calls.messageSent)).toEqual(sent);
  // Not of the chapter's chat, which the second page has not joined.
  await chat.post(bo, onChapter, 'Elsewhere');
  expect([await received(first), await received(second)]).toEqual([
    ['Nobody', 'Elsewhere'],
    ['Who lit it?', 'Nobody'],
  ]);
});

test('a page is not sent what it has sent itself, by the connection or by a call', async () => {
  const { onStory, ana, first } = await twoPages();
  await first.emit(calls.sendChatMessage, { ...onStory, message: 'Mine' });
  const headers = { [connectionIdHeader]: first.socket.id ?? '' };
  await site.as(ana).call(calls.postMessage, { body: { ...onStory, message: 'Mine' } }, headers);
  expect(await received(first)).toEqual([]);
});

test('a page leaves a chat also while its person’s writes are in progress', async () => {
  const { onStory, ana, bo, first } = await twoPages();
  const slots = [await acquireWriteSlot(ana.id), await acquireWriteSlot(ana.id)];
  try {
    expect(await first.emit(calls.leaveStory, { storyId: onStory.storyId })).toEqual({ success: true });
  } finally {
    for (const release of slots) release();
  }
  await chat.post(bo, onStory, 'Nobody');
  expect(await received(first)).toEqual([]);
});

test('a refusal is in the acknowledgement', async () => {
  const { author, story, onStory, first, ana } = await twoPages();
  const emit = (message: string, place: object = onStory) =>
    first.emit(calls.sendChatMessage, { ...onStory, ...place, message });
  expect(await emit('  ')).toMatchObject({ success: false, code: 'BAD_INPUT' });
  expect(await emit('Text', { storyId: newId(0) })).toMatchObject({ code: 'NOT_FOUND' });
  await chat.mute(author, ana.id, 'hour');
  expect(await emit('Text')).toMatchObject({ code: 'MUTED', message: expect.stringContaining('muted you') });
  await chat.unmute(author, ana.id);
  await chat.close(author, story);
  expect(await emit('Text')).toMatchObject({ code: 'CHAT_CLOSED' });
});

test('only open chats of this story can be joined, and those of later chapters only on request [R38]', async () => {
  const url = await addressOf(site);
  const [a, b] = [await chat.story(2), await chat.story()];
  const client = await connectLive(url, (await site.person()).token);
  const mixed = { storyId: a.story, chapterId: b.chapter };
  expect(await join(client, mixed)).toMatchObject({ code: 'NOT_FOUND' });
  expect(await join(client, { storyId: newId(0), chapterId: null })).toMatchObject({ code: 'NOT_FOUND' });
  const draft = await chat.write.draft(a.author);
  expect(await join(client, { storyId: draft._id, chapterId: null })).toMatchObject({ code: 'NOT_FOUND' });
  const own = await connectLive(url, a.author.token);
  expect(await join(own, { storyId: draft._id, chapterId: null })).toMatchObject({ code: 'NOT_FOUND' });
  expect(await join(client, a.onChapter, false)).toMatchObject({ code: 'FOLDED' });
  await chat.post(a.author, a.onChapter, 'zqxspoiler');
  expect(await received(client)).toEqual([]);
  expect(await join(client, a.onChapter)).toEqual(ok(1));
  expect(await join(own, a.onChapter, false)).toEqual(ok(1));
  await chat.post(a.author, a.onChapter, 'Joined');
  expect(await received(client)).toEqual(['Joined']);
});

test('a page that leaves a chat receives nothing more of it', async () => {
  const { onStory, onChapter, bo, first } = await twoPages();
  await first.emit(calls.leaveStory, onStory);
  await chat.post(bo, onStory, 'Unseen');
  await chat.post(bo, onChapter, 'Seen');
  await first.emit(calls.leaveChapter, { ...onChapter, chapterId: onChapter.chapterId ?? '' });
  await chat.post(bo, onChapter, 'Unseen');
  expect(await received(first)).toEqual(['Seen']);
});

test('signing out ends delivery [R40]', async () => {
  const { onStory, ana, bo, first } = await twoPages();
  await site.as(ana).call(logout, {});
  // A message of the same moment may still arrive: the connection ends after a query.
  await first.ended;
  await chat.post(bo, onStory, 'zqx-canary');
  expect(messagesOf(first)).toEqual([]);
});

test('nothing is sent in chats of what is unpublished, for its author either [R40]', async () => {
  const { author, story, chapter, onStory, onChapter, url, first } = await twoPages();
  const own = await showing(url, author, onStory, onChapter);
  const publish = (isPublished: boolean) =>
    site.as(author).call(updateStory, { ...idOf(story), body: { isPublished } });
  await publish(false);
  for (const place of [onStory, onChapter]) {
    expect(await own.emit(calls.sendChatMessage, { ...place, message: 'Unseen' })).toMatchObject({
      code: 'NOT_FOUND',
    });
    await own.emit(calls.chatType, place);
  }
  first.received.splice(0);
  // Also nothing of who is there: within a second the page leaves its two rooms, and is asked to fetch them again.
  await new Promise((resolve) => setTimeout(resolve, 1500));
  const asksAgain = { event: 'chat:changed', payload: { storyId: null, chapterId: null, removed: null } };
  for (const received of first.received) expect(received).toEqual(asksAgain);
  await publish(true);
  await site.as(author).call(updateChapter, { ...idOf(chapter), body: { isPublished: false } });
  expect(await own.emit(calls.sendChatMessage, { ...onChapter, message: 'Unseen' })).toMatchObject({
    code: 'NOT_FOUND',
  });
  await join(first, onStory);
  await chat.post(author, onStory, 'Seen');
  expect(await received(first)).toEqual(['Seen']);
});

test('pages learn what was removed, that a chat was closed, and the muted person that they were muted', async () => {
  const { author, story, onStory, onChapter, ana, bo, first, second } = await twoPages();
  const { _id } = await chat.post(bo, onChapter, 'zqx-canary');
  await chat.remove(author, _id);
  expect(await first.next(calls.chatChanged)).toEqual({ ...onChapter, removed: _id });
  await chat.close(author, story);
  const closed = { ...onStory, removed: null };
  expect([await first.next(calls.chatChanged), await second.next(calls.chatChanged)]).toEqual([
    closed,
    closed,
  ]);
  // All pages fetch the chat after this event: closing it again causes none.
  await chat.close(author, story);
  // It is stored within a second that she has the chat open.
  await expect.poll(() => isReaderOf(site.ctx.db, author.id, ana.id)).toBe(true);
  await chat.mute(author, ana.id, 'day');
  const muted = { storyId: null, chapterId: null, removed: null };
  expect(await first.next(calls.chatChanged)).toEqual(muted);
  await chat.unmute(author, ana.id);
  expect(await first.next(calls.chatChanged)).toEqual(muted);
  await settled(second);
  expect(second.received.filter(({ event }) => event === calls.chatChanged.event)).toHaveLength(1);
});

test('nobody causes events at pages that do not show a chat of theirs', async () => {
  const { ana, bo, first } = await twoPages();
  await chat.mute(bo, ana.id, 'hour');
  await chat.unmute(bo, ana.id);
  await chat.unmute(bo, ana.id);
  await settled(first);
  expect(first.received.filter(({ event }) => event === calls.chatChanged.event)).toEqual([]);
});

test('a connection with too many rooms receives nothing of the chat that it could not join', async () => {
  const url = await addressOf(site);
  const { author, onStory, onChapter } = await chat.story();
  const client = await connectLive(url, author.token);
  // A story takes two rooms and its chapter another one, so that there is only one left.
  const others = await Promise.all(Array.from({ length: 8 }, () => chat.story()));
  for (const place of [onStory, onChapter, ...others.map((one) => one.onStory)])
    expect(await join(client, place)).toMatchObject({ success: true });
  const refused = await chat.story();
  expect(await join(client, refused.onStory)).toMatchObject({ code: 'TOO_MANY_REQUESTS' });
  await chat.post(author, refused.onStory, 'Unseen');
  await chat.post(author, onStory, 'Seen');
  expect(await received(client)).toEqual(['Seen']);
});
