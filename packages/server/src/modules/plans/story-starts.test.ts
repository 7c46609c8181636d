import { chaptersOfRows } from '@inkling/contract/import-rows';
import { newId } from '@inkling/contract/new-id';
import { createStory, deleteStory } from '@inkling/contract/stories';
import { restoreStory } from '@inkling/contract/trash';
import { updateProfile } from '@inkling/contract/users';
import { describe, expect, test } from 'vitest';
import { day } from '../../platform/clock.ts';
import { writing } from '../../testing/stories-for-tests.ts';
import { type Person, testApp } from '../../testing/test-app.ts';
import { saveBook } from '../imports/index.ts';
import { importsOf, markdown, rowsOf } from '../imports/testing/import-calls.ts';
import { findUserByName } from '../users/index.ts';
import { givePlan, takeBackPlan } from './gifts.service.ts';

const sessions = { SESSION_IDLE_DAYS: '3650', SESSION_MAX_DAYS: '3650' };
const site = testApp({ ...sessions, PLANS: 'on' });
const free = testApp({ PLANS: 'off' });
const { start, read, planOf, confirm, storiesOf } = importsOf(site);

/** Starts a story. */
const write = async (author: Person, _id?: string, to = site) =>
  to.as(author).call(createStory, {
    body: { _id, title: 'The Lamp', description: 'A lamp.', genres: [await writing(to).anyGenre()] },
  });
const statusesOf = async (author: Person, count: number) => {
  const statuses: number[] = [];
  for (let number = 0; number < count; number += 1) statuses.push((await write(author)).status);
  return statuses;
};

describe('an author on Basic', () => {
  test('starts at most five stories in a calendar month', async () => {
    site.clock.set(new Date('2026-03-31T10:00:00Z'));
    const author = await site.person();
    expect(await statusesOf(author, 6)).toEqual([201, 201, 201, 201, 201, 403]);
    const { failure } = await write(author);
    expect([failure.code, failure.message]).toEqual([
      'PLAN_LIMIT',
      'You’ve started 5 stories this month, the most that Basic allows. You can start another on April 1, or right away with Pro. Nothing you’ve typed is lost.',
    ]);
    site.clock.advance(14 * 60 * 60 * 1000);
    expect(await statusesOf(author, 6)).toEqual([201, 201, 201, 201, 201, 403]);
  });

  test('starts exactly five of twenty at once', async () => {
    const author = await site.person();
    const responses = await Promise.all(Array.from({ length: 20 }, () => write(author)));
    expect(responses.filter(({ status }) => status === 201)).toHaveLength(5);
    expect(await storiesOf(author)).toBe(5);
  });

  test('has a story counted once when it is sent twice, also at once', async () => {
    const author = await site.person();
    const id = newId(site.clock.now().getTime());
    const twice = await Promise.all([write(author, id), write(author, id)]);
    expect([...twice, await write(author, id)].map(({ status }) => status)).toEqual([201, 201, 201]);
    expect(await statusesOf(author, 5)).toEqual([201, 201, 201, 201, 403]);
    expect((await write(author, id)).status).toBe(201);
  });

  test('gets no new story for a deleted one, and can restore that', async () => {
    const author = await site.person();
    const { data } = (await write(author)).body;
    await statusesOf(author, 4);
    await site.as(author).call(deleteStory, { params: { id: data._id } });
    expect((await write(author)).status).toBe(403);
    const restored = await site.as(author).call(restoreStory, { params: { id: data._id } });
    expect(restored.status).toBe(200);
  });

  test('is not counted for what was refused', async () => {
    const author = await site.person();
    const body = { title: '', description: '', genres: [] };
    for (let number = 0; number < 6; number += 1)
      expect((await site.as(author).call(createStory, { body })).status).toBe(400);
    expect(await statusesOf(author, 5)).toEqual([201, 201, 201, 201, 201]);
  });

  test('has the months of their own time zone', async () => {
    const author = await site.person();
    await site.as(author).call(updateProfile, { body: { timeZone: 'Pacific/Auckland' } });
    site.clock.advance(2 * day);
    site.clock.set(new Date('2026-06-29T12:00:00Z'));
    expect(await statusesOf(author, 6)).toEqual([201, 201, 201, 201, 201, 403]);
    // It is July there, and still June in UTC.
    site.clock.set(new Date('2026-06-30T12:30:00Z'));
    expect((await write(author)).status).toBe(201);
  });

  test('has imports counted; the review stays when there is no room for one', async () => {
    const author = await site.person();
    const imported = async () => {
      const { body } = await start(author, 'tale.md', markdown(1));
      const { _id } = await read(author, body.data._id);
      const plan = await planOf(author, _id);
      return { _id, confirmed: () => confirm(author, _id, plan.title, chaptersOfRows(rowsOf(plan))) };
    };
    const first = await imported();
    expect((await first.confirmed()).status).toBe(202);
    expect(await read(author, first._id)).toMatchObject({ state: 'done' });
    const second = await imported();
    expect(await statusesOf(author, 5)).toEqual([201, 201, 201, 201, 403]);
    const refused = await second.confirmed();
    expect([refused.status, refused.failure.code]).toEqual([403, 'PLAN_LIMIT']);
    expect(await read(author, second._id)).toMatchObject({ state: 'review' });
    await givePlan(site.ctx, author.username, 'pro', null);
    expect((await second.confirmed()).status).toBe(202);
    expect(await read(author, second._id)).toMatchObject({ state: 'done' });
  });

  test('is not counted for books that the operator imports', async () => {
    const author = await site.person();
    const importer = await findUserByName(site.ctx.db, author.username);
    if (importer === undefined) throw new Error('The author is missing.');
    await saveBook(
      site.ctx,
      importer,
      {
        title: 'The Lamp',
        author: null,
        description: '',
        genres: [],
        tags: [],
        contentWarnings: [],
        audience: null,
        status: null,
        language: null,
        cover: null,
        chapters: [{ title: 'One', content: 'Once.', authorNotes: '', volume: '' }],
      } as unknown as Parameters<typeof saveBook>[2],
      { signal: new AbortController().signal, onChapters() {} },
    );
    expect(await statusesOf(author, 6)).toEqual([201, 201, 201, 201, 201, 403]);
  });
});

test('an author with a plan starts more, and those count when it ends', async () => {
  const author = await site.person();
  await givePlan(site.ctx, author.username, 'pro', null);
  expect(await statusesOf(author, 7)).toEqual([201, 201, 201, 201, 201, 201, 201]);
  await takeBackPlan(site.ctx, author.username);
  expect((await write(author)).status).toBe(403);
  expect(await storiesOf(author)).toBe(7);
});

test('on a site without plans, authors start as many stories as they like', async () => {
  const author = await free.person();
  for (let number = 0; number < 6; number += 1)
    expect((await write(author, undefined, free)).status).toBe(201);
});
