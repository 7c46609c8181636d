import { updateChapter } from '@inkling/contract/chapters';
import * as calls from '@inkling/contract/chat';
import { markCompleted } from '@inkling/contract/library';
import { newId } from '@inkling/contract/new-id';
import { deleteStory, updateStory } from '@inkling/contract/stories';
import { describe, expect, test } from 'vitest';
import { sql } from '../../platform/db/db.ts';
import { wrongCounters } from '../../testing/counters-for-tests.ts';
import { emittedEvents } from '../../testing/emitted-events.ts';
import { testApp } from '../../testing/test-app.ts';
import { eraseTrash } from '../trash/trash.service.ts';
import { setSuspended } from '../users/index.ts';
import { chatMessageSent } from './chat.events.ts';
import { chatting, idOf } from './chat-for-tests.fixture.ts';

const site = testApp();
const chat = chatting(site);
const { send, post, list, read, remove } = chat;
const numbersOf = ({ data }: { data: calls.ChatMessage[] }) => data.map(({ number }) => number);

describe('POST /messages', () => {
  test('stores a message under the next number of its room, with the sender of the token [R38]', async () => {
    const { author, onStory, onChapter } = await chat.story();
    const ana = await site.person();
    const body = { ...onStory, message: '  Who lit it?\r\n ', sender: author.id, number: 7 };
    const { status, body: response } = await site.as(ana).call(calls.postMessage, { body });
    expect(status).toBe(201);
    expect(response.data).toEqual({
      _id: expect.any(String),
      ...onStory,
      number: 1,
      sender: ana.id,
      author: { _id: ana.id, username: ana.username, displayName: ana.username, avatar: null },
      message: 'Who lit it?',
      timestamp: site.clock.now().toISOString(),
      isRemoved: false,
      isHidden: false,
      isHeld: false,
    });
    expect((await post(author, onStory)).number).toBe(2);
    expect((await post(author, onChapter)).number).toBe(1);
    expect((await read(ana, onStory)).data[0]).toEqual(response.data);
    const last = async (place: typeof onStory) => (await read(author, place)).lastNumber;
    expect([await last(onStory), await last(onChapter)]).toEqual([2, 1]);
  });

  test('emits message.sent once, in the order of the room and without the text', async () => {
    const { author, onStory } = await chat.story();
    const body = { ...onStory, _id: newId(site.clock.now().getTime()), message: 'Once' };
    for (const _ of [1, 2])
      expect((await site.as(author).call(calls.postMessage, { body })).status).toBe(201);
    const second = await post(author, onStory);
    await send(author, onStory, ' ');
    const event = { senderId: author.id, storyId: onStory.storyId, placeId: onStory.storyId };
    expect(await emittedEvents(site, chatMessageSent, onStory.storyId)).toEqual([
      { ...event, messageId: body._id },
      { ...event, messageId: second._id },
    ]);
  });

  test('gives numbers without gaps to parallel messages [R41] [R42]', async () => {
    const { onStory } = await chat.story();
    const people = await Promise.all([1, 2, 3, 4].map(() => site.person()));
    const sent = await Promise.all(
      Array.from({ length: 40 }, (_, index) =>
        send(people[index % 4] ?? null, onStory, index % 5 === 0 ? ' ' : `Text ${index}`),
      ),
    );
    expect(sent.filter(({ status }) => status === 400)).toHaveLength(8);
    const all = await read(people[0] as never, onStory, { limit: 100 });
    expect(numbersOf(all)).toEqual(Array.from({ length: 32 }, (_, index) => index + 1));
    expect(all.lastNumber).toBe(32);
    expect(await wrongCounters(site.ctx.db)).toEqual([]);
  });

  test('refuses blank and long texts', async () => {
    const { author, onStory } = await chat.story();
    const blank = await send(author, onStory, ' \n\u200b ');
    expect([blank.status, blank.failure.message]).toEqual([400, 'Please write a message.']);
    expect((await send(author, onStory, 'x'.repeat(2001))).failure.message).toBe(
      'Please use at most 2,000 characters.',
    );
    expect((await post(author, onStory, '\u{1f3ee}'.repeat(1000))).message).toHaveLength(2000);
  });

  test('sends once what is sent repeatedly under one id, and never another person’s [R41]', async () => {
    const { author, onStory, onChapter } = await chat.story();
    const ana = await site.person();
    const _id = newId(site.clock.now().getTime());
    const sent = await Promise.all(Array.from({ length: 10 }, () => send(ana, onStory, 'Once', _id)));
    expect(new Set(sent.map(({ status, body }) => `${status} ${body.data.number}`))).toEqual(
      new Set(['201 1']),
    );
    expect((await send(ana, onStory, 'Another text', _id)).body.data.message).toBe('Once');
    for (const [who, place] of [
      [author, onStory],
      [ana, onChapter],
    ] as const)
      expect((await send(who, place, 'Mine', _id)).failure.code).toBe('ID_TAKEN');
    // A refused one leaves no gap.
    expect((await post(author, onStory)).number).toBe(2);
    expect((await post(author, onChapter)).number).toBe(1);
    await remove(ana, _id);
    expect((await send(ana, onStory, 'Once', _id)).failure.code).toBe('ID_TAKEN');
  });

  test('needs a chapter of the story, and a sign-in [R38]', async () => {
    const [a, b] = [await chat.story(), await chat.story()];
    const mixed = { storyId: a.story, chapterId: b.chapter };
    expect((await send(a.author, mixed)).status).toBe(404);
    expect((await list(a.author, mixed)).status).toBe(404);
    expect(
      (await send(a.author, { storyId: newId(site.clock.now().getTime()), chapterId: null })).status,
    ).toBe(404);
    expect((await send(null, a.onStory)).status).toBe(401);
    expect((await site.as(null).call(calls.listMessages, { query: { storyId: a.story } })).status).toBe(401);
  });

  test('has a maximum of messages for a room', async () => {
    const { author, onStory } = await chat.story();
    await post(author, onStory);
    await sql`update chat_rooms set last_number = 1000000 where story_id = ${onStory.storyId}`.execute(
      site.ctx.db,
    );
    expect((await send(author, onStory)).failure.code).toBe('QUOTA_REACHED');
  });
});

describe('GET /messages', () => {
  test('has the newest fifty, those after and those before a number, always ascending', async () => {
    const { author, onStory } = await chat.story();
    for (let number = 1; number <= 60; number += 1) await post(author, onStory, `Text ${number}`);
    const pages = async (query: Parameters<typeof read>[2]) => numbersOf(await read(author, onStory, query));
    const range = (from: number, to: number) =>
      Array.from({ length: to - from + 1 }, (_, index) => from + index);
    expect(await pages({})).toEqual(range(11, 60));
    expect(await pages({ limit: 3 })).toEqual([58, 59, 60]);
    expect(await pages({ after: 0, limit: 3 })).toEqual([1, 2, 3]);
    expect(await pages({ after: 58 })).toEqual([59, 60]);
    expect(await pages({ after: 60 })).toEqual([]);
    expect(await pages({ before: 11 })).toEqual(range(1, 10));
    expect(await pages({ before: 11, limit: 2 })).toEqual([9, 10]);
    expect(await pages({ after: 2, before: 6, limit: 2 })).toEqual([3, 4]);
    expect((await read(author, onStory, { after: 60 })).lastNumber).toBe(60);
  });

  test('refuses limits beyond 100 and numbers that are none', async () => {
    const { author, onStory } = await chat.story();
    for (const query of [{ limit: 0 }, { limit: 101 }, { after: -1 }, { before: 1.5 }])
      expect((await list(author, onStory, query)).status, JSON.stringify(query)).toBe(400);
    expect(await read(author, onStory)).toEqual({
      success: true,
      data: [],
      lastNumber: 0,
      isClosed: false,
      isMuted: false,
      mutedUntil: null,
      isRefused: false,
      isFolded: false,
    });
  });

  test('has nothing of a chapter that the reader has not reached, unless they ask for it', async () => {
    const { author, story, chapters, onStory } = await chat.story(2);
    const second = { storyId: story, chapterId: chapters[1] ?? '' };
    await post(author, second, 'zqxspoiler');
    const ana = await site.person();
    await chat.reach(ana, chapters[0] ?? '');
    const folded = await read(ana, second);
    expect([folded.isFolded, folded.data, folded.lastNumber]).toEqual([true, [], 1]);
    const anyway = await read(ana, second, { anyway: 'true' });
    expect([anyway.isFolded, anyway.data[0]?.message]).toEqual([false, 'zqxspoiler']);
    expect((await read(author, second)).isFolded).toBe(false);
    expect((await read(ana, onStory)).isFolded).toBe(false);
    await chat.reach(ana, chapters[1] ?? '');
    expect((await read(ana, second)).data).toHaveLength(1);
    const bo = await site.person();
    await site.as(bo).call(markCompleted, idOf(story));
    expect((await read(bo, second)).isFolded).toBe(false);
  });

  test('has nothing of what is not published, for its author either, and has it again afterwards', async () => {
    const { author, story, chapter, onStory, onChapter } = await chat.story(2);
    const message = await post(author, onChapter);
    await post(author, onStory);
    const unavailable = async (places = [onStory, onChapter]) => {
      for (const place of places) {
        expect((await list(author, place)).status).toBe(404);
        expect((await send(author, place)).status).toBe(404);
      }
    };
    await site.as(author).call(updateChapter, { ...idOf(chapter), body: { isPublished: false } });
    await unavailable([onChapter]);
    expect((await remove(author, message._id)).status).toBe(404);
    expect((await list(author, onStory)).status).toBe(200);
    await site.as(author).call(updateStory, { ...idOf(story), body: { isPublished: false } });
    await unavailable();
    await site.as(author).call(updateChapter, { ...idOf(chapter), body: { isPublished: true } });
    await site.as(author).call(updateStory, { ...idOf(story), body: { isPublished: true } });
    expect((await read(author, onChapter)).data).toHaveLength(1);
    await site.as(author).call(deleteStory, idOf(story));
    await unavailable();
  });

  test('shows messages of suspended people as removed until they return', async () => {
    const { author, onStory } = await chat.story();
    const ana = await site.person();
    const message = await post(ana, onStory, 'zqx-canary');
    await setSuspended(site.ctx.db, ana.id, site.clock.now());
    const [hidden] = (await read(author, onStory)).data;
    expect(hidden).toEqual({ ...message, sender: null, author: null, message: null, isRemoved: true });
    await setSuspended(site.ctx.db, ana.id, null);
    expect((await read(author, onStory)).data).toEqual([message]);
  });
});

describe('DELETE /messages/{id}', () => {
  test('removes one’s own message and those on one’s story, which keep their numbers', async () => {
    const { author, onStory } = await chat.story();
    const [ana, bo] = [await site.person(), await site.person()];
    const [first, second] = [
      await post(ana, onStory, 'zqx-removed'),
      await post(ana, onStory, 'zqx-removed'),
    ];
    await site
      .as(author)
      .call(updateStory, { params: { id: onStory.storyId }, body: { isPublished: false } });
    expect((await remove(ana, first._id)).status).toBe(404);
    await site.as(author).call(updateStory, { params: { id: onStory.storyId }, body: { isPublished: true } });
    const refused = await remove(bo, first._id);
    expect([refused.status, refused.failure.code]).toEqual([403, 'NOT_ALLOWED']);
    expect((await remove(ana, first._id)).status).toBe(200);
    expect((await remove(author, second._id)).status).toBe(200);
    expect((await remove(author, second._id)).status).toBe(404);
    const unknown = idOf(newId(site.clock.now().getTime()));
    expect((await site.as(author).call(calls.removeMessage, unknown)).status).toBe(404);
    const { data } = await read(bo, onStory);
    const gone = { sender: null, author: null, message: null, isRemoved: true };
    expect(data).toEqual([
      { ...first, ...gone },
      { ...second, ...gone },
    ]);
    expect((await post(bo, onStory)).number).toBe(3);
    const { rows } = await sql`select 1 from chat_messages where text like '%zqx-removed%'`.execute(
      site.ctx.db,
    );
    expect(rows).toEqual([]);
  });
});

describe('PUT /stories/{id}/chat', () => {
  test('closes and opens the chats of a story and its chapters, for everyone, by its author', async () => {
    const { author, story, onStory, onChapter } = await chat.story();
    const ana = await site.person();
    await post(ana, onChapter);
    const refused = await site.as(ana).call(calls.closeChat, { ...idOf(story), body: { isClosed: true } });
    expect([refused.status, refused.failure.code]).toEqual([403, 'NOT_ALLOWED']);
    for (let time = 0; time < 2; time += 1)
      expect((await chat.close(author, story)).body).toEqual({ success: true, isClosed: true });
    for (const [who, place] of [
      [ana, onStory],
      [author, onChapter],
    ] as const) {
      const closed = await send(who, place);
      expect([closed.status, closed.failure.code]).toEqual([403, 'CHAT_CLOSED']);
    }
    const { data, isClosed } = await read(ana, onChapter, { anyway: 'true' });
    expect([data.length, isClosed]).toEqual([1, true]);
    await chat.close(author, story, false);
    expect((await send(ana, onStory)).status).toBe(201);
  });

  test('is possible before the story is published, and not for others', async () => {
    const [author, ana] = [await site.person(), await site.person()];
    const { _id } = await chat.write.draft(author);
    expect((await chat.close(ana, _id)).status).toBe(404);
    expect((await chat.close(author, _id)).status).toBe(200);
  });
});

describe('a mute', () => {
  test.each([
    ['hour', 60],
    ['day', 24 * 60],
    ['week', 7 * 24 * 60],
    ['forever', null],
  ] as const)('for a %s stops a person in all chats of the author', async (duration, minutes) => {
    const [one, ana, bo] = [await chat.story(), await site.person(), await site.person()];
    const other = await chat.story();
    const { until, person } = (await chat.mute(one.author, ana.id, duration)).body.data;
    const now = site.clock.now().getTime();
    expect([person._id, until]).toEqual([
      ana.id,
      minutes === null ? null : new Date(now + minutes * 60_000).toISOString(),
    ]);
    for (const place of [one.onStory, one.onChapter]) {
      const refused = await send(ana, place);
      expect([refused.status, refused.failure.code]).toEqual([403, 'MUTED']);
      expect(refused.failure.message).toMatch(
        minutes === null
          ? /has muted you\. You can still read/
          : /muted you until \d{4}-\d\d-\d\d \d\d:\d\d UTC\./,
      );
      expect((await send(bo, place)).status).toBe(201);
    }
    const state = await read(ana, one.onStory);
    expect([state.isMuted, state.mutedUntil, state.data.length]).toEqual([true, until, 1]);
    expect((await send(ana, other.onStory)).status).toBe(201);
    site.clock.advance((minutes ?? 15_000) * 60_000);
    expect((await send(ana, one.onStory)).status).toBe(minutes === null ? 403 : 201);
    await chat.unmute(one.author, ana.id);
    expect((await send(ana, one.onStory)).status).toBe(201);
  });

  test('is listed with the latest first until it ends, and a new one replaces it', async () => {
    const author = await site.person();
    const [ana, bo] = [await site.person(), await site.person()];
    const listed = async () => {
      const { data, pagination } = (await site.as(author).call(calls.listMutes, {})).body;
      return [pagination.total, ...data.map(({ person }) => person._id)];
    };
    await chat.mute(author, ana.id, 'hour');
    site.clock.advance(1000);
    await chat.mute(author, bo.id, 'day');
    expect(await listed()).toEqual([2, bo.id, ana.id]);
    site.clock.advance(1000);
    await chat.mute(author, ana.id, 'hour');
    expect(await listed()).toEqual([2, ana.id, bo.id]);
    site.clock.advance(3_600_000);
    expect(await listed()).toEqual([1, bo.id]);
    await chat.unmute(author, bo.id);
    await site.as(author).call(calls.unmutePerson, { params: { userId: bo.id } });
    expect(await listed()).toEqual([0]);
  });

  test('is not possible of oneself, of strangers to the site, or of more than a thousand people', async () => {
    const [author, ana] = [await site.person(), await site.person()];
    const self = { params: { userId: author.id } };
    const body = { for: 'day' as const };
    expect((await site.as(author).call(calls.mutePerson, { ...self, body })).status).toBe(400);
    expect((await chat.mute(author, newId(site.clock.now().getTime()), 'day')).status).toBe(404);
    await sql`
      insert into users (username, username_key, created_at)
      select 'muted' || n, 'muted' || n, now() from generate_series(1, 1000) n`.execute(site.ctx.db);
    await sql`
      insert into chat_mutes (author_id, user_id, created_at)
      select ${author.id}, id, now() from users where username like 'muted%'`.execute(site.ctx.db);
    expect((await chat.mute(author, ana.id, 'day')).failure.code).toBe('QUOTA_REACHED');
  });
});

test('messages are erased with their chapter and story, in small steps', async () => {
  const { author, story, chapters, onStory, onChapter } = await chat.story(2);
  for (const place of [onStory, onChapter, { storyId: story, chapterId: chapters[1] ?? '' }])
    await post(author, place);
  await site.as(author).call(deleteStory, idOf(story));
  site.clock.advance(31 * 24 * 3600 * 1000);
  expect(await eraseTrash(site.ctx)).toBeGreaterThan(0);
  const { rows } = await sql`
    select story_id from chat_messages where story_id = ${story}
    union all select story_id from chat_rooms where story_id = ${story}`.execute(site.ctx.db);
  expect(rows).toEqual([]);
});
