import { updateChapter } from '@inkling/contract/chapters';
import { newId } from '@inkling/contract/new-id';
import * as calls from '@inkling/contract/reading-sessions';
import { beforeAll, describe, expect, test } from 'vitest';
import { day, hour, minute, second } from '../../platform/clock.ts';
import { writing } from '../../testing/stories-for-tests.ts';
import { type Person, testApp } from '../../testing/test-app.ts';
import { closeSilent } from './reading-sessions.jobs.ts';

const site = testApp();
const write = writing(site);
let author: Person;
let story: string;
let chapters: string[];

beforeAll(async () => {
  author = await site.person();
  const written = await write.published(author, { chapters: 3 });
  story = written.story._id;
  chapters = written.chapters.map(({ _id }) => _id);
});

type Device = calls.DeviceType;
const reading = (number = 1, deviceType: Device = 'desktop') => ({
  storyId: story,
  chapterId: chapters[number - 1] ?? '',
  deviceType,
});
const start = async (who: Person, number = 1, device: Device = 'desktop') =>
  (await site.as(who).call(calls.startSession, { body: reading(number, device) })).body.data;
const sync = async (who: Person, additionalDuration: number, number = 1, device: Device = 'desktop') =>
  (await site.as(who).call(calls.syncSession, { body: { ...reading(number, device), additionalDuration } }))
    .body.data;
const end = async (who: Person, more: object = {}, number = 1, device: Device = 'desktop') =>
  (await site.as(who).call(calls.endSession, { body: { ...reading(number, device), ...more } })).body.data;
const statsOf = async (who: Person, query = {}) =>
  (await site.as(who).call(calls.getSessionStats, { query })).body.data;
const pass = (milliseconds: number) => site.clock.advance(milliseconds);
/** Reads for some seconds, with a report every ten of them. */
const readFor = async (who: Person, seconds: number, number = 1, device: Device = 'desktop') => {
  for (let read = 0; read < seconds; read += 10) {
    const step = Math.min(10, seconds - read);
    pass(step * second);
    await sync(who, step, number, device);
  }
};

describe('POST /reacting-sessions/start', () => {
  test('returns the running session of the same chapter and device, also to 50 starts at once', async () => {
    const ana = await site.person();
    const started = await Promise.all(Array.from({ length: 50 }, () => start(ana)));
    expect(new Set(started.map(({ sessionId }) => sessionId)).size).toBe(1);
    pass(10 * second);
    await sync(ana, 10);
    expect(await start(ana)).toEqual({ sessionId: started[0]?.sessionId, syncCount: 1 });
    expect((await start(ana, 1, 'mobile')).sessionId).not.toBe(started[0]?.sessionId);
  });

  test('takes the id that the client chose, and only while it is free', async () => {
    const ben = await site.person();
    const _id = newId(site.clock.now().getTime());
    const body = { ...reading(), _id };
    expect((await site.as(ben).call(calls.startSession, { body })).body.data.sessionId).toBe(_id);
    pass(10 * second);
    await end(ben, { additionalDuration: 10 });
    const again = (await site.as(ben).call(calls.startSession, { body })).body.data.sessionId;
    expect(again).not.toBe(_id);
  });

  test('two windows side by side are two sessions, however often the reader changes between them', async () => {
    const cleo = await site.person();
    for (let turn = 0; turn < 4; turn += 1)
      for (const chapter of [1, 2]) {
        await start(cleo, chapter);
        await readFor(cleo, 10, chapter);
      }
    pass(5 * minute);
    await start(cleo, 3);
    expect(await statsOf(cleo)).toMatchObject({ sessions: 2 });
  });

  test('refuses chapters that readers may not read, and those of another story', async () => {
    const dan = await site.person();
    const draft = await write.draft(author);
    const unpublished = await write.chapter(author, draft._id);
    const other = await write.published(author);
    for (const body of [
      { ...reading(), storyId: draft._id, chapterId: unpublished._id },
      { ...reading(), storyId: other.story._id },
      { ...reading(), chapterId: newId(1) },
    ])
      expect((await site.as(dan).call(calls.startSession, { body })).status).toBe(404);
  });

  test('refuses more than a thousand sessions a day', async () => {
    const eva = await site.person();
    const now = site.clock.now();
    const rows = Array.from({ length: 1000 }, () => ({
      user_id: eva.id,
      story_id: story,
      chapter_id: chapters[0] ?? '',
      device: 'desktop' as const,
      day: now.toISOString().slice(0, 10),
      started_at: now,
      last_sync_at: now,
      credited_until: now,
      ended_at: now,
    }));
    await site.ctx.db.insertInto('reading_sessions').values(rows).execute();
    const response = await site.as(eva).call(calls.startSession, { body: reading() });
    expect(response.failure.code).toBe('QUOTA_REACHED');
  });
});

describe('POST /reacting-sessions/sync', () => {
  test('adds the time that has passed, at most five seconds more, and counts up', async () => {
    const fay = await site.person();
    await start(fay);
    pass(10 * second);
    expect(await sync(fay, 10)).toEqual({ syncCount: 1, seconds: 10, isEnded: false });
    // Delays of the network: one report late, the next on time.
    pass(12 * second);
    expect((await sync(fay, 10)).seconds).toBe(20);
    pass(8 * second);
    expect((await sync(fay, 10)).seconds).toBe(30);
    pass(10 * second);
    expect((await sync(fay, 3600)).seconds).toBe(45);
    pass(10 * second);
    // Only part of the time was spent reading.
    expect((await sync(fay, 2)).seconds).toBe(47);
    expect(await statsOf(fay)).toMatchObject({ sessions: 1, seconds: 47 });
  });

  test.each([
    ['a day', 86_400, 200, 15],
    ['less than nothing', -5, 400, 0],
    ['an eternity', 1e12, 400, 0],
    ['no number', null, 400, 0],
    ['infinity', Number.POSITIVE_INFINITY, 400, 0],
    ['a text', '10', 400, 0],
  ])(
    'credits at most what has passed when a client claims %s [R46]',
    async (_name, claim, status, seconds) => {
      const gil = await site.person();
      await start(gil);
      pass(10 * second);
      const body = { ...reading(), additionalDuration: claim as number };
      expect((await site.as(gil).call(calls.syncSession, { body })).status).toBe(status);
      expect((await statsOf(gil)).seconds).toBe(seconds);
    },
  );

  test('50 reports at once, of any device, cannot invent time; ending twice adds nothing [R46]', async () => {
    const hal = await site.person();
    const devices: Device[] = ['desktop', 'mobile', 'tablet'];
    for (const device of devices) await start(hal, 1, device);
    pass(10 * second);
    await Promise.all(Array.from({ length: 50 }, (_, index) => sync(hal, 86_400, 1, devices[index % 3])));
    expect((await statsOf(hal)).seconds).toBe(15);
    for (const device of devices) await end(hal, { additionalDuration: 86_400 }, 1, device);
    expect(await end(hal, { additionalDuration: 86_400 })).toEqual({});
    expect((await statsOf(hal)).seconds).toBe(15);
  });

  test('parallel sessions of one person count each moment once', async () => {
    const ida = await site.person();
    await start(ida, 1);
    await start(ida, 2, 'mobile');
    for (let turn = 0; turn < 6; turn += 1) {
      pass(5 * second);
      await sync(ida, 10, 1);
      pass(5 * second);
      await sync(ida, 10, 2, 'mobile');
    }
    const { seconds } = await statsOf(ida);
    expect(seconds).toBeGreaterThanOrEqual(60);
    expect(seconds).toBeLessThanOrEqual(65);
  });

  test('says that a session has ended that was silent for two minutes, and does not credit it', async () => {
    const jo = await site.person();
    await start(jo);
    await readFor(jo, 10);
    pass(2 * minute + second);
    expect(await sync(jo, 10)).toEqual({ syncCount: 0, seconds: 0, isEnded: true });
    await start(jo);
    expect(await statsOf(jo)).toMatchObject({ sessions: 1, seconds: 10 });
  });

  test('a job ends silent sessions at their last report', async () => {
    const kit = await site.person();
    const { sessionId } = await start(kit);
    await readFor(kit, 20);
    const at = site.clock.now();
    pass(3 * minute);
    await closeSilent(site.ctx);
    const row = await site.ctx.db
      .selectFrom('reading_sessions')
      .select(['ended_at', 'seconds'])
      .where('id', '=', sessionId)
      .executeTakeFirst();
    expect(row).toEqual({ ended_at: at, seconds: 20 });
  });

  test('does not credit the session of someone else', async () => {
    const [lea, max] = [await site.person(), await site.person()];
    const { sessionId } = await start(lea);
    await start(max);
    pass(10 * second);
    const body = { ...reading(), sessionId, additionalDuration: 10 };
    expect((await site.as(max).call(calls.syncSession, { body })).body.data.isEnded).toBe(true);
    expect((await statsOf(lea)).seconds + (await statsOf(max)).seconds).toBe(0);
  });

  test('POST /analytics/sync/reading-session does the same', async () => {
    const nia = await site.person();
    await start(nia);
    pass(10 * second);
    const body = { ...reading(), additionalDuration: 10 };
    const { data } = (await site.as(nia).call(calls.syncTrackedSession, { body })).body;
    expect(data).toEqual({ syncCount: 1, seconds: 10, isEnded: false });
  });
});

describe('POST /reacting-sessions/end', () => {
  test('adds the last report, and responds with empty data the second time', async () => {
    const oto = await site.person();
    await start(oto);
    await readFor(oto, 90);
    pass(6 * second);
    expect(await end(oto, { additionalDuration: 6 })).toEqual({ durationMinutes: 1.6, durationSeconds: 96 });
    expect(await end(oto)).toEqual({});
  });

  test('a session without time leaves nothing', async () => {
    const pia = await site.person();
    await start(pia);
    expect(await end(pia)).toEqual({ durationMinutes: 0, durationSeconds: 0 });
    expect(await statsOf(pia)).toMatchObject({ sessions: 0, seconds: 0, lastReadAt: null });
  });

  test('counts the words of a finished chapter once a day, and not if it was read too fast [R46]', async () => {
    const quin = await site.person();
    const finish = async (seconds: number) => {
      await start(quin);
      await readFor(quin, seconds);
      await end(quin, { endProgress: 100 });
    };
    await finish(5);
    expect(await statsOf(quin)).toMatchObject({ chaptersFinished: 0, wordsRead: 0 });
    // In two sessions.
    await finish(60);
    await finish(60);
    expect(await statsOf(quin, { storyId: story })).toMatchObject({ chaptersFinished: 1, wordsRead: 210 });
    pass(day);
    await finish(60);
    expect(await statsOf(quin)).toMatchObject({ chaptersFinished: 2, wordsRead: 420 });
  });
});

test('a chapter that is unpublished while it is read keeps its session, without words', async () => {
  const rex = await site.person();
  const written = await write.published(author);
  const id = written.chapters[0]?._id ?? '';
  const body = { storyId: written.story._id, chapterId: id, deviceType: 'desktop' as const };
  await site.as(rex).call(calls.startSession, { body });
  pass(30 * second);
  await site.as(author).call(updateChapter, { params: { id }, body: { isPublished: false } });
  await site.as(rex).call(calls.endSession, { body: { ...body, additionalDuration: 30, endProgress: 100 } });
  expect(await statsOf(rex)).toMatchObject({ seconds: 30, wordsRead: 0 });
  expect((await site.as(rex).call(calls.startSession, { body })).status).toBe(404);
});

test.each([hour, -hour, 20 * day, -20 * day])(
  'a clock that jumps by %i ms invents no time [R45]',
  async (jump) => {
    const sue = await site.person();
    await start(sue);
    await readFor(sue, 20);
    site.clock.jump(jump);
    await start(sue);
    await readFor(sue, 20);
    // By then, the site follows the jump.
    pass(11 * minute);
    await start(sue);
    await readFor(sue, 20);
    site.clock.jump(-jump);
    await start(sue);
    await readFor(sue, 20);
    pass(11 * minute);
    await start(sue);
    await readFor(sue, 20);
    const { seconds } = await statsOf(sue);
    expect(seconds).toBeGreaterThanOrEqual(40);
    expect(seconds).toBeLessThanOrEqual(105);
  },
);
