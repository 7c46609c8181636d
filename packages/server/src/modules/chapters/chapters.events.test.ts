import { changeChapters, updateChapter } from '@inkling/contract/chapters';
import { expect, test } from 'vitest';
import { emittedEvents } from '../../testing/emitted-events.ts';
import { textOf, writing } from '../../testing/stories-for-tests.ts';
import { testApp } from '../../testing/test-app.ts';
import { chapterPublished, chapterSaved, chapterTextSaved } from './chapters.events.ts';

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

test('chapter.text-saved is emitted when readers of a chapter get another version [P16]', async () => {
  const author = await site.person();
  const { story, chapters } = await write.published(author);
  const chapter = chapters[0] ?? { _id: '' };
  const change = (body: object) => site.as(author).call(updateChapter, { params: { id: chapter._id }, body });
  const versions = async () =>
    (await emittedEvents(site, chapterTextSaved, chapter._id)).map(
      (payload) => chapterTextSaved.payload.parse(payload).version,
    );
  await change({ isPublished: true });
  expect(await versions()).toEqual([]);
  await change({ content: textOf(220) });
  expect(await emittedEvents(site, chapterTextSaved, chapter._id)).toEqual([
    { chapterId: chapter._id, storyId: story._id, version: 2 },
  ]);
  expect((await change({ content: 'too short' })).status).toBe(400);
  await change({ isPublished: false });
  await change({ isPublished: true });
  expect(await versions()).toEqual([2]);
  // What is saved as a draft concerns readers once it is published, by whichever way.
  await change({ isPublished: false });
  await change({ content: textOf(230) });
  expect(await versions()).toEqual([2]);
  await change({ isPublished: true });
  expect(await versions()).toEqual([2, 3]);
  await change({ isPublished: false });
  await change({ content: textOf(240) });
  await site.as(author).call(changeChapters, {
    params: { id: story._id },
    body: { action: 'publish', chapters: [chapter._id] },
  });
  expect(await versions()).toEqual([2, 3, 4]);
});
