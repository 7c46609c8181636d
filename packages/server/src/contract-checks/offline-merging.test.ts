import * as annotations from '@inkling/contract/annotations';
import * as library from '@inkling/contract/library';
import { newId } from '@inkling/contract/new-id';
import { beforeAll, describe, expect, test } from 'vitest';
import { second } from '../platform/clock.ts';
import { writing } from '../testing/stories-for-tests.ts';
import { type Person, testApp } from '../testing/test-app.ts';

const site = testApp();
const write = writing(site);

const chapterCount = 3;
let story: string;
let chapters: { id: string; words: number; passages: Passage[] }[];
interface Passage {
  startOffset: number;
  endOffset: number;
  selectedText: string;
}

beforeAll(async () => {
  const published = await write.published(await site.person(), { chapters: chapterCount });
  story = published.story._id;
  chapters = published.chapters.map(({ _id, wordCount, content }) => ({
    id: _id,
    words: wordCount,
    passages: [...content.matchAll(/\S+/g)].slice(0, 40).map(({ 0: word, index }) => ({
      startOffset: index,
      endOffset: index + word.length,
      selectedText: word,
    })),
  }));
});

test('of each field of a highlight, the latest change stays', async () => {
  const reader = await site.person();
  const chapter = chapters[0];
  const passage = chapter?.passages[0];
  if (chapter === undefined || passage === undefined) throw new Error('The story has no text.');
  const body = {
    _id: newId(site.clock.now().getTime()),
    storyId: story,
    chapterId: chapter.id,
    version: 1,
    ...passage,
  };
  await site.as(reader).call(annotations.createHighlight, { body });
  const edit = (change: object) =>
    site.as(reader).call(annotations.updateHighlight, { params: { id: body._id }, body: change });
  site.clock.advance(second);
  const offline = site.clock.now().toISOString();
  site.clock.advance(second);
  await edit({ color: 'green' });
  const { data } = (await edit({ note: 'ash', color: 'blue', changedAt: offline })).body;
  expect(data).toMatchObject({ note: 'ash', color: 'green' });
});

describe('a place that was read offline', () => {
  const [first, second_] = [0, 1];
  const read = (reader: Person, chapter: number, progress: number, readAt?: Date) =>
    site.as(reader).call(library.saveChapterProgress, {
      params: { id: chapters[chapter]?.id ?? '' },
      body: {
        progress,
        position: { paragraph: 1, offset: 0, version: 1 },
        ...(readAt && { readAt: readAt.toISOString() }),
      },
    });
  const entryOf = async (reader: Person) =>
    (await site.as(reader).call(library.getMyLibrary, {})).body.data[0];

  test('does not take a story off hold that was put there since', async () => {
    const reader = await site.person();
    await read(reader, first, 10);
    site.clock.advance(second);
    const readAt = site.clock.now();
    site.clock.advance(second);
    await site.as(reader).call(library.addToLibrary, { params: { id: story }, body: { status: 'on_hold' } });
    await read(reader, second_, 50, readAt);
    expect(await entryOf(reader)).toMatchObject({ status: 'on_hold', progress: 50 });
    await read(reader, second_, 60);
    expect(await entryOf(reader)).toMatchObject({ status: 'reading' });
  });

  test('does not bring back a story that was removed since', async () => {
    const reader = await site.person();
    await read(reader, first, 10);
    site.clock.advance(second);
    const readAt = site.clock.now();
    site.clock.advance(second);
    await site.as(reader).call(library.removeFromLibrary, { params: { id: story } });
    expect((await read(reader, second_, 50, readAt)).status).toBe(404);
    expect(await entryOf(reader)).toBeUndefined();
    expect((await read(reader, second_, 50)).status).toBe(200);
  });

  test('counts as of now if the device’s clock is fast', async () => {
    const reader = await site.person();
    await read(reader, first, 10, new Date(site.clock.now().getTime() + 3_600_000));
    site.clock.advance(second);
    await read(reader, first, 5, site.clock.now());
    const place = await site
      .as(reader)
      .call(library.getChapterProgress, { params: { id: chapters[0]?.id ?? '' } });
    expect(place.body.data.progress).toBe(5);
  });
});
