import { changeChapters, deleteChapter, updateChapter } from '@inkling/contract/chapters';
import * as calls from '@inkling/contract/comments';
import { deleteMe } from '@inkling/contract/personal-data';
import { listByComments, updateStory } from '@inkling/contract/stories';
import { restoreChapter } from '@inkling/contract/trash';
import { updateProfile } from '@inkling/contract/users';
import { describe, expect, test } from 'vitest';
import { day } from '../../platform/clock.ts';
import { firstRow, sql } from '../../platform/db/db.ts';
import { type Person, testApp } from '../../testing/test-app.ts';
import { testPassword } from '../../testing/test-password.ts';
import { reinstate, takeDown } from '../measures/index.ts';
import { deleteDue } from '../personal-data/deletion.service.ts';
import { commenting, idOf } from './comments-for-tests.fixture.ts';

const site = testApp();
const comments = commenting(site);
const { post, send, list, get } = comments;
const remove = (who: Person, id: string) => site.as(who).call(calls.deleteComment, idOf(id));
const like = (who: Person, id: string) => site.as(who).call(calls.likeComment, idOf(id));
const minutes = (count: number) => site.clock.advance(count * 60_000);
const unknown = '01900000-0000-7000-8000-000000000000';

/** A story with comments of one reader, each a minute after the one before. */
async function commented(count: number) {
  const { author, story, chapter } = await comments.story();
  const reader = await site.person();
  const ids: string[] = [];
  for (let number = 0; number < count; number += 1) {
    minutes(1);
    ids.push((await post(reader, { story }, `Comment ${number}`))._id);
  }
  return { author, story, chapter, reader, ids, at: (index: number) => ids[index] ?? '' };
}

describe('POST /comments', () => {
  test('comments on a story, a chapter or a comment, trimmed', async () => {
    const { story, chapter } = await comments.story();
    const ana = await site.person();
    const onStory = await post(ana, { story }, '  Well lit.\r\nTruly.  ');
    expect(onStory).toMatchObject({
      story,
      chapter: null,
      parent: null,
      passage: null,
      author: { _id: ana.id, username: ana.username },
      content: 'Well lit.\nTruly.',
      isFolded: false,
      isRemoved: false,
      isPinned: false,
      isEdited: false,
      createdAt: site.clock.now().toISOString(),
      likes: 0,
      isLiked: false,
      reactions: { like: [] },
      replies: 0,
      firstReplies: [],
    });
    expect(await post(ana, { chapter })).toMatchObject({ story, chapter });
    const reply = await post(await site.person(), { parent: onStory._id });
    expect(reply).toMatchObject({ story, chapter: null, parent: onStory._id });
    expect((await get(null, onStory._id)).firstReplies).toMatchObject([{ _id: reply._id }]);
  });

  test('turns a reply to a reply into a reply to its comment', async () => {
    const { reader, at } = await commented(1);
    const reply = await post(reader, { parent: at(0) }, 'One');
    expect((await post(reader, { parent: reply._id }, 'Two')).parent).toBe(at(0));
    expect((await get(null, at(0))).replies).toBe(2);
  });

  test('refuses a reply that names another story or chapter than that of its comment', async () => {
    const [here, elsewhere] = [await comments.story(2), await comments.story()];
    const ana = await site.person();
    const onStory = await post(ana, { story: here.story });
    const onChapter = await post(ana, { chapter: here.chapter });
    const reply = await post(ana, { parent: onChapter._id }, 'One');
    const [, second = ''] = here.chapters;
    for (const target of [
      { parent: onStory._id, story: elsewhere.story },
      { parent: onStory._id, chapter: here.chapter },
      { parent: onChapter._id, story: elsewhere.story },
      { parent: onChapter._id, chapter: second },
      { parent: onChapter._id, story: here.story, chapter: elsewhere.chapter },
      { parent: reply._id, chapter: second },
    ]) {
      const { status, failure } = await send(ana, target, 'Elsewhere');
      expect([status, failure.code, failure.errors?.[0]?.path]).toEqual([400, 'BAD_INPUT', 'parent']);
    }
    for (const target of [{ story: here.story }, { chapter: here.chapter }])
      expect((await send(ana, { parent: unknown, ...target })).status).toBe(404);
    const _id = '01970000-0000-7000-8000-0000000000cc';
    const named = { _id, parent: reply._id, story: here.story, chapter: here.chapter };
    for (let times = 0; times < 2; times += 1)
      expect(await post(ana, named, 'Here')).toMatchObject({
        _id,
        chapter: here.chapter,
        parent: onChapter._id,
      });
    expect((await send(ana, { ...named, chapter: second }, 'Here')).failure.code).toBe('ID_TAKEN');
    expect((await list(ana, { chapter: second })).data).toEqual([]);
    expect((await get(ana, onStory._id)).replies).toBe(0);
  });

  test('requires a text of 1 to 5,000 characters, and a story, a chapter or a comment', async () => {
    const { story } = await comments.story();
    const ana = await site.person();
    const messageOf = async (content: string, target = { story }) =>
      (await send(ana, target, content)).failure.errors?.[0]?.message;
    expect(await messageOf(' \u200b\n')).toBe('Please write a comment.');
    expect(await messageOf('x'.repeat(5001))).toBe('Please use at most 5,000 characters.');
    expect((await send(ana, { story }, 'x'.repeat(5000))).status).toBe(201);
    expect((await send(ana, {})).failure.message).toBe(
      'Please name a story, a chapter, a post or a comment.',
    );
  });

  test('is for people who are signed in, on published chapters of stories that they can read', async () => {
    const { author, story, chapter } = await comments.story();
    const ana = await site.person();
    const { _id } = await post(ana, { chapter });
    expect((await send(null, { story })).status).toBe(401);
    await site.as(author).call(updateChapter, { ...idOf(chapter), body: { isPublished: false } });
    for (const who of [author, ana]) {
      expect((await send(who, { chapter })).status).toBe(404);
      expect((await send(who, { parent: _id })).status).toBe(404);
    }
    await site.as(author).call(updateStory, { ...idOf(story), body: { isPublished: false } });
    expect((await send(ana, { story })).status).toBe(404);
    expect((await send(author, { story })).status).toBe(201);
    for (const target of [{ story: unknown }, { chapter: unknown }, { parent: unknown }])
      expect((await send(ana, target)).status).toBe(404);
  });

  test('creates one comment for a repeated request, and refuses an id that is in use', async () => {
    const { story, chapter } = await comments.story();
    const [ana, bo] = [await site.person(), await site.person()];
    const _id = '01970000-0000-7000-8000-0000000000aa';
    expect((await post(ana, { _id, story }))._id).toBe(_id);
    expect((await post(ana, { _id, story }))._id).toBe(_id);
    expect((await send(bo, { _id, story })).failure.code).toBe('ID_TAKEN');
    expect((await send(ana, { _id, chapter })).failure.code).toBe('ID_TAKEN');
    expect((await list(null, { story })).commentsCount).toBe(1);
  });

  test('stores or refuses each of several comments that are posted at once, and returns what is stored', async () => {
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
      expect(data).toEqual(await get(people[n] ?? null, data._id));
    }
    expect((await list(null, { story: open.story })).commentsCount).toBe(2);
    expect(await comments.wrongCounters()).toEqual([]);
  });
});

describe('GET /comments, /comments/story/{id} and /comments/chapter/{id}', () => {
  test('list by newest, oldest and most liked, in pages and by position', async () => {
    const { story, reader, at } = await commented(5);
    const ana = await site.person();
    for (const who of [ana, reader]) await like(who, at(1));
    await like(ana, at(3));
    const texts = async (query: Omit<Parameters<typeof list>[1], 'story'>) =>
      (await list(null, { story, ...query })).data.map(({ content }) => content?.at(-1)).join('');
    expect(await texts({})).toBe('43210');
    expect(await texts({ sort: 'oldest' })).toBe('01234');
    expect(await texts({ sort: 'liked' })).toBe('13420');
    expect(await texts({ page: 2, limit: 2 })).toBe('21');
    for (const sort of ['newest', 'oldest', 'liked'] as const) {
      let [found, after]: [string, string | undefined] = ['', undefined];
      for (let page = 0; page < 3; page += 1) {
        const query = { story, sort, limit: 2, ...(after !== undefined && { after }) };
        const { data, pagination } = await list(null, query);
        found += data.map(({ content }) => content?.at(-1)).join('');
        after = pagination.next;
      }
      expect([found, after]).toEqual([await texts({ sort }), undefined]);
    }
    const { pagination } = await list(null, { story, page: 2, limit: 2 });
    expect(pagination).toMatchObject({ page: 2, limit: 2, total: 5, totalPages: 3, hasMore: true });
  });

  test('refuse the position of another list, and a request without a story or chapter', async () => {
    const { story } = await commented(3);
    const { next = '' } = (await list(null, { story, limit: 2 })).pagination;
    const statusOf = async (query: object) =>
      (await site.as(null).call(calls.listComments, { query })).status;
    expect(await statusOf({ story, after: next })).toBe(200);
    expect(await statusOf({ story, sort: 'liked', after: next })).toBe(400);
    for (const after of ['x', '', 'W10', Buffer.from('["newest",1,9e99,"x"]').toString('base64url')])
      expect(await statusOf({ story, after })).toBe(400);
    expect([await statusOf({}), await statusOf({ story, paragraph: 1 })]).toEqual([400, 400]);
  });

  test('list the comments on the story apart from those on its chapters', async () => {
    const { story, chapter } = await comments.story();
    const ana = await site.person();
    await comments.reach(ana, chapter);
    const [a, b] = [await post(ana, { story }, 'A'), await post(ana, { chapter }, 'B')];
    const onStory = (await site.as(ana).call(calls.listStoryComments, idOf(story))).body;
    const onChapter = (await site.as(ana).call(calls.listChapterComments, idOf(chapter))).body;
    expect(onStory.data.map(({ _id }) => _id)).toEqual([a._id]);
    expect(onChapter.data.map(({ _id }) => _id)).toEqual([b._id]);
    expect((await list(ana, { story, chapter })).data).toEqual(onChapter.data);
    const other = await comments.story();
    const query = { story: other.story, chapter };
    expect((await site.as(ana).call(calls.listComments, { query })).status).toBe(404);
  });

  test('include the first three replies of each comment; GET /comments/{id}/replies has all', async () => {
    const { story, reader, at } = await commented(1);
    for (let number = 0; number < 5; number += 1) {
      minutes(1);
      await post(reader, { parent: at(0) }, `Reply ${number}`);
    }
    const { data, pagination, commentsCount } = await list(null, { story });
    expect(data[0]).toMatchObject({ replies: 5 });
    expect(data[0]?.firstReplies.map(({ content }) => content)).toEqual(['Reply 0', 'Reply 1', 'Reply 2']);
    expect([pagination.total, commentsCount]).toEqual([1, 6]);
    const replies = async (query: { page?: number; limit?: number; after?: string }) =>
      (await site.as(null).call(calls.listReplies, { ...idOf(at(0)), query })).body;
    const first = await replies({ limit: 3 });
    expect(first.data).toEqual(data[0]?.firstReplies);
    const rest = await replies({ limit: 3, ...(first.pagination.next && { after: first.pagination.next }) });
    expect(rest.data.map(({ content }) => content)).toEqual(['Reply 3', 'Reply 4']);
    expect(rest.pagination).toMatchObject({ total: 5, hasMore: false });
    expect((await replies({ page: 2, limit: 3 })).data).toEqual(rest.data);
    expect((await site.as(null).call(calls.listReplies, idOf(unknown))).status).toBe(404);
  });

  test('say whether the viewer may comment', async () => {
    const { author, story } = await comments.story();
    const refusalOf = async (who: Person | null) => (await list(who, { story })).refusal;
    expect([await refusalOf(null), await refusalOf(author)]).toEqual(['signed-out', null]);
  });

  test('name the mentioned people who exist, as written', async () => {
    const { story } = await comments.story();
    const [ana, bo] = [await site.person(), await site.person('BoBeck')];
    const text = `@${ana.username}, @bobeck. @nobody-here x@bobeck (@BOBECK) @@bobeck`;
    const { _id } = await post(ana, { story }, text);
    const mentions = async () => (await list(null, { story })).data[0]?.mentions;
    expect(await mentions()).toEqual([ana.username, 'bobeck', 'BOBECK']);
    await site.as(bo).call(deleteMe, { body: { password: testPassword } });
    expect(await mentions()).toEqual([ana.username]);
    expect((await get(null, _id)).mentions).toEqual([ana.username]);
  });

  test('mention a person by a former name, and no one inside a web address', async () => {
    const { story } = await comments.story();
    const [ana, bo] = [await site.person(), await site.person('bo_before')];
    await site.as(bo).call(updateProfile, { body: { username: 'bo_after' } });
    const text =
      'See @bo_before, https://example.com/@bo_after, www.example.com/?@bo_after or example.com/@bo_after.';
    const { _id } = await post(ana, { story }, text);
    const stored = async () =>
      (await firstRow<{ mentioned: string[] }>(site.ctx.db)`select mentioned from comments where id = ${_id}`)
        ?.mentioned;
    expect(await stored()).toEqual([bo.id]);
    expect((await list(null, { story })).data[0]?.mentions).toEqual(['bo_before']);
    minutes(1);
    await site.as(ana).call(calls.editComment, { ...idOf(_id), body: { content: `${text} Thanks.` } });
    expect((await list(null, { story })).data[0]?.mentions).toEqual(['bo_before']);
    await site.as(ana).call(calls.editComment, { ...idOf(_id), body: { content: 'No one.' } });
    expect(await stored()).toEqual([]);
  });

  test('mean the person who had the name then: who takes it later gets no mention', async () => {
    const { story } = await comments.story();
    const [ana, other] = [await site.person(), await site.person()];
    const gone = await site.person('gone_soon');
    await post(ana, { story }, '@gone_soon and @not_yet_taken');
    await sql`delete from usernames where user_id = ${gone.id} and name = 'gone_soon'`.execute(site.ctx.db);
    await sql`update users set username = 'gone_later', username_key = 'gone_later' where id = ${gone.id}`.execute(
      site.ctx.db,
    );
    await sql`delete from usernames where name = 'gone_soon'`.execute(site.ctx.db);
    minutes(1);
    await site.as(other).call(updateProfile, { body: { username: 'gone_soon' } });
    await site.person('not_yet_taken');
    expect((await list(null, { story })).data[0]?.mentions).toEqual([]);
    minutes(1);
    const { _id } = await post(ana, { story }, '@gone_soon and @not_yet_taken');
    expect((await get(null, _id)).mentions).toEqual(['gone_soon', 'not_yet_taken']);
  });

  test('show a writer’s new name at once', async () => {
    const { story, reader, at } = await commented(1);
    await post(reader, { parent: at(0) });
    await list(null, { story });
    await site.as(reader).call(updateProfile, { body: { displayName: 'Ada of the Lamps' } });
    const [first] = (await list(null, { story })).data;
    expect(first?.author?.displayName).toBe('Ada of the Lamps');
    expect(first?.firstReplies[0]?.author?.displayName).toBe('Ada of the Lamps');
  });
});

describe('PUT /comments/{id}', () => {
  const edit = (who: Person, id: string, content: string) =>
    site.as(who).call(calls.editComment, { ...idOf(id), body: { content } });

  test('changes one’s own comment, and marks it as edited', async () => {
    const { story, reader, at } = await commented(1);
    expect((await edit(reader, at(0), 'Comment 0')).body.data.isEdited).toBe(false);
    expect((await edit(reader, at(0), ' Better. ')).body.data).toMatchObject({
      content: 'Better.',
      isEdited: true,
    });
    expect((await list(null, { story })).data[0]?.content).toBe('Better.');
    expect((await edit(reader, at(0), ' ')).failure.message).toBe('Please write a comment.');
  });

  test('is not for other people, the story’s author included [R14]', async () => {
    const { author, at } = await commented(1);
    for (const who of [author, await site.person()])
      expect((await edit(who, at(0), 'Mine')).status).toBe(403);
    expect((await edit(author, unknown, 'Mine')).status).toBe(404);
  });
});

describe('DELETE /comments/{id}', () => {
  test('is for its writer and the author of the story [R14]', async () => {
    const { author, story, reader, at } = await commented(2);
    expect((await remove(await site.person(), at(0))).status).toBe(403);
    expect((await remove(reader, at(0))).status).toBe(200);
    expect((await remove(reader, at(0))).status).toBe(404);
    expect((await remove(author, at(1))).status).toBe(200);
    expect((await list(null, { story })).data).toEqual([]);
    expect(await comments.wrongCounters()).toEqual([]);
  });

  test('keeps a comment with replies as removed until its last reply is deleted', async () => {
    const { story, reader, at } = await commented(1);
    const [ana, bo] = [await site.person(), await site.person()];
    await like(ana, at(0));
    const first = await post(ana, { parent: at(0) }, 'One');
    const second = await post(bo, { parent: at(0) }, 'Two');
    await remove(reader, at(0));
    const { data, commentsCount } = await list(reader, { story });
    expect(data).toMatchObject([
      { _id: at(0), isRemoved: true, author: null, content: null, likes: 0, replies: 2, isEdited: false },
    ]);
    expect(commentsCount).toBe(2);
    expect(await get(null, at(0))).toMatchObject({ isRemoved: true, firstReplies: [{}, {}] });
    for (const status of [
      (await like(ana, at(0))).status,
      (await send(ana, { parent: at(0) })).status,
      (await remove(reader, at(0))).status,
    ])
      expect(status).toBe(404);
    // The conversation goes on.
    const third = await post(bo, { parent: first._id }, 'Three');
    for (const [who, id] of [
      [ana, first._id],
      [bo, second._id],
    ] as const)
      await remove(who, id);
    expect((await list(null, { story })).data).toHaveLength(1);
    await remove(bo, third._id);
    expect((await list(null, { story })).data).toEqual([]);
    expect((await site.as(null).call(calls.getComment, idOf(at(0)))).status).toBe(404);
    expect(await comments.wrongCounters()).toEqual([]);
  });
});

describe('POST and DELETE /comments/{id}/like', () => {
  test('count one like of each person, on replies too', async () => {
    const { story, reader, at } = await commented(1);
    const ana = await site.person();
    const { _id: reply } = await post(reader, { parent: at(0) });
    expect((await like(ana, at(0))).body).toMatchObject({ liked: true, likes: 1 });
    expect((await like(ana, at(0))).body).toMatchObject({ likes: 1 });
    expect((await like(reader, at(0))).body).toMatchObject({ likes: 2 });
    await like(ana, reply);
    const [seen] = (await list(ana, { story })).data;
    expect(seen).toMatchObject({ likes: 2, isLiked: true, reactions: { like: [ana.id] } });
    expect(seen?.firstReplies).toMatchObject([{ likes: 1, isLiked: true }]);
    expect((await list(null, { story })).data[0]).toMatchObject({ likes: 2, isLiked: false });
    for (let times = 0; times < 2; times += 1) {
      const { body } = await site.as(ana).call(calls.unlikeComment, idOf(at(0)));
      expect(body).toMatchObject({ liked: false, likes: 1 });
    }
    expect(await comments.wrongCounters()).toEqual([]);
  });
});

describe('comments of people who are suspended or deleting their account', () => {
  test('are hidden until they return, or shown as removed if they have replies', async () => {
    const { story, reader, at } = await commented(2);
    const ana = await site.person();
    await post(ana, { parent: at(0) }, 'A reply');
    const { _id: gone } = await post(reader, { parent: at(0) }, 'Their reply');
    const shown = async () => {
      const { data, pagination, commentsCount } = await list(ana, { story, sort: 'oldest' });
      expect(pagination.total).toBe(data.length);
      return [commentsCount, ...data.map(({ content, author, replies }) => [content, author?._id, replies])];
    };
    const before = await shown();
    await comments.suspend(reader, site.clock.now());
    expect(await shown()).toEqual([1, [null, undefined, 1]]);
    for (const id of [at(1), gone]) {
      expect((await site.as(null).call(calls.getComment, idOf(id))).status).toBe(404);
      expect((await like(ana, id)).status).toBe(404);
    }
    await comments.suspend(reader, null);
    expect(await shown()).toEqual(before);
    await site.as(reader).call(deleteMe, { body: { password: testPassword } });
    expect(await shown()).toEqual([1, [null, undefined, 1]]);
    site.clock.advance(8 * day);
    await deleteDue(site.ctx);
    expect(await shown()).toEqual([1, [null, undefined, 1]]);
    expect(await comments.wrongCounters()).toEqual([]);
  });
});

describe('the number of comments of a story', () => {
  test('orders the most commented ones, and leaves out unpublished chapters until they are back', async () => {
    const { author, story, chapter } = await comments.story();
    const ana = await site.person();
    await post(ana, { story });
    const { _id } = await post(ana, { chapter });
    await post(ana, { parent: _id });
    const count = async () => {
      await site.runEvents();
      const { rows } = await site.database.pool.query(
        'select comments from story_comment_counts where story_id = $1',
        [story],
      );
      return rows[0]?.comments;
    };
    expect(await count()).toBe(3);
    const listed = (await site.as(null).call(listByComments, {})).body.data;
    expect(listed.map(({ _id: id }) => id)).toContain(story);
    const publish = (isPublished: boolean) =>
      site.as(author).call(updateChapter, { ...idOf(chapter), body: { isPublished } });
    await publish(false);
    expect(await count()).toBe(1);
    expect((await site.as(ana).call(calls.listChapterComments, idOf(chapter))).status).toBe(404);
    expect((await site.as(ana).call(calls.getComment, idOf(_id))).status).toBe(404);
    await publish(true);
    expect([await count(), (await get(ana, _id)).replies]).toEqual([3, 1]);
    await takeDown(site.ctx, chapter, 'Copied');
    expect(await count()).toBe(1);
    await reinstate(site.ctx, chapter);
    await publish(true);
    await site.as(author).call(deleteChapter, idOf(chapter));
    expect(await count()).toBe(1);
    await site.as(author).call(restoreChapter, idOf(chapter));
    expect(await count()).toBe(3);
    const bulk = { action: 'delete' as const, chapters: [chapter] };
    await site.as(author).call(changeChapters, { params: { id: story }, body: bulk });
    expect(await count()).toBe(1);
    await site.as(author).call(restoreChapter, idOf(chapter));
    expect(await comments.wrongCounters()).toEqual([]);
  });
});

test('comments by others count as activity of their day, for trending', async () => {
  const { author, story } = await comments.story();
  const ana = await site.person();
  const activity = async () => {
    const { rows } = await site.database.pool.query(
      'select coalesce(sum(activity), 0)::int as activity from story_activity_days where story_id = $1',
      [story],
    );
    return rows[0]?.activity;
  };
  const { _id } = await post(ana, { story });
  await post(ana, { parent: _id }, 'More');
  await post(author, { story });
  expect(await activity()).toBe(2);
  await remove(ana, _id);
  expect(await activity()).toBe(1);
});
