import * as calls from '@inkling/contract/comments';
import { expect, test } from 'vitest';
import type { RequestContext, Viewer } from '../../platform/context.ts';
import { sql } from '../../platform/db/db.ts';
import { testApp } from '../../testing/test-app.ts';
import { commenting, idOf } from './comments-for-tests.fixture.ts';
import { type Posting, storePostings } from './posting.ts';

const site = testApp();
const comments = commenting(site);
const { send } = comments;
const unknown = '01900000-0000-7000-8000-000000000000';

test('comments posted at the same moment are each stored or refused on their own', async () => {
  const [open, closed] = [await comments.story(), await comments.story()];
  const body = { isClosed: true };
  await site.as(closed.author).call(calls.closeStoryComments, { ...idOf(closed.story), body });
  const people = await Promise.all(Array.from({ length: 5 }, () => site.person()));
  const targets = [
    { story: open.story },
    { story: closed.story },
    { parent: unknown },
    { chapter: open.chapter },
    { story: open.story },
  ];
  const responses = await Promise.all(people.map((who, n) => send(who, targets[n] ?? {}, `Text ${n}`)));
  expect(responses.map(({ status }) => status)).toEqual([201, 403, 404, 201, 201]);
  for (const [n, response] of responses.entries()) {
    if (response.status !== 201) continue;
    const { data } = response.body;
    expect(data).toEqual(await comments.get(people[n] ?? null, data._id));
  }
  expect((await comments.list(null, { story: open.story })).commentsCount).toBe(2);
  expect(await comments.wrongCounters()).toEqual([]);
});

test('comments that are stored together wait only briefly for a lock; one alone waits as usual', async () => {
  const [one, other] = [await comments.story(), await comments.story()];
  const [ana, bo] = [await site.person(), await site.person()];
  const posting = ({ id }: typeof ana, storyId: string): Posting => ({
    ctx: site.ctx as RequestContext,
    viewer: { id } as Viewer,
    target: { userId: id, storyId, chapterId: null, parentId: null },
    id: undefined,
    content: 'Well lit.',
    passage: null,
  });
  const { db } = site.ctx;
  await sql`create table waits (comments bigint, lock_timeout text)`.execute(db);
  await sql`create function note_wait() returns trigger language plpgsql as $$
    begin
      insert into waits select count(*), current_setting('lock_timeout') from added;
      return null;
    end $$`.execute(db);
  await sql`create trigger comments_wait after insert on comments referencing new table as added
    for each statement execute function note_wait()`.execute(db);
  await storePostings(db, [posting(ana, one.story), posting(bo, other.story)]);
  await storePostings(db, [posting(ana, other.story)]);
  await sql`drop trigger comments_wait on comments`.execute(db);
  const { rows } = await sql`select comments, lock_timeout from waits order by comments desc`.execute(db);
  expect(rows).toEqual([
    { comments: 2, lock_timeout: '100ms' },
    { comments: 1, lock_timeout: expect.not.stringContaining('ms') },
  ]);
});

test('a locked story does not delay comments on others', async () => {
  const [locked, free] = [await comments.story(), await comments.story()];
  const [ana, bo, cy] = [await site.person(), await site.person(), await site.person()];
  const order: string[] = [];
  const post = (who: typeof ana, story: string, name: string) =>
    send(who, { story }, name).then(({ status }) => order.push(`${name} ${status}`));
  const { promise: posted, resolve } = Promise.withResolvers<void>();
  const release = site.ctx.db.transaction().execute(async (tx) => {
    await sql`select from stories where id = ${locked.story} for no key update`.execute(tx);
    const waiting = post(ana, locked.story, 'locked');
    await Promise.all([post(bo, free.story, 'free'), post(cy, free.story, 'free')]);
    order.push('released');
    resolve();
    return { waiting };
  });
  await posted;
  await (await release).waiting;
  expect(order).toEqual(['free 201', 'free 201', 'released', 'locked 201']);
});
