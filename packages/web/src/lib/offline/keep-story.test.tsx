import type { Opening } from '@inkling/contract/library';
import { beforeEach, expect, test, vi } from 'vitest';
import { chapterOf } from '../../testing/annotations.tsx';
import { idOf, me, story } from '../../testing/fixtures.ts';
import { mockEach, mockFailure, mockForeign, mockGone } from '../../testing/mock-call.ts';
import {
  cachedParts,
  cachedText,
  emptyDevice,
  mockStory,
  offlineChapters,
} from '../../testing/offline-story.ts';
import { resetBetweenTests, signIn } from '../../testing/render-page.tsx';
import { keepStory } from './keep-story.ts';
import { cacheAddress, findStory, listStories, readJson, saveStory } from './offline-store.ts';
import { claim, dropStory } from './offline-stories.ts';
import { syncOffline } from './sync.ts';

resetBetweenTests();

const keep = () => keepStory(me, story._id);
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
  await emptyDevice();
  await claim(me._id);
});

const tooFull = 'There isn’t enough space on this device. Free up some, then try again.';

test.each([0, 1, 2, 3, 4, 5])(
  'of a story that does not fit, nothing stays (room for %i responses)',
  async (room) => {
    mockStory();
    deviceWithRoomFor(room);
    await expect(keep()).rejects.toThrow(tooFull);
    expect(await findStory(story._id)).toBeUndefined();
    for (const id of offlineChapters) expect(await cachedText(id)).toBeUndefined();
  },
);

test('a kept story stays whole if its new version does not fit', async () => {
  mockStory();
  await keep();
  const before = await findStory(story._id);
  mockStory({ version: 2, content: 'It snowed.' });
  // The list of chapters, two lists of annotations, the page, and one of two chapters.
  deviceWithRoomFor(5);
  await expect(keep()).rejects.toThrow(tooFull);
  expect(await cachedText(offlineChapters[0])).toBe('It snowed.');
  expect(await cachedText(offlineChapters[1])).toBe('It rained.');
  const after = await findStory(story._id);
  expect(Object.keys(after?.chapters ?? {})).toEqual(Object.keys(before?.chapters ?? {}));
  // The next try goes on where this one ended.
  vi.restoreAllMocks();
  await keep();
  expect(await cachedText(offlineChapters[1])).toBe('It snowed.');
});

test('a version that the server lost in a restore is replaced, although its number is higher', async () => {
  mockStory({ version: 7, content: 'It snowed.' });
  await keep();
  mockStory({ version: 5, content: 'It rained.' });
  await keep();
  for (const id of offlineChapters) expect(await cachedText(id)).toBe('It rained.');
});

test('a story that the reader removes while it is brought up to date stays removed', async () => {
  mockStory();
  await keep();
  mockStory({ version: 2, content: 'It snowed.' });
  mockEach('GET /chapters/{id}', async () => {
    await dropStory(story._id);
    return { success: true, data: chapterOf('It snowed.', 2) };
  });
  await expect(keep()).rejects.toThrow('Removed');
  expect(await findStory(story._id)).toBeUndefined();
  for (const id of offlineChapters) expect(await cachedText(id)).toBeUndefined();
});

test('a story that the server cannot send does not delay the others', async () => {
  mockStory();
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

test('what is kept stays if a network in between refuses its story or chapters', async () => {
  mockStory();
  await keep();
  const forbidden = mockForeign('GET /stories/{id}/reading', 403);
  await syncOffline(me, true);
  mockForeign('GET /stories/{id}/reading', 404);
  await syncOffline(me, true);
  expect(forbidden.sent).toHaveLength(1);
  expect((await cachedParts(story._id)).size).toBe(6);
  mockStory({ version: 2, content: 'It snowed.' });
  mockForeign('GET /chapters/{id}', 404);
  await syncOffline(me, true);
  expect(await cachedText(offlineChapters[0])).toBe('It rained.');
});

const mega = 1024 * 1024;
/** Another kept story of this size. */
const another = (number: number, bytes: number) =>
  saveStory({
    storyId: idOf(number),
    title: `Another ${number}`,
    author: 'Grace',
    language: 'en',
    cover: null,
    chapters: {},
    total: 0,
    bytes,
    fetchedAt: 0,
  });

test('a device keeps at most 50 stories, which stay and are brought up to date', async () => {
  mockStory();
  for (let number = 100; number < 149; number += 1) await another(number, 10);
  await keep();
  await another(149, 10);
  mockStory({ changes: { _id: idOf(40) }, chapterIds: [idOf(41)] });
  await expect(keepStory(me, idOf(40))).rejects.toThrow(
    'You can keep up to 50 stories offline. Remove one, then try again.',
  );
  expect(await listStories()).toHaveLength(51);
  expect(await cachedParts(idOf(40), [idOf(41)])).toEqual(new Map());
  await dropStory(idOf(149));
  mockStory({ version: 2, content: 'It snowed.' });
  await keep();
  expect(await cachedText(offlineChapters[0])).toBe('It snowed.');
  await dropStory(idOf(100));
  mockStory({ changes: { _id: idOf(40) }, chapterIds: [idOf(41)] });
  await keepStory(me, idOf(40));
  expect(await listStories()).toHaveLength(50);
});

test('a device keeps at most 200 MB: a story beyond that is refused, and what is kept stays', async () => {
  mockStory();
  await keep();
  await another(100, 199.9 * mega);
  const long = 'It rained. '.repeat(10_000);
  mockStory({ changes: { _id: idOf(40) }, chapterIds: [idOf(41), idOf(42)], content: long });
  const tooMuch = 'You can keep up to 200 MB of stories offline. Remove one, then try again.';
  await expect(keepStory(me, idOf(40))).rejects.toThrow(tooMuch);
  expect(await findStory(idOf(40))).toBeUndefined();
  expect(await cachedParts(idOf(40), [idOf(41), idOf(42)])).toEqual(new Map());
  expect(await cachedText(offlineChapters[0])).toBe('It rained.');
  // A new version that does not fit leaves the previous one.
  mockStory({ version: 2, content: long });
  await expect(keep()).rejects.toThrow(tooMuch);
  expect(await cachedText(offlineChapters[1])).toBe('It rained.');
  await dropStory(idOf(100));
  mockStory({ changes: { _id: idOf(40) }, chapterIds: [idOf(41), idOf(42)], content: long });
  await keepStory(me, idOf(40));
  expect((await findStory(idOf(40)))?.bytes).toBeGreaterThan(2 * long.length);
});

test('the size of a story is that of everything that is kept of it', async () => {
  mockStory({ content: 'It rained on the café, “always”. '.repeat(500) });
  await keep();
  const parts = await cachedParts(story._id);
  expect(parts.size).toBe(6);
  expect((await findStory(story._id))?.bytes).toBe([...parts.values()].reduce((sum, size) => sum + size, 0));
});

test('a chapter that is gone leaves the device; the rest of its story stays', async () => {
  mockStory();
  await keep();
  mockStory({ version: 2, content: 'It snowed.' });
  const { sent } = mockGone('GET /chapters/{id}', { id: offlineChapters[0] ?? '' }, 'Chapter not found');
  await syncOffline(me, true);
  expect(sent).toHaveLength(1);
  expect(await cachedText(offlineChapters[0])).toBeUndefined();
  expect(await cachedText(offlineChapters[1])).toBe('It snowed.');
  const kept = await findStory(story._id);
  expect([Object.keys(kept?.chapters ?? {}), kept?.total]).toEqual([[offlineChapters[1]], 1]);
  // Its title is gone too.
  const listed = await readJson<{ data: { chapters: { _id: string }[]; total: number } }>(
    cacheAddress.reading(story._id),
  );
  expect(listed?.data.chapters.map(({ _id }) => _id)).toEqual([offlineChapters[1]]);
  expect(listed?.data.total).toBe(1);
});

test('a chapter for readers with a plan leaves the device once the plan has ended, and is not fetched', async () => {
  mockStory();
  await keep();
  mockStory({ version: 2, content: 'It snowed.', endsExclusive: true });
  await syncOffline(me, true);
  expect(await cachedText(offlineChapters[0])).toBe('It snowed.');
  expect(await cachedText(offlineChapters[1])).toBeUndefined();
  const kept = await findStory(story._id);
  expect([Object.keys(kept?.chapters ?? {}), kept?.total, kept?.exclusive]).toEqual([
    [offlineChapters[0]],
    1,
    1,
  ]);
  // The end of the story is not where the reader has to stop: the locked chapter stays in the list.
  const listed = await readJson<{ data: Opening }>(cacheAddress.reading(story._id));
  expect(listed?.data.chapters.map(({ isExclusive }) => isExclusive)).toEqual([false, true]);
  expect([listed?.data.total, listed?.data.readsExclusive]).toEqual([2, false]);
});

const mature = { audience: 'mature' as const };
const withMature = { ...me, readingPreferences: { ...me.readingPreferences, showsMature: true } };

test.each([
  'unpublished, taken down or deleted',
  'turned mature',
  'mature, which the reader does not want to see any more',
])(
  'a story that was %s leaves the device at the next contact, with everything that is kept of it',
  async (what) => {
    mockStory({ changes: what.startsWith('mature') ? mature : {} });
    await keepStory(withMature, story._id);
    expect((await cachedParts(story._id)).size).toBe(6);
    if (what.startsWith('unpublished'))
      mockFailure('GET /stories/{id}/reading', 'NOT_FOUND', 'Story not found');
    else mockStory({ changes: mature });
    await syncOffline(me, true);
    expect(await cachedParts(story._id)).toEqual(new Map());
    expect(await listStories()).toEqual([]);
  },
);

test('a mature story stays with its author, and with readers who see mature stories', async () => {
  mockStory({ changes: mature });
  await keepStory(withMature, story._id);
  await syncOffline(withMature, true);
  expect((await cachedParts(story._id)).size).toBe(6);
  mockStory({ changes: { ...mature, author: { ...story.author, _id: me._id } } });
  await syncOffline(me, true);
  expect((await cachedParts(story._id)).size).toBe(6);
});
