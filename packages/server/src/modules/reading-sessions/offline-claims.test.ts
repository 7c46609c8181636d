import { listAchievements } from '@inkling/contract/achievements';
import { createChapter, updateChapter } from '@inkling/contract/chapters';
import { getLeaderboard } from '@inkling/contract/leaderboard';
import { saveChapterProgress } from '@inkling/contract/library';
import { newId } from '@inkling/contract/new-id';
import { getMyProfile } from '@inkling/contract/profiles';
import * as quests from '@inkling/contract/quests';
import { rateStory } from '@inkling/contract/ratings';
import {
  type DeviceType,
  deviceType as deviceTypes,
  endSession,
  getSessionStats,
  startSession,
  syncSession,
  trackSession,
} from '@inkling/contract/reading-sessions';
import { updateStory } from '@inkling/contract/stories';
import { updatePreferences } from '@inkling/contract/users';
import fc from 'fast-check';
import { beforeAll, expect, test } from 'vitest';
import { day, hour, second } from '../../platform/clock.ts';
import { sql } from '../../platform/db/db.ts';
import { writing } from '../../testing/stories-for-tests.ts';
import { type Person, testApp } from '../../testing/test-app.ts';
import { updateLeaderboard } from '../leaderboard/leaderboard.service.ts';
import { settleQuests } from '../quests/quest-rewards.ts';
import { findBalance } from '../rewards/index.ts';

const site = testApp();
const write = writing(site);
let storyId: string;
let chapters: string[];

beforeAll(async () => {
  const { story, chapters: written } = await write.published(await site.person(), { chapters: 2 });
  storyId = story._id;
  chapters = written.map(({ _id }) => _id);
  await sql`update chapters set word_count = 100000, created_at = ${new Date(site.clock.now().getTime() - 30 * day)}, published_at = ${new Date(site.clock.now().getTime() - 30 * day)}`.execute(
    site.ctx.db,
  );
});

/** A session that a device claims to have made offline; in seconds. */
interface Claim {
  device: DeviceType;
  chapter: number;
  /** How long ago it began. */
  ago: number;
  length: number;
}

const claim = fc.record<Claim>({
  device: fc.constantFrom(...deviceTypes.options),
  chapter: fc.nat(1),
  // Within three hours, so that many overlap, and together less than the four hours that count of a day.
  ago: fc.integer({ min: 1, max: 3 * 3600 }),
  length: fc.integer({ min: 1, max: 1800 }),
});

/** How many seconds before now these claims cover together. */
function covered(claims: Claim[]): number {
  const ranges = claims
    .map(({ ago, length }) => ({ from: -ago, to: Math.min(0, length - ago) }))
    .toSorted((a, b) => a.from - b.from);
  let [total, until] = [0, Number.NEGATIVE_INFINITY];
  for (const { from, to } of ranges) {
    total += Math.max(0, to - Math.max(from, until));
    until = Math.max(until, to);
  }
  return total;
}

const secondsOf = async (who: Person) => (await site.as(who).call(getSessionStats, {})).body.data.seconds;

test('what several devices claim to have read offline counts once, in whatever order, with what is measured [R46]', async () => {
  const people = await Promise.all(Array.from({ length: 15 }, () => site.person()));
  await sql`update users set created_at = ${new Date(site.clock.now().getTime() - 30 * day)}`.execute(
    site.ctx.db,
  );
  await fc.assert(
    fc.asyncProperty(
      fc.array(claim, { minLength: 1, maxLength: 8 }),
      fc.integer({ min: 0, max: 40 }),
      async (claims, read) => {
        const who = people.pop();
        if (who === undefined) throw new Error('There are too few people.');
        const place = { storyId, chapterId: chapters[0] ?? '', deviceType: 'desktop' as const };
        await site.as(who).call(startSession, { body: place });
        site.clock.advance(read * second);
        await site.as(who).call(syncSession, { body: { ...place, additionalDuration: read } });
        const now = site.clock.now().getTime();
        // All at once: the server takes them in any order.
        const responses = await Promise.all(
          claims.map(({ device: deviceType, chapter, ago, length }) =>
            site.as(who).call(trackSession, {
              body: {
                _id: newId(now),
                storyId,
                chapterId: chapters[chapter] ?? '',
                deviceType,
                startedAt: new Date(now - ago * second).toISOString(),
                additionalDuration: length,
              },
            }),
          ),
        );
        expect(responses.map(({ status }) => status)).toEqual(claims.map(() => 200));
        const measuredClaim = { device: 'desktop' as const, chapter: 0, ago: read, length: read };
        expect(await secondsOf(who)).toBeCloseTo(covered([...claims, measuredClaim]), 0);
      },
    ),
    { numRuns: 12 },
  );
});

const agoOf = (milliseconds: number) => new Date(site.clock.now().getTime() - milliseconds);
const claimOffline = (
  who: Person,
  place: { story: string; chapter: string },
  startedAt: Date,
  length: number,
) =>
  site.as(who).call(trackSession, {
    body: {
      _id: newId(site.clock.now().getTime()),
      storyId: place.story,
      chapterId: place.chapter,
      deviceType: 'mobile',
      startedAt: startedAt.toISOString(),
      additionalDuration: length,
      endProgress: 100,
    },
  });

test('seventy claims of an account of nine days are its own time and streak: they rank, pay and rate nothing [R46] [R69]', async () => {
  const [eve, author] = [await site.person(), await site.person()];
  await sql`update users set created_at = ${agoOf(9 * day)} where id = ${eve.id}`.execute(site.ctx.db);
  const book = await write.published(author, { chapters: 14 });
  const story = book.story._id;
  await sql`update chapters set word_count = 20000, created_at = ${agoOf(30 * day)}, published_at = ${agoOf(30 * day)} where story_id = ${story}`.execute(
    site.ctx.db,
  );
  const as = site.as(eve);
  await as.call(updatePreferences, { body: { isRanked: true } });
  for (const type of quests.questType.options) await as.call(quests.assignQuests, { body: { type } });
  for (let index = 0; index < 70; index += 1) {
    const startedAt = agoOf((index % 7) * day + 3 * hour);
    const chapter = book.chapters[index % 14]?._id ?? '';
    await claimOffline(eve, { story, chapter }, startedAt, 86_400);
    await as.call(saveChapterProgress, {
      params: { id: chapter },
      body: { progress: 100, readAt: startedAt.toISOString() },
    });
  }
  await site.runEvents();
  const settle = async () => {
    await site.runEvents();
    await settleQuests(site.ctx, new Date(site.clock.now().getTime() + 40 * day));
    await updateLeaderboard(site.ctx);
  };
  await settle();

  // What is hers: at most four hours for each of the days.
  const hours = (await secondsOf(eve)) / 3600;
  expect(hours).toBeGreaterThan(20);
  expect(hours).toBeLessThanOrEqual(8 * 4);
  const { analytics } = (await as.call(getMyProfile, {})).body.data;
  expect(analytics.readingStreak).toBeGreaterThanOrEqual(7);

  for (const query of [
    {},
    { period: 'month' },
    { period: 'all' },
    { board: 'words' },
    { board: 'ink' },
  ] as const)
    expect((await as.call(getLeaderboard, { query })).body, JSON.stringify(query)).toMatchObject({
      data: [],
      me: null,
    });
  expect(await findBalance(site.ctx.db, eve.id)).toEqual({ ink: 0, coins: 0, gems: 0 });
  for (const { requirements, progress } of (await as.call(quests.listMyQuests, {})).body.data)
    expect([requirements.action, progress]).toEqual([requirements.action, 0]);
  for (const { id, progress } of (await as.call(quests.listMissions, {})).body.data)
    expect([id, progress]).toEqual([id, 0]);
  for (const { family, progress } of (await as.call(listAchievements, {})).body.data)
    if (family !== 'streak') expect([family, progress]).toEqual([family, 0]);
  const rated = await as.call(rateStory, { params: { id: story }, body: { rating: 1 } });
  expect(rated.failure.code).toBe('NOT_ALLOWED');

  // The same account reads one chapter with a connection: that counts.
  const chapterId = book.chapters[0]?._id ?? '';
  const place = { storyId: story, chapterId, deviceType: 'desktop' as const };
  site.clock.advance(day);
  await as.call(startSession, { body: place });
  site.clock.advance(60 * second);
  await as.call(endSession, { body: { ...place, additionalDuration: 60, endProgress: 100 } });
  await settle();
  expect((await as.call(getLeaderboard, {})).body.me?.value).toBe(1);
  expect((await findBalance(site.ctx.db, eve.id)).ink).toBe(2);
  expect((await as.call(rateStory, { params: { id: story }, body: { rating: 4 } })).status).toBe(200);
});

test('words read offline count for the reader alone: they are never ranked, paid or compared, whatever else was read that day [R69]', async () => {
  const reader = await site.person();
  const as = site.as(reader);
  const { story, chapters } = await write.published(await site.person(), { chapters: 3 });
  await sql`update users set created_at = ${agoOf(30 * day)}`.execute(site.ctx.db);
  await sql`update chapters set word_count = 2000, created_at = ${agoOf(30 * day)}, published_at = ${agoOf(30 * day)} where story_id = ${story._id}`.execute(
    site.ctx.db,
  );
  await as.call(updatePreferences, { body: { isRanked: true } });
  const [first = '', second_ = '', third = ''] = chapters.map(({ _id }) => _id);
  const place = (id: string, progress: number, readAt?: Date) =>
    as.call(saveChapterProgress, {
      params: { id },
      body: { progress, ...(readAt && { readAt: readAt.toISOString() }) },
    });
  const readLive = async (chapterId: string, seconds: number) => {
    const body = { storyId: story._id, chapterId, deviceType: 'desktop' as const };
    await as.call(startSession, { body });
    site.clock.advance(seconds * second);
    await as.call(endSession, { body: { ...body, additionalDuration: seconds } });
  };
  const offline = agoOf(5 * second);
  await claimOffline(reader, { story: story._id, chapter: second_ }, offline, 5);
  await claimOffline(reader, { story: story._id, chapter: second_ }, agoOf(20 * second), 15);
  // In this order and the other.
  await place(second_, 50);
  await place(third, 10, offline);
  await claimOffline(reader, { story: story._id, chapter: third }, agoOf(40 * second), 15);
  await readLive(first, 100);
  await readLive(third, 100);
  await place(first, 100);
  await place(second_, 100, offline);
  // Begun with a connection, and read to the end without.
  await place(third, 20);
  await place(third, 100, agoOf(0));

  await updateLeaderboard(site.ctx);
  expect((await as.call(getLeaderboard, { query: { board: 'words' } })).body.me?.value).toBe(2200);
  const { rows } = await sql`select words, live_words from reading_days where user_id = ${reader.id}`.execute(
    site.ctx.db,
  );
  expect(rows).toEqual([{ words: 6000, live_words: 2200 }]);
});

test('a chapter that readers may not read takes no claim; one’s own pays nothing [R69]', async () => {
  const [author, reader] = [await site.person(), await site.person()];
  await sql`update users set created_at = ${agoOf(30 * day)}`.execute(site.ctx.db);
  const { story, chapters } = await write.published(author, { chapters: 2 });
  const draft = await write.draft(author);
  const inDraft = await write.chapter(author, draft._id);
  const unfinished = (
    await site.as(author).call(createChapter, {
      body: { story: story._id, title: 'Later', content: 'Not yet.', isPublished: false },
    })
  ).body.data;
  const [first, second_] = chapters.map(({ _id }) => _id);
  await site.as(author).call(updateChapter, { params: { id: second_ ?? '' }, body: { isPublished: false } });
  const places = [
    { story: draft._id, chapter: inDraft._id },
    { story: story._id, chapter: unfinished._id },
    { story: story._id, chapter: second_ ?? '' },
    // Of another story.
    { story: draft._id, chapter: first ?? '' },
    { story: story._id, chapter: newId(site.clock.now().getTime()) },
  ];
  for (const who of [reader, author])
    for (const place of places) {
      const { status, failure } = await claimOffline(who, place, agoOf(hour), 600);
      expect([status, failure.message]).toEqual([404, 'Chapter not found']);
    }
  const own = { story: story._id, chapter: first ?? '' };
  await sql`update chapters set created_at = ${agoOf(10 * day)}, published_at = ${agoOf(10 * day)} where id = ${own.chapter}`.execute(
    site.ctx.db,
  );
  expect((await claimOffline(author, own, agoOf(hour), 600)).body.data.seconds).toBe(600);
  await site.runEvents();
  expect((await findBalance(site.ctx.db, author.id)).ink).toBe(0);
  await site.as(author).call(updateStory, { params: { id: story._id }, body: { isPublished: false } });
  expect((await claimOffline(reader, own, agoOf(hour), 600)).status).toBe(404);
  expect(await secondsOf(reader)).toBe(0);
});
