import { getHome } from '@inkling/contract/home';
import { saveChapterProgress } from '@inkling/contract/library';
import { expect, test } from 'vitest';
import { writing } from '../../testing/stories-for-tests.ts';
import { testApp } from '../../testing/test-app.ts';

const site = testApp();
const write = writing(site);

test('a shelf repeats no story of a shelf above it while its list has others', async () => {
  const [ana, bo] = [await site.person(), await site.person()];
  const titles = Array.from({ length: 14 }, (_, index) => `Story ${index}`);
  for (const title of titles) {
    const { chapters } = await write.published(ana, { title });
    if (title !== 'Story 13') continue;
    const params = { id: chapters[0]?._id ?? '' };
    await site.as(bo).call(saveChapterProgress, { params, body: { progress: 50 } });
  }
  const { data } = (await site.as(bo).call(getHome, {})).body;
  const titlesOf = (stories: { title: string }[]) => stories.map(({ title }) => title);
  expect(data.continueReading.map(({ story }) => story.title)).toEqual(['Story 13']);
  // Newest first; the story that is being read stands above.
  const recent = titles.slice(3, 13).reverse();
  expect(titlesOf(data.recentlyUpdated)).toEqual(recent);
  // The list has three others; after them it repeats the first ones.
  const others = ['Story 2', 'Story 1', 'Story 0'];
  expect(titlesOf(data.popular)).toEqual([...others, 'Story 13', ...recent.slice(0, 6)]);
  expect(titlesOf(data.short)).toHaveLength(10);
  expect(data.completed).toEqual([]);
});
