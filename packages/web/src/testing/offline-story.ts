import type { Opening } from '@inkling/contract/library';
import type { Story } from '@inkling/contract/stories';
import {
  allChanges,
  cacheAddress,
  cachedResponses,
  deleteChange,
  forgetCached,
  readJson,
} from '../lib/offline/offline-store.ts';
import { paths } from '../lib/paths.ts';
import { chapterOf, listOf } from './annotations.tsx';
import { idOf, me, story } from './fixtures.ts';
import { mockCall, mockEach } from './mock-call.ts';

/** Removes what other tests have kept and changed: all files of tests share the browser's storage. */
export async function emptyDevice(): Promise<void> {
  await forgetCached();
  for (const { id } of await allChanges()) if (id !== undefined) await deleteChange(id);
}

interface Served {
  changes?: Partial<Story>;
  version?: number;
  content?: string;
  chapterIds?: string[];
  /** Whether the last chapter is for readers with a plan, which this one does not have. */
  endsExclusive?: boolean;
}

/** The chapters of a story that is kept in tests. */
export const offlineChapters = [idOf(21), idOf(22)];

/** The server has a story with these chapters, all of the same version and text. */
export function mockStory({
  changes,
  version = 1,
  content = 'It rained.',
  chapterIds = offlineChapters,
  endsExclusive = false,
}: Served = {}): void {
  const { content: _, paragraphIds: _ids, ...summary } = chapterOf(content, version);
  const chapters = chapterIds.map((_id, index) => ({
    ...summary,
    _id,
    comments: 0,
    isExclusive: endsExclusive && index === chapterIds.length - 1,
  }));
  const opening: Opening = {
    story: { ...story, ...changes },
    chapters,
    volumes: [],
    total: chapters.length,
    opened: 0,
    status: 'none',
    note: '',
    secondsRead: 0,
    lastChapterRead: null,
    continueWith: null,
    nextUnread: null,
    unread: chapters.length,
    unreadBefore: 0,
    firstUnreadBefore: null,
    isCompleted: false,
    newChapters: 0,
    places: [],
    unavailable: null,
    readable: { chapters: chapters.length - Number(endsExclusive), words: 100 },
    readsExclusive: !endsExclusive,
    reader: { _id: me._id, readingSettings: {} },
  };
  mockCall('GET /stories/{id}/reading', { success: true, data: opening });
  mockCall('GET /chapters/{id}', { success: true, data: chapterOf(content, version) });
  mockCall('GET /highlights', listOf([]));
  mockEach('GET /bookmarks', () => listOf([]));
  const { fetch } = window;
  window.fetch = async (target, options) =>
    String(target).startsWith(paths.story(''))
      ? new Response('<p>The story’s page</p>')
      : fetch(target, options);
}

/** The kept text of a chapter; undefined if it is not kept. */
export const cachedText = async (chapterId = ''): Promise<string | undefined> =>
  (await readJson<{ data: { content: string } }>(cacheAddress.chapter(chapterId)))?.data.content;

/** The addresses of everything that is kept of a story, with the length of each response in bytes. */
export async function cachedParts(
  storyId: string,
  chapterIds = offlineChapters,
): Promise<Map<string, number>> {
  const cache = await cachedResponses();
  const found = new Map<string, number>();
  for (const address of [
    paths.story(storyId),
    cacheAddress.reading(storyId),
    cacheAddress.annotations('highlights', storyId),
    cacheAddress.annotations('bookmarks', storyId),
    ...chapterIds.map(cacheAddress.chapter),
  ]) {
    const response = await cache.match(address, { ignoreVary: true });
    if (response !== undefined) found.set(address, (await response.blob()).size);
  }
  return found;
}
