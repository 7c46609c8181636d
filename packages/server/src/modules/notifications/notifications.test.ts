import { getMe } from '@inkling/contract/account';
import { createHighlight, deleteHighlight } from '@inkling/contract/annotations';
import { updateChapter } from '@inkling/contract/chapters';
import { deleteComment, postComment } from '@inkling/contract/comments';
import { hideStory } from '@inkling/contract/hidden-stories';
import { saveChapterProgress } from '@inkling/contract/library';
import { importLibrary } from '@inkling/contract/library-files';
import { notificationLimits } from '@inkling/contract/limits';
import * as calls from '@inkling/contract/notifications';
import { deleteMe } from '@inkling/contract/personal-data';
import { rateStory } from '@inkling/contract/ratings';
import { deleteStory, updateStory } from '@inkling/contract/stories';
import { followStory } from '@inkling/contract/story-follows';
import { eraseFromTrash } from '@inkling/contract/trash';
import { followUser, unfollowUser, updatePreferences } from '@inkling/contract/users';
import { beforeAll, describe, expect, test, vi } from 'vitest';
import { day, hour, minute } from '../../platform/clock.ts';
import { sql, transaction } from '../../platform/db/db.ts';
import { emit } from '../../platform/events/emit.ts';
import { replay } from '../../platform/events/operations.queries.ts';
import { personRoom } from '../../platform/live/live-publisher.ts';
import { addressOf, connectLive } from '../../testing/live-client.ts';
import { giveTime } from '../../testing/reading-time.ts';
import { runJobsNow } from '../../testing/run-jobs-now.ts';
import { textOf, writing } from '../../testing/stories-for-tests.ts';
import { type Person, testApp } from '../../testing/test-app.ts';
import { testPassword } from '../../testing/test-password.ts';
import { commentAdded } from '../comments/index.ts';
import { importEnded } from '../imports/index.ts';
import { reinstate, suspend, takeDown, unsuspend } from '../measures/index.ts';
import { deleteDue } from '../personal-data/deletion.service.ts';
import { publishDue } from '../schedules/schedules.listeners.ts';
import { eraseTrash } from '../trash/trash.service.ts';
import { sweepNotifications } from './notifications.listeners.ts';

const site = testApp();
const write = writing(site);
const of = (id: string) => ({ params: { id } });

const list = async (
  who: Person,
  query: { kind?: calls.NotificationKind; page?: number; limit?: number } = {},
) => {
  await site.runEvents();
  return (await site.as(who).call(calls.listNotifications, { query })).body;
};
const entries = async (who: Person) => (await list(who)).data;
/** The kinds and numbers of a person's entries, the newest first. */
const kinds = async (who: Person) => (await entries(who)).map(({ kind, count }) => `${kind} ${count}`);
const read = (who: Person, body: { ids?: string[]; all?: true; subjects?: string[] }) =>
  site.as(who).call(calls.readNotifications, { body });
const follow = (who: Person, id: string) => site.as(who).call(followStory, of(id));
const comment = async (who: Person, target: object, content = 'Such a lamp.') =>
  (await site.as(who).call(postComment, { body: { content, ...target } })).body.data._id;
const finish = (who: Person, chapter: string) =>
  site.as(who).call(saveChapterProgress, { ...of(chapter), body: { progress: 100 } });
const story = async (more: Parameters<typeof write.published>[1] = {}) => {
  const author = await site.person();
  const { story, chapters } = await write.published(author, more);
  return { author, id: story._id, chapter: chapters[0]?._id ?? '' };
};
const edit = (author: Person, id: string, body: object) =>
  site.as(author).call(updateStory, { ...of(id), body });
const editChapter = (author: Person, id: string, body: object) =>
  site.as(author).call(updateChapter, { ...of(id), body });
/** Unlike `suspend`, which also ends the person's sessions. */
const markSuspended = ({ id }: Person, isSuspended: boolean) =>
  sql`update users set suspended_at = ${isSuspended ? site.clock.now() : null} where id = ${id}`.execute(
    site.ctx.db,
  );
const later = (time: number) => site.clock.advance(time);
/** The content of a message that another story's chapter would have. */
const draftWord = 'zqxdraft';

beforeAll(() => site.runEvents());

describe('new chapters of a followed story', () => {
  test('are one entry, five minutes after publishing, and only those since one follows', async () => {
    const { author, id } = await story();
    later(hour);
    const reader = await site.person();
    await follow(reader, id);
    later(hour);
    const first = await write.chapter(author, id, { title: 'The second' });
    later(5 * minute - 1);
    expect(await list(reader)).toMatchObject({ data: [], unreadCount: 0 });
    later(1);
    const { data, unreadCount, pagination } = await list(reader);
    expect([unreadCount, pagination.total]).toEqual([1, 1]);
    expect(data).toMatchObject([
      {
        _id: id,
        kind: 'chapters',
        count: 1,
        isRead: false,
        actor: { _id: author.id },
        story: { _id: id, title: 'The Lamp' },
        chapter: { _id: first._id },
        link: `/story/${id}`,
        text: 'New chapter of “The Lamp”: “The second”.',
        excerpt: null,
      },
    ]);
    await markSuspended(author, true);
    expect(await list(reader)).toMatchObject({ data: [], unreadCount: 0 });
    await markSuspended(author, false);
    for (let n = 0; n < 4; n += 1) await write.chapter(author, id);
    later(5 * minute);
    expect(await entries(reader)).toMatchObject([
      { count: 5, text: '5 new chapters of “The Lamp”.', chapter: { _id: first._id } },
    ]);
    await finish(reader, first._id);
    expect(await kinds(reader)).toEqual(['chapters 4']);
    const { db } = site.ctx;
    await sql`update chapters set announced_at = announced_at - interval '91 days' where story_id = ${id}`.execute(
      db,
    );
    await sql`update story_follows set created_at = created_at - interval '91 days' where story_id = ${id}`.execute(
      db,
    );
    await sql`update stories set published_at = published_at - interval '91 days' where id = ${id}`.execute(
      db,
    );
    expect(await kinds(reader)).toEqual([]);
  });

  test('are no news if they are published without an announcement; one that is nearly all new is announced again', async () => {
    const { author, id } = await story();
    const reader = await site.person();
    await follow(reader, id);
    later(hour);
    await write.chapter(author, id, { announce: false });
    const chapter = (await write.chapter(author, id, { isPublished: false }))._id;
    const change = async (body: object) => {
      const { status } = await site.as(author).call(updateChapter, { ...of(chapter), body });
      later(5 * minute);
      return status;
    };
    await change({ isPublished: true, announce: false });
    expect(await kinds(reader)).toEqual([]);
    await change({ announce: true });
    expect(await kinds(reader)).toEqual(['chapters 1']);
    await finish(reader, chapter);
    expect(await kinds(reader)).toEqual([]);
    expect(await change({ announce: true })).toBe(409);
    expect(await kinds(reader)).toEqual([]);
    await change({ content: textOf(210, 'harbor') });
    expect(await change({ announce: true })).toBe(200);
    expect(await kinds(reader)).toEqual(['chapters 1']);
  });

  test('lead to the next unread chapter, or to the story for who has read nothing, until they are read', async () => {
    const { author, id, chapter } = await story();
    const [behind, fresh, elsewhere] = [await site.person(), await site.person(), await site.person()];
    await finish(behind, chapter);
    for (const reader of [behind, fresh, elsewhere]) await follow(reader, id);
    await site
      .as(elsewhere)
      .call(importLibrary, { body: { stories: [{ storyId: id, shelf: 'completed' }] } });
    later(hour);
    const ids: string[] = [];
    for (let n = 2; n <= 4; n += 1) ids.push((await write.chapter(author, id, { title: `Night ${n}` }))._id);
    later(hour);
    expect(await entries(fresh)).toMatchObject([
      { text: '3 new chapters of “The Lamp”.', link: `/story/${id}` },
    ]);
    for (const reader of [behind, elsewhere])
      expect(await entries(reader)).toMatchObject([
        {
          text: '3 new chapters of “The Lamp”. Continue with Chapter 2 · 3 unread',
          link: `/reading/${id}/${ids[0]}`,
          chapter: { _id: ids[0], title: 'Night 2' },
        },
      ]);
    // Another one comes before they have read these: none of them is skipped.
    later(hour);
    await read(behind, { ids: [id] });
    ids.push((await write.chapter(author, id, { title: 'Night 5' }))._id);
    later(hour);
    expect(await entries(behind)).toMatchObject([
      {
        text: 'New chapter of “The Lamp”: “Night 5”. Continue with Chapter 2 · 4 unread',
        link: `/reading/${id}/${ids[0]}`,
      },
    ]);
    for (const read of ids) await finish(behind, read);
    expect(await list(behind)).toMatchObject({ data: [], unreadCount: 0 });
  });

  test('a new story of a followed author comes with its content warnings and its blurb', async () => {
    const [author, reader] = [await site.person(), await site.person()];
    await site.as(reader).call(followUser, { params: { userId: author.id } });
    later(hour);
    const blurb = 'A keeper and a storm.';
    const { story, chapters } = await write.published(author, {
      title: 'The Gale',
      description: blurb,
      contentWarnings: ['gore'],
    });
    later(hour);
    const entry = async () => (await entries(reader)).filter(({ kind }) => kind === 'chapters');
    expect(await entry()).toMatchObject([
      {
        text: `New story by ${author.username}: “The Gale”.`,
        excerpt: `Content warnings: Gore. ${blurb}`,
        link: `/story/${story._id}`,
      },
    ]);
    await write.chapter(author, story._id, { title: 'The second' });
    await finish(reader, chapters[0]?._id ?? '');
    later(hour);
    expect(await entry()).toMatchObject([
      { text: 'New chapter of “The Gale”: “The second”. Continue with Chapter 2 · 1 unread', excerpt: null },
    ]);
  });

  test('are not announced if they are withdrawn in time, nor published again', async () => {
    const { author, id } = await story();
    const reader = await site.person();
    await follow(reader, id);
    later(hour);
    const { _id: hasty } = await write.chapter(author, id, { title: draftWord });
    later(2 * minute);
    await editChapter(author, hasty, { isPublished: false });
    later(hour);
    expect(await kinds(reader)).toEqual([]);
    expect(JSON.stringify(await list(reader))).not.toContain(draftWord);
    await read(reader, { all: true });
    await editChapter(author, hasty, { isPublished: true });
    later(hour);
    expect(await kinds(reader)).toEqual([]);
    await edit(author, id, { isPublished: false });
    await edit(author, id, { isPublished: true });
    later(hour);
    expect(await kinds(reader)).toEqual([]);
  });

  test('a whole book, of a story or by an author whom one follows, is one entry', async () => {
    const author = await site.person();
    const reader = await site.person();
    await site.as(reader).call(followUser, { params: { userId: author.id } });
    later(hour);
    const draft = await write.draft(author);
    for (let n = 0; n < 3; n += 1) await write.chapter(author, draft._id);
    later(hour);
    expect(await kinds(reader)).toEqual([]);
    await edit(author, draft._id, { isPublished: true });
    later(hour);
    expect(await kinds(reader)).toEqual(['chapters 3']);
    await follow(reader, draft._id);
    expect(await kinds(reader)).toEqual(['chapters 3']);
    expect(await kinds(author)).toEqual(['follower 1']);
  });

  test('are not listed once marked as read, or while the story is muted, hidden, mature or unpublished', async () => {
    const { author, id } = await story();
    const reader = await site.person();
    await follow(reader, id);
    later(hour);
    await write.chapter(author, id);
    later(hour);
    const muted = { params: { storyId: id } };
    await site.as(reader).call(calls.muteStory, muted);
    expect(await kinds(reader)).toEqual([]);
    const settings = (await site.as(reader).call(calls.getNotificationSettings, {})).body.data;
    expect(settings).toMatchObject({
      mutedKinds: ['passage'],
      mutedStories: [{ _id: id, title: 'The Lamp' }],
    });
    await site.as(reader).call(calls.unmuteStory, muted);
    expect(await kinds(reader)).toEqual(['chapters 1']);
    const mute = (mutedKinds: calls.MutableKind[]) =>
      site.as(reader).call(calls.setNotificationSettings, { body: { mutedKinds } });
    expect((await mute(['chapters', 'reply'])).body.data.mutedKinds).toEqual(['chapters', 'reply']);
    expect(await list(reader)).toMatchObject({ data: [], unreadCount: 0 });
    await mute([]);
    for (const [hide, show] of [
      [{ isPublished: false }, { isPublished: true }],
      [{ audience: 'mature' }, { audience: 'everyone' }],
    ] as const) {
      await edit(author, id, hide);
      expect(await list(reader)).toMatchObject({ data: [], unreadCount: 0 });
      await edit(author, id, show);
      expect(await kinds(reader)).toEqual(['chapters 1']);
    }
    expect((await read(reader, { ids: [id] })).body.unreadCount).toBe(0);
    expect(await kinds(reader)).toEqual([]);
    await write.chapter(author, id);
    later(hour);
    expect(await kinds(reader)).toEqual(['chapters 1']);
    await site.as(reader).call(hideStory, of(id));
    expect(await kinds(reader)).toEqual([]);
  });
});

describe('comments', () => {
  test('notify the author, the one who is replied to and those who are mentioned, each once', async () => {
    const { author, id, chapter } = await story();
    const [ana, bo, cy] = [await site.person(), await site.person(), await site.person()];
    const parent = await comment(ana, { chapter });
    await finish(ana, chapter);
    await comment(bo, { parent }, `@${ana.username} and @${cy.username} and @${author.username}`);
    expect(await kinds(author)).toEqual(['mention 1', 'comment 1']);
    expect(await kinds(ana)).toEqual(['reply 1']);
    expect(await kinds(cy)).toEqual(['mention 1']);
    expect(await kinds(bo)).toEqual([]);
    expect((await entries(ana))[0]).toMatchObject({
      isRead: false,
      actor: { _id: bo.id, username: bo.username },
      story: { _id: id },
      chapter: { _id: chapter },
      link: expect.stringMatching(`^/reading/${id}/${chapter}\\?comment=[0-9a-f-]{36}$`),
      text: `${bo.username} replied to you on the chapter “Chapter 1” of “The Lamp”.`,
      excerpt: `@${ana.username} and @${cy.username} and @${author.username}`,
    });
    // Their own comments are none of it.
    await comment(author, { chapter }, `@${author.username} is me`);
    expect(await kinds(author)).toEqual(['mention 1', 'comment 1']);
  });

  test('of a day on one chapter are one entry, and those after it was read are another', async () => {
    const { author, chapter } = await story();
    const [ana, bo] = [await site.person(), await site.person()];
    await comment(ana, { chapter });
    later(minute);
    await comment(bo, { chapter }, 'One');
    later(minute);
    await comment(bo, { chapter }, 'Two');
    const [entry] = await entries(author);
    expect(entry).toMatchObject({
      count: 3,
      actor: { _id: bo.id },
      text: `${bo.username} and 1 other person left 3 comments on the chapter “Chapter 1” of “The Lamp”.`,
      excerpt: 'Two',
    });
    expect((await read(author, { ids: [entry?._id ?? ''] })).body.unreadCount).toBe(0);
    expect(await entries(author)).toMatchObject([{ count: 3, isRead: true }]);
    later(minute);
    await comment(ana, { chapter }, 'Three');
    expect(await list(author)).toMatchObject({
      data: [
        { count: 1, isRead: false },
        { count: 3, isRead: true },
      ],
      unreadCount: 1,
    });
    later(2 * day);
    await comment(ana, { chapter }, 'Four');
    expect(await kinds(author)).toEqual(['comment 1', 'comment 1', 'comment 3']);
    expect(await list(author, { limit: 2, page: 2 })).toMatchObject({
      data: [{ count: 3 }],
      pagination: { total: 3, hasMore: false },
    });
    expect(await list(author, { kind: 'reply' })).toMatchObject({ data: [], unreadCount: 2 });
    expect((await read(author, { all: true })).body.unreadCount).toBe(0);
    expect((await read(author, {})).failure.code).toBe('BAD_INPUT');
  });

  test('come without an excerpt where the recipient has not reached the chapter, and long ones are cut', async () => {
    const { author, id, chapter } = await story({ chapters: 1 });
    const { _id: second } = await write.chapter(author, id);
    const [ana, bo] = [await site.person(), await site.person()];
    const parent = await comment(ana, { chapter: second });
    await comment(bo, { parent }, `zqxspoiler ${'word '.repeat(100)}`);
    const [folded] = await entries(ana);
    expect([folded?.kind, folded?.excerpt]).toEqual(['reply', null]);
    expect(folded?.text).not.toContain('zqxspoiler');
    await finish(ana, chapter);
    await finish(ana, second);
    const [open] = await entries(ana);
    expect(open?.excerpt).toContain('zqxspoiler');
    expect(open?.excerpt?.length).toBeLessThanOrEqual(notificationLimits.excerpt);
  });

  test('are shown and counted only while their recipient may see them', async () => {
    const { author, id, chapter } = await story();
    const [ana, bo] = [await site.person(), await site.person()];
    const parent = await comment(ana, { chapter });
    const reply = await comment(bo, { parent });
    const gone = async () => expect(await list(ana)).toMatchObject({ data: [], unreadCount: 0 });
    const back = async () =>
      expect(await list(ana)).toMatchObject({ data: [{ kind: 'reply' }], unreadCount: 1 });
    await back();
    await suspend(site.ctx, bo.id);
    await gone();
    await unsuspend(site.ctx, bo.id);
    await back();
    await markSuspended(author, true);
    await gone();
    await markSuspended(author, false);
    await back();
    await editChapter(author, chapter, { isPublished: false });
    await gone();
    await editChapter(author, chapter, { isPublished: true, title: 'Back again' });
    await edit(author, id, { audience: 'mature' });
    await gone();
    await site.as(ana).call(updatePreferences, { body: { showsMature: true } });
    await back();
    await site.as(ana).call(calls.muteStory, { params: { storyId: id } });
    await gone();
    await site.as(ana).call(calls.unmuteStory, { params: { storyId: id } });
    await edit(author, id, { isPublished: false });
    await gone();
    // The author still sees what was written.
    expect(await kinds(author)).toEqual(['comment 2']);
    await edit(author, id, { isPublished: true });
    expect((await site.as(author).call(deleteComment, of(reply))).status).toBe(200);
    await gone();
  });

  test('are stored once, however often their event is delivered', async () => {
    const { author, id, chapter } = await story();
    const ana = await site.person();
    const commentId = await comment(ana, { chapter });
    await list(author);
    await read(author, { all: true });
    const on = { subjectId: chapter, rootId: id, commentsCount: 1, isPublic: true };
    await transaction(site.ctx.db, (tx) =>
      emit(site.ctx, tx, commentAdded, { commentId, writerId: ana.id, isReply: false, ...on }),
    );
    expect(await list(author)).toMatchObject({ data: [{ count: 1, isRead: true }], unreadCount: 0 });
  });
});

describe('other kinds', () => {
  test('a review, once, while it has a text', async () => {
    const { author, id, chapter } = await story();
    const ana = await site.person();
    await finish(ana, chapter);
    await giveTime(site, ana, [id]);
    const rate = (body: { rating: number; review?: string }) =>
      site.as(ana).call(rateStory, { ...of(id), body });
    await rate({ rating: 4 });
    expect(await kinds(author)).toEqual([]);
    await rate({ rating: 4, review: 'Bright.' });
    await rate({ rating: 5, review: 'Brighter.' });
    expect(await entries(author)).toMatchObject([
      { kind: 'review', count: 1, excerpt: 'Brighter.', text: `${ana.username} reviewed “The Lamp”.` },
    ]);
    await rate({ rating: 5, review: '' });
    expect(await kinds(author)).toEqual([]);
  });

  test('a follower, once, while they follow', async () => {
    const [ana, bo] = [await site.person(), await site.person()];
    const input = { params: { userId: ana.id } };
    await site.as(bo).call(followUser, input);
    expect(await entries(ana)).toMatchObject([
      {
        kind: 'follower',
        link: `/profile/${bo.username}`,
        story: null,
        text: `${bo.username} followed you.`,
      },
    ]);
    await read(ana, { all: true });
    await site.as(bo).call(unfollowUser, input);
    expect(await kinds(ana)).toEqual([]);
    await site.as(bo).call(followUser, input);
    expect(await list(ana)).toMatchObject({ data: [{ isRead: true }], unreadCount: 0 });
  });

  test('a follower who was seen, and not the others of that day', async () => {
    const [ana, bo, cy] = [await site.person(), await site.person(), await site.person()];
    for (const fan of [bo, cy]) await site.as(fan).call(followUser, { params: { userId: ana.id } });
    expect(await kinds(ana)).toEqual(['follower 2']);
    await read(ana, { subjects: [bo.id] });
    const { data, unreadCount } = await list(ana);
    expect(unreadCount).toBe(1);
    expect(data.map(({ isRead, actor }) => [actor?.username, isRead])).toEqual([
      [cy.username, false],
      [bo.username, true],
    ]);
  });

  test('a schedule that failed, again if it fails again, until the chapter is published', async () => {
    const { author, id } = await story();
    const { _id: draft } = await write.chapter(author, id, { isPublished: false, content: textOf(210) });
    const due = async () => {
      await sql`
        insert into chapter_schedules (chapter_id, story_id, publish_at, scheduled_at)
        values (${draft}, ${id}, ${site.clock.now()}, ${site.clock.now()})
        on conflict (story_id, chapter_id) do update set problem = null`.execute(site.ctx.db);
      await publishDue(site.ctx);
    };
    await editChapter(author, draft, { content: textOf(20) });
    await due();
    expect(await entries(author)).toMatchObject([
      {
        kind: 'schedule',
        link: `/write/${id}`,
        text: 'We couldn’t publish the chapter “A chapter” of “The Lamp” as scheduled.',
      },
    ]);
    await read(author, { all: true });
    later(hour);
    await due();
    expect((await list(author)).unreadCount).toBe(1);
    await editChapter(author, draft, { content: textOf(210), isPublished: true });
    expect(await kinds(author)).toEqual([]);
  });

  test('changed highlights, once a chapter, of people who want to know, until they are deleted', async () => {
    const { author, id, chapter } = await story();
    const lamp = 'Every night the keeper lit the lamp and wrote the hour into his book.';
    const bell = 'A bell rang over the harbour long before the morning came.';
    await editChapter(author, chapter, { content: [lamp, bell, textOf(210)].join('\n') });
    const [ana, bo] = [await site.person(), await site.person()];
    const highlight = async (who: Person, selectedText: string) => {
      const startOffset = selectedText === lamp ? 0 : lamp.length + 1;
      const endOffset = startOffset + selectedText.length;
      const body = { storyId: id, chapterId: chapter, version: 2, selectedText, startOffset, endOffset };
      return (await site.as(who).call(createHighlight, { body })).body.data._id;
    };
    const made = [await highlight(ana, lamp), await highlight(ana, bell)];
    await highlight(bo, lamp);
    await site.as(ana).call(calls.setNotificationSettings, { body: { mutedKinds: [] } });
    const save = async (...lines: string[]) => {
      later(minute);
      await editChapter(author, chapter, { content: [...lines, textOf(210)].join('\n') });
      await site.runEvents();
      await site.runJobs();
    };
    await save('A new first line.', lamp, bell);
    expect(await kinds(ana)).toEqual([]);
    await save();
    expect(await entries(ana)).toMatchObject([
      {
        kind: 'passage',
        count: 1,
        actor: null,
        link: `/reading/${id}/${chapter}`,
        text: 'The author changed words you highlighted in the chapter “Chapter 1” of “The Lamp”.',
        excerpt: null,
      },
    ]);
    await read(ana, { all: true });
    await save('Another first line.');
    expect((await list(ana)).unreadCount).toBe(0);
    await save(lamp, bell);
    expect(await kinds(ana)).toEqual([]);
    await save(lamp.replace('wrote the hour', 'wrote the date'));
    expect(await list(ana)).toMatchObject({ data: [{ kind: 'passage' }], unreadCount: 1 });
    for (const one of made) await site.as(ana).call(deleteHighlight, of(one));
    expect(await kinds(ana)).toEqual([]);
    // What changed while one did not want to know stays unsaid.
    await site.as(bo).call(calls.setNotificationSettings, { body: { mutedKinds: [] } });
    expect(await kinds(bo)).toEqual([]);
  });

  test('an import that ended, and each decision about what one wrote, which cannot be muted', async () => {
    const { author, id, chapter } = await story();
    const { rows } = await sql<{ id: string }>`
      insert into imports (user_id, file_name, state, created_at, updated_at)
      values (${author.id}, 'lamp.epub', 'failed', now(), now()) returning id`.execute(site.ctx.db);
    await transaction(site.ctx.db, (tx) =>
      emit(site.ctx, tx, importEnded, { importId: rows[0]?.id ?? '', userId: author.id }),
    );
    expect(await entries(author)).toMatchObject([
      { kind: 'import', link: '/write', text: 'Your book “lamp.epub” couldn’t be imported.' },
    ]);
    const body = { mutedKinds: calls.mutableKind.options };
    await site.as(author).call(calls.setNotificationSettings, { body });
    await site.as(author).call(calls.muteStory, { params: { storyId: id } });
    later(minute);
    await takeDown(site.ctx, chapter, 'The reason.');
    later(minute);
    await takeDown(site.ctx, id, 'The reason.');
    expect(await entries(author)).toMatchObject([
      { text: 'The site’s team took down “The Lamp”.', link: '/settings#standing' },
      { text: 'The site’s team took down “Chapter 1”.' },
    ]);
    await reinstate(site.ctx, id);
    expect(await entries(author)).toMatchObject([
      { text: 'The site’s team reversed its decision about “The Lamp”.' },
      { text: 'The site’s team took down “Chapter 1”.' },
    ]);
  });
});

test('events of more than 90 days ago, delivered late or again, are no news', async () => {
  const { author, chapter } = await story();
  const publish = vi.spyOn(site.ctx.live, 'publish');
  const ofAuthor = () =>
    site.ctx.db.selectFrom('notifications').select('kind').where('user_id', '=', author.id);
  const news = async () => {
    await site.runEvents();
    const told = publish.mock.calls.filter(
      ([room, event]) => room === personRoom(author.id) && event === calls.notificationsChanged,
    );
    return [await ofAuthor().execute(), told.length];
  };
  await comment(await site.person(), { chapter });
  later(notificationLimits.days * day);
  expect(await news()).toEqual([[{ kind: 'comment' }], 1]);
  await site.ctx.db.deleteFrom('notifications').where('user_id', '=', author.id).execute();
  later(1);
  await replay(site.ctx.db, 'notifications', 1);
  expect(await news()).toEqual([[], 1]);
  publish.mockRestore();
});

test('the account’s response says how many entries are unread', async () => {
  const { author, chapter } = await story();
  const number = async () => (await site.as(author).call(getMe, {})).body.unreadCount;
  expect(await number()).toBe(0);
  await comment(await site.person(), { chapter });
  await site.runEvents();
  expect(await number()).toBe(1);
  await read(author, { all: true });
  expect(await number()).toBe(0);
});

test('open pages of the recipient learn that something is new', async () => {
  const { author, chapter } = await story();
  const client = await connectLive(await addressOf(site), author.token);
  await comment(await site.person(), { chapter });
  await site.runEvents();
  expect(await client.next(calls.notificationsChanged)).toEqual({});
});

test('a deleted account and an erased story leave no notifications', async () => {
  const [one, other] = [await story(), await story()];
  const [ana, bo] = [await site.person(), await site.person()];
  for (const { chapter } of [one, other]) {
    const parent = await comment(ana, { chapter });
    await comment(bo, { parent });
  }
  await read(ana, { ids: [one.id] });
  await site.as(ana).call(calls.muteStory, { params: { storyId: one.id } });
  await site.runEvents();
  await site.as(one.author).call(deleteStory, of(one.id));
  await site.as(one.author).call(eraseFromTrash, { params: { kind: 'story', id: one.id } });
  await eraseTrash(site.ctx);
  await site.as(bo).call(deleteMe, { body: { password: testPassword } });
  later(8 * day);
  await deleteDue(site.ctx);
  const { rows } = await sql`
    select user_id, actor_id from notifications
    where story_id in (${one.id}, ${other.id}) or actor_id = ${bo.id}`.execute(site.ctx.db);
  expect(rows).toEqual([{ user_id: other.author.id, actor_id: ana.id }]);
  const news = await sql`select from chapter_news where story_id = ${one.id}`.execute(site.ctx.db);
  expect(news.rows).toEqual([]);
});

test('the nightly sweep deletes what is older than 90 days, and the oldest of too many', async () => {
  const ana = await site.person();
  const now = site.clock.now();
  const { perPerson } = notificationLimits;
  await sql`
    insert into notifications (user_id, kind, subject_id, created_at)
    select ${ana.id}::uuid, 'import', uuidv7(), ${now}::timestamptz - n * interval '1 minute'
    from generate_series(1, 12) n
    union all
    select ${ana.id}, 'import', uuidv7(), ${now}::timestamptz - interval '91 days'`.execute(site.ctx.db);
  const left = async () =>
    (await sql`select from notifications where user_id = ${ana.id}`.execute(site.ctx.db)).rows.length;
  await runJobsNow({ ...site.ctx, databaseTime: async () => site.clock.now() }, sweepNotifications);
  expect(await left()).toBe(12);
  try {
    notificationLimits.perPerson = 10;
    await runJobsNow({ ...site.ctx, databaseTime: async () => site.clock.now() }, sweepNotifications);
    expect(await left()).toBe(10);
  } finally {
    notificationLimits.perPerson = perPerson;
  }
});

test('stories are muted once, up to a number', async () => {
  const [one, other] = [await story(), await story()];
  const ana = await site.person();
  const mute = (id: string) => site.as(ana).call(calls.muteStory, { params: { storyId: id } });
  const { mutedStories } = notificationLimits;
  try {
    notificationLimits.mutedStories = 1;
    for (let n = 0; n < 2; n += 1)
      expect((await mute(one.id)).body).toEqual({ success: true, isMuted: true });
    expect((await mute(other.id)).failure.code).toBe('QUOTA_REACHED');
    const draft = await write.draft(one.author);
    expect((await mute(draft._id)).status).toBe(404);
  } finally {
    notificationLimits.mutedStories = mutedStories;
  }
});
