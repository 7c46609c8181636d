import { saveChapterProgress } from '@inkling/contract/library';
import { searchChapters } from '@inkling/contract/search';
import { updateStory } from '@inkling/contract/stories';
import { beforeAll, expect, test } from 'vitest';
import { textOf, writing } from '../../testing/stories-for-tests.ts';
import { type Person, testApp } from '../../testing/test-app.ts';
import { indexAll } from './index.ts';

/** Which excerpts a reader has reached (docs/product/labels.md#what-a-reader-sees). */
const site = testApp();
const write = writing(site);
const secret = 'The butler did it with a candlestick.';
let author: Person;
const chapters: string[] = [];

beforeAll(async () => {
  author = await site.person();
  const story = await write.draft(author);
  for (const number of [1, 2, 3, 4]) {
    const content = `${secret}\n${textOf(210, `w${number}x`)}`;
    chapters.push((await write.chapter(author, story._id, { title: `Part ${number}`, content }))._id);
  }
  await site.as(author).call(updateStory, { params: { id: story._id }, body: { isPublished: true } });
  await indexAll(site.ctx);
});

/** The numbers of the chapters whose excerpts are folded, and of those whose excerpts are open. */
async function found(
  who: Person | null,
  anyway?: 'true',
): Promise<{ folded: number[]; open: number[]; texts: string[] }> {
  const query = { q: 'candlestick', ...(anyway !== undefined && { anyway }) };
  const { data } = (await site.as(who).call(searchChapters, { query })).body;
  const numbersOf = (ones: typeof data) => ones.map(({ chapterNumber }) => chapterNumber).toSorted();
  return {
    folded: numbersOf(data.filter(({ isAhead }) => isAhead)),
    open: numbersOf(data.filter(({ isAhead }) => !isAhead)),
    texts: data.flatMap(({ excerpt }) => (excerpt === null ? [] : [excerpt.text])),
  };
}
const read = (who: Person, chapter: string | undefined) =>
  site.as(who).call(saveChapterProgress, { params: { id: chapter ?? '' }, body: { progress: 10 } });

test('an excerpt is folded until its reader opens the chapter or a later one', async () => {
  const reader = await site.person();
  expect(await found(reader)).toMatchObject({ folded: [1, 2, 3, 4], open: [] });
  await read(reader, chapters[0]);
  expect(await found(reader)).toMatchObject({ folded: [2, 3, 4], open: [1] });
  // The second one was skipped.
  await read(reader, chapters[2]);
  const { folded, open, texts } = await found(reader);
  expect([folded, open]).toEqual([[4], [1, 2, 3]]);
  expect(texts).toHaveLength(3);
  for (const text of texts) expect(text).toContain('candlestick');
});

test('what one reader has reached stays folded for others; authors have reached all of their own', async () => {
  const [one, other] = [await site.person(), await site.person()];
  await read(one, chapters[3]);
  expect(await found(one)).toMatchObject({ folded: [], open: [1, 2, 3, 4] });
  expect(await found(other)).toMatchObject({ folded: [1, 2, 3, 4], open: [] });
  expect(await found(author)).toMatchObject({ folded: [], open: [1, 2, 3, 4] });
});

test('visitors get no text of any chapter', async () => {
  const { folded, texts } = await found(null);
  expect([folded, texts]).toEqual([[1, 2, 3, 4], []]);
  expect((await found(null, 'true')).texts).toEqual([]);
});

test('all folded excerpts are returned to a reader who asks for them', async () => {
  const reader = await site.person();
  expect((await found(reader)).texts).toEqual([]);
  const { folded, texts } = await found(reader, 'true');
  expect([folded, texts]).toEqual([[1, 2, 3, 4], Array(4).fill(expect.stringContaining('candlestick'))]);
  expect((await found(reader)).texts).toEqual([]);
});
