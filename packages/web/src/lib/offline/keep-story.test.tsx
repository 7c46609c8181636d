import type { Opening } from '@inkling/contract/library';
import { beforeEach, expect, test, vi } from 'vitest';
import { chapterOf, listOf } from '../../testing/annotations.tsx';
import { idOf, me, story } from '../../testing/fixtures.ts';
import { mockCall, mockEach, mockFailure } from '../../testing/mock-call.ts';
import { resetBetweenTests, signIn } from '../../testing/render-page.tsx';
import { keepStory } from './keep-story.ts';
import { cacheAddress, findStory, forgetCached, readJson, saveStory } from './offline-store.ts';
import { claim, dropStory } from './offline-stories.ts';
import { syncOffline } from './sync.ts';

resetBetweenTests();

const opening: Opening = {
  story,
  chapters: [],
  volumes: [],
  total: 2,
  opened: 0,
  status: 'none',
  note: '',
  secondsRead: 0,
  lastChapterRead: null,
  isCompleted: false,
  newChapters: 0,
  places: [],
};
const chapterIds = [idOf(21), idOf(22)];
/** The story has two chapters with this version and text. */
function mockStory(version: number, content: string): void {
  const { content: _, paragraphIds: _ids, ...summary } = chapterOf(content, version);
  const chapters = chapterIds.map((_id) => ({ ...summary, _id }));
  mockCall('GET /stories/{id}/reading', { success: true, data: { ...opening, chapters, total: 2 } });
  mockCall('GET /chapters/{id}', { success: true, data: chapterOf(content, version) });
  mockCall('GET /highlights', listOf([]));
  mockEach('GET /bookmarks', () => listOf([]));
}
const keep = () => keepStory(me, story._id);
const textOf = async (id: string | undefined) =>
  (await readJson<{ data: { content: string } }>(cacheAddress.chapter(id ?? '')))?.data.content;

/** The device has room for this many more responses. */
function deviceWithRoomFor(count: number): void {
  const { put } = Cache.prototype;
  let left = count;
  vi.spyOn(Cache.prototype, 'put').mockImplementation(function (this: Cache, ...given) {
    left -= 1;
    if (left < 0) return Promise.reject(new DOMException('The device is full.', 'QuotaExceededError'));
    return put.apply(this, given);
  });
}

beforeEach(async () => {
  vi.restoreAllMocks();
  signIn();
  await forgetCached();
  await claim(me._id);
});

const tooFull = 'There isn’t enough space on this device. Free up some, then try again.';

test.each([0, 1, 2, 3, 4])(
  'of a story that does not fit, nothing stays (room for %i responses)',
  async (room) => {
    mockStory(1, 'It rained.');
    deviceWithRoomFor(room);
    await expect(keep()).rejects.toThrow(tooFull);
    expect(await findStory(story._id)).toBeUndefined();
    for (const id of chapterIds) expect(await textOf(id)).toBeUndefined();
  },
);

test('a kept story stays whole if its new version does not fit', async () => {
  mockStory(1, 'It rained.');
  await keep();
  const before = await findStory(story._id);
  mockStory(2, 'It snowed.');
  // The list of chapters, two lists of annotations, and one of two chapters.
  deviceWithRoomFor(4);
  await expect(keep()).rejects.toThrow(tooFull);
  expect(await textOf(chapterIds[0])).toBe('It snowed.');
  expect(await textOf(chapterIds[1])).toBe('It rained.');
  const after = await findStory(story._id);
  expect(Object.keys(after?.chapters ?? {})).toEqual(Object.keys(before?.chapters ?? {}));
  // The next try goes on where this one ended.
  vi.restoreAllMocks();
  await keep();
  expect(await textOf(chapterIds[1])).toBe('It snowed.');
});

test('a story that the reader removes while it is brought up to date stays removed', async () => {
  mockStory(1, 'It rained.');
  await keep();
  mockStory(2, 'It snowed.');
  mockEach('GET /chapters/{id}', async () => {
    await dropStory(story._id);
    return { success: true, data: chapterOf('It snowed.', 2) };
  });
  await expect(keep()).rejects.toThrow('Removed');
  expect(await findStory(story._id)).toBeUndefined();
  for (const id of chapterIds) expect(await textOf(id)).toBeUndefined();
});

test('a story that the server cannot send does not delay the others', async () => {
  mockStory(1, 'It rained.');
  await keep();
  const kept = await findStory(story._id);
  if (kept) await saveStory({ ...kept, storyId: idOf(30) });
  const { sent } = mockFailure('GET /stories/{id}/reading', 'INTERNAL', 'Something went wrong.');
  await syncOffline(me, true);
  expect(sent).toHaveLength(2);
  mockFailure('GET /stories/{id}/reading', 'NOT_FOUND', 'Story not found');
  await syncOffline(me, true);
  expect(await findStory(story._id)).toBeUndefined();
  expect(await findStory(idOf(30))).toBeUndefined();
});
