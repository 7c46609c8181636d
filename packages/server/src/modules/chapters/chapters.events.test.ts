import { updateChapter } from '@inkling/contract/chapters';
import { expect, test } from 'vitest';
import { emittedEvents } from '../../testing/emitted-events.ts';
import { textOf, writing } from '../../testing/stories-for-tests.ts';
import { testApp } from '../../testing/test-app.ts';
import { chapterPublished, chapterSaved } from './chapters.events.ts';

const site = testApp();
const write = writing(site);

test('chapter.published and chapter.saved are emitted for each committed change [P16]', async () => {
  const author = await site.person();
  const draft = await write.draft(author);
  const chapter = await write.chapter(author, draft._id, { isPublished: false });
  const change = (body: object) => site.as(author).call(updateChapter, { params: { id: chapter._id }, body });
  const published = () => emittedEvents(site, chapterPublished, chapter._id);
  const saved = () => emittedEvents(site, chapterSaved, chapter._id);
  const ids = { chapterId: chapter._id, storyId: draft._id, authorId: author.id };
  expect([await published(), await saved()]).toEqual([[], []]);
  await change({ isPublished: true });
  await change({ isPublished: true });
  await change({ content: textOf(220) });
  expect((await change({ content: 'too short' })).status).toBe(400);
  expect(await published()).toEqual([{ ...ids, isFirst: true }]);
  expect(await saved()).toEqual([
    { ...ids, version: 1 },
    { ...ids, version: 2 },
  ]);
  await change({ isPublished: false });
  await change({ isPublished: true });
  expect(await published()).toEqual([
    { ...ids, isFirst: true },
    { ...ids, isFirst: false },
  ]);
  const second = await write.chapter(author, draft._id);
  expect(await emittedEvents(site, chapterPublished, second._id)).toEqual([
    { ...ids, chapterId: second._id, isFirst: true },
  ]);
});
