import { updateChapter } from '@inkling/contract/chapters';
import * as calls from '@inkling/contract/comments';
import { deleteMe } from '@inkling/contract/personal-data';
import { reactToChapter, reactToStory } from '@inkling/contract/reactions';
import { updateStory } from '@inkling/contract/stories';
import { expect, test, vi } from 'vitest';
import { day } from '../../platform/clock.ts';
import type { RequestContext, Viewer } from '../../platform/context.ts';
import { sql, transaction } from '../../platform/db/db.ts';
import type { Subject, SubjectKind } from '../../platform/subjects.ts';
import { emittedEvents } from '../../testing/emitted-events.ts';
import { testApp } from '../../testing/test-app.ts';
import { testPassword } from '../../testing/test-password.ts';
import { suspend, unsuspend } from '../measures/index.ts';
import { deleteDue } from '../personal-data/deletion.service.ts';
import { readNamed } from './comment-subjects.ts';
import { commentAdded, commentChanged, commentLiked } from './comments.events.ts';
import { changeLike } from './comments.service.ts';
import { commenting, idOf } from './comments-for-tests.fixture.ts';
import { postComment } from './post-comment.ts';

const site = testApp();
const comments = commenting(site);
const { post, send, list, like } = comments;

test('people comment on any kind of thing that a module registers', async () => {
  const [owner, ana] = [await site.person(), await site.person()];
  const posts: SubjectKind = {
    kind: 'person',
    name: 'Person',
    select: (id) => sql<Subject>`
      select id, null::uuid as parent_id, id as owner_id, id as writer_id, false as is_hidden, false as is_moderator, true as is_public,
        true as takes_comments, true as takes_likes, null as refusal, false as is_ahead
      from users where id = ${id}`,
  };
  const modules = [...site.ctx.modules, { name: 'posts', subjects: [posts] }];
  const ctx = { ...(site.ctx as RequestContext), modules };
  const viewer = { id: ana.id } as Viewer;
  const { rows } = await sql<{ id: string }>`
    insert into comments (subject_kind, subject_id, root_id, user_id, content, created_at)
    values ('person', ${owner.id}, ${owner.id}, ${owner.id}, 'Who reads at night?', now()) returning id`.execute(
    ctx.db,
  );
  await sql`insert into comment_counts (subject_id, listed, shown) values (${owner.id}, 1, 1)`.execute(
    ctx.db,
  );
  const parent = rows[0]?.id ?? '';
  const { data: reply } = await postComment(ctx, viewer, { parent, content: 'I do.' });
  expect(reply).toMatchObject({ parent, content: 'I do.', author: { _id: ana.id } });
  expect(await changeLike(ctx, viewer, reply._id, 'add')).toEqual({ liked: true, likes: 1 });
  const counts = await sql`select listed, shown from comment_counts where subject_id = ${owner.id}`.execute(
    ctx.db,
  );
  expect(counts.rows).toEqual([{ listed: 1, shown: 2 }]);
  await sql`delete from comments where subject_id = ${owner.id}`.execute(ctx.db);
  await sql`delete from comment_counts where subject_id = ${owner.id}`.execute(ctx.db);
});

test('comments, changes of them and likes are events, each once [P16]', async () => {
  const { author, story, chapter } = await comments.story();
  const ana = await site.person();
  const _id = '01970000-0000-7000-8000-0000000000ee';
  for (let times = 0; times < 2; times += 1) await post(ana, { _id, chapter }, 'A');
  const onSubject = { subjectId: chapter, rootId: story, isPublic: true };
  const added = { commentId: _id, writerId: ana.id, isReply: false, ...onSubject, commentsCount: 1 };
  expect(await emittedEvents(site, commentAdded, _id)).toEqual([added]);
  const reply = await post(author, { parent: _id }, 'B');
  expect(await emittedEvents(site, commentAdded, reply._id)).toMatchObject([
    { isReply: true, commentsCount: 2 },
  ]);
  for (let times = 0; times < 2; times += 1) await like(author, _id);
  expect(await emittedEvents(site, commentLiked, _id)).toEqual([
    { commentId: _id, likerId: author.id, subjectId: chapter },
  ]);
  await comments.remove(author, reply._id);
  expect(await emittedEvents(site, commentChanged, reply._id)).toEqual([
    { commentId: reply._id, ...onSubject, commentsCount: 1 },
  ]);
  await send(null, { chapter }, 'C');
  expect(await emittedEvents(site, commentAdded, chapter)).toHaveLength(2);
});

test('while a chapter or its story is not published, its comments are no public events and are not liked', async () => {
  const { author, story, chapter } = await comments.story();
  const { _id } = await post(await site.person(), { chapter });
  const publish = (isPublished: boolean) =>
    site.as(author).call(updateStory, { ...idOf(story), body: { isPublished } });
  await publish(false);
  const own = await post(author, { chapter }, 'A note on the draft.');
  expect(await emittedEvents(site, commentAdded, own._id)).toMatchObject([{ isPublic: false }]);
  expect((await like(author, _id)).status).toBe(404);
  await publish(true);
  await site.as(author).call(updateChapter, { ...idOf(chapter), body: { isPublished: false } });
  expect((await like(author, _id)).status).toBe(404);
  await comments.remove(author, own._id);
  expect(await emittedEvents(site, commentChanged, own._id)).toMatchObject([{ isPublic: false }]);
});

test('suspending a person hides their comments, and lifting the suspension shows them again', async () => {
  const { story } = await comments.story();
  const ana = await site.person();
  const { _id } = await post(ana, { story });
  await suspend(site.ctx, ana.id);
  expect(await list(null, { story })).toMatchObject({ data: [], commentsCount: 0 });
  await unsuspend(site.ctx, ana.id);
  expect(await list(null, { story })).toMatchObject({ data: [{ _id }], commentsCount: 1 });
});

test('a locked story delays no comment, and a chapter is not unpublished while a comment on it is stored', async () => {
  const { author, story, chapter } = await comments.story();
  const ana = await site.person();
  await transaction(site.ctx.db, async (tx) => {
    await sql`select from stories where id = ${story} for no key update`.execute(tx);
    for (const target of [{ story }, { chapter }]) expect((await send(ana, target)).status).toBe(201);
  });
  const order: string[] = [];
  const body = { isPublished: false };
  const unpublished = await transaction(site.ctx.db, async (tx) => {
    const ctx = { ...site.ctx, db: tx };
    await readNamed(ctx, { id: ana.id } as Viewer, { chapter }, true);
    const waiting = site
      .as(author)
      .call(updateChapter, { ...idOf(chapter), body })
      .then(() => order.push('unpublished'));
    const lockWaits = sql`
      select from pg_stat_activity where datname = current_database() and wait_event_type = 'Lock'`;
    const isOver = async () => order.length > 0 || (await lockWaits.execute(site.ctx.db)).rows.length > 0;
    await vi.waitUntil(isOver, { timeout: 20_000, interval: 5 });
    order.push('stored');
    return { waiting };
  });
  await unpublished.waiting;
  expect(order).toEqual(['stored', 'unpublished']);
  expect((await send(ana, { chapter }, 'Too late')).status).toBe(404);
});

test('nothing is left of the comments and reactions to the stories of a deleted account', async () => {
  const { author, story, chapter } = await comments.story();
  const ana = await site.person();
  const kept = await post(ana, { story: (await comments.story()).story });
  for (const target of [{ story }, { chapter }]) {
    const { _id } = await post(ana, target);
    await post(author, { parent: _id }, 'Thank you.');
    await like(author, _id);
  }
  await site.as(ana).call(reactToStory, { ...idOf(story), body: { type: 'love' } });
  await site.as(ana).call(reactToChapter, { ...idOf(chapter), body: { type: 'sad' } });
  await site.as(author).call(calls.closeChapterComments, { ...idOf(chapter), body: { isClosed: true } });
  await site.as(author).call(deleteMe, { body: { password: testPassword } });
  site.clock.advance(8 * day);
  expect(await deleteDue(site.ctx)).toBe(1);
  const tables = ['comments', 'comment_counts', 'closed_comments', 'reactions', 'reaction_counts'];
  for (const table of tables) {
    const { rows } = await sql`
      select from ${sql.table(table)} where subject_id in (${story}, ${chapter})`.execute(site.ctx.db);
    expect([table, rows.length]).toEqual([table, 0]);
  }
  const ofStory = await sql`select from story_comment_counts where story_id = ${story}`.execute(site.ctx.db);
  expect(ofStory.rows).toEqual([]);
  expect((await comments.get(null, kept._id)).content).toBe('Well lit.');
  expect(await comments.wrongCounters()).toEqual([]);
});
