import { postComment } from '@inkling/contract/comments';
import { saveChapterProgress } from '@inkling/contract/library';
import { liftMeasure, listMeasures } from '@inkling/contract/measures';
import * as calls from '@inkling/contract/quests';
import { decideQueueEntry, listQueue, report } from '@inkling/contract/reports';
import { updatePreferences, updateProfile } from '@inkling/contract/users';
import { afterEach, beforeAll, describe, expect, test, vi } from 'vitest';
import { day as dayLength, hour, minute } from '../../platform/clock.ts';
import { dayAfter, dayIn } from '../../platform/days.ts';
import { sql, transaction } from '../../platform/db/db.ts';
import { counting } from '../../testing/counters-for-tests.ts';
import { giveTime } from '../../testing/reading-time.ts';
import { writing } from '../../testing/stories-for-tests.ts';
import { type Person, testApp } from '../../testing/test-app.ts';
import { findBalance, pay, spend } from '../rewards/index.ts';
import { setAdmin } from '../users/index.ts';
import { correctPaid, settleQuests } from './quest-rewards.ts';

const site = testApp();
const write = writing(site);
const { did, remove, readFor, readWords } = counting(site);

const assign = async (who: Person, type?: calls.QuestType) =>
  (await site.as(who).call(calls.assignQuests, { body: { ...(type && { type }) } })).body.data;
const claim = (who: Person, id: string) => site.as(who).call(calls.claimQuest, { params: { id } });
const read = async (who: Person, id: string) =>
  (await site.as(who).call(calls.getQuest, { params: { id } })).body.data;
const listed = async (who: Person, call: typeof calls.listActiveQuests | typeof calls.listClaimableQuests) =>
  (await site.as(who).call(call, {})).body.data.map(({ _id }) => _id);
const balance = (who: Person) => findBalance(site.ctx.db, who.id);
const utcDay = () => dayIn('UTC', site.clock.now());
const settle = () => settleQuests(site.ctx, site.clock.now());
const move = (who: Person, timeZone: string) => site.as(who).call(updateProfile, { body: { timeZone } });
const hide = (who: Person, hidesRewards: boolean) =>
  site.as(who).call(updatePreferences, { body: { hidesRewards } });
/** Gives a person a quest whether or not it would be chosen for them. */
async function give(who: Person, id: string, type: calls.QuestType = 'DAILY', days = 1): Promise<string> {
  const [, startsOn = ''] = id.split(':');
  await sql`
    insert into assigned_quests (user_id, quest_id, type, slot, starts_on, ends_on, assigned_on)
    values (${who.id}, ${id}, ${type}, 1, ${startsOn}, ${dayAfter(startsOn, days - 1)}, ${startsOn})`.execute(
    site.ctx.db,
  );
  return id;
}
const names = (quests: calls.Quest[]) => quests.map(({ _id }) => _id.split(':')[0]).toSorted();

let author: Person;
let chapterIds: string[];
beforeAll(async () => {
  author = await site.person();
});
afterEach(() => vi.restoreAllMocks());

describe('assignment', () => {
  test('nothing impossible is given on a site without stories of others', async () => {
    expect(await assign(author)).toEqual([]);
    // Of 210 words, reading time is credited up to ten and a half minutes.
    const tooShort = await write.published(await site.person());
    expect(await assign(await site.person())).toEqual([]);
    await sql`delete from stories where id = ${tooShort.story._id}`.execute(site.ctx.db);
    const { chapters } = await write.published(author, { chapters: 30 });
    chapterIds = chapters.map(({ _id }) => _id);
    expect(await assign(author)).toEqual([]);
  });

  test('a new reader gets reading quests alone: three daily, two weekly, one monthly', async () => {
    const reader = await site.person();
    expect(names(await assign(reader))).toEqual([
      'chapters-of-the-day',
      'minutes-of-the-day',
      'words-of-the-day',
    ]);
    expect(names(await assign(reader, 'WEEKLY'))).toEqual(['chapters-of-the-week', 'minutes-of-the-week']);
    expect(names(await assign(reader, 'MONTHLY'))).toEqual(['chapters-of-the-month']);
    expect(await assign(reader, 'WEEKLY')).toMatchObject([
      { type: 'WEEKLY', startsAt: '2026-03-02T00:00:00.000Z', endsAt: '2026-03-09T00:00:00.000Z' },
      { isAssigned: true, isCompleted: false, isClaimed: false, progress: 0, completedAt: null },
    ]);
  });

  test('the same however often and however concurrently asked, also after more became possible', async () => {
    const reader = await site.person();
    const all = await Promise.all(Array.from({ length: 20 }, () => assign(reader)));
    expect(new Set(all.map((quests) => JSON.stringify(quests))).size).toBe(1);
    expect(all[0]).toHaveLength(3);
    for (const action of ['comment', 'highlight', 'publish_chapter'] as const)
      await did(reader, action, utcDay());
    expect(await assign(reader)).toEqual(all[0]);
    const { rows } = await sql`select from assigned_quests where user_id = ${reader.id}`.execute(site.ctx.db);
    expect(rows).toHaveLength(3);
  });

  test('the first reading of a day gives those of the day, week and month; not while rewards are switched off', async () => {
    const [reader, off] = [await site.person(), await site.person()];
    await hide(off, true);
    for (const who of [reader, off]) {
      await giveTime(site, who, chapterIds.slice(0, 1));
      await site
        .as(who)
        .call(saveChapterProgress, { params: { id: chapterIds[0] ?? '' }, body: { progress: 100 } });
    }
    await site.runEvents();
    const types = async (who: Person) =>
      (await site.as(who).call(calls.listActiveQuests, {})).body.data.map(({ type }) => type).toSorted();
    // The 29 chapters that are left are too few for the month.
    expect(await types(reader)).toEqual(['DAILY', 'DAILY', 'DAILY', 'WEEKLY', 'WEEKLY']);
    expect(await types(off)).toEqual([]);
  });

  test('people get quests for what they do, at most one for an action, and what is left to do', async () => {
    const kinds = new Set<string>();
    for (let count = 0; count < 12; count += 1) {
      const person = await site.person();
      for (const action of ['comment', 'highlight', 'publish_chapter'] as const)
        await did(person, action, '2026-03-01');
      const quests = await assign(person);
      expect(quests).toHaveLength(3);
      for (const name of names(quests)) kinds.add(name ?? '');
    }
    expect(kinds.size).toBe(6);
    const reader = await site.person();
    await sql`
      insert into counted_actions (user_id, action, subject_id, day, counted_at)
      select ${reader.id}, 'finish_chapter', id, '2026-03-01', now() from unnest(${chapterIds.slice(0, 29)}::uuid[]) as id
    `.execute(site.ctx.db);
    // One chapter is left: too little for two chapters or 3,000 words, enough for some minutes.
    expect(names(await assign(reader))).toEqual(['minutes-of-the-day']);
  });

  test('the catalogue lists every quest of the period, and which are mine', async () => {
    const reader = await site.person();
    await assign(reader);
    const { data } = (await site.as(reader).call(calls.listQuests, {})).body;
    expect(data.map(({ type }) => type).toSorted()).toEqual([
      ...Array.from({ length: 6 }, () => 'DAILY'),
      ...Array.from({ length: 2 }, () => 'MONTHLY'),
      ...Array.from({ length: 4 }, () => 'WEEKLY'),
    ]);
    expect(data.filter(({ isAssigned }) => isAssigned)).toHaveLength(3);
    for (const [call, count] of [
      [calls.listDailyQuests, 6],
      [calls.listWeeklyQuests, 4],
      [calls.listMonthlyQuests, 2],
    ] as const)
      expect((await site.as(reader).call(call, {})).body.data).toHaveLength(count);
  });
});

describe('progress', () => {
  test('chapters that a reader finishes count once, for the quests of the day, week and month', async () => {
    const reader = await site.person();
    const types = ['DAILY', 'WEEKLY', 'MONTHLY'] as const;
    for (const type of types) await assign(reader, type);
    for (const id of chapterIds.slice(0, 2)) {
      await giveTime(site, reader, [id]);
      for (const progress of [100, 0, 100])
        await site.as(reader).call(saveChapterProgress, { params: { id }, body: { progress } });
    }
    await site.runEvents();
    const quests = (await site.as(reader).call(calls.listActiveQuests, {})).body.data;
    const chapters = quests.filter(({ requirements }) => requirements.action === 'finish_chapter');
    expect(chapters.map(({ progress, isCompleted }) => [progress, isCompleted])).toEqual(
      expect.arrayContaining([
        [2, true],
        [2, false],
        [2, false],
      ]),
    );
    expect(chapters.find(({ isCompleted }) => isCompleted)?.completedAt).toBe(site.clock.now().toISOString());
  });

  test('minutes and words are those of the days of the period; completed when the target was reached', async () => {
    const reader = await site.person();
    const today = utcDay();
    await give(reader, `minutes-of-the-week:2026-03-02`, 'WEEKLY', 7);
    await readFor(reader, 3600.5, dayAfter(today, -1));
    await readFor(reader, 7199.9, today);
    expect(await read(reader, 'minutes-of-the-week:2026-03-02')).toMatchObject({
      progress: 119,
      isCompleted: false,
    });
    await readFor(reader, 0.1, today);
    const reached = site.clock.now().toISOString();
    site.clock.advance(minute);
    await readFor(reader, 5000, dayAfter(today, 1));
    expect(await read(reader, 'minutes-of-the-week:2026-03-02')).toMatchObject({
      progress: 120,
      completedAt: reached,
    });
    await readWords(reader, 2999, today);
    expect(await read(reader, `words-of-the-day:${today}`)).toMatchObject({
      progress: 2999,
      isCompleted: false,
    });
    await readWords(reader, 9000, today);
    expect(await read(reader, `words-of-the-day:${today}`)).toMatchObject({
      progress: 3000,
      isCompleted: true,
    });
  });

  test('of the words of a day, at most a thousand count for each minute of reading [R46]', async () => {
    const reader = await site.person();
    const today = utcDay();
    await readWords(reader, 50_000, today);
    expect(await read(reader, `words-of-the-day:${today}`)).toMatchObject({ progress: 0 });
    await readFor(reader, 179.9, today);
    expect(await read(reader, `words-of-the-day:${today}`)).toMatchObject({
      progress: 2998,
      isCompleted: false,
    });
    await readFor(reader, 0.1, today);
    expect(await read(reader, `words-of-the-day:${today}`)).toMatchObject({
      progress: 3000,
      isCompleted: true,
    });
  });

  test.each([
    { amount: 1e9 },
    { amount: -5 },
    { action: 'finish_chapter', amount: 10, source: 'chapter' },
    {},
  ])('%j changes nothing: the true progress is returned', async (body) => {
    const reader = await site.person();
    const [quest] = await assign(reader);
    const id = quest?._id ?? '';
    const told = await site.as(reader).call(calls.reportQuestProgress, { params: { id }, body });
    const { data } = (await site.as(reader).call(calls.getQuestProgress, { params: { id } })).body;
    expect(told.body.data).toEqual(data);
    const target = quest?.requirements.target;
    expect(data).toEqual({
      quest: { _id: id, requirements: { target } },
      progress: 0,
      isCompleted: false,
      completedAt: null,
    });
    expect((await claim(reader, id)).failure.code).toBe('NOT_COMPLETED');
  });

  test.each([{ amount: '5' }, { amount: null }, { action: 5 }])('%j is no valid claim', async (body) => {
    const reader = await site.person();
    const [quest] = await assign(reader);
    const input = { params: { id: quest?._id ?? '' }, body: body as object };
    expect((await site.as(reader).call(calls.reportQuestProgress, input)).status).toBe(400);
  });

  test('a quest that is neither mine nor current does not exist', async () => {
    const reader = await site.person();
    const ids = [
      `minutes-of-the-day:${dayAfter(utcDay(), -1)}`,
      `minutes-of-the-day:${dayAfter(utcDay(), 1)}`,
      'minutes-of-the-day:2026-02-31',
      'minutes-of-the-week:2026-03-03',
    ];
    for (const id of ids)
      expect((await site.as(reader).call(calls.getQuest, { params: { id } })).status, id).toBe(404);
  });
});

describe('claiming', () => {
  test('twenty claims at once pay once', async () => {
    const reader = await site.person();
    const id = await give(reader, `minutes-of-the-day:${utcDay()}`);
    await readFor(reader, 1200, utcDay());
    const results = await Promise.all(Array.from({ length: 20 }, () => claim(reader, id)));
    expect(results.filter(({ status }) => status === 200)).toHaveLength(1);
    for (const refused of results.filter(({ status }) => status !== 200))
      expect(refused.failure.code).toBe('ALREADY_CLAIMED');
    expect(await balance(reader)).toEqual({ ink: 30, coins: 0, gems: 0 });
    expect(await read(reader, id)).toMatchObject({ isCompleted: true, isClaimed: true });
    expect(await listed(reader, calls.listClaimableQuests)).toEqual([]);
    await settle();
    expect((await balance(reader)).ink).toBe(30);
    const { rows } = await sql`select reason from ledger_entries where user_id = ${reader.id}`.execute(
      site.ctx.db,
    );
    expect(rows).toEqual([{ reason: 'Quest: Twenty quiet minutes' }]);
  });

  test('only what is mine and complete is paid; monthly quests pay gems', async () => {
    const [reader, other] = [await site.person(), await site.person()];
    const id = `words-of-the-day:${utcDay()}`;
    await readWords(reader, 5000, utcDay());
    expect((await claim(reader, id)).status).toBe(404);
    await give(other, id);
    expect((await claim(other, id)).failure.code).toBe('NOT_COMPLETED');
    const monthly = await give(other, 'publish-of-the-month:2026-03-01', 'MONTHLY', 31);
    for (let count = 0; count < 4; count += 1) await did(other, 'publish_chapter', '2026-03-01');
    expect((await claim(other, monthly)).body.data).toMatchObject({ isClaimed: true, reward: { gems: 10 } });
    expect(await balance(other)).toEqual({ ink: 0, coins: 0, gems: 10 });
    expect((await site.as(other).call(calls.getQuestStats, {})).body.data).toEqual({
      completed: 1,
      claimed: 1,
      ink: 0,
      byType: { DAILY: 0, WEEKLY: 0, MONTHLY: 1 },
    });
  });

  test('with rewards switched off nothing is given or claimed; what is there is shown, and paid at its end', async () => {
    const reader = await site.person();
    const id = await give(reader, `minutes-of-the-day:${utcDay()}`);
    await readFor(reader, 1200, utcDay());
    await hide(reader, true);
    expect((await claim(reader, id)).failure.code).toBe('REWARDS_HIDDEN');
    const refused = await site.as(reader).call(calls.assignQuests, { body: {} });
    expect([refused.status, refused.failure.code]).toEqual([403, 'REWARDS_HIDDEN']);
    expect((await site.as(reader).call(calls.claimMission, { params: { id: 'save-story' } })).status).toBe(
      403,
    );
    expect(await listed(reader, calls.listClaimableQuests)).toEqual([id]);
    site.clock.advance(dayLength);
    await settle();
    expect((await balance(reader)).ink).toBe(30);
  });
});

describe('the end of a quest', () => {
  test('what is complete is paid once it ends, what is not stays unpaid; late reading can be claimed', async () => {
    const [done, missed] = [await site.person(), await site.person()];
    const today = utcDay();
    const id = `minutes-of-the-day:${today}`;
    for (const who of [done, missed]) await give(who, id);
    await readFor(done, 1200, today);
    await readFor(missed, 600, today);
    await settle();
    expect((await balance(done)).ink).toBe(0);
    expect(await listed(done, calls.listClaimableQuests)).toEqual([id]);
    expect(await listed(missed, calls.listActiveQuests)).toEqual([id]);
    site.clock.advance(dayLength);
    for (let run = 0; run < 2; run += 1) await settle();
    expect([(await balance(done)).ink, (await balance(missed)).ink]).toEqual([30, 0]);
    expect((await claim(done, id)).failure.code).toBe('ALREADY_CLAIMED');
    expect((await claim(missed, id)).failure.code).toBe('NOT_COMPLETED');
    expect(await listed(missed, calls.listActiveQuests)).toEqual([]);
    // A device that was offline says what was read that day.
    await readFor(missed, 600, today);
    expect(await listed(missed, calls.listClaimableQuests)).toEqual([id]);
    expect((await claim(missed, id)).status).toBe(200);
    expect((await site.as(missed).call(calls.listMyQuests, {})).body).toMatchObject({
      data: [{ _id: id, isClaimed: true, isAssigned: true }],
      pagination: { total: 1 },
    });
  });

  test('an action that is counted after the end pays at once', async () => {
    const reader = await site.person();
    const today = utcDay();
    await give(reader, `comment-of-the-day:${today}`);
    site.clock.advance(dayLength);
    await settle();
    await did(reader, 'comment', today);
    await site.runEvents();
    expect((await balance(reader)).ink).toBe(20);
  });

  test('each person’s own midnight decides', async () => {
    const zones = ['Pacific/Kiritimati', 'UTC', 'Pacific/Pago_Pago'];
    const people = await Promise.all(zones.map(() => site.person()));
    for (const [index, who] of people.entries()) await move(who, zones[index] ?? '');
    site.clock.advance(3 * dayLength);
    const today = utcDay();
    site.clock.set(new Date(`${today}T09:00:00Z`));
    for (const who of people) {
      await give(who, `minutes-of-the-day:${today}`);
      await readFor(who, 1200, today);
    }
    const paid = async () => {
      await settle();
      return Promise.all(people.map(async (who) => (await balance(who)).ink > 0));
    };
    expect(await paid()).toEqual([false, false, false]);
    site.clock.advance(hour);
    expect(await paid()).toEqual([true, false, false]);
    site.clock.advance(14 * hour);
    expect(await paid()).toEqual([true, true, false]);
    site.clock.advance(11 * hour - minute);
    expect(await paid()).toEqual([true, true, false]);
    site.clock.advance(minute);
    expect(await paid()).toEqual([true, true, true]);
  });

  test('what was completed later is claimable for 60 days after the end of the quest', async () => {
    const reader = await site.person();
    const endedOn = (daysAgo: number) => dayAfter(utcDay(), -daysAgo);
    const ids = [];
    for (const daysAgo of [60, 61]) {
      ids.push(await give(reader, `minutes-of-the-day:${endedOn(daysAgo)}`));
      await readFor(reader, 1200, endedOn(daysAgo));
    }
    expect(await listed(reader, calls.listClaimableQuests)).toEqual([ids[0]]);
    const stats = async () => (await site.as(reader).call(calls.getQuestStats, {})).body.data;
    expect(await stats()).toMatchObject({ completed: 1, claimed: 0 });
    site.clock.advance(dayLength);
    expect(await listed(reader, calls.listClaimableQuests)).toEqual([]);
  });

  test('quests are stored for 400 days, what they paid for good', async () => {
    const reader = await site.person();
    const old = await give(reader, `minutes-of-the-day:${dayAfter(utcDay(), -401)}`);
    await readFor(reader, 1200, dayAfter(utcDay(), -401));
    const kept = await give(reader, `minutes-of-the-day:${dayAfter(utcDay(), -400)}`);
    await settle();
    const mine = (await site.as(reader).call(calls.listMyQuests, {})).body.data;
    expect(mine.map(({ _id }) => _id)).toEqual([kept]);
    expect((await claim(reader, old)).status).toBe(404);
    const { data } = (await site.as(reader).call(calls.getQuestStats, {})).body;
    expect(data).toMatchObject({ completed: 1, claimed: 1, ink: 30, byType: { DAILY: 1 } });
  });
});

describe('days of a person', () => {
  test('a day with 25 hours, and the ends of week and month, are those of the person’s zone', async () => {
    site.clock.set(new Date('2026-06-29T12:00:00Z'));
    const reader = await site.person();
    await move(reader, 'Europe/Berlin');
    site.clock.set(new Date('2026-06-30T22:30:00Z'));
    const { data } = (await site.as(reader).call(calls.listQuests, {})).body;
    const periods = new Set(
      data.map(({ type, startsAt, endsAt, lastDay }) => `${type} ${startsAt} ${endsAt} ${lastDay}`),
    );
    expect([...periods].toSorted()).toEqual([
      'DAILY 2026-06-30T22:00:00.000Z 2026-07-01T22:00:00.000Z 2026-07-01',
      'MONTHLY 2026-06-30T22:00:00.000Z 2026-07-31T22:00:00.000Z 2026-07-31',
      'WEEKLY 2026-06-28T22:00:00.000Z 2026-07-05T22:00:00.000Z 2026-07-05',
    ]);
    site.clock.set(new Date('2026-10-24T12:00:00Z'));
    const later = await site.person();
    await move(later, 'Europe/Berlin');
    site.clock.set(new Date('2026-10-25T12:00:00Z'));
    const [daily] = (await site.as(later).call(calls.listDailyQuests, {})).body.data;
    const [starts, ends] = [Date.parse(daily?.startsAt ?? ''), Date.parse(daily?.endsAt ?? '')];
    expect(ends - starts).toBe(25 * hour);
  });

  test('crossing the date line and setting the clock back give the quests of a day once', async () => {
    const reader = await site.person();
    await move(reader, 'Pacific/Auckland');
    site.clock.advance(2 * dayLength);
    const first = await assign(reader);
    expect(first).toHaveLength(3);
    await move(reader, 'America/Los_Angeles');
    // The day goes on until its midnight in Auckland.
    expect(await assign(reader)).toMatchObject(first.map(({ _id }) => ({ _id })));
    site.clock.advance(dayLength);
    const next = await assign(reader);
    const again = next.map(({ _id }) => _id).filter((id) => first.some((quest) => quest._id === id));
    expect([0, 3]).toContain(again.length);
    site.clock.advance(dayLength);
    const later = await assign(reader);
    site.clock.jump(-dayLength);
    site.clock.now();
    site.clock.advance(11 * minute);
    const back = await assign(reader);
    expect(back).toHaveLength(3);
    expect(back).not.toEqual(later);
    expect((await assign(reader)).map(({ _id }) => _id)).toEqual(back.map(({ _id }) => _id));
    site.clock.advance(dayLength);
    expect((await assign(reader)).map(({ _id }) => _id)).toEqual(later.map(({ _id }) => _id));
  });
});

describe('what no longer counts', () => {
  test('a comment that the team removes is taken back, and paid again when it is restored', async () => {
    const [reader, staff, reporter] = [await site.person(), await site.person(), await site.person()];
    await setAdmin(site.ctx.db, staff.id, true);
    const [first = ''] = chapterIds;
    const id = await give(reader, `comment-of-the-day:${utcDay()}`);
    const posted = await site.as(reader).call(postComment, { body: { chapter: first, content: 'Spam' } });
    const subjectId = posted.body.data._id;
    await site.runEvents();
    expect((await claim(reader, id)).status).toBe(200);
    const mission = { params: { id: 'comment' } };
    expect((await site.as(reader).call(calls.claimMission, mission)).status).toBe(200);
    expect((await balance(reader)).ink).toBe(40);
    await site.as(reporter).call(report, { body: { subjectKind: 'comment', subjectId, reason: 'spam' } });
    const { data } = (await site.as(staff).call(listQueue, { query: { limit: 100 } })).body;
    const entry = data.find((each) => each.subjectId === subjectId)?._id ?? '';
    const body = { measure: 'remove' as const, reason: 'It is spam.' };
    await site.as(staff).call(decideQueueEntry, { params: { id: entry }, body });
    await site.runEvents();
    expect((await balance(reader)).ink).toBe(0);
    expect(await read(reader, id)).toMatchObject({ isCompleted: false, isClaimed: false, progress: 0 });
    expect((await claim(reader, id)).failure.code).toBe('NOT_COMPLETED');
    const taken = (await site.as(staff).call(listMeasures, { query: { person: reader.id } })).body.data;
    await site.as(staff).call(liftMeasure, { params: { id: taken[0]?._id ?? '' } });
    await site.runEvents();
    expect((await balance(reader)).ink).toBe(40);
    expect(await read(reader, id)).toMatchObject({ isCompleted: true, isClaimed: true });
    expect((await claim(reader, id)).failure.code).toBe('ALREADY_CLAIMED');
  });

  test('at most what is left is taken back, also after the quest has ended', async () => {
    const reader = await site.person();
    const today = utcDay();
    await give(reader, `comment-of-the-day:${today}`);
    const comment = await did(reader, 'comment', today);
    site.clock.advance(dayLength);
    await settle();
    const spent = { currency: 'ink', amount: 15, reason: 'A ribbon', source: 'purchase:1' } as const;
    await transaction(site.ctx.db, (tx) => spend(tx, reader.id, spent, site.clock.now()));
    for (const isRemoved of [true, false]) {
      await remove(reader, comment, isRemoved);
      await site.runEvents();
      expect((await balance(reader)).ink).toBe(isRemoved ? 0 : 5);
    }
  });

  test('what could not be taken back is not taken from what is earned later', async () => {
    const reader = await site.person();
    await give(reader, `comment-of-the-day:${utcDay()}`);
    const comment = await did(reader, 'comment', utcDay());
    await claim(reader, `comment-of-the-day:${utcDay()}`);
    await site.as(reader).call(calls.claimMission, { params: { id: 'comment' } });
    const spent = { currency: 'ink', amount: 40, reason: 'A ribbon', source: 'purchase:2' } as const;
    await transaction(site.ctx.db, (tx) => spend(tx, reader.id, spent, site.clock.now()));
    await remove(reader, comment, true);
    await site.runEvents();
    const later = { currency: 'ink', amount: 2, reason: 'A chapter', source: 'chapter:1' } as const;
    await transaction(site.ctx.db, (tx) => pay(tx, reader.id, [later], site.clock.now()));
    await did(reader, 'finish_chapter', utcDay());
    for (const isRemoved of [false, true]) {
      await site.runEvents();
      expect((await balance(reader)).ink).toBe(2);
      await remove(reader, comment, isRemoved);
    }
    await site.runEvents();
    expect((await balance(reader)).ink).toBe(2);
  });

  test('a second removal in the same transaction takes nothing from what was earned in between', async () => {
    const reader = await site.person();
    const now = site.clock.now();
    const ink = {
      currency: 'ink',
      reason: 'Quest: Leave a comment',
      source: `quest:twice:${utcDay()}`,
    } as const;
    const payments = [{ ...ink, amount: 20 }];
    const spent = { currency: 'ink', amount: 15, reason: 'A ribbon', source: 'purchase:3' } as const;
    const later = { currency: 'ink', amount: 7, reason: 'A chapter', source: 'chapter:2' } as const;
    await transaction(site.ctx.db, async (tx) => {
      await pay(tx, reader.id, payments, now);
      await spend(tx, reader.id, spent, now);
      // As it was when the events were delivered together.
      const removed = { paid: 20, isEarned: false, isRemoved: true };
      await correctPaid(tx, reader.id, payments, removed, now);
      await pay(tx, reader.id, [later], now);
      await correctPaid(tx, reader.id, payments, removed, now);
    });
    expect((await balance(reader)).ink).toBe(7);
  });

  test('another action in its place keeps the reward', async () => {
    const reader = await site.person();
    const id = await give(reader, `comment-of-the-day:${utcDay()}`);
    const [first] = [await did(reader, 'comment', utcDay()), await did(reader, 'comment', utcDay())];
    await claim(reader, id);
    await remove(reader, first, true);
    await site.runEvents();
    expect((await balance(reader)).ink).toBe(20);
  });
});

test('open pages are told nothing of a quest that an older event completed, which arrives late or again', async () => {
  const reader = await site.person();
  const today = utcDay();
  await give(reader, `comment-of-the-day:${today}`);
  await site.runEvents();
  const publish = vi.spyOn(site.ctx.live, 'publish');
  const subject = await did(reader, 'comment', today);
  await sql`
    update counted_actions set counted_at = ${new Date(site.clock.now().getTime() - hour - 1)}
    where subject_id = ${subject}`.execute(site.ctx.db);
  await site.runEvents();
  expect(publish.mock.calls).toEqual([]);
});

test('open pages are told of a quest once, by the action that completes it', async () => {
  const reader = await site.person();
  await give(reader, `chapters-of-the-day:${utcDay()}`);
  await site.runEvents();
  const publish = vi.spyOn(site.ctx.live, 'publish');
  for (let count = 0; count < 4; count += 1) await did(reader, 'finish_chapter', utcDay());
  await site.runEvents();
  const told = publish.mock.calls.map(([, , payload]) => payload);
  const daily = { text: 'Quest complete: Two more chapters', link: '/rewards' };
  expect(told.filter((one) => JSON.stringify(one) === JSON.stringify(daily))).toHaveLength(1);
});
