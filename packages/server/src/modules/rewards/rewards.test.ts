import { randomUUID } from 'node:crypto';
import { getMe } from '@inkling/contract/account';
import { createHighlight, createPassageBookmark } from '@inkling/contract/annotations';
import { postComment } from '@inkling/contract/comments';
import { saveChapterProgress } from '@inkling/contract/library';
import { getMyProfile } from '@inkling/contract/profiles';
import { rateStory } from '@inkling/contract/ratings';
import { endSession, startSession } from '@inkling/contract/reading-sessions';
import * as calls from '@inkling/contract/rewards';
import { likeStory, unlikeStory } from '@inkling/contract/stories';
import { updatePreferences } from '@inkling/contract/users';
import fc from 'fast-check';
import { describe, expect, test, vi } from 'vitest';
import { day, hour, minute, second } from '../../platform/clock.ts';
import { execute, firstRow, sql, transaction } from '../../platform/db/db.ts';
import { replay } from '../../platform/events/operations.queries.ts';
import { personRoom } from '../../platform/live/live-publisher.ts';
import { wrongCounters } from '../../testing/counters-for-tests.ts';
import { giveTime } from '../../testing/reading-time.ts';
import { recordStatements } from '../../testing/recorded-statements.ts';
import { writing } from '../../testing/stories-for-tests.ts';
import { type Person, testApp } from '../../testing/test-app.ts';
import { chapterFinished } from '../library/index.ts';
import { suspend, takeMeasure, unsuspend } from '../measures/index.ts';
import { liftInForce } from '../measures/measures.service.ts';
import { storyLiked } from '../stories/index.ts';
import { personFollowed } from '../users/index.ts';
import { correct, findBalance, type Payment, pay, rewards, spend } from './index.ts';

const site = testApp();
const write = writing(site);

const ink = (amount: number, source: string): Payment => ({
  currency: 'ink',
  amount,
  reason: 'A test',
  source,
});
const payTo = (who: Person, ...payments: Payment[]) =>
  transaction(site.ctx.db, (tx) => pay(tx, who.id, payments, site.clock.now()));
const correctFor = (who: Person, payment: Payment) =>
  transaction(site.ctx.db, (tx) => correct(tx, who.id, payment, site.clock.now()));
const balanceOf = async (who: Person) => (await findBalance(site.ctx.db, who.id)).ink;
const walletOf = async (who: Person, query = {}) =>
  (await site.as(who).call(calls.getWallet, { query })).body.data;
const claim = (who: Person) => site.as(who).call(calls.claimDailyReward, {});
const daily = async (who: Person) => (await site.as(who).call(calls.getDailyReward, {})).body.data;
const hide = (who: Person, hidesRewards: boolean) =>
  site.as(who).call(updatePreferences, { body: { hidesRewards } });
const actionsOf = async (who: Person) => {
  const { rows } = await sql<{ action: string; is_removed: boolean }>`
    select action, removed_at is not null as is_removed from counted_actions
    where user_id = ${who.id} order by action, subject_id`.execute(site.ctx.db);
  return rows;
};
const wrong = () => wrongCounters(site.ctx.db, { of: 'balances' });

/** A reader who has read a story of another author to the end. */
async function readerOf(author: Person, chapters = 1) {
  const reader = await site.person();
  const published = await write.published(author, { chapters });
  await giveTime(site, reader, [published.story._id]);
  for (const { _id: id } of published.chapters)
    await site.as(reader).call(saveChapterProgress, { params: { id }, body: { progress: 100 } });
  return { reader, ...published };
}

describe('the ledger', () => {
  test('pays a source once, to twenty requests at once [R44]', async () => {
    const ana = await site.person();
    const added = await Promise.all(
      Array.from({ length: 20 }, () =>
        payTo(ana, ink(30, 'quest:a'), { ...ink(1, 'quest:a'), currency: 'gems' }),
      ),
    );
    expect(added.flat()).toHaveLength(2);
    expect(await findBalance(site.ctx.db, ana.id)).toEqual({ ink: 30, coins: 0, gems: 1 });
    expect(await wrong()).toEqual([]);
  });

  test('spends 200 times at once without a balance below zero [R43]', async () => {
    const ana = await site.person();
    await payTo(ana, ink(100, 'quest:b'));
    const spent = await Promise.all(
      Array.from({ length: 200 }, (_, index) =>
        transaction(site.ctx.db, (tx) => spend(tx, ana.id, ink(3, `purchase:${index}`), site.clock.now())),
      ),
    );
    expect(spent.filter((isSpent) => isSpent)).toHaveLength(33);
    expect([await balanceOf(ana), await wrong()]).toEqual([1, []]);
  });

  test('takes back at most what is left, and pays it again', async () => {
    const ana = await site.person();
    await correctFor(ana, ink(10, 'quest:c'));
    await payTo(ana, ink(10, 'quest:c'));
    await transaction(site.ctx.db, (tx) => spend(tx, ana.id, ink(7, 'purchase:c'), site.clock.now()));
    await Promise.all(Array.from({ length: 20 }, () => correctFor(ana, ink(0, 'quest:c'))));
    expect(await balanceOf(ana)).toBe(0);
    await Promise.all(Array.from({ length: 20 }, () => correctFor(ana, ink(10, 'quest:c'))));
    expect([await balanceOf(ana), await wrong()]).toEqual([3, []]);
    expect((await walletOf(ana)).entries.map(({ amount }) => amount)).toEqual([3, -3, -7, 10]);
  });

  test('takes from one person, in one currency, what one source has paid, and nothing for what was never paid', async () => {
    const [ana, bo] = [await site.person(), await site.person()];
    const balances = () => Promise.all([ana, bo].map(({ id }) => findBalance(site.ctx.db, id)));
    for (const who of [ana, bo])
      await payTo(
        who,
        ink(10, 'quest:e'),
        { ...ink(10, 'quest:e'), currency: 'coins' },
        { ...ink(5, 'quest:e'), currency: 'gems' },
        ink(10, 'quest:f'),
      );
    const paid = { ink: 20, coins: 10, gems: 5 };
    await correctFor(ana, ink(0, 'quest:never'));
    expect(await balances()).toEqual([paid, paid]);
    await correctFor(ana, ink(4, 'quest:e'));
    expect(await balances()).toEqual([{ ...paid, ink: 14 }, paid]);
    const spendAll = (source: string) =>
      transaction(site.ctx.db, (tx) => spend(tx, ana.id, ink(14, source), site.clock.now()));
    expect([await spendAll('purchase:e'), await spendAll('purchase:f')]).toEqual([true, false]);
    expect(await balances()).toEqual([{ ...paid, ink: 0 }, paid]);
    expect(await wrong()).toEqual([]);
  });

  test('is never changed', async () => {
    const ana = await site.person();
    await payTo(ana, ink(10, 'quest:d'));
    const change = execute(site.ctx.db)`update ledger_entries set amount = 1000 where user_id = ${ana.id}`;
    await expect(change).rejects.toThrow('never changed');
  });
});

describe('what counts', () => {
  test('a finished chapter pays once; from an empty ledger the same events build the same balances', async () => {
    const { reader, story } = await readerOf(await site.person(), 3);
    await site.runEvents();
    await claim(reader);
    expect(await walletOf(reader)).toMatchObject({ ink: 6, coins: 5, pages: 3, bookmarks: 0 });
    expect((await site.as(reader).call(getMyProfile, {})).body.data.currency.ink).toBe(6);
    expect((await site.as(reader).call(getMe, {})).body.user.wallet.ink).toBe(6);
    const everything = async () => {
      const { rows } = await sql`
        select user_id, currency, amount from balances where currency = 'ink' order by 1, 2`.execute(
        site.ctx.db,
      );
      return rows;
    };
    // Other tests of this file have paid without events.
    await execute(site.ctx.db)`delete from ledger_entries where source not like 'chapter:%'`;
    await execute(site.ctx.db)`delete from balances`;
    await execute(site.ctx.db)`
      insert into balances select user_id, currency, sum(amount) from ledger_entries group by 1, 2`;
    const [balances, actions] = [await everything(), await actionsOf(reader)];
    expect(await replay(site.ctx.db, 'rewards', 1)).toBe(true);
    await site.runEvents();
    expect([await everything(), await actionsOf(reader), await wrong()]).toEqual([balances, actions, []]);
    for (const table of ['balances', 'ledger_entries', 'counted_actions'] as const)
      await site.ctx.db.deleteFrom(table).execute();
    await replay(site.ctx.db, 'rewards', 1);
    await site.runEvents();
    expect([await everything(), await actionsOf(reader), await wrong()]).toEqual([balances, actions, []]);
    expect(story._id).toBeDefined();
  });

  test('what events of more than an hour ago earn is paid, and told to nobody', async () => {
    await site.runEvents();
    const { reader } = await readerOf(await site.person());
    const published = vi.spyOn(site.ctx.live, 'publish');
    const told = () =>
      published.mock.calls.filter(
        ([room, event]) => room === personRoom(reader.id) && event === calls.rewardEarned,
      );
    site.clock.advance(hour);
    await site.runEvents();
    expect([await balanceOf(reader), told().length > 0]).toEqual([2, true]);
    for (const table of ['balances', 'ledger_entries', 'counted_actions', 'achievements'] as const)
      await site.ctx.db.deleteFrom(table).where('user_id', '=', reader.id).execute();
    site.clock.advance(1);
    published.mockClear();
    // Delivered again, or late because the listeners had failed.
    for (const listener of ['rewards', 'achievements']) await replay(site.ctx.db, listener, 1);
    await site.runEvents();
    expect([await balanceOf(reader), told()]).toEqual([2, []]);
    published.mockRestore();
  });

  test('the ledger names a finished chapter while everyone may read it', async () => {
    const author = await site.person();
    const { reader, story, chapters } = await readerOf(author);
    await site.runEvents();
    const reasons = async () => {
      const { body } = await site.as(reader).call(calls.exportLedger, {});
      const file = await (body as unknown as Blob).text();
      const [entry] = (await walletOf(reader)).entries;
      return { listed: entry?.reason, isInFile: file.includes(story.title) };
    };
    const named = `Finished “${chapters[0]?.title}” in “${story.title}”`;
    expect(await reasons()).toEqual({ listed: named, isInFile: true });
    await execute(site.ctx.db)`update stories set is_published = false where id = ${story._id}`;
    expect(await reasons()).toEqual({ listed: 'Finished a chapter', isInFile: false });
  });

  test('no request of a reader waits for rewards: a finished chapter takes 17 statements afterwards where there are no quests yet', async () => {
    const { story, chapters } = await write.published(await site.person());
    const reader = await site.person();
    const id = chapters[0]?._id ?? '';
    await site.runEvents();
    const ofRewards = (statements: string[]) =>
      statements.filter((text) =>
        /hides_rewards|counted_actions|ledger_entries|balances|achievements|assigned_quests/.test(text),
      );
    const requests = recordStatements();
    const place = { storyId: story._id, chapterId: id, deviceType: 'desktop' as const };
    const { sessionId } = (await site.as(reader).call(startSession, { body: place })).body.data;
    site.clock.advance(minute);
    await site
      .as(reader)
      .call(endSession, { body: { ...place, sessionId, additionalDuration: 60, endProgress: 100 } });
    await site.as(reader).call(saveChapterProgress, { params: { id }, body: { progress: 100 } });
    const sent = requests();
    expect(sent.length).toBeGreaterThan(5);
    expect(ofRewards(sent)).toEqual([]);
    const afterwards = recordStatements();
    await site.runEvents();
    const statements = ofRewards(afterwards());
    expect(await balanceOf(reader)).toBe(2);
    expect(statements).toHaveLength(17);
  });

  test('a passage that is bookmarked is no highlight', async () => {
    const { story, chapters } = await write.published(await site.person());
    const reader = await site.person();
    const passage = { startOffset: 0, endOffset: 4, selectedText: 'w1x0' };
    const body = { storyId: story._id, chapterId: chapters[0]?._id ?? '', ...passage };
    expect((await site.as(reader).call(createPassageBookmark, { body })).status).toBe(201);
    await site.runEvents();
    expect(await actionsOf(reader)).toEqual([]);
    expect((await site.as(reader).call(createHighlight, { body })).status).toBe(201);
    await site.runEvents();
    expect(await actionsOf(reader)).toEqual([{ action: 'highlight', is_removed: false }]);
  });

  test('a story that is liked, unliked and liked again is one like', async () => {
    const ana = await site.person();
    const params = { id: (await write.published(await site.person())).story._id };
    await site.as(ana).call(likeStory, { params });
    await site.as(ana).call(unlikeStory, { params });
    await site.as(ana).call(likeStory, { params });
    await site.runEvents();
    expect(await actionsOf(ana)).toEqual([{ action: 'like', is_removed: false }]);
  });

  test('own stories, suspended people and those who switched rewards off earn nothing', async () => {
    const author = await site.person();
    const { reader: off, story, chapters } = await readerOf(author);
    await hide(off, true);
    const suspended = await site.person();
    const finish = { params: { id: chapters[0]?._id ?? '' }, body: { progress: 100 } };
    for (const who of [author, suspended]) {
      await giveTime(site, who, [story._id]);
      await site.as(who).call(saveChapterProgress, finish);
    }
    await suspend(site.ctx, suspended.id);
    await site.runEvents();
    expect(await Promise.all([off, author, suspended].map(balanceOf))).toEqual([0, 0, 0]);
    expect([await actionsOf(off), await actionsOf(suspended)]).toEqual([[], []]);
    expect(await actionsOf(author)).toEqual([{ action: 'publish_chapter', is_removed: false }]);
    site.clock.advance(second);
    await Promise.all([hide(off, false), unsuspend(site.ctx, suspended.id)]);
    await replay(site.ctx.db, 'rewards', 1);
    await site.runEvents();
    expect([await actionsOf(off), await actionsOf(suspended)]).toEqual([[], []]);
  });

  test('at most fifty chapters of a day are paid', async () => {
    const ana = await site.person();
    const finish = (times: number) =>
      transaction(site.ctx.db, async (tx) => {
        const [listener] = (rewards.listeners ?? []).map((one) => one(site.ctx));
        for (let index = 0; index < times; index += 1)
          await listener?.handlers.get(chapterFinished.type)?.(
            {
              payload: { readerId: ana.id, chapterId: randomUUID(), storyId: randomUUID() },
              position: index,
              createdAt: site.clock.now(),
            },
            tx,
          );
      });
    await finish(60);
    expect(await walletOf(ana)).toMatchObject({ ink: 100, pages: 60 });
    site.clock.advance(day);
    await finish(1);
    expect(await balanceOf(ana)).toBe(102);
  });

  test('what the team removes does not count until every removal is lifted, whatever arrives first', async () => {
    const author = await site.person();
    const { reader, story, chapters } = await readerOf(author);
    await site.as(reader).call(postComment, { body: { story: story._id, content: 'A fine lamp.' } });
    await site
      .as(reader)
      .call(rateStory, { params: { id: story._id }, body: { rating: 5, review: 'Good.' } });
    const id = async (table: 'comments' | 'ratings') =>
      (
        await firstRow<{ id: string }>(site.ctx.db)`
          select id from ${sql.table(table)} where user_id = ${reader.id}`
      )?.id ?? '';
    const remove = (kind: string, subjectId: string, personId: string) =>
      transaction(site.ctx.db, (tx) =>
        takeMeasure(site.ctx, tx, {
          kind: 'remove',
          personId,
          subject: { kind, id: subjectId, title: '' },
          reason: 'Spam.',
          until: null,
          entryId: null,
          byId: null,
        }),
      );
    const lift = (measure: string) => transaction(site.ctx.db, (tx) => liftInForce(site.ctx, tx, measure));
    const removedOf = async (who: Person) =>
      (await actionsOf(who)).filter(({ is_removed }) => is_removed).map(({ action }) => action);
    // The comment is removed before it is counted, the others afterwards.
    const comment = [await remove('comment', await id('comments'), reader.id)];
    await site.runEvents();
    expect([await removedOf(reader), await removedOf(author)]).toEqual([['comment'], []]);
    comment.push(await remove('comment', await id('comments'), reader.id));
    const review = await remove('review', await id('ratings'), reader.id);
    const removals = [
      await remove('chapter', chapters[0]?._id ?? '', author.id),
      await remove('story', story._id, author.id),
    ];
    await lift(comment[0] ?? '');
    await lift(removals[1] ?? '');
    await site.runEvents();
    expect([await removedOf(reader), await removedOf(author)]).toEqual([
      ['comment', 'rate'],
      ['publish_chapter'],
    ]);
    for (const measure of [comment[1] ?? '', review, removals[0] ?? '']) await lift(measure);
    await site.runEvents();
    expect([await removedOf(reader), await removedOf(author)]).toEqual([[], []]);
  });

  test('the order in which events arrive, and how often, does not matter', async () => {
    const [listener] = (rewards.listeners ?? []).map((one) => one(site.ctx));
    const { db } = site.ctx;
    const event = fc.record({
      type: fc.constantFrom(chapterFinished.type, storyLiked.type, personFollowed.type),
      subject: fc.integer({ min: 0, max: 5 }),
      after: fc.integer({ min: -2 * day, max: 3 * day }),
    });
    const setup = async (zone: string) => {
      const reader = await site.person();
      await execute(db)`update users set time_zone = ${zone} where id = ${reader.id}`;
      return reader;
    };
    const subjects = Array.from({ length: 6 }, () => randomUUID());
    const deliver = async (who: Person, history: { type: string; subject: number; after: number }[]) => {
      for (const [position, { type, subject, after }] of history.entries()) {
        const thing = subjects[subject] ?? '';
        const payload = {
          [chapterFinished.type]: { readerId: who.id, chapterId: thing, storyId: thing },
          [storyLiked.type]: { likerId: who.id, storyId: thing },
          [personFollowed.type]: { followerId: who.id, followedId: thing },
        }[type];
        const createdAt = new Date(Date.UTC(2026, 2, 28, 12) + after);
        await transaction(db, async (tx) =>
          listener?.handlers.get(type)?.({ payload, position, createdAt }, tx),
        );
      }
      const { rows } = await sql`
        select action, subject_id from counted_actions where user_id = ${who.id} order by 1, 2`.execute(db);
      return [await balanceOf(who), rows];
    };
    const zone = fc.constantFrom('UTC', 'Europe/Berlin', 'Pacific/Kiritimati', 'Etc/GMT+12');
    await fc.assert(
      fc.asyncProperty(
        zone,
        fc
          .array(event, { maxLength: 12 })
          .chain((history) =>
            fc.tuple(
              fc.constant(history),
              fc.shuffledSubarray([...history, ...history], { minLength: history.length * 2 }),
            ),
          ),
        async (of, [history, arrived]) => {
          const [one, other] = [await setup(of), await setup(of)];
          const expected = await deliver(one, history);
          expect(await deliver(other, arrived)).toEqual(expected);
          const finished = new Set(
            history.filter(({ type }) => type === chapterFinished.type).map(({ subject }) => subject),
          );
          expect(expected[0]).toBe(2 * finished.size);
        },
      ),
      { numRuns: 15 },
    );
    expect(await wrong()).toEqual([]);
  });
});

describe('GET /gamification/currency', () => {
  test('answers the balances, and what changed them in pages; the CSV is the same ledger', async () => {
    const ana = await site.person();
    for (let index = 0; index < 5; index += 1) {
      site.clock.advance(1000);
      await payTo(ana, { ...ink(index + 1, `quest:w${index}`), reason: `=Quest ${index}` });
    }
    await transaction(site.ctx.db, (tx) => spend(tx, ana.id, ink(9, 'purchase:w'), site.clock.now()));
    const { entries, pagination, ...balance } = await walletOf(ana, { page: 2, limit: 4 });
    expect(balance).toEqual({ ink: 6, coins: 0, gems: 0, pages: 0, bookmarks: 0 });
    expect(entries.map(({ amount, reason }) => [amount, reason])).toEqual([
      [2, '=Quest 1'],
      [1, '=Quest 0'],
    ]);
    expect(pagination).toMatchObject({ total: 6, hasMore: false });
    const { body } = await site.as(ana).call(calls.exportLedger, {});
    const lines = (await (body as unknown as Blob).text()).replace('\ufeff', '').trim().split('\n');
    expect(lines[0]).toBe('Date,Currency,Amount,Reason');
    expect(lines).toHaveLength(7);
    expect(lines[1]).toMatch(/^2026-.*Z,ink,-9,A test$/);
    expect(lines[6]).toMatch(/Z,ink,1,'=Quest 0$/);
    expect((await walletOf(await site.person())).entries).toEqual([]);
  });
});

describe('the daily reward', () => {
  test('is paid once a day to twenty claims at once, and a missed day only pauses the row [R44]', async () => {
    const ana = await site.person();
    expect(await daily(ana)).toMatchObject({ canClaim: true, step: 1, nextAt: null });
    const claims = await Promise.all(Array.from({ length: 20 }, () => claim(ana)));
    const paid = claims.filter(({ status }) => status === 200);
    expect(paid).toHaveLength(1);
    const refused = claims.filter(({ status }) => status === 409).map(({ failure }) => failure.code);
    expect(refused).toEqual(Array.from({ length: 19 }, () => 'ALREADY_CLAIMED'));
    expect(paid[0]?.body.data).toEqual(await daily(ana));
    expect(await daily(ana)).toMatchObject({
      canClaim: false,
      step: 1,
      nextAt: expect.stringMatching(/T00:00:00/),
    });
    site.clock.advance(3 * day);
    expect(await daily(ana)).toMatchObject({ canClaim: true, step: 2 });
    for (let times = 0; times < 6; times += 1) {
      expect((await claim(ana)).status).toBe(200);
      site.clock.advance(day);
    }
    expect(await daily(ana)).toMatchObject({ canClaim: true, step: 1 });
    expect((await walletOf(ana)).coins).toBe(155);
  });

  test('is refused for a day that is not later than the last claimed one', async () => {
    const ana = await site.person();
    await execute(site.ctx.db)`update users set time_zone = 'Pacific/Kiritimati' where id = ${ana.id}`;
    await claim({ ...ana });
    await execute(site.ctx.db)`update users set time_zone = 'Etc/GMT+12' where id = ${ana.id}`;
    expect((await claim(ana)).failure.code).toBe('ALREADY_CLAIMED');
    expect((await daily(ana)).canClaim).toBe(false);
  });

  test('is refused while rewards are switched off, and can still be looked at', async () => {
    const ana = await site.person();
    await claim(ana);
    await hide(ana, true);
    site.clock.advance(day);
    expect([(await claim(ana)).status, (await claim(ana)).failure.code]).toEqual([403, 'REWARDS_HIDDEN']);
    expect([(await daily(ana)).canClaim, (await walletOf(ana)).coins]).toEqual([true, 5]);
  });
});
