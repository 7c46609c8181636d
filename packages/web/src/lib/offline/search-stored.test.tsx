import { beforeEach, expect, test } from 'vitest';
import { idOf, story } from '../../testing/fixtures.ts';
import { emptyDevice } from '../../testing/offline-story.ts';
import { resetBetweenTests } from '../../testing/render-page.tsx';
import { cacheAddress, keepJson } from './offline-store.ts';
import { cachedResponse } from './respond-offline.ts';

resetBetweenTests();

const ids = [idOf(20), idOf(21), idOf(22)];

/** Two of three chapters are stored; the reader has opened the first one. */
beforeEach(async () => {
  await emptyDevice();
  const chapters = ids.map((_id, index) => ({ _id, title: `Part ${index + 1}`, chapterNumber: index + 1 }));
  const opening = { chapters, places: [], lastChapterRead: ids[0] };
  await keepJson(cacheAddress.reading(story._id), { data: opening });
  for (const id of ids.slice(0, 2))
    await keepJson(cacheAddress.chapter(id), {
      data: { content: 'The *lamp* was lit.\nNobody came.\nA second LAMP was lit later.' },
    });
});

const found = async (query: string, id: string = story._id) => {
  const response = await cachedResponse(new URL(`/api/v1/stories/${id}/search?${query}`, location.href));
  return response?.json();
};

test('the stored chapters of a story are searched, those ahead without excerpts', async () => {
  const { data, next } = await found('q=lit+lamp&after=0&anyway=false');
  expect(next).toBeNull();
  expect(data).toEqual([
    {
      _id: ids[0],
      title: 'Part 1',
      chapterNumber: 1,
      isAhead: false,
      excerpts: [
        {
          text: 'The lamp was lit.',
          matches: [
            [4, 8],
            [13, 16],
          ],
        },
        {
          text: 'A second LAMP was lit later.',
          matches: [
            [9, 13],
            [18, 21],
          ],
        },
      ],
    },
    { _id: ids[1], title: 'Part 2', chapterNumber: 2, isAhead: true, excerpts: [] },
  ]);
  const asked = await found('q=lamp&after=1&anyway=true');
  expect(asked.data.map(({ excerpts }: { excerpts: unknown[] }) => excerpts.length)).toEqual([2]);
  expect((await found('q=harbor&after=0')).data).toEqual([]);
});

test('a story that is not stored is not searched', async () => {
  expect(await found('q=lamp&after=0', idOf(77))).toBeUndefined();
});
