import { updateChapter } from '@inkling/contract/chapters';
import { closeStoryComments } from '@inkling/contract/comments';
import * as calls from '@inkling/contract/inbox';
import { saveChapterProgress } from '@inkling/contract/library';
import {
  listNotifications,
  readNotifications,
  setNotificationSettings,
} from '@inkling/contract/notifications';
import { deleteMe } from '@inkling/contract/personal-data';
import { rateStory, replyToReview } from '@inkling/contract/ratings';
import { deleteStory, updateStory } from '@inkling/contract/stories';
import { beforeAll, expect, test } from 'vitest';
import { minute } from '../../platform/clock.ts';
import { giveTime } from '../../testing/reading-time.ts';
import { writing } from '../../testing/stories-for-tests.ts';
import { type Person, testApp } from '../../testing/test-app.ts';
import { testPassword } from '../../testing/test-password.ts';
import { commenting, idOf } from '../comments/comments-for-tests.fixture.ts';
import { suspend, takeDown, unsuspend } from '../measures/index.ts';

const site = testApp();
const write = writing(site);
const { post: postNow, story, reach, remove, like } = commenting(site);

type Query = { show?: calls.InboxShow; kind?: calls.InboxKind; story?: string; limit?: number };
const inbox = async (who: Person, query: Query & { after?: string; page?: number } = {}) => {
  await site.runEvents();
  return (await site.as(who).call(calls.listInbox, { query })).body;
};
const textIn = (item: calls.InboxItem) =>
  item.kind === 'review' ? item.review.review : item.comment.content;
/** The texts in a person's inbox, in its order. */
const texts = async (who: Person, query: Query = {}) => (await inbox(who, query)).data.map(textIn);
const stories = async (who: Person) => {
  await site.runEvents();
  return (await site.as(who).call(calls.listInboxStories, {})).body.data;
};
/** Posts a comment, a minute after the one before. */
const post: typeof postNow = (...comment) => {
  site.clock.advance(minute);
  return postNow(...comment);
};
const read = (
  who: Person,
  body: {
    ids?: string[];
    all?: true;
    subjects?: string[];
    inbox?: { until: string; story?: string; kind?: calls.InboxKind };
  },
) => site.as(who).call(readNotifications, { body });
const bell = async (who: Person) => {
  await site.runEvents();
  return (await site.as(who).call(listNotifications, {})).body;
};
const review = async (who: Person, id: string, chapter: string, text: string) => {
  site.clock.advance(minute);
  await site.as(who).call(saveChapterProgress, { ...idOf(chapter), body: { progress: 100 } });
  await giveTime(site, who, [id]);
  await site.as(who).call(rateStory, { ...idOf(id), body: { rating: 4, review: text } });
};

beforeAll(() => site.runEvents());

test('lists what others wrote on one’s stories and chapters, and their reviews, the newest first', async () => {
  const { author, story: id, chapter } = await story(2);
  const [ana, bo] = [await site.person(), await site.person()];
  const first = await post(ana, { story: id }, 'On the story');
  await post(author, { parent: first._id }, 'My reply');
  await post(bo, { parent: first._id }, 'Another reply');
  await post(ana, { chapter }, 'On the chapter');
  await review(bo, id, chapter, 'Well lit');
  const { data, newCount, pagination } = await inbox(author);
  expect(data.map(textIn)).toEqual(['Well lit', 'On the chapter', 'Another reply', 'On the story']);
  expect([newCount, pagination.total]).toEqual([4, 4]);
  expect(data[0]).toMatchObject({ kind: 'review', isNew: true, isAnswered: false, story: { _id: id } });
  expect(data[1]).toMatchObject({
    kind: 'comment',
    chapter: { _id: chapter, title: 'Chapter 1', number: 1 },
    comment: { chapter, story: id, author: { _id: ana.id }, isFolded: false, isLiked: false },
  });
  expect(data[3]).toMatchObject({ chapter: null, isAnswered: true, isClosed: false });
  const { _id: liked } = data[1] ?? { _id: '' };
  await like(author, liked);
  await site.as(author).call(closeStoryComments, { ...idOf(id), body: { isClosed: true } });
  expect((await inbox(author, { kind: 'comment' })).data[0]).toMatchObject({
    isClosed: true,
    comment: { isLiked: true, likes: 1 },
  });
});

test('narrows by kind, story, what is new and what is not answered', async () => {
  const { author, story: one, chapter } = await story();
  const other = await write.published(author, { title: 'Another' });
  const ana = await site.person();
  const asked = await post(ana, { chapter }, 'Asked');
  await post(ana, { story: other.story._id }, 'Elsewhere');
  await review(ana, one, chapter, 'Reviewed');
  expect(await texts(author, { kind: 'review' })).toEqual(['Reviewed']);
  expect(await texts(author, { kind: 'comment' })).toEqual(['Elsewhere', 'Asked']);
  expect(await texts(author, { story: one })).toEqual(['Reviewed', 'Asked']);
  expect((await inbox(author, { story: one, kind: 'comment' })).newCount).toBe(1);

  const reply = await post(author, { parent: asked._id }, 'Answer');
  const [{ _id: reviewId } = { _id: '' }] = (await inbox(author, { kind: 'review' })).data;
  await site.as(author).call(replyToReview, { ...idOf(reviewId), body: { text: 'Thanks' } });
  expect(await texts(author, { show: 'unanswered' })).toEqual(['Elsewhere']);
  // A later reply of the reader asks again; without the author's reply, the comment is unanswered.
  await post(ana, { parent: asked._id }, 'Asked again');
  expect(await texts(author, { show: 'unanswered' })).toEqual(['Asked again', 'Elsewhere']);
  await remove(author, reply._id);
  expect(await texts(author, { show: 'unanswered' })).toEqual(['Asked again', 'Elsewhere', 'Asked']);

  await read(author, { subjects: [asked._id] });
  expect(await texts(author, { show: 'new' })).toEqual(['Asked again', 'Reviewed', 'Elsewhere']);
});

test('what is seen in the inbox is read in the bell, and what is read in the bell is not new', async () => {
  const { author, story: id, chapter } = await story();
  const ana = await site.person();
  const first = await post(ana, { story: id }, 'One');
  await post(ana, { chapter }, 'Two');
  expect((await bell(author)).unreadCount).toBe(2);
  expect(await stories(author)).toMatchObject([
    { _id: id, newCount: 2, chapters: [{ _id: chapter, newCount: 1 }] },
  ]);
  await read(author, { subjects: [first._id] });
  expect(await texts(author, { show: 'new' })).toEqual(['Two']);
  const { asOf } = await inbox(author);
  await post(ana, { chapter }, 'Three');
  await read(author, { inbox: { until: asOf, kind: 'review' } });
  expect(await texts(author, { show: 'new' })).toEqual(['Three', 'Two']);
  await read(author, { inbox: { until: asOf, kind: 'comment' } });
  expect(await texts(author, { show: 'new' })).toEqual(['Three']);
  const { data, unreadCount } = await bell(author);
  expect(unreadCount).toBe(1);
  await read(author, { ids: [data[0]?._id ?? ''] });
  expect((await inbox(author)).data.map(({ isNew }) => isNew)).toEqual([false, false, false]);
  expect(await stories(author)).toMatchObject([{ newCount: 0, chapters: [] }]);
  await post(ana, { chapter }, 'Four');
  await site.runEvents();
  await read(author, { all: true });
  expect((await inbox(author)).newCount).toBe(0);
});

test('marks one story alone, and twice at once changes nothing more', async () => {
  const { author, story: id } = await story();
  const other = await write.published(author, { title: 'Another' });
  const ana = await site.person();
  await post(ana, { story: id }, 'Here');
  await post(ana, { story: other.story._id }, 'There');
  const { asOf } = await inbox(author);
  const marked = await Promise.all([
    read(author, { inbox: { until: asOf, story: id } }),
    read(author, { inbox: { until: asOf, story: id } }),
    read(author, { subjects: [id] }),
  ]);
  expect(marked.map(({ body }) => body.unreadCount)).toContain(1);
  expect(await texts(author, { show: 'new' })).toEqual(['There']);
});

test('muted comments are listed, but new only once they are no longer muted', async () => {
  const { author, story: id } = await story();
  const ana = await site.person();
  await post(ana, { story: id }, 'Muted');
  const mute = (mutedKinds: ('comment' | 'reply')[]) =>
    site.as(author).call(setNotificationSettings, { body: { mutedKinds } });
  await mute(['comment']);
  expect(await inbox(author)).toMatchObject({ newCount: 0, data: [{ isNew: false }] });
  await mute([]);
  expect(await inbox(author)).toMatchObject({ newCount: 1, data: [{ isNew: true }] });
});

test('mentions and replies on others’ stories are listed while they can be read, folded ahead of the reader', async () => {
  const { author, story: id, chapters } = await story(2);
  const [ana, bo] = [await site.person(), await site.person()];
  const [first = '', second = ''] = chapters;
  await reach(bo, first);
  const own = await post(bo, { chapter: first }, 'Mine');
  await post(ana, { parent: own._id }, 'To you');
  await post(ana, { chapter: second }, `@${bo.username} dies`);
  const { data } = await inbox(bo);
  expect(data.map(textIn)).toEqual([null, 'To you']);
  expect(data).toMatchObject([
    { kind: 'mention', isNew: true, story: { author: author.id }, comment: { isFolded: true } },
    { kind: 'mention', chapter: { _id: first }, comment: { isFolded: false } },
  ]);
  expect(await texts(bo, { kind: 'comment' })).toEqual([]);
  await site.as(author).call(updateChapter, { ...idOf(second), body: { isPublished: false } });
  expect(await texts(bo)).toEqual(['To you']);
  await site.as(author).call(updateStory, { ...idOf(id), body: { isPublished: false } });
  expect(await inbox(bo)).toMatchObject({ data: [], newCount: 0 });
});

test('nobody else sees an author’s inbox; withdrawn stories and chapters are not in it', async () => {
  const { author, story: id, chapters } = await story(2);
  const [ana, outsider] = [await site.person(), await site.person()];
  const [first = '', second = ''] = chapters;
  await post(ana, { story: id }, 'Story');
  await post(ana, { chapter: first }, 'First');
  await post(ana, { chapter: second }, 'Second');
  expect(await inbox(outsider, { story: id })).toMatchObject({ data: [], newCount: 0 });
  expect(await stories(outsider)).toEqual([]);
  const publish = (isPublished: boolean) =>
    site.as(author).call(updateStory, { ...idOf(id), body: { isPublished } });
  await site.as(author).call(updateChapter, { ...idOf(second), body: { isPublished: false } });
  expect(await inbox(author)).toMatchObject({ newCount: 2, pagination: { total: 2 } });
  expect(await texts(author)).toEqual(['First', 'Story']);
  await publish(false);
  expect(await inbox(author)).toMatchObject({ data: [], newCount: 0, pagination: { total: 0 } });
  expect(await stories(author)).toEqual([]);
  await publish(true);
  expect(await texts(author, { show: 'new' })).toEqual(['First', 'Story']);
  await takeDown(site.ctx, first, 'The reason.');
  expect(await texts(author)).toEqual(['Story']);
  await site.as(author).call(deleteStory, idOf(id));
  expect(await texts(author)).toEqual([]);
});

test('deleted comments, and those of people who are suspended or leave, are not in it', async () => {
  const { author, story: id, chapter } = await story();
  const [ana, bo, cy] = [await site.person(), await site.person(), await site.person()];
  const gone = await post(ana, { story: id }, 'Gone');
  await post(author, { parent: gone._id }, 'Still here');
  await post(bo, { story: id }, 'Of Bo');
  await review(bo, id, chapter, 'Review of Bo');
  await post(cy, { story: id }, 'Of Cy');
  await remove(ana, gone._id);
  expect(await texts(author)).toEqual(['Of Cy', 'Review of Bo', 'Of Bo']);
  await suspend(site.ctx, bo.id);
  await site.as(cy).call(deleteMe, { body: { password: testPassword } });
  expect(await inbox(author)).toMatchObject({ data: [], newCount: 0 });
  await unsuspend(site.ctx, bo.id);
  expect(await texts(author, { show: 'new' })).toEqual(['Review of Bo', 'Of Bo']);
});

test('pages by position stay together while comments come and go', async () => {
  const { author, story: id, chapter } = await story();
  const ana = await site.person();
  const numbers = Array.from({ length: 7 }, (_, number) => `Number ${number}`);
  const posted = [];
  for (const number of numbers)
    posted.push(await post(ana, number < 'Number 3' ? { story: id } : { chapter }, number));
  await review(ana, id, chapter, 'Review');
  const seen: unknown[] = [];
  let after: string | undefined;
  do {
    const { data, pagination } = await inbox(author, { limit: 3, ...(after !== undefined && { after }) });
    seen.push(...data.map(textIn));
    after = pagination.next;
    if (seen.length === 3) {
      await post(ana, { story: id }, 'Later');
      await remove(ana, posted[6]?._id ?? '');
    }
  } while (after !== undefined);
  expect(seen).toEqual(['Review', ...numbers.toReversed()]);
  expect((await inbox(author, { limit: 3, page: 3 })).data.map(textIn)).toEqual(['Number 1', 'Number 0']);
});
