import * as calls from '@inkling/contract/chapters';
import { getStory } from '@inkling/contract/stories';
import { describe, expect, test } from 'vitest';
import { wrongCounters } from '../../testing/counters-for-tests.ts';
import { writing } from '../../testing/stories-for-tests.ts';
import { type Person, testApp } from '../../testing/test-app.ts';

const site = testApp();
const write = writing(site);
const idOf = (id: string) => ({ params: { id } });

const ordered = async (author: Person, storyId: string) =>
  (await site.as(author).call(calls.listChaptersForAuthor, { params: { storyId } })).body.data;

describe('PUT /stories/{id}/chapters/reorder', () => {
  const reorder = (person: Person, id: string, chapterOrder: string[]) =>
    site.as(person).call(calls.reorderChapters, { ...idOf(id), body: { chapterOrder } });

  test('accepts ids in upper case', async () => {
    const ana = await site.person();
    const { story, chapters } = await write.published(ana, { chapters: 2 });
    const chapterOrder = chapters.map(({ _id }) => _id).reverse();
    const { body } = await site.as(ana).call(calls.reorderChapters, {
      params: { id: story._id.toUpperCase() },
      body: { chapterOrder: chapterOrder.map((id) => id.toUpperCase()) },
    });
    expect(body.data.map(({ _id }) => _id)).toEqual(chapterOrder);
  });

  test('must name every chapter once, otherwise nothing changes [R50]', async () => {
    const ana = await site.person();
    const { story, chapters } = await write.published(ana, { chapters: 3 });
    const { chapters: foreign } = await write.published(ana);
    const [a = '', b = '', c = ''] = chapters.map(({ _id }) => _id);
    for (const wrong of [[a, b], [a, b, b], [a, b, c, c], [a, b, foreign[0]?._id ?? ''], []]) {
      expect((await reorder(ana, story._id, wrong)).status).toBe(400);
    }
    expect((await ordered(ana, story._id)).map(({ _id }) => _id)).toEqual([a, b, c]);
    const { body } = await reorder(ana, story._id, [c, a, b]);
    expect(body.data.map(({ _id, order }) => [_id, order])).toEqual([
      [c, 1],
      [a, 2],
      [b, 3],
    ]);
  });

  test('50 concurrent reorders, creations and deletions leave positions 1..n without gaps [R42] [R50]', async () => {
    const ana = await site.person();
    const { story, chapters } = await write.published(ana, { chapters: 6 });
    const ids = chapters.map(({ _id }) => _id);
    const work = Array.from({ length: 50 }, (_, n): Promise<{ status: number }> => {
      if (n % 5 === 0)
        return site
          .as(ana)
          .call(calls.createChapter, { body: { story: story._id, title: `New ${n}`, content: 'Text.' } });
      if (n % 10 === 3) return site.as(ana).call(calls.deleteChapter, idOf(ids[Math.floor(n / 10)] ?? ''));
      return reorder(
        ana,
        story._id,
        ids.toSorted((x, y) => (x + n > y + n ? 1 : -1)),
      );
    });
    const statuses = (await Promise.all(work)).map(({ status }) => status);
    expect(statuses.every((status) => status < 500)).toBe(true);
    const remaining = await ordered(ana, story._id);
    expect(remaining.map(({ order }) => order)).toEqual(remaining.map((_, index) => index + 1));
    const reloaded = (await site.as(ana).call(getStory, idOf(story._id))).body.data;
    expect(reloaded.chapterCount).toBe(remaining.length);
    expect(await wrongCounters(site.ctx.db)).toEqual([]);
  });
});
