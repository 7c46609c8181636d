import type { Highlight, PassageBookmark } from '@inkling/contract/annotations';
import type { ChapterProgress, LibraryEntry, Opening } from '@inkling/contract/library';
import fc from 'fast-check';
import { expect, test } from 'vitest';
import { idOf, me, story } from '../../testing/fixtures.ts';
import { entriesWith, entryWith } from './offline-library.ts';
import type { Change } from './offline-store.ts';
import { annotationOf, annotationsWith, withChanges, withLike, withPlace } from './overlay.ts';

// That the server responds the same once all is sent: contract-checks/offline-devices.test.ts, 'one device'.

const chapters = [idOf(21), idOf(22), idOf(23)];
const opening: Opening = {
  story: { ...story, likes: 4, isLiked: false },
  chapters: chapters.map((_id, index) => ({ _id, chapterNumber: index + 1 }) as Opening['chapters'][number]),
  volumes: [],
  total: chapters.length,
  opened: 0,
  status: 'none',
  note: '',
  secondsRead: 0,
  lastChapterRead: null,
  continueWith: null,
  nextUnread: null,
  unread: 3,
  unreadBefore: 0,
  firstUnreadBefore: null,
  isCompleted: false,
  newChapters: 0,
  places: [],
  unavailable: null,
  readable: { chapters: 3, words: 100 },
  readsExclusive: true,
  reader: { _id: me._id, readingSettings: {} },
};
const timeOf = (second: number) => new Date(Date.UTC(2026, 2, 2) + second * 1000).toISOString();
const position = (paragraph: number) => ({ paragraph, offset: 0, version: 1 });
const placeAt = (second: number, chapter: number, progress: number, paragraph = 1): ChapterProgress => ({
  chapter: chapters[chapter] ?? '',
  progress,
  position: position(paragraph),
  updatedAt: timeOf(second),
});
const change = (second: number, subject: string, more: Partial<Change>): Change => ({
  userId: 'ada',
  storyId: story._id,
  subject,
  method: 'POST',
  path: '',
  body: null,
  at: timeOf(second),
  ...more,
});
const read = (second: number, chapter: number, progress: number, paragraph = 1) =>
  change(second, `place ${chapters[chapter]}`, { body: { progress, position: position(paragraph) } });
const like = (second: number, method: 'POST' | 'DELETE') => change(second, `like ${story._id}`, { method });

test('a completed story that is begun again continues where its reader is, until the end of its last chapter', () => {
  const places = chapters.map((_, chapter) => ({ ...placeAt(1, chapter, 100), furthest: 100 }));
  const completed = {
    ...opening,
    status: 'completed' as const,
    isCompleted: true,
    opened: 3,
    unread: 0,
    places,
  };
  const begins = change(2, `place ${chapters[0]}`, {
    body: { progress: 0, position: position(1), readsAgain: true },
  });
  const entry = { progress: 100, isCompleted: true, lastRead: timeOf(1) } as LibraryEntry;
  const after = (...changes: Change[]) => {
    const { isCompleted, continueWith } = withChanges(completed, [begins, ...changes]);
    const { progress } = entryWith(entry, completed, [begins, ...changes]) ?? {};
    return [isCompleted, continueWith, progress];
  };
  expect(after()).toEqual([false, chapters[0], 0]);
  expect(after(read(3, 0, 100))).toEqual([false, chapters[1], 100 / 3]);
  expect(after(read(3, 0, 100), read(4, 1, 50))).toEqual([false, chapters[1], 50]);
  expect(after(read(3, 2, 100))).toEqual([true, null, 100]);
  const [first] = withChanges(completed, [begins]).places.filter(({ chapter }) => chapter === chapters[1]);
  expect(first).toMatchObject({ progress: 0, position: null, furthest: 100 });
});

test('the newest place in a chapter is shown, whichever was stored first', () => {
  const places = fc.array(
    fc.record({ second: fc.nat(1000), chapter: fc.nat(2), progress: fc.nat(99), paragraph: fc.nat(9) }),
    { minLength: 1, maxLength: 12 },
  );
  fc.assert(
    fc.property(places, (steps) => {
      const distinct = [...new Map(steps.map((step) => [step.second, step])).values()];
      const changes = distinct.map((step) => read(step.second, step.chapter, step.progress, step.paragraph));
      const shown = withChanges(opening, changes);
      const byTime = distinct.toSorted((a, b) => a.second - b.second);
      for (const [index, chapter] of chapters.entries()) {
        const newest = byTime.findLast((step) => step.chapter === index);
        const place = shown.places.find((one) => one.chapter === chapter);
        expect([place?.progress, place?.position?.paragraph]).toEqual([newest?.progress, newest?.paragraph]);
      }
      const last = byTime.at(-1);
      expect(shown.lastChapterRead).toBe(last ? chapters[last.chapter] : null);
      expect(shown.opened).toBe(shown.places.length);
    }),
  );
});

test('a place of another device that is newer than what waits here stays', () => {
  const kept = withPlace(opening, placeAt(50, 1, 80, 7));
  const shown = withChanges(kept, [read(20, 1, 30), read(30, 0, 10)]);
  expect(shown.places).toContainEqual({ ...placeAt(50, 1, 80, 7), furthest: 80 });
  expect(shown.lastChapterRead).toBe(chapters[1]);
});

test('a place without a position keeps the one before', () => {
  const kept = withPlace(opening, placeAt(1, 0, 10, 7));
  const later = change(2, `place ${chapters[0]}`, { body: { progress: 20 } });
  expect(withChanges(kept, [later]).places).toEqual([
    { ...placeAt(1, 0, 20, 7), updatedAt: timeOf(2), furthest: 20 },
  ]);
});

test('who goes back to the first chapter that they missed has missed none before it', () => {
  const ref = (index: number) => ({ _id: chapters[index] ?? '', title: '', chapterNumber: index + 1 });
  const missed = { ...opening, nextUnread: ref(2), unreadBefore: 2, firstUnreadBefore: ref(0) };
  const none = { unreadBefore: 0, firstUnreadBefore: null };
  expect(withPlace(missed, placeAt(1, 0, 5))).toMatchObject(none);
  expect(withPlace(missed, placeAt(1, 2, 5))).toMatchObject({ unreadBefore: 2, firstUnreadBefore: ref(0) });
});

test('a story that was read to its end is completed, and stays so', () => {
  const shown = withChanges(withPlace(opening, placeAt(1, 0, 100)), [read(2, 1, 100), read(3, 2, 100)]);
  expect(shown).toMatchObject({ isCompleted: true, status: 'completed', lastChapterRead: null });
  expect(withChanges(shown, [read(4, 0, 5)])).toMatchObject({ isCompleted: true, lastChapterRead: null });
  expect(withChanges(opening, [read(1, 2, 100)])).toMatchObject({ isCompleted: false, status: 'reading' });
  const withLocked = { ...opening, total: 4, readsExclusive: false };
  const atEdge = withChanges(withLocked, [read(1, 0, 100), read(2, 1, 100), read(3, 2, 100)]);
  expect(atEdge).toMatchObject({ isCompleted: false, unread: 0, continueWith: chapters[2] });
});

test('the latest choice to like a story is shown, and counted once', () => {
  const likes = ({ story: shown }: Opening) => [shown.isLiked, shown.likes, shown.stats.likes];
  expect(likes(withChanges(opening, [like(1, 'POST')]))).toEqual([true, 5, 5]);
  expect(likes(withChanges(opening, [like(2, 'DELETE'), like(1, 'POST')]))).toEqual([false, 4, 4]);
  const liked = withLike(opening, true, 5);
  expect(likes(withChanges(liked, [like(1, 'POST')]))).toEqual([true, 5, 5]);
  expect(likes(withChanges(liked, [like(1, 'DELETE')]))).toEqual([false, 4, 4]);
  const other = { ...like(1, 'POST'), storyId: 'another', subject: 'like another' };
  expect(withChanges(opening, [other])).toEqual(opening);
});

const entry: LibraryEntry = {
  _id: idOf(30),
  storyId: story._id,
  story,
  status: 'on_hold',
  progress: 40,
  isCompleted: false,
  isBookmarked: true,
  newChapters: 0,
  lastRead: timeOf(10),
  lastChapterRead: null,
  unread: 3,
  unreadBefore: 0,
  nextUnread: null,
  continueWith: null,
  note: 'a note',
  secondsRead: 60,
  rating: null,
  finishedAt: null,
};

const whole = [read(18, 0, 100), read(19, 1, 100), read(20, 2, 100)];

test('the library shows what was read since its list was fetched; progress does not fall', () => {
  expect(entryWith(entry, withPlace(opening, placeAt(10, 1, 20)), [])).toEqual(entry);
  expect(entryWith(entry, opening, [read(9, 2, 50)])).toEqual(entry);
  expect(entryWith(entry, opening, [read(20, 0, 30)])).toMatchObject({
    ...entry,
    status: 'reading',
    lastRead: timeOf(20),
    lastChapterRead: { _id: chapters[0], chapterNumber: 1 },
    continueWith: chapters[0],
  });
  expect(entryWith(entry, opening, [read(20, 1, 80), read(21, 1, 10)])?.progress).toBeCloseTo(60);
  expect(entryWith(entry, withPlace(opening, placeAt(20, 1, 80)), [])?.progress).toBeCloseTo(60);
  expect(entryWith(entry, opening, [read(20, 2, 100)])).toMatchObject({
    progress: 99.99,
    isCompleted: false,
  });
  expect(entryWith(entry, opening, whole)).toMatchObject({
    progress: 100,
    status: 'completed',
    isCompleted: true,
  });
});

test('a story that was removed from the library is not brought back by its places', () => {
  const removed: Opening = { ...withPlace(opening, placeAt(20, 1, 80)), status: 'none' };
  expect(entryWith(undefined, removed, [])).toBeUndefined();
  expect(entryWith(undefined, removed, [read(30, 1, 90)])).toMatchObject({ status: 'reading' });
});

test('a story that was begun or finished without a connection is in the list to which it belongs', () => {
  const listed = (address: string, entries: LibraryEntry[], changes: Change[]) => {
    const url = new URL(address, 'http://localhost/api/v1/stories/');
    return entriesWith(entries, url, new Set(), [opening], changes).map(({ storyId }) => storyId);
  };
  const other = { ...entry, storyId: idOf(40), status: 'reading' as const, lastRead: timeOf(15) };
  const reading = 'library/me?filter=reading&page=1';
  expect(listed(reading, [other], [read(20, 0, 30)])).toEqual([story._id, idOf(40)]);
  expect(listed(reading, [other], [read(12, 0, 30)])).toEqual([idOf(40), story._id]);
  expect(listed(reading, [other], [])).toEqual([idOf(40)]);
  expect(listed(reading, [other], whole)).toEqual([idOf(40)]);
  expect(listed('library/me?filter=completed&page=1', [], whole)).toEqual([story._id]);
  expect(listed('library/me?filter=on_hold&page=1', [entry], [read(20, 0, 30)])).toEqual([]);
  // Searches, further pages and saved stories are shown as they were kept.
  for (const address of [
    'library/me?filter=reading&q=lamp',
    'library/me?filter=reading&page=2',
    'bookmarks?page=1',
  ])
    expect(listed(address, [other], [read(20, 0, 30)])).toEqual([idOf(40)]);
});

const keptStory = {
  storyId: story._id,
  title: story.title,
  author: 'Ada',
  language: 'en',
  cover: null,
  chapters: {},
  total: 3,
  bytes: 0,
  fetchedAt: 0,
};
const passage = {
  storyId: story._id,
  chapterId: chapters[0],
  version: 1,
  selectedText: 'rain',
  startOffset: 3,
  endOffset: 7,
};
const annotation = (second: number, method: string, id: string, body: Record<string, unknown> | null) =>
  change(second, `annotation ${id}`, {
    method,
    path: method === 'POST' ? '/bookmarks' : `/bookmarks/${id}`,
    body: method === 'POST' ? { _id: id, ...passage, ...body } : body,
  });
const create = (one: Change) => annotationOf(one, keptStory, null);
const shownAfter = (kept: (Highlight | PassageBookmark)[], changes: Change[]) =>
  annotationsWith(kept, changes, create).toSorted((a, b) => a._id.localeCompare(b._id));

test('what was created, changed and deleted is shown as the server would have it', () => {
  const made = annotation(1, 'POST', 'b1', { title: 'Rain', tags: ['Sea', 'sea'] });
  const [bookmark] = shownAfter([], [made]);
  expect(bookmark).toMatchObject({ title: 'Rain', note: '', tags: ['Sea'], startOffset: 3 });
  const edits = [
    annotation(2, 'PUT', 'b1', { note: 'ash' }),
    annotation(3, 'PUT', 'b1', { tags: ['Elm', 'ELM', 'oak'] }),
  ];
  expect(shownAfter([], [made, ...edits])).toMatchObject([
    { title: 'Rain', note: 'ash', tags: ['Elm', 'oak'] },
  ]);
  expect(shownAfter([], [made, annotation(4, 'DELETE', 'b1', null)])).toEqual([]);
  // Deleted on another device, and kept no more.
  expect(shownAfter([], edits)).toEqual([]);
});

test('nothing is doubled by what the server has already and waits again', () => {
  const ids = ['b1', 'b2'];
  const edits = fc.array(fc.record({ id: fc.constantFrom(...ids), note: fc.string() }), { maxLength: 8 });
  fc.assert(
    fc.property(edits, fc.subarray(ids), (list, deleted) => {
      const changes = [
        ...ids.map((id) => annotation(0, 'POST', id, {})),
        ...list.map(({ id, note }, second) => annotation(second, 'PUT', id, { note })),
        ...deleted.map((id) => annotation(9, 'DELETE', id, null)),
      ];
      const once = shownAfter([], changes);
      expect(once.map(({ _id }) => _id)).toEqual(ids.filter((id) => !deleted.includes(id)));
      expect(shownAfter(once, changes)).toEqual(once);
    }),
  );
});
