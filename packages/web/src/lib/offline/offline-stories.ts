import { filesPath } from '@inkling/contract/files';
import { paths } from '../paths.ts';
import { serverNow } from '../server-time.ts';
import { readToken } from '../session-store.ts';
import {
  cacheAddress,
  cachedResponses,
  deleteStory,
  findStory,
  forgetCached,
  type OfflineStory,
  readOwner,
  saveOwner,
  tokenHashOf,
} from './offline-store.ts';

/** Records this person's session as the owner of what is kept. What another person has kept is removed. */
export async function claim(userId: string): Promise<void> {
  const token = readToken();
  if (token === null) return;
  const owner = await readOwner();
  if (owner !== undefined && owner.userId !== userId) await forgetCached();
  await saveOwner({
    userId,
    tokenHash: await tokenHashOf(token),
    clockAhead: Math.round(serverNow() - Date.now()),
  });
}

/** Removes a story's cover, if it is one of this site's files. */
export async function deleteCover({ cover }: OfflineStory): Promise<void> {
  if (!cover?.startsWith(filesPath)) return;
  await (await cachedResponses()).delete(new URL(cover, location.origin).href);
}

/**
 * Removes a kept story from this device, including `chapterIds` that are not in its list yet. Unsent changes to it stay
 * until they are sent.
 */
export async function dropStory(storyId: string, chapterIds: string[] = []): Promise<void> {
  const story = await findStory(storyId);
  const cache = await cachedResponses();
  for (const id of [...chapterIds, ...Object.keys(story?.chapters ?? {})])
    await cache.delete(cacheAddress.chapter(id));
  await cache.delete(cacheAddress.reading(storyId));
  for (const kind of ['highlights', 'bookmarks'] as const)
    await cache.delete(cacheAddress.annotations(kind, storyId));
  await cache.delete(new URL(paths.story(storyId), location.origin).href);
  if (story !== undefined) await deleteCover(story);
  await deleteStory(storyId);
}
