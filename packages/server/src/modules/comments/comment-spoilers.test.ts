import * as calls from '@inkling/contract/comments';
import { markCompleted } from '@inkling/contract/library';
import { expect, test } from 'vitest';
import { textOf, writing } from '../../testing/stories-for-tests.ts';
import { type Person, testApp } from '../../testing/test-app.ts';
import { commenting, idOf } from './comments-for-tests.fixture.ts';

const site = testApp();
const write = writing(site);
const comments = commenting(site);
const { post, list, get, reach } = comments;
const canary = 'zqxspoiler';

/** A story whose second chapter has a comment on its first paragraph and a reply, with a text that no other has. */
async function spoiled() {
  const { author, story, chapters } = await comments.story();
  const second = await write.chapter(author, story, { content: textOf(210, canary) });
  const passage = { version: 1, startOffset: 0, endOffset: 11 };
  const writer = await site.person();
  const text = `${canary}: the lamp was a lighthouse, @${author.username}.`;
  const comment = await post(writer, { chapter: second._id, passage }, text);
  const replier = await site.person();
  const reply = await post(replier, { parent: comment._id }, `${canary}, and a good one.`);
  return { author, story, first: chapters[0] ?? '', second: second._id, writer, comment, replier, reply };
}

/** Whether a viewer sees the text in any list. */
async function sees(viewer: Person | null, story: string, chapter: string): Promise<boolean> {
  const { data } = await list(viewer, { story, chapter });
  const [comment] = data;
  const texts = [
    data,
    (await list(viewer, { story })).data,
    (await list(viewer, { chapter, paragraph: 1 })).data,
    (await list(viewer, { chapter, sort: 'liked', limit: 5 })).data,
    (await site.as(viewer).call(calls.listReplies, idOf(comment?._id ?? ''))).body.data,
  ];
  const isSeen = JSON.stringify(texts).includes(canary);
  expect([comment, ...(comment?.firstReplies ?? [])].map((one) => one?.isFolded)).toEqual([!isSeen, !isSeen]);
  if (!isSeen) expect(comment).toMatchObject({ content: null, mentions: [], passage: { quote: null } });
  return isSeen;
}

test('comments on a chapter are folded without their texts and quotations for those who have not reached it', async () => {
  const { author, story, first, second } = await spoiled();
  const [ana, bo] = [await site.person(), await site.person()];
  expect([await sees(null, story, second), await sees(ana, story, second)]).toEqual([false, false]);
  await reach(ana, first);
  expect([await sees(ana, story, second), await sees(author, story, second)]).toEqual([false, true]);
  await reach(ana, second);
  expect(await sees(ana, story, second)).toBe(true);
  await site.as(bo).call(markCompleted, idOf(story));
  expect(await sees(bo, story, second)).toBe(true);
});

test('a writer’s own comments are not folded', async () => {
  const { second, writer, replier } = await spoiled();
  const folded = async (who: Person) => {
    const [comment] = (await list(who, { chapter: second })).data;
    return [comment?.isFolded, comment?.firstReplies[0]?.isFolded];
  };
  expect([await folded(writer), await folded(replier)]).toEqual([
    [false, true],
    [true, false],
  ]);
});

test('GET /comments/{id} returns the text to signed-in people who ask for it, and not to visitors', async () => {
  const { comment, reply } = await spoiled();
  const ana = await site.person();
  const asked = await get(ana, comment._id);
  expect(asked).toMatchObject({
    isFolded: false,
    content: comment.content,
    passage: { quote: 'zqxspoiler0' },
  });
  expect(asked.firstReplies).toMatchObject([{ isFolded: true, content: null }]);
  for (const { _id } of [comment, reply]) expect(JSON.stringify(await get(null, _id))).not.toContain(canary);
  expect(await get(ana, reply._id)).toMatchObject({
    isFolded: false,
    content: reply.content,
    firstReplies: [],
  });
});

test('comments on a story are open to everyone', async () => {
  const { story } = await comments.story();
  await post(await site.person(), { story }, 'Open');
  expect((await list(null, { story })).data).toMatchObject([{ isFolded: false, content: 'Open' }]);
});

test('paragraphs of a chapter that a reader has not reached have no counts', async () => {
  const { author, second } = await spoiled();
  const ana = await site.person();
  const count = async (who: Person) =>
    (await site.as(who).call(calls.countParagraphComments, { ...idOf(second), query: { paragraphs: '1,2' } }))
      .body.data;
  expect(await count(ana)).toEqual([]);
  await reach(ana, second);
  const counted = [{ paragraph: 1, comments: 2 }];
  expect([await count(ana), await count(author)]).toEqual([counted, counted]);
});
