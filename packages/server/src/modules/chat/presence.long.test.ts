import * as calls from '@inkling/contract/chat';
import { endSession, startSession, syncSession } from '@inkling/contract/reading-sessions';
import { updatePreferences } from '@inkling/contract/users';
import { expect, onTestFinished, test, vi } from 'vitest';
import { minute, second as seconds } from '../../platform/clock.ts';
import { sql } from '../../platform/db/db.ts';
import { addressOf, type LiveClient } from '../../testing/live-client.ts';
import { secondApp } from '../../testing/more-apps.ts';
import { type Person, testApp } from '../../testing/test-app.ts';
import { chatting, join, showing } from './chat-for-tests.fixture.ts';
import { removeExpired } from './presence.queries.ts';

const site = testApp({}, { isClustered: true });
const chat = chatting(site);

/** The latest readers that a page knows of, by name. */
const readersOf = ({ received }: LiveClient) => {
  const last = received.findLast(({ event }) => event === calls.chatReaders.event)?.payload as
    | { count: number; readers: { username: string }[] }
    | undefined;
  return last && [last.count, ...last.readers.map(({ username }) => username)];
};
const shows = (client: LiveClient, ...people: Person[]) =>
  expect
    .poll(() => readersOf(client))
    .toEqual([people.length, ...people.map(({ username }) => username).toSorted()]);

test('pages see who has the chat open in any process, each person once, until they leave', async () => {
  const second = await secondApp(site);
  const [url, otherUrl] = [await addressOf(site), await addressOf({ app: second })];
  const { onStory } = await chat.story();
  const [ana, bo] = [await site.person('Ana'), await site.person('Bo')];
  const first = await showing(url, ana, onStory);
  await shows(first, ana);
  const far = await showing(otherUrl, bo, onStory);
  const tab = await showing(otherUrl, ana, onStory);
  await shows(tab, ana, bo);
  first.socket.disconnect();
  await join(far, onStory);
  await shows(far, ana, bo);
  tab.socket.disconnect();
  await shows(far, bo);
  far.socket.disconnect();
  await second.close();
  const { rows } = await sql`select user_id from chat_presence`.execute(site.ctx.db);
  expect(rows).toEqual([]);
});

test('people who read are counted without opening the chat, and only those in it are named', async () => {
  const second = await secondApp(site);
  vi.useFakeTimers({ toFake: ['setInterval', 'clearInterval'] });
  onTestFinished(async () => {
    vi.useRealTimers();
    await second.close();
  });
  const { chapters, onStory, onChapter } = await chat.story(2);
  const [ana, bo, hidden, other] = [
    await site.person('Amy'),
    await site.person('Ned'),
    await site.person('Hal'),
    await site.person('Oda'),
  ];
  await site.as(hidden).call(updatePreferences, { body: { showsPresence: false } });
  const reading = (chapterId = '') => ({
    body: { storyId: onStory.storyId, chapterId, deviceType: 'mobile' as const },
  });
  for (const reader of [ana, bo, hidden]) await site.as(reader).call(startSession, reading(chapters[0]));
  await site.as(other).call(startSession, reading(chapters[1]));
  const url = await addressOf({ app: second });
  const onPanel = await showing(url, ana, onChapter);
  const onOther = await showing(url, ana, onStory);
  await expect.poll(() => readersOf(onPanel)).toEqual([2, 'Amy']);
  await expect.poll(() => readersOf(onOther)).toEqual([3, 'Amy']);
  const afterTenSeconds = async () => {
    await sql`update chat_announcements set at = at - interval '10 seconds'`.execute(site.ctx.db);
    await vi.advanceTimersByTimeAsync(10 * seconds);
  };
  await site.as(bo).call(endSession, reading(chapters[0]));
  await afterTenSeconds();
  await expect.poll(() => readersOf(onPanel)).toEqual([1, 'Amy']);
  // Reads on, while another one is silent and Ana only chats.
  site.clock.advance(minute);
  const { body } = reading(chapters[1]);
  await site.as(bo).call(startSession, { body });
  await site.as(bo).call(syncSession, { body: { ...body, additionalDuration: 10 } });
  await afterTenSeconds();
  await expect.poll(() => readersOf(onOther)).toEqual([2, 'Amy']);
});

test('people who do not show their presence see others and are not seen', async () => {
  const url = await addressOf(site);
  const { onStory } = await chat.story();
  const [ana, bo] = [await site.person('Ada'), await site.person('Ben')];
  const show = (who: Person, showsPresence: boolean) =>
    site.as(who).call(updatePreferences, { body: { showsPresence } });
  await show(bo, false);
  const [first, second] = [await showing(url, ana, onStory), await showing(url, bo, onStory)];
  await shows(second, ana);
  await second.emit(calls.chatType, onStory);
  await show(bo, true);
  await shows(first, ana, bo);
  await show(bo, false);
  await shows(first, ana);
  expect(first.received.filter(({ event }) => event === calls.chatTyping.event)).toEqual([]);
});

test('readers are announced at most once a second', async () => {
  const url = await addressOf(site);
  const { onStory } = await chat.story();
  const first = await showing(url, await site.person(), onStory);
  await expect.poll(() => readersOf(first)?.[0]).toBe(1);
  first.received.splice(0);
  const started = performance.now();
  for (let number = 0; number < 12; number += 1) {
    await showing(url, await site.person(), onStory);
    await new Promise((resolve) => setTimeout(resolve, 150));
  }
  const seconds = (performance.now() - started) / 1000;
  expect(first.received.length).toBeGreaterThanOrEqual(1);
  expect(first.received.length).toBeLessThanOrEqual(Math.ceil(seconds) + 1);
  await expect.poll(() => readersOf(first)?.[0]).toBe(13);
});

test('typing is announced to the others, at most once in three seconds for a person', async () => {
  const url = await addressOf(site);
  const { onStory, onChapter } = await chat.story();
  const [ana, bo] = [await site.person('Ann'), await site.person('Bob')];
  const [first, second] = [
    await showing(url, ana, onStory, onChapter),
    await showing(url, bo, onStory, onChapter),
  ];
  await shows(second, ana, bo);
  const typing = () => second.received.filter(({ event }) => event === calls.chatTyping.event);
  await expect
    .poll(async () => {
      // Until the presence in this room is stored.
      await first.emit(calls.chatType, onStory);
      return typing().length;
    })
    .toBe(1);
  expect(typing()[0]?.payload).toMatchObject({ ...onStory, person: { _id: ana.id, username: 'Ann' } });
  await first.emit(calls.chatType, onStory);
  await first.emit(calls.chatType, onChapter);
  await second.emit(calls.leaveStory, onStory);
  expect(typing()).toHaveLength(1);
  expect(first.received.filter(({ event }) => event === calls.chatTyping.event)).toEqual([]);
  await sql`update chat_presence set typed_at = typed_at - interval '3 seconds'`.execute(site.ctx.db);
  await first.emit(calls.chatType, onChapter);
  await expect.poll(() => typing().length).toBe(2);
  // Only in a chat that is open.
  const other = await chat.story();
  expect(await first.emit(calls.chatType, other.onStory)).toEqual({ success: true });
  expect(
    (await sql`select 1 from chat_presence where story_id = ${other.story}`.execute(site.ctx.db)).rows,
  ).toEqual([]);
});

test('people of a process that has ended do not count, and their rows are removed', async () => {
  const url = await addressOf(site);
  const { story, onStory } = await chat.story();
  const [ana, gone] = [await site.person(), await site.person()];
  await sql`
    insert into chat_presence (story_id, place_id, user_id, process_id, ends_at)
    values (${story}, ${story}, ${gone.id}, uuidv7(), now() - interval '1 second')`.execute(site.ctx.db);
  const first = await showing(url, ana, onStory);
  await shows(first, ana);
  // The heartbeat may have been faster.
  await removeExpired(site.ctx.db);
  const { rows } = await sql`select user_id from chat_presence where story_id = ${story}`.execute(
    site.ctx.db,
  );
  expect(rows).toEqual([{ user_id: ana.id }]);
});

test('readers whom the database has lost count again within ten seconds', async () => {
  const url = await addressOf(site);
  vi.useFakeTimers({ toFake: ['setInterval', 'clearInterval'] });
  onTestFinished(() => void vi.useRealTimers());
  const { onStory } = await chat.story();
  const [ana, bo] = [await site.person(), await site.person()];
  const first = await showing(url, ana, onStory);
  await shows(first, ana);
  await sql`delete from chat_presence`.execute(site.ctx.db);
  await sql`update chat_announcements set at = at - interval '10 seconds'`.execute(site.ctx.db);
  await vi.advanceTimersByTimeAsync(10 * seconds);
  await showing(url, bo, onStory);
  await shows(first, ana, bo);
});
