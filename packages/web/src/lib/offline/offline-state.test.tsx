import type { Highlight } from '@inkling/contract/annotations';
import type { ChapterProgress, Opening } from '@inkling/contract/library';
import { beforeEach, expect, test } from 'vitest';
import { highlightOf, listOf } from '../../testing/annotations.tsx';
import { idOf, me, story } from '../../testing/fixtures.ts';
import { mockCall, mockEach, mockFailure, mockForeign } from '../../testing/mock-call.ts';
import { emptyDevice } from '../../testing/offline-story.ts';
import { resetBetweenTests } from '../../testing/render-page.tsx';
import { keepChapterList, keepOpening, keepSeen, updateCached } from './cached-state.ts';
import { keepAnnotations } from './fetch-story.ts';
import {
  cacheAddress,
  keepJson,
  listChanges,
  type Owner,
  readJson,
  saveOwner,
  saveStory,
  tokenHashOf,
} from './offline-store.ts';
import { cachedResponse } from './respond-offline.ts';
import { sendChanges, storedQueue } from './send-changes.ts';
import { storeChange } from './store-change.ts';

resetBetweenTests();

const chapter = idOf(20);
const content = 'It rained all night, and nobody came.';
const highlight = (number: number, words: string, changes: Partial<Highlight> = {}) =>
  highlightOf(number, content, words, changes);
const place = (progress: number, updatedAt: string): ChapterProgress => ({
  chapter,
  progress,
  position: { paragraph: 1, offset: 0, version: 1 },
  updatedAt,
});
const opening: Opening = {
  story: { ...story, likes: 4, isLiked: false },
  chapters: [{ _id: chapter, chapterNumber: 1 } as Opening['chapters'][number]],
  volumes: [],
  total: 2,
  opened: 1,
  status: 'reading',
  note: '',
  secondsRead: 0,
  lastChapterRead: chapter,
  continueWith: chapter,
  nextUnread: null,
  unread: 2,
  unreadBefore: 0,
  firstUnreadBefore: null,
  isCompleted: false,
  newChapters: 0,
  places: [place(10, '2026-03-02T09:00:00.000Z')],
  unavailable: null,
  readable: { chapters: 2, words: 100 },
  readsExclusive: true,
  reader: { _id: me._id, readingSettings: {} },
};
const madeAt = Date.parse('2026-03-02T10:00:00.000Z');
let owner: Owner;

/** A story with two highlights is kept. */
beforeEach(async () => {
  await emptyDevice();
  owner = { userId: 'ada', tokenHash: await tokenHashOf('ada-token'), clockAhead: 0 };
  await saveOwner(owner);
  const { _id: storyId, title, language } = story;
  const about = {
    title,
    language,
    author: 'Grace',
    cover: null,
    total: 2,
    bytes: 10,
    fetchedAt: madeAt,
  };
  await saveStory({ storyId, ...about, chapters: { [chapter]: { version: 1, bytes: 10 } } });
  await keepJson(cacheAddress.reading(storyId), { data: opening });
  await keepJson(cacheAddress.annotations('highlights', storyId), {
    data: [highlight(1, 'rained'), highlight(2, 'night')],
  });
  await keepJson(cacheAddress.annotations('bookmarks', storyId), { data: [] });
});

const url = (path: string) => new URL(`/api/v1${path}`, location.origin);
const store = (method: string, path: string, body: Record<string, unknown> | null, at = madeAt) =>
  storeChange(owner, method, url(path), body, at);
const send = () => sendChanges(storedQueue('ada', 'Bearer ada-token'));

async function shown() {
  const read = async (path: string) => (await cachedResponse(url(path)))?.json();
  const { data: list } = await read(`/highlights?storyId=${story._id}&chapterId=${chapter}`);
  const { data } = (await read(`/stories/${story._id}/reading`)) as { data: Opening };
  return {
    highlights: (list as Highlight[]).map(({ selectedText, note }) => [selectedText, note]),
    liked: [data.story.isLiked, data.story.likes],
    places: data.places.map(({ progress }) => progress),
  };
}

/** Marks a third word, changes the first note, deletes the second highlight, likes the story and reads on. */
async function work(): Promise<void> {
  const { _id, storyId, chapterId, selectedText, startOffset, endOffset } = highlight(3, 'nobody');
  const passage = { _id, storyId, chapterId, selectedText, startOffset, endOffset, version: 1 };
  await store('POST', '/highlights', { ...passage, color: 'yellow', note: '' });
  await store('PUT', `/highlights/${idOf(1)}`, { note: 'ash' });
  await store('DELETE', `/highlights/${idOf(2)}`, null);
  await store('POST', `/stories/${story._id}/like`, null);
  await store('POST', `/chapters/${chapter}/progress`, { progress: 40 });
}

test('what was done without a connection is shown, and again without one after it was sent', async () => {
  await work();
  const highlights = [
    ['rained', 'ash'],
    ['nobody', ''],
  ];
  const all = { highlights, liked: [true, 5], places: [40] };
  expect(await shown()).toEqual(all);
  mockCall('POST /highlights', { success: true, data: highlight(3, 'nobody') });
  mockCall('PUT /highlights/{id}', { success: true, data: highlight(1, 'rained', { note: 'ash' }) });
  mockCall('DELETE /highlights/{id}', { success: true, message: 'Deleted' });
  mockCall('POST /stories/{id}/like', { success: true, liked: true, likes: 5 });
  mockCall('POST /chapters/{id}/progress', {
    success: true,
    data: place(40, new Date(madeAt).toISOString()),
  });
  await send();
  expect(await listChanges()).toEqual([]);
  const after = await shown();
  expect({ ...after, highlights: after.highlights.toSorted() }).toEqual({
    ...all,
    highlights: highlights.toSorted(),
  });
});

test('the library shows progress that was made without a connection', async () => {
  const entry = { storyId: story._id, progress: 5, status: 'reading', lastRead: '2026-03-02T09:00:00.000Z' };
  const other = { ...entry, storyId: idOf(40) };
  const list = '/stories/library/me?filter=reading&page=1';
  await keepJson(url(list).href, { success: true, data: [entry, other] });
  await store('POST', `/chapters/${chapter}/progress`, { progress: 40 });
  const response = await cachedResponse(url('/stories/library/me?page=1&filter=reading'));
  expect(await response?.json()).toMatchObject({
    data: [{ progress: 20, lastChapterRead: { _id: chapter } }, other],
  });
});

test('the library shows each story once, and no search in place of a list', async () => {
  const entryOf = (id: string) => ({
    storyId: id,
    progress: 5,
    status: 'reading',
    lastRead: '2026-03-02T08:00:00.000Z',
  });
  const keepPage = (search: string, ids: string[]) =>
    keepJson(url(`/stories/library/me?${search}`).href, { success: true, data: ids.map(entryOf) });
  const listed = async (search: string) => {
    const list = await (await cachedResponse(url(`/stories/library/me?${search}`)))?.json();
    return list?.data.map(({ storyId }: { storyId: string }) => storyId);
  };
  await keepPage('filter=reading&q=lamp&page=1', [idOf(43)]);
  expect(await listed('filter=reading&page=1')).toBeUndefined();
  await keepPage('filter=reading', [idOf(40), idOf(41)]);
  await keepPage('filter=reading&page=1', [idOf(40)]);
  await keepPage('filter=reading&page=2', [idOf(41), story._id]);
  expect(await listed('filter=reading&page=1')).toEqual([idOf(40)]);
  expect(await listed('filter=reading&page=2')).toEqual([idOf(41), story._id]);
  expect(await listed('filter=reading&page=3')).toBeUndefined();
  // The latest in another order.
  await keepPage('filter=reading&sort=title&page=1', [idOf(42), story._id]);
  expect(await listed('filter=reading&sort=author&page=1')).toEqual([idOf(42), story._id]);
});

test('after sending, what another device did in the meantime is shown', async () => {
  await work();
  mockFailure('POST /highlights', 'ID_TAKEN', 'This id is taken.');
  mockCall('PUT /highlights/{id}', { success: true, data: highlight(1, 'rained', { note: 'newer' }) });
  mockFailure('DELETE /highlights/{id}', 'NOT_FOUND', 'Highlight not found');
  mockCall('POST /stories/{id}/like', { success: true, liked: false, likes: 3 });
  mockCall('POST /chapters/{id}/progress', { success: true, data: place(80, '2026-03-02T11:00:00.000Z') });
  await send();
  // Nothing is left as refused.
  expect(await listChanges()).toEqual([]);
  expect(await shown()).toEqual({ highlights: [['rained', 'newer']], liked: [false, 3], places: [80] });
});

test('an unlike of a story that is gone, or that a network in between refuses, leaves what is kept', async () => {
  await store('DELETE', `/stories/${story._id}/like`, null);
  await store('DELETE', `/highlights/${idOf(2)}`, null);
  mockForeign('DELETE /stories/{id}/like', 403);
  mockForeign('DELETE /highlights/{id}', 404);
  await send();
  expect(await listChanges()).toHaveLength(2);
  mockFailure('DELETE /stories/{id}/like', 'NOT_FOUND', 'Story not found');
  await send();
  expect(await listChanges()).toHaveLength(1);
  expect((await shown()).liked).toEqual([false, 4]);
});

test('what the reader sees with a connection is there without one', async () => {
  const reading = url(`/stories/${story._id}/reading`);
  const later = {
    ...opening,
    story: { ...story, isLiked: true, likes: 9 },
    places: [place(70, '2026-03-02T12:00:00.000Z')],
  };
  await keepSeen(reading, Response.json({ success: true, data: later }), Date.now());
  const list = url(`/highlights?storyId=${story._id}&chapterId=${chapter}&limit=100`);
  await keepSeen(list, Response.json(listOf([highlight(1, 'rained', { note: 'elm' })])), Date.now());
  expect(await shown()).toEqual({ highlights: [['rained', 'elm']], liked: [true, 9], places: [70] });
  // Another chapter's list changes nothing here.
  const other = url(`/highlights?storyId=${story._id}&chapterId=${idOf(21)}&limit=100`);
  await keepSeen(other, Response.json(listOf([])), Date.now());
  expect((await shown()).highlights).toEqual([['rained', 'elm']]);
});

const readingUrl = url(`/stories/${story._id}/reading`);
const chapterList = url(`/highlights?storyId=${story._id}&chapterId=${chapter}&limit=100`);
const keptOpening = async () => (await readJson<{ data: Opening }>(cacheAddress.reading(story._id)))?.data;
/** Waits until a later request has a later time. */
const wait = () => new Promise((resolve) => setTimeout(resolve, 5));
/** With a connection: likes the story, reads on and deletes the first highlight. */
async function workOnline(): Promise<void> {
  await wait();
  await updateCached(
    'POST',
    url(`/stories/${story._id}/like`),
    Response.json({ success: true, liked: true, likes: 5 }),
  );
  const read = { success: true, data: place(60, '2026-03-02T11:00:00.000Z') };
  await updateCached('POST', url(`/chapters/${chapter}/progress`), Response.json(read));
  await updateCached('DELETE', url(`/highlights/${idOf(1)}`), Response.json({ success: true }));
  await wait();
}
const afterWork = { highlights: [['night', '']], liked: [true, 5], places: [60] };

test('a response that was requested before the reader’s last change does not undo it', async () => {
  const before = Date.now();
  await workOnline();
  const both = [highlight(1, 'rained'), highlight(2, 'night')];
  await keepSeen(readingUrl, Response.json({ success: true, data: opening }), before);
  await keepSeen(chapterList, Response.json(listOf(both)), before);
  expect(await shown()).toEqual(afterWork);
  await keepSeen(chapterList, Response.json(listOf(both)), Date.now());
  expect((await shown()).highlights).toHaveLength(2);
  // Of two requests without a change between them, the newest place stays.
  await keepSeen(readingUrl, Response.json({ success: true, data: opening }), Date.now());
  expect(await shown()).toMatchObject({ liked: [false, 4], places: [60] });
});

test('bringing a story up to date changes its chapters, and not what the reader does at the same time', async () => {
  const before = Date.now();
  await workOnline();
  const added = { _id: idOf(21), chapterNumber: 2 } as Opening['chapters'][number];
  const newer = { ...opening, chapters: [...opening.chapters, added] };
  await keepOpening(newer, before);
  expect(await shown()).toEqual(afterWork);
  // A chapter is left out, after another device was seen to unlike the story.
  await keepSeen(readingUrl, Response.json({ success: true, data: opening }), Date.now());
  await keepChapterList({ ...newer, story: { ...newer.story, isLiked: true }, chapters: [added] });
  const kept = await keptOpening();
  expect([kept?.chapters, kept?.story.isLiked, kept?.places]).toEqual([[added], false, []]);
});

test('a story brought up to date in one tab and seen in another at the same time has the new chapters', async () => {
  const added = { _id: idOf(21), chapterNumber: 2 } as Opening['chapters'][number];
  const newer = { ...opening, chapters: [...opening.chapters, added] };
  const seen = () => keepSeen(readingUrl, Response.json({ success: true, data: opening }), Date.now());
  await Promise.all([seen(), keepOpening(newer, Date.now()), seen()]);
  expect((await keptOpening())?.chapters).toHaveLength(2);
});

test('a highlight that is deleted while the list is fetched does not come back', async () => {
  let calls = 0;
  mockEach('GET /highlights', async () => {
    calls += 1;
    if (calls > 1) return listOf([highlight(2, 'night')]);
    await workOnline();
    return listOf([highlight(1, 'rained'), highlight(2, 'night')]);
  });
  await keepAnnotations('highlights', story._id);
  expect((await shown()).highlights).toEqual([['night', '']]);
  expect(calls).toBe(2);
});

test('a change counts from when it was made, however long the network took to fail', async () => {
  const minute = 60_000;
  await store('POST', `/chapters/${chapter}/progress`, { progress: 60 }, madeAt + minute);
  await store('POST', `/chapters/${chapter}/progress`, { progress: 20 }, madeAt);
  expect((await listChanges()).map(({ at }) => Date.parse(at) - madeAt)).toEqual([minute, 0]);
  expect((await shown()).places).toEqual([60]);
});
