import type { Me } from '@inkling/contract/account';
import type { Opening } from '@inkling/contract/library';
import { readToken } from '../session-store.ts';
import { keepChapterList, keepOpening } from './cached-state.ts';
import { fetchChapter, keepAnnotations, keepFiles, wholeOpening } from './fetch-story.ts';
import {
  cacheAddress,
  cachedResponses,
  findStory,
  forgetCached,
  jsonBody,
  keepJson,
  listStories,
  type OfflineStory,
  readOwner,
  saveStory,
  updateStory,
} from './offline-store.ts';
import { deleteCover, dropStory } from './offline-stories.ts';
import { fullMessage, KeepRefused, Unreadable } from './refusals.ts';

const maxStories = 50;
const maxBytes = 200 * 1024 * 1024;

type Reader = Pick<Me, '_id' | 'readingPreferences'>;

/** A check that throws once the session has ended or the work was stopped, so that nothing is stored then. */
function sessionGuard(signal?: AbortSignal): () => void {
  const token = readToken();
  return () => {
    if (token === null || readToken() !== token || signal?.aborted)
      throw new DOMException('Stopped', 'AbortError');
  };
}

function requireReadable({ story: { audience, author } }: Opening, me: Reader): void {
  if (audience === 'mature' && !me.readingPreferences.showsMature && author._id !== me._id)
    throw new Unreadable(
      'To keep mature stories offline, turn them on in Settings, under “Content filters”.',
    );
}

/** How many bytes this story may take. */
async function roomFor(storyId: string): Promise<number> {
  const others = (await listStories()).filter((one) => one.storyId !== storyId);
  if (others.length >= maxStories)
    throw new KeepRefused(`You can keep up to ${maxStories} stories offline. Remove one, then try again.`);
  return maxBytes - others.reduce((sum, { bytes }) => sum + bytes, 0);
}

/** Annotations, page and cover are fetched again after this time, or with a changed chapter. */
const freshMs = 10 * 60_000;

/** The chapters that are kept: not those for readers with a plan, also once the reader's plan has ended. */
const toKeep = ({ chapters, readsExclusive }: Opening): Opening['chapters'] =>
  chapters.filter(({ isExclusive }) => readsExclusive || !isExclusive);

/** Whether a story was kept just now, with the same chapters. */
const isFresh = (known: OfflineStory | undefined, chapters: Opening['chapters']): boolean =>
  known !== undefined &&
  Date.now() - known.fetchedAt < freshMs &&
  Object.keys(known.chapters).length === chapters.length &&
  chapters.every(({ _id, version }) => known.chapters[_id]?.version === version);

/** The record of a story before anything is fetched, with the chapters that were kept earlier. */
function recordOf(opening: Opening, known: OfflineStory | undefined): OfflineStory {
  const { story, total } = opening;
  const chapters = toKeep(opening);
  const listed = new Set(chapters.map(({ _id }) => _id));
  return {
    storyId: story._id,
    title: story.title,
    author: story.author.displayName,
    language: story.language,
    cover: story.coverImage,
    chapters: Object.fromEntries(Object.entries(known?.chapters ?? {}).filter(([id]) => listed.has(id))),
    total: chapters.length,
    exclusive: total - chapters.length,
    bytes: 0,
    fetchedAt: 0,
  };
}

/** Removes a chapter that the author has unpublished since the list of chapters was fetched. */
async function leaveOut(chapterId: string, opening: Opening, kept: OfflineStory): Promise<void> {
  const { [chapterId]: _, ...chapters } = kept.chapters;
  Object.assign(kept, { chapters, total: kept.total - 1 });
  opening.total -= 1;
  opening.chapters = opening.chapters.filter(({ _id }) => _id !== chapterId);
  opening.places = opening.places.filter(({ chapter }) => chapter !== chapterId);
  await (await cachedResponses()).delete(cacheAddress.chapter(chapterId));
}

const isFull = (error: unknown): boolean =>
  error instanceof DOMException && error.name === 'QuotaExceededError';

/**
 * Keeps a story, or brings the kept one up to date, without chapters that can no longer be read. `onProgress` gets the
 * share that is kept, 0 to 100. Throws KeepRefused if there is no room, Unreadable, or ApiError; then a story that was
 * kept before stays, and nothing of a new one does.
 */
export async function keepStory(
  me: Reader,
  storyId: string,
  onProgress: (percent: number) => void = () => undefined,
  signal?: AbortSignal,
): Promise<void> {
  const requireSession = sessionGuard(signal);
  const requestedAt = Date.now();
  const opening = await wholeOpening(storyId);
  const chapters = toKeep(opening);
  requireReadable(opening, me);
  const room = await roomFor(storyId);
  const known = await findStory(storyId);
  requireSession();
  if (isFresh(known, chapters)) return void (await keepOpening(opening, requestedAt));
  const kept = recordOf(opening, known);
  let isStored = known !== undefined;
  /** Stores what is kept so far. `rest` is the size of everything but the chapters. */
  const store = async (rest: number): Promise<void> => {
    kept.bytes = rest + sizeOfChapters();
    if (!isStored) await saveStory(kept);
    // The reader has removed it in the meantime.
    else if (!(await updateStory(kept))) throw new DOMException('Removed', 'AbortError');
    isStored = true;
  };
  const sizeOfChapters = () => Object.values(kept.chapters).reduce((sum, { bytes }) => sum + bytes, 0);
  try {
    await removeUnlisted(known, kept);
    requireSession();
    let list = await keepOpening(opening, requestedAt);
    const rest =
      (await keepAnnotations('highlights', storyId)) +
      (await keepAnnotations('bookmarks', storyId)) +
      (await keepFiles(opening.story));
    for (const [index, { _id, version }] of chapters.entries()) {
      const old = kept.chapters[_id];
      // After a restore of the site, the version that is kept can be the higher one.
      if (old?.version !== version) {
        const data = await fetchChapter(_id);
        requireSession();
        if (data === null) {
          await leaveOut(_id, opening, kept);
          list = await keepChapterList(opening);
        } else {
          const bytes = jsonBody({ data }).size;
          if (list + rest + sizeOfChapters() + bytes - (old?.bytes ?? 0) > room)
            throw new KeepRefused(
              'You can keep up to 200 MB of stories offline. Remove one, then try again.',
            );
          // If it does not fit on the device, the previous version stays.
          await keepJson(cacheAddress.chapter(_id), { data });
          kept.chapters[_id] = { version: data.version, bytes };
        }
      }
      await store(list + rest);
      onProgress((100 * (index + 1)) / chapters.length);
    }
    kept.fetchedAt = Date.now();
    await store(list + rest);
    requireSession();
  } catch (error) {
    // Nothing stays of a story that was not kept before.
    if (known === undefined || (await findStory(storyId)) === undefined)
      await dropStory(storyId, Object.keys(kept.chapters));
    // Signed out in the meantime: what was stored since then goes too.
    if ((await readOwner()) === undefined) await forgetCached();
    if (isFull(error)) throw new KeepRefused(fullMessage);
    throw error;
  }
}

/** Removes the chapters that are no longer listed, and the earlier cover. */
async function removeUnlisted(known: OfflineStory | undefined, kept: OfflineStory): Promise<void> {
  if (known === undefined) return;
  const cache = await cachedResponses();
  for (const id of Object.keys(known.chapters))
    if (!(id in kept.chapters)) await cache.delete(cacheAddress.chapter(id));
  if (known.cover !== kept.cover) await deleteCover(known);
}
