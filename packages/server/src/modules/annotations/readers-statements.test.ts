import { createHighlight } from '@inkling/contract/annotations';
import type { Call, InputOf } from '@inkling/contract/call';
import { readChapter } from '@inkling/contract/chapters';
import { listStoryComments, postComment } from '@inkling/contract/comments';
import { rateStory } from '@inkling/contract/ratings';
import { expect, test } from 'vitest';
import { sql, transaction } from '../../platform/db/db.ts';
import { recordStatements } from '../../testing/recorded-statements.ts';
import { type Person, testApp } from '../../testing/test-app.ts';
import { commenting, idOf } from '../comments/comments-for-tests.fixture.ts';
import { rating } from '../ratings/ratings-for-tests.fixture.ts';

const site = testApp();
const ratings = rating(site);
const { post, story: newStory } = commenting(site);

/** The statements of a call, but for the one that finds its session. */
async function statementsOf<C extends Call>(who: Person, call: C, input: InputOf<C>): Promise<string[]> {
  const recorded = recordStatements();
  const { status } = await site.as(who).call(call, input);
  const statements = recorded();
  expect(status).toBeLessThan(300);
  return statements.filter((text) => !text.includes('from sessions t join users u'));
}

// Two of a text's statements are against spam: the lock of its writer's texts, and their count (docs/product/spam.md).
test('a comment takes seven statements with those of its transaction, a reply eight, and a page of comments three', async () => {
  const { story, chapters } = await newStory();
  const reader = await site.person();
  const { _id: parent } = await post(reader, { story });
  const send = (target: object) =>
    statementsOf(reader, postComment, { body: { content: 'Lit.', ...target } });
  expect(await send({ story })).toHaveLength(7);
  expect(await send({ chapter: chapters[0] })).toHaveLength(7);
  expect(await send({ parent })).toHaveLength(8);
  expect(await statementsOf(reader, listStoryComments, { ...idOf(story), query: {} })).toHaveLength(3);
});

test('a changed rating takes five statements with those of its transaction', async () => {
  const { story, chapters } = await ratings.story();
  const reader = await ratings.reader(chapters[0] ?? '');
  await ratings.rate(reader, story, { rating: 2 });
  expect(await statementsOf(reader, rateStory, { ...idOf(story), body: { rating: 4 } })).toHaveLength(5);
});

test('a highlight takes six statements with those of its transaction', async () => {
  const { story, chapters } = await newStory();
  const reader = await site.person();
  const chapterId = chapters[0] ?? '';
  const { content, version } = (await site.as(reader).call(readChapter, idOf(chapterId))).body.data;
  const body = {
    storyId: story,
    chapterId,
    version,
    selectedText: content.slice(0, 8),
    startOffset: 0,
    endOffset: 8,
  };
  expect(await statementsOf(reader, createHighlight, { body })).toHaveLength(6);
});

test('comments and ratings do not wait for a story that is locked', async () => {
  const { story, chapters } = await ratings.story();
  const [reader, other] = [await ratings.reader(chapters[0] ?? ''), await site.person()];
  await transaction(site.ctx.db, async (tx) => {
    await sql`select from stories where id = ${story} for no key update`.execute(tx);
    const comment = await post(other, { story });
    await post(other, { chapter: chapters[0] });
    await post(reader, { parent: comment._id });
    expect((await ratings.rate(reader, story, { rating: 5 })).status).toBe(200);
    expect((await ratings.rate(reader, story, { rating: 1 })).status).toBe(200);
  });
});
