import { blockUser } from '@inkling/contract/blocks';
import { updateChapter } from '@inkling/contract/chapters';
import {
  createCollection,
  getCollection,
  listCollectionsWithStory,
  listPublicCollections,
} from '@inkling/contract/collections';
import { getComment } from '@inkling/contract/comments';
import {
  appointModerator,
  createCommunity,
  createPost,
  dismissModerator,
  getPost,
  joinCommunity,
} from '@inkling/contract/communities';
import { reportLimits } from '@inkling/contract/limits';
import * as measureCalls from '@inkling/contract/measures';
import { newId } from '@inkling/contract/new-id';
import { listNotifications } from '@inkling/contract/notifications';
import { deleteMe } from '@inkling/contract/personal-data';
import { getProfile } from '@inkling/contract/profiles';
import { replyToReview } from '@inkling/contract/ratings';
import * as calls from '@inkling/contract/reports';
import {
  arrangeSeries,
  createSeries,
  getSeries,
  getSeriesOfStory,
  listSeriesOf,
} from '@inkling/contract/series';
import { getStory, updateStory } from '@inkling/contract/stories';
import { updateProfile } from '@inkling/contract/users';
import { describe, expect, test, vi } from 'vitest';
import { day } from '../../platform/clock.ts';
import { type Db, sql, transaction } from '../../platform/db/db.ts';
import { reportableKind } from '../../platform/reportable.ts';
import { wrongCounters } from '../../testing/counters-for-tests.ts';
import { writing } from '../../testing/stories-for-tests.ts';
import { type Person, testApp } from '../../testing/test-app.ts';
import { testPassword } from '../../testing/test-password.ts';
import { chatting } from '../chat/chat-for-tests.fixture.ts';
import { commenting } from '../comments/comments-for-tests.fixture.ts';
import { gathering } from '../communities/communities-for-tests.fixture.ts';
import { deleteDue } from '../personal-data/deletion.service.ts';
import { rating } from '../ratings/ratings-for-tests.fixture.ts';
import { findPages } from '../site/sitemap.queries.ts';
import {
  closeEntry,
  deleteClosed,
  findEntry,
  findOwn,
  insertCopy,
  lockReporter,
  type NewHold,
  openEntry,
} from './reports.queries.ts';
import { reporting } from './reports-for-tests.fixture.ts';

const site = testApp();
const write = writing(site);
const comments = commenting(site);
const chat = chatting(site);
const ratings = rating(site);

type Kind = calls.ReportSubject;

const { admin, report, entryOf, idOf, details, decide, remove, lift, signedIn } = reporting(site);
const mine = async (who: Person) => (await site.as(who).call(calls.listMyReports, {})).body.data;
/** Whether visitors get a page of this thing. */
const hasPage = async (name: string, id: string) => {
  const source = site.ctx.modules
    .flatMap(({ pages = [] }) => pages)
    .find(({ pattern }) => pattern === `/${name}/:id`);
  return (await source?.findRevisions(site.ctx.db, [id]))?.has(id);
};
const person = (who: Person) => site.as(null).call(getProfile, { params: { username: who.username } });

describe('a report', () => {
  test('of the same thing joins one entry; the reporter sees what became of it', async () => {
    const [staff, ana, bo, cleo] = [
      await admin(),
      await site.person(),
      await site.person(),
      await site.person(),
    ];
    const { story } = await write.published(ana);
    const sent = await report(bo, 'story', story._id, { text: 'A copy of mine.' });
    expect([sent.status, sent.body.data]).toMatchObject([
      201,
      { status: 'open', title: 'The Lamp', text: 'A copy of mine.' },
    ]);
    const again = await report(bo, 'story', story._id, { text: 'Again' });
    expect(again.body.data).toEqual(sent.body.data);
    await Promise.all([report(cleo, 'story', story._id), report(cleo, 'story', story._id)]);
    expect(await mine(cleo)).toHaveLength(1);
    const entry = await entryOf(staff, story._id);
    expect(entry).toMatchObject({ reporters: 2, reasons: ['spam'], person: { _id: ana.id }, decision: null });
    await decide(staff, entry?._id ?? '', { measure: 'dismiss' });
    expect(await mine(bo)).toMatchObject([{ status: 'dismissed', closedAt: expect.any(String) }]);
    // Reported anew, it is a new entry.
    await report(bo, 'story', story._id);
    expect(await mine(bo)).toMatchObject([{ status: 'open' }, { status: 'dismissed' }]);
  });

  test('is not of what one cannot read, or of what is one’s own; ids are those of one report', async () => {
    const [ana, bo] = [await site.person(), await site.person()];
    const draft = await write.draft(ana);
    expect((await report(bo, 'story', draft._id)).status).toBe(404);
    expect((await report(bo, 'chapter', (await write.chapter(ana, draft._id))._id)).status).toBe(404);
    const room = await chat.story();
    const messages = [await chat.post(ana, room.onChapter), await chat.post(ana, room.onStory)];
    const hide = { body: { isPublished: false } };
    await site.as(room.author).call(updateChapter, { params: { id: room.chapter }, ...hide });
    expect((await report(bo, 'message', messages[0]?._id ?? '')).status).toBe(404);
    expect((await report(bo, 'message', messages[1]?._id ?? '')).status).toBe(201);
    await site.as(room.author).call(updateStory, { params: { id: room.story }, ...hide });
    expect((await report(await site.person(), 'message', messages[1]?._id ?? '')).status).toBe(404);
    expect((await report(bo, 'avatar', ana.id)).status).toBe(404);
    expect((await report(bo, 'profile', bo.id)).status).toBe(400);
    const _id = newId(site.clock.now().getTime());
    expect((await report(bo, 'profile', ana.id, { _id })).body.data._id).toBe(_id);
    expect((await report(bo, 'profile', ana.id, { _id })).body.data._id).toBe(_id);
    expect((await report(ana, 'profile', bo.id, { _id })).failure.code).toBe('ID_TAKEN');
    expect((await report(await site.person(), 'profile', ana.id, { _id })).failure.code).toBe('ID_TAKEN');
    expect(await findOwn(site.ctx.db, _id, ana.id)).toBeUndefined();
    await site.ctx.db
      .updateTable('users')
      .set({ avatar: 'https://example.test/a.png' })
      .where('id', '=', ana.id)
      .execute();
    expect((await report(bo, 'avatar', ana.id, { _id })).failure.code).toBe('ID_TAKEN');
    expect((await report(bo, 'avatar', ana.id)).body.data).toMatchObject({ subjectKind: 'avatar' });
  });

  test('is possible about someone whom one has blocked, and who has blocked one', async () => {
    const [author, ana, bo] = [await site.person(), await site.person(), await site.person()];
    const { story } = await write.published(author);
    const { _id: id } = await comments.post(ana, { story: story._id }, 'Buy lamps');
    await site.as(ana).call(blockUser, { params: { id: bo.id } });
    expect((await report(bo, 'comment', id)).status).toBe(201);
    const answer = await comments.post(bo, { story: story._id }, 'I did not.');
    expect((await report(ana, 'comment', answer._id)).status).toBe(201);
  });

  test('is one of 5 a day, and of 20 that are open', async () => {
    const bo = await site.person();
    const people = await Promise.all(Array.from({ length: 22 }, () => site.person()));
    const statuses = [];
    for (const { id } of people.slice(0, 6)) statuses.push((await report(bo, 'profile', id)).status);
    expect(statuses).toEqual([201, 201, 201, 201, 201, 429]);
    statuses.length = 0;
    for (const [index, { id }] of people.slice(5).entries()) {
      if (index % 5 === 0) site.clock.advance(day + 1000);
      statuses.push((await report(await signedIn(bo), 'profile', id)).status);
    }
    expect(statuses).toEqual([...Array(15).fill(201), 413, 413]);
  });

  test('counts for a day, and while it is open', async () => {
    const [staff, ana, bo] = [await admin(), await site.person(), await site.person()];
    const since = site.clock.now();
    await report(bo, 'profile', ana.id);
    await decide(staff, await idOf(staff, ana.id), { measure: 'dismiss' });
    site.clock.advance(1000);
    await report(bo, 'profile', ana.id);
    const counted = await transaction(site.ctx.db, (tx) => lockReporter(tx, bo.id, since));
    expect(counted).toEqual({ first: site.clock.now(), recent: 1, open: 1 });
    // Also when they are sent at once.
    const people = await Promise.all(Array.from({ length: 8 }, () => site.person()));
    const sent = await Promise.all(people.map(({ id }) => report(ana, 'profile', id)));
    const refused = Array(3).fill(429);
    expect(sent.map(({ status }) => status).toSorted()).toEqual([...Array(5).fill(201), ...refused]);
    expect((await site.as(bo).call(calls.listMyReports, {})).body.pagination.total).toBe(2);
  });

  test('has a copy of each wording, up to a limit', async () => {
    const [staff, ana, bo] = [await admin(), await site.person(), await site.person()];
    await report(bo, 'profile', ana.id);
    const id = await idOf(staff, ana.id);
    const thing = { personId: ana.id, title: '', context: '', communityId: null, link: null, image: null };
    for (let number = 0; number < 2 * reportLimits.copies; number += 1)
      await insertCopy(site.ctx.db, id, { ...thing, text: `Wording ${number >> 1}` }, site.clock.now());
    expect((await details(staff, id)).copies).toHaveLength(reportLimits.copies);
  });

  test('keeps a copy after the text and the account are deleted, until 90 days after the decision', async () => {
    const [staff, ana, bo] = [await admin(), await site.person(), await site.person()];
    await site.as(ana).call(updateProfile, { body: { bio: 'zqxcopy of mine' } });
    await report(bo, 'profile', ana.id);
    const id = await idOf(staff, ana.id);
    await site.as(ana).call(deleteMe, { body: { password: testPassword } });
    site.clock.advance(40 * day);
    await deleteDue(site.ctx);
    const later = await signedIn(staff);
    expect(await details(later, id)).toMatchObject({
      person: null,
      link: null,
      copies: [{ text: expect.stringContaining('zqxcopy of mine') }],
    });
    expect((await decide(later, id, { measure: 'remove', reason: 'Spam' })).status).toBe(409);
    await decide(later, id, { measure: 'dismiss' });
    const keptFor = async (days: number) => {
      const closed = site.clock.now().getTime();
      await deleteClosed(site.ctx.db, new Date(closed + (days - reportLimits.days) * day));
      return (await sql`select from report_copies where entry_id = ${id}`.execute(site.ctx.db)).rows.length;
    };
    expect([await keptFor(89), await keptFor(91)]).toEqual([1, 0]);
  });
});

test('of a collection with very many notes, a copy has the first 50,000 characters', async () => {
  const [staff, ana, bo] = [await admin(), await site.person(), await site.person()];
  const { story } = await write.published(ana);
  const body = { name: 'Lamps', visibility: 'public' as const, storyId: story._id };
  const id = (await site.as(ana).call(createCollection, { body })).body.data._id;
  await sql`
    with added as (
      insert into collection_stories (collection_id, story_id, rank, added_at, note)
      select ${id}, uuidv7(), 1000000 + n, now(), repeat('x', 500) from generate_series(1, 150) n)
    update collections set stories = 151 where id = ${id}`.execute(site.ctx.db);
  await report(bo, 'collection', id);
  const [copy] = (await details(staff, await idOf(staff, id))).copies;
  expect([copy?.text.length, copy?.text.slice(0, 7)]).toEqual([50_000, 'Lamps\nx']);
});

describe('removing what was reported, and lifting that', () => {
  /** Each has whose it is, its id, and whether others see it. */
  const things: [Kind, () => Promise<{ who: Person; id: string; isShown(): Promise<boolean> }>][] = [
    [
      'story',
      async () => {
        const who = await site.person();
        const { story } = await write.published(who);
        const params = { id: story._id };
        return {
          who,
          id: story._id,
          isShown: async () => (await site.as(null).call(getStory, { params })).status === 200,
        };
      },
    ],
    [
      'chapter',
      async () => {
        const who = await site.person();
        const { story, chapters } = await write.published(who, { chapters: 2 });
        const params = { id: story._id };
        return {
          who,
          id: chapters[1]?._id ?? '',
          isShown: async () => (await site.as(null).call(getStory, { params })).body.data.chapterCount === 2,
        };
      },
    ],
    [
      'comment',
      async () => {
        const [author, who] = [await site.person(), await site.person()];
        const { story } = await write.published(author);
        const { _id: id } = await comments.post(who, { story: story._id }, 'Buy lamps');
        return {
          who,
          id,
          isShown: async () => {
            const found = await site.as(author).call(getComment, { params: { id } });
            return found.status === 200 && found.body.data.content === 'Buy lamps';
          },
        };
      },
    ],
    [
      'message',
      async () => {
        const { onStory } = await chat.story();
        const who = await site.person();
        const other = await site.person();
        const { _id: id } = await chat.post(who, onStory, 'Buy lamps');
        return {
          who,
          id,
          isShown: async () => (await chat.read(other, onStory)).data[0]?.message === 'Buy lamps',
        };
      },
    ],
    [
      'post',
      async () => {
        const [founder, who] = [await site.person(), await site.person()];
        const body = { name: 'Readers', description: 'Of books.' };
        const id = (await site.as(founder).call(createCommunity, { body })).body.data._id;
        await site.as(who).call(joinCommunity, { params: { id } });
        const content = { title: 'Lamps', content: 'Buy lamps' };
        const posted = await site.as(who).call(createPost, { params: { id }, body: content });
        const postId = posted.body.data._id;
        return {
          who,
          id: postId,
          isShown: async () =>
            (await site.as(founder).call(getPost, { params: { id, postId } })).status === 200,
        };
      },
    ],
    [
      'profile',
      async () => {
        const who = await site.person();
        await site.as(who).call(updateProfile, { body: { displayName: 'Lamps', bio: 'Buy lamps' } });
        return { who, id: who.id, isShown: async () => (await person(who)).body.data.bio === 'Buy lamps' };
      },
    ],
    [
      'review',
      async () => {
        const { story, chapters } = await ratings.story();
        const review = { rating: 1, review: 'Buy lamps' };
        const { reader, id } = await ratings.review(chapters[0] ?? '', story, review);
        const isShown = async () => {
          const { data, pagination } = await ratings.list(null, story);
          expect(pagination.total).toBe(data.length);
          return data.length === 1;
        };
        return { who: reader, id, isShown };
      },
    ],
    [
      'reply',
      async () => {
        const { author, story, chapters } = await ratings.story();
        const { id } = await ratings.review(chapters[0] ?? '', story, { rating: 1, review: 'Dark.' });
        await site.as(author).call(replyToReview, { params: { id }, body: { text: 'Buy lamps' } });
        const isShown = async () => (await ratings.list(null, story)).data[0]?.reply?.text === 'Buy lamps';
        return { who: author, id, isShown };
      },
    ],
    [
      'collection',
      async () => {
        const who = await site.person();
        const { story } = await write.published(await site.person());
        const body = { name: 'Buy lamps', visibility: 'public' as const, storyId: story._id };
        const id = (await site.as(who).call(createCollection, { body })).body.data._id;
        const isShown = async () => {
          const { username } = who;
          const found = await Promise.all([
            site.as(null).call(getCollection, { params: { id } }),
            site.as(null).call(listPublicCollections, { params: { username } }),
            site.as(null).call(listCollectionsWithStory, { params: { id: story._id } }),
          ]);
          const all = [
            found[0].status === 200,
            ...found.slice(1).map(({ body }) => JSON.stringify(body).includes(id)),
            await hasPage('collection', id),
            (await findPages(site.ctx.db, 'collections', { from: id }, 1))[0]?.id === id,
          ];
          expect(new Set(all).size).toBe(1);
          // Its owner sees it in any case, and why others don't.
          const own = await site.as(who).call(getCollection, { params: { id } });
          expect(own.body.data.withheld).toBe(all[0] ? null : 'removed');
          return all[0] === true;
        };
        return { who, id, isShown };
      },
    ],
    [
      'series',
      async () => {
        const who = await site.person();
        const { story } = await write.published(who);
        const id = (await site.as(who).call(createSeries, { body: { name: 'Buy lamps' } })).body.data._id;
        const body = { stories: [story._id], version: 0 };
        await site.as(who).call(arrangeSeries, { params: { id }, body });
        const isShown = async () => {
          const params = { id: story._id };
          const found = await Promise.all([
            site.as(null).call(getSeries, { params: { id } }),
            site.as(null).call(listSeriesOf, { params: { username: who.username } }),
            site.as(null).call(getSeriesOfStory, { params }),
          ]);
          const all = [
            found[0].status === 200,
            ...found.slice(1).map(({ body }) => JSON.stringify(body).includes(id)),
            await hasPage('series', id),
            (await findPages(site.ctx.db, 'series', { from: id }, 1))[0]?.id === id,
          ];
          expect(new Set(all).size).toBe(1);
          const own = await site.as(who).call(getSeries, { params: { id } });
          expect(own.body.data.withheld).toBe(all[0] ? null : 'removed');
          return all[0] === true;
        };
        return { who, id, isShown };
      },
    ],
  ];

  test.each(things)('works for a %s', async (kind, make) => {
    const staff = await admin();
    const { who, id, isShown } = await make();
    expect(await isShown()).toBe(true);
    await remove(staff, kind, id);
    expect(await isShown()).toBe(false);
    expect((await lift(staff, who)).status).toBe(200);
    expect(await isShown()).toBe(true);
    expect(await wrongCounters(site.ctx.db)).toEqual([]);
  });

  test('lifts one of two alone', async () => {
    const staff = await admin();
    const ana = await site.person();
    const { story } = await write.published(ana);
    await remove(staff, 'story', story._id);
    // Reported by its author only, since others do not see it any more; staff act on an earlier report as well.
    await sql`
      insert into report_entries (subject_kind, subject_id, person_id, title, created_at)
      values ('story', ${story._id}, ${ana.id}, 'The Lamp', now())`.execute(site.ctx.db);
    await decide(staff, await idOf(staff, story._id), { measure: 'remove', reason: 'Copied.' });
    const { body } = await site.as(staff).call(measureCalls.listMeasures, { query: { person: ana.id } });
    const shown = async () => (await site.as(null).call(getStory, { params: { id: story._id } })).status;
    const ids = body.data.map(({ _id }) => _id).toReversed();
    const statuses = [];
    for (const id of ids) {
      await site.as(staff).call(measureCalls.liftMeasure, { params: { id } });
      statuses.push(await shown());
    }
    expect(statuses).toEqual([404, 200]);
  });
});

describe('staff', () => {
  test('two who decide at once: the second learns who did what', async () => {
    const [one, other, ana] = [await admin(), await admin(), await site.person()];
    await report(await site.person(), 'profile', ana.id);
    const id = await idOf(one, ana.id);
    const warn = { measure: 'warn', reason: 'Be kind.' } as const;
    const results = await Promise.all([decide(one, id, warn), decide(other, id, warn)]);
    expect(results.map(({ status }) => status).toSorted()).toEqual([200, 409]);
    const winner = results[0].status === 200 ? one : other;
    const lost = results.find(({ status }) => status === 409);
    expect(lost?.failure.message).toBe(`${winner.username} has warned the person.`);
    expect((await details(one, id)).history).toHaveLength(1);
  });

  test('two who take or decide at once: one has it, and the others learn who', async () => {
    const people = [await admin(), await admin(), await admin()];
    for (let round = 0; round < 5; round += 1) {
      const ana = await site.person();
      await report(await site.person(), 'profile', ana.id);
      const [id, body] = [await idOf(people[0] as Person, ana.id), {}];
      const takes = await Promise.all(
        people.map((who) => site.as(who).call(calls.takeQueueEntry, { params: { id }, body })),
      );
      const taker = people[takes.findIndex(({ status }) => status === 200)];
      const told = takes.filter(({ status }) => status !== 200).map(({ failure }) => failure.message);
      expect(told).toEqual(Array(2).fill(`${taker?.username} is handling this.`));
      const measures = ['warn', 'remove', 'dismiss'] as const;
      const decisions = await Promise.all(
        people.map((who, index) => decide(who, id, { measure: measures[index] ?? 'warn', reason: 'Spam' })),
      );
      expect(decisions.map(({ status }) => status)).toEqual(people.map((who) => (who === taker ? 200 : 409)));
      const { decidedBy, history } = await details(people[0] as Person, id);
      expect([decidedBy?._id, history.length <= 1]).toEqual([taker?.id, true]);
    }
  });

  test('take entries, write notes, and see reports by people who have blocked them', async () => {
    const [one, other, ana, bo] = [await admin(), await admin(), await site.person(), await site.person()];
    await site.as(ana).call(blockUser, { params: { id: one.id } });
    await site.as(bo).call(blockUser, { params: { id: one.id } });
    await report(bo, 'profile', ana.id, { text: 'Rude.' });
    const id = await idOf(one, ana.id);
    const take = (who: Person, body = {}) =>
      site.as(who).call(calls.takeQueueEntry, { params: { id }, body });
    expect((await take(one)).body.data.takenBy?._id).toBe(one.id);
    expect((await take(other)).failure.message).toBe(`${one.username} is handling this.`);
    expect((await decide(other, id, { measure: 'dismiss' })).status).toBe(409);
    expect((await take(other, { anyway: true })).status).toBe(200);
    await site.as(other).call(calls.addQueueNote, { params: { id }, body: { text: 'Known.' } });
    await site.as(other).call(calls.releaseQueueEntry, { params: { id } });
    expect(await details(one, id)).toMatchObject({
      takenBy: null,
      person: { _id: ana.id },
      notes: [{ author: { _id: other.id }, text: 'Known.' }],
      reports: [{ reporter: { _id: bo.id }, text: 'Rude.' }],
    });
  });

  test('read, write and decide about one entry what is of no other', async () => {
    const [one, other, ana, dan] = [await admin(), await admin(), await site.person(), await site.person()];
    const [bo, cleo] = [await site.person(), await site.person()];
    await report(bo, 'profile', ana.id, { text: 'Rude.' });
    await report(cleo, 'profile', ana.id, { text: 'Ruder.', reason: 'hate' });
    await report(cleo, 'profile', dan.id, { text: 'Loud.' });
    const [id, ofDan] = [await idOf(one, ana.id), await idOf(one, dan.id)];
    const take = (entry: string) =>
      site.as(one).call(calls.takeQueueEntry, { params: { id: entry }, body: {} });
    const release = (who: Person, entry: string) =>
      site.as(who).call(calls.releaseQueueEntry, { params: { id: entry } });
    const takenBy = async () =>
      [await details(one, id), await details(one, ofDan)].map((entry) => entry.takenBy?._id ?? null);
    const note = async (who: Person, entry: string, _id: string) =>
      (await site.as(who).call(calls.addQueueNote, { params: { id: entry }, body: { _id, text: 'Known.' } }))
        .status;

    const noteId = newId(site.clock.now().getTime());
    const noted = [await note(one, id, noteId), await note(one, id, noteId)];
    expect([...noted, await note(one, ofDan, noteId), await note(other, id, noteId)]).toEqual([
      201, 201, 409, 409,
    ]);
    await note(one, ofDan, newId(site.clock.now().getTime()));
    const found = await details(one, id);
    expect(found).toMatchObject({
      reporters: 2,
      reasons: ['hate', 'spam'],
      copies: [{ text: expect.any(String) }],
      reports: [{ text: 'Rude.' }, { text: 'Ruder.' }],
      notes: [{ _id: noteId }],
    });
    expect(found.excerpt).not.toBe((await details(one, ofDan)).excerpt);

    await take(id);
    expect(await takenBy()).toEqual([one.id, null]);
    await take(ofDan);
    await release(other, id);
    expect(await takenBy()).toEqual([one.id, one.id]);
    await release(one, id);
    expect(await takenBy()).toEqual([null, one.id]);
    await decide(one, ofDan, { measure: 'dismiss' });
    await release(one, ofDan);
    expect(await takenBy()).toEqual([null, one.id]);
    expect(found.earlier).toEqual({ closed: 0, dismissed: 0 });
    expect((await details(one, ofDan)).earlier).toEqual({ closed: 0, dismissed: 0 });
    expect((await details(one, id)).closedAt).toBeNull();
    expect((await decide(one, id, { measure: 'suspend', reason: 'Rude.' })).status).toBe(200);
    expect((await details(one, id)).earlier).toEqual({ closed: 0, dismissed: 0 });
  });

  test('learn what was closed about a person before, and moderators what was in their community', async () => {
    const [staff, bo] = [await admin(), await site.person()];
    const { village, send } = gathering(site);
    const { id, founder, member } = await village();
    const posts = [];
    for (const title of ['One', 'Two', 'Three'])
      posts.push((await send(member, id, { title })).body.data._id);
    const [first = '', second = '', third = ''] = posts;
    await report(bo, 'post', first);
    await report(bo, 'profile', member.id);
    for (const open of [second, third]) await report(bo, 'post', open);
    await decide(staff, await idOf(staff, first), { measure: 'dismiss' });
    await decide(staff, await idOf(staff, member.id), { measure: 'warn', reason: 'Spam' });
    const entry = await idOf(staff, second);
    expect((await details(staff, entry)).earlier).toEqual({ closed: 2, dismissed: 1 });
    expect((await details(founder, entry)).earlier).toEqual({ closed: 1, dismissed: 1 });
  });

  test('do not see who reported them, and suspend no admins', async () => {
    const [one, other, bo] = [await admin(), await admin(), await site.person()];
    await report(bo, 'profile', one.id);
    const id = await idOf(other, one.id);
    expect(await idOf(one, one.id)).toBe('');
    expect((await site.as(one).call(calls.getQueueEntry, { params: { id } })).status).toBe(404);
    expect((await decide(one, id, { measure: 'dismiss' })).status).toBe(404);
    expect((await decide(other, id, { measure: 'suspend', reason: 'Spam' })).failure.code).toBe(
      'NOT_ALLOWED',
    );
    expect((await decide(other, id, { measure: 'warn' })).failure.code).toBe('BAD_INPUT');
    expect((await decide(other, id, { measure: 'warn', reason: 'Spam' })).status).toBe(200);
  });

  test('of a community see its queue alone, and cannot suspend', async () => {
    const [founder, who, bo] = [await site.person(), await site.person(), await site.person()];
    const body = { name: 'Readers', description: 'Of books.' };
    const id = (await site.as(founder).call(createCommunity, { body })).body.data._id;
    await site.as(who).call(joinCommunity, { params: { id } });
    const content = { title: 'Lamps', content: 'Buy lamps' };
    const posted = await site.as(who).call(createPost, { params: { id }, body: content });
    await report(bo, 'post', posted.body.data._id);
    await report(bo, 'profile', who.id);
    const list = (as: Person) => site.as(as).call(calls.listCommunityQueue, { params: { id } });
    const queue = (await list(founder)).body.data;
    expect(queue).toMatchObject([{ subjectKind: 'post', title: 'Lamps', community: id }]);
    expect((await list(bo)).status).toBe(404);
    expect((await site.as(founder).call(calls.listQueue, {})).status).toBe(403);
    const entry = queue[0]?._id ?? '';
    expect((await decide(bo, entry, { measure: 'dismiss' })).status).toBe(404);
    const suspend = { measure: 'suspend', reason: 'Spam' } as const;
    expect((await decide(founder, entry, suspend)).failure.code).toBe('NOT_ALLOWED');
    expect((await decide(founder, entry, { measure: 'remove', reason: 'Spam' })).status).toBe(200);
    const { measures } = (await site.as(who).call(measureCalls.getAccountState, {})).body.data;
    expect(measures).toMatchObject([{ isByModerator: true, kind: 'remove' }]);
    // It stays theirs, whatever they become.
    await site.ctx.db.updateTable('users').set({ is_admin: true }).where('id', '=', founder.id).execute();
    expect((await site.as(who).call(measureCalls.getAccountState, {})).body.data.measures).toEqual(measures);
    await site.ctx.db.updateTable('users').set({ is_admin: false }).where('id', '=', founder.id).execute();
    await site.runEvents();
    const [told] = (await site.as(who).call(listNotifications, {})).body.data;
    expect(told?.text).toBe('The moderators of “Readers” took down “Lamps”.');
    const own = await site.as(founder).call(createPost, { params: { id }, body: content });
    await report(bo, 'post', own.body.data._id);
    expect((await list(founder)).body.data, 'who reported me').toEqual([]);
    const aboutMe = await idOf(await admin(), own.body.data._id);
    expect((await site.as(founder).call(calls.getQueueEntry, { params: { id: aboutMe } })).status).toBe(404);
    const profile = await idOf(await admin(), who.id);
    expect((await site.as(founder).call(calls.getQueueEntry, { params: { id: profile } })).status).toBe(404);
  });
});

describe('moderators', () => {
  const { village, send } = gathering(site);
  const decideAs = (who: Person, id: string, measure: calls.DecisionKind) =>
    decide(who, id, { measure, ...(measure !== 'dismiss' && { reason: 'No.' }) });
  const inQueue = async (who: Person, community: string, state: 'open' | 'closed') =>
    (
      await site
        .as(who)
        .call(calls.listCommunityQueue, { params: { id: community }, query: { state, limit: 100 } })
    ).body.data;

  test.each(calls.reasonsForAdmins)(
    'cannot close a report of %s for admins, whom it waits for whatever they decide',
    async (reason) => {
      const [staff, { id, moderator, member }, bo] = [await admin(), await village(), await site.person()];
      const cleo = await site.person();
      for (const measure of ['dismiss', 'remove', 'warn'] as const) {
        const post = (await send(member, id, { title: 'A lamp' })).body.data._id;
        // Whether or not another report of it was one that moderators can close.
        if (measure !== 'dismiss') await report(cleo, 'post', post);
        await report(bo, 'post', post, { reason });
        const entry = await idOf(staff, post);
        const take = { params: { id: entry }, body: { anyway: true } };
        expect((await site.as(moderator).call(calls.takeQueueEntry, take)).status).toBe(200);
        expect((await decideAs(moderator, entry, measure)).body.data).toMatchObject({ decision: measure });
        expect((await inQueue(moderator, id, 'closed'))[0]).toMatchObject({
          _id: entry,
          decision: measure,
          decidedBy: { _id: moderator.id },
          moderated: null,
        });
        expect((await inQueue(moderator, id, 'open')).map(({ _id }) => _id)).not.toContain(entry);
        // Neither decided again nor taken, which would keep it from admins.
        expect((await decideAs(moderator, entry, 'dismiss')).failure.code).toBe('CONFLICT');
        expect((await site.as(moderator).call(calls.takeQueueEntry, take)).failure.code).toBe('CONFLICT');
        expect(await entryOf(staff, post)).toMatchObject({
          decision: null,
          moderated: { decision: measure, by: { _id: moderator.id } },
        });
        expect((await mine(bo))[0]).toMatchObject({ status: 'open' });
        expect((await decideAs(staff, entry, 'dismiss')).status).toBe(200);
        expect(await entryOf(staff, post)).toBeUndefined();
        expect((await inQueue(moderator, id, 'closed'))[0]).toMatchObject({ decidedBy: { _id: staff.id } });
        site.clock.advance(1000);
      }
    },
  );

  test('cannot close reports about founder or moderators, also after giving up or getting the role', async () => {
    const [staff, one, bo] = [await admin(), await village(), await site.person()];
    const { id, founder, moderator, member } = one;
    const demote = () => site.as(founder).call(dismissModerator, { params: { id, userId: moderator.id } });
    const promote = () => site.as(founder).call(appointModerator, { params: { id, userId: moderator.id } });
    const post = async (who: Person) => (await send(who, id, { title: 'A lamp' })).body.data._id;
    const reported = async (subjectId: string) => {
      await report(bo, 'post', subjectId);
      return idOf(staff, subjectId);
    };
    const [ofFounder, ofModerator, ofMember] = [
      await post(founder),
      await post(moderator),
      await post(member),
    ];
    const entries = [await reported(ofFounder), await reported(ofModerator), await reported(ofMember)];
    const [aboutFounder = '', aboutModerator = '', aboutMember = ''] = entries;
    expect((await decideAs(moderator, aboutFounder, 'dismiss')).status).toBe(200);
    await demote();
    expect((await decideAs(founder, aboutModerator, 'dismiss')).status).toBe(200);
    const laterPost = await post(moderator);
    const later = await reported(laterPost);
    await promote();
    expect((await decideAs(founder, later, 'dismiss')).status).toBe(200);
    await demote();
    await transaction(site.ctx.db, (tx) => hold(tx, laterPost));
    expect((await decideAs(founder, later, 'dismiss')).status).toBe(200);
    expect((await decideAs(founder, aboutMember, 'dismiss')).status).toBe(200);
    const { body } = await site.as(staff).call(calls.listQueue, { query: { limit: 100 } });
    const open = body.data.map(({ _id }) => _id).filter((one) => [...entries, later].includes(one));
    expect(open.toSorted()).toEqual([aboutFounder, aboutModerator, later].toSorted());
  });

  const link: NewHold = { heldFor: 'link', number: 24, isUnseen: false };
  const hold = async (tx: Db, post: string, cause = link) => {
    const kind = reportableKind(site.ctx, 'post');
    const thing = await kind?.find(site.ctx, tx, post, null);
    if (thing === undefined) throw new Error('The post is not there.');
    await kind?.remove(site.ctx, tx, post, null);
    await openEntry(tx, { kind: 'post', id: post }, thing, site.clock.now(), { hold: cause });
  };

  /** A reported post of a community, and its entry. */
  async function reportedPost() {
    const [staff, { id, moderator, member }, bo] = [await admin(), await village(), await site.person()];
    const { _id: post } = (await send(member, id, { title: 'A lamp' })).body.data;
    await report(bo, 'post', post, { reason: 'hate' });
    const read = async () => (await site.as(bo).call(getPost, { params: { id, postId: post } })).status;
    return { staff, moderator, post, entry: await idOf(staff, post), read };
  }

  /** An admin's dismissal that waits for a change of the entry, which was not committed when the admin read it. */
  async function dismissDuring(staff: Person, entry: string, change: (tx: Db) => Promise<unknown>) {
    const { decided } = await transaction(site.ctx.db, async (tx) => {
      await change(tx);
      const decided = decideAs(staff, entry, 'dismiss');
      await vi.waitUntil(
        async () => {
          const { rows } = await sql`
            select from pg_stat_activity where datname = current_database() and wait_event_type = 'Lock'`.execute(
            site.ctx.db,
          );
          return rows.length > 0;
        },
        { timeout: 20_000, interval: 5 },
      );
      return { decided };
    });
    return decided;
  }

  test.each([
    ['held', 404],
    ['not held', 200],
  ])(
    'who decide about what is %s while an admin does: the admin learns what, and returns nothing they have removed',
    async (state, status) => {
      const { staff, moderator, post, entry, read } = await reportedPost();
      if (state === 'held') await transaction(site.ctx.db, (tx) => hold(tx, post));
      const lost = await dismissDuring(staff, entry, async (tx) => {
        const viewer = { id: moderator.id, isAdmin: false, isModerator: false };
        const found = await findEntry(tx, entry, viewer);
        if (found === undefined) throw new Error('The entry is not there.');
        expect(await closeEntry(tx, found, viewer, 'remove', site.clock.now())).toBe(true);
      });
      expect([lost.failure.code, lost.failure.message]).toEqual([
        'CONFLICT',
        `${moderator.username} has removed this.`,
      ]);
      expect([await read(), await entryOf(staff, post)]).toMatchObject([status, { decision: null }]);
      expect((await decideAs(staff, entry, 'dismiss')).status).toBe(200);
      expect(await read()).toBe(status);
    },
  );

  test('and admins close no entry whose text is held while they decide', async () => {
    const { staff, post, entry } = await reportedPost();
    const lost = await dismissDuring(staff, entry, (tx) => hold(tx, post));
    expect(lost.failure.message).toBe('This has changed in the meantime. Please look at it again.');
    expect(await entryOf(staff, post)).toMatchObject({ held: { for: 'link' }, decision: null });
  });

  test('read why a text is held this time, and readers who knew it are told nothing again', async () => {
    const { moderator, post, entry } = await reportedPost();
    const holdFor = (cause: NewHold) => transaction(site.ctx.db, (tx) => hold(tx, post, cause));
    const held = async () => {
      const { rows } = await sql<object>`
        select held_for, held_number, is_unseen from report_entries where id = ${entry}`.execute(site.ctx.db);
      return rows[0];
    };
    await holdFor({ ...link, isUnseen: true });
    expect(await held()).toEqual({ held_for: 'link', held_number: 24, is_unseen: true });
    expect((await decideAs(moderator, entry, 'dismiss')).status).toBe(200);
    await holdFor({ heldFor: 'repeated', number: 3, isUnseen: false });
    expect(await held()).toEqual({ held_for: 'repeated', held_number: 3, is_unseen: false });
    // Another report holds nothing.
    expect((await decideAs(moderator, entry, 'dismiss')).status).toBe(200);
    await report(await site.person(), 'post', post);
    expect(await held()).toEqual({ held_for: 'repeated', held_number: 3, is_unseen: false });
  });

  test('allow what is held also where the report of it stays open, and decide again when it is held again', async () => {
    const { staff, moderator, post, entry, read } = await reportedPost();
    for (let times = 0; times < 2; times += 1) {
      await transaction(site.ctx.db, (tx) => hold(tx, post));
      expect(await read()).toBe(404);
      expect(await details(moderator, entry)).toMatchObject({ decision: null, decidedBy: null });
      expect((await decideAs(moderator, entry, 'dismiss')).status).toBe(200);
      expect(await read()).toBe(200);
    }
    expect((await decideAs(staff, entry, 'remove')).status).toBe(200);
    expect(await read()).toBe(404);
  });

  test('decide alone about what is held of one of them and nobody has reported', async () => {
    const [staff, { id, founder, moderator }] = [await admin(), await village()];
    const { _id: post } = (await send(moderator, id, { title: 'A lamp' })).body.data;
    await transaction(site.ctx.db, (tx) => hold(tx, post));
    const entry = await idOf(staff, post);
    expect((await decideAs(founder, entry, 'dismiss')).status).toBe(200);
    expect(await entryOf(staff, post)).toBeUndefined();
    // What its writer makes of it from then on is not shown to them.
    expect((await details(staff, entry)).copies).toEqual([]);
  });

  test('do not fill the place for admins’ notes', async () => {
    const [staff, { id, moderator, member }, bo] = [await admin(), await village(), await site.person()];
    const { _id: post } = (await send(member, id, { title: 'A lamp' })).body.data;
    await report(bo, 'post', post);
    const params = { id: await idOf(staff, post) };
    const note = (who: Person) => site.as(who).call(calls.addQueueNote, { params, body: { text: 'Note' } });
    const { _id: other } = (await send(member, id, { title: 'Another lamp' })).body.data;
    await report(bo, 'post', other);
    for (let times = 0; times < reportLimits.notes; times += 1) await note(moderator);
    expect((await note(moderator)).failure.code).toBe('QUOTA_REACHED');
    expect((await note(staff)).status).toBe(201);
    const seen = [await details(moderator, params.id), await details(staff, params.id)];
    expect(seen.map(({ notes }) => notes.length)).toEqual([reportLimits.notes, reportLimits.notes + 1]);
    params.id = await idOf(staff, other);
    expect((await note(moderator)).status).toBe(201);
  });
});
