import type { Opening } from '@inkling/contract/library';
import { isRestore, replacedBy, subjectOf } from './changes.ts';
import {
  type AnnotationKind,
  type Change,
  cacheAddress,
  listChanges,
  listStories,
  type OfflineStory,
  type Owner,
  readJson,
  replaceChanges,
} from './offline-store.ts';
import { isLiked, placeOf, withChanges } from './overlay.ts';
import { annotationsOf, storedAnnotations } from './respond-offline.ts';
import { offlineJson as json } from './uncached-response.ts';

const kindOf = (path: string): AnnotationKind => (path.includes('highlights') ? 'highlights' : 'bookmarks');

async function responseTo(change: Change, story: OfflineStory): Promise<Response | null> {
  if (change.subject.startsWith('place ')) return json({ data: placeOf(change) });
  if (change.subject.startsWith('like ')) {
    const kept = await readJson<{ data: Opening }>(cacheAddress.reading(story.storyId));
    if (kept === undefined) return null;
    const { likes } = withChanges(kept.data, [...(await listChanges()), change]).story;
    return json({ liked: isLiked(change), likes });
  }
  if (change.method === 'DELETE') return json({ message: 'Deleted' });
  const all = await annotationsOf(kindOf(change.path), story, change);
  const data = all.find(({ _id }) => change.subject === `annotation ${_id}`);
  return data === undefined
    ? null
    : json({ data }, change.method === 'POST' && !isRestore(change) ? 201 : 200);
}

/** The kept story that an annotation belongs to. */
async function storyOfAnnotation(subject: string, stories: OfflineStory[], kind: AnnotationKind) {
  const waiting = (await listChanges()).find((change) => change.subject === subject);
  if (waiting !== undefined) return stories.find(({ storyId }) => storyId === waiting.storyId);
  for (const story of stories)
    if ((await annotationsOf(kind, story)).some(({ _id }) => subject === `annotation ${_id}`)) return story;
  return undefined;
}

/** When the server last changed what a change is about, as far as this device knows; empty if it does not. */
async function lastKnownTime(subject: string, path: string, storyId: string): Promise<string> {
  const [name, id] = subject.split(' ');
  if (name === 'place') {
    const kept = await readJson<{ data: Opening }>(cacheAddress.reading(storyId));
    return kept?.data.places.find(({ chapter }) => chapter === id)?.updatedAt ?? '';
  }
  if (name !== 'annotation') return '';
  return (await storedAnnotations(kindOf(path), storyId)).find(({ _id }) => _id === id)?.updatedAt ?? '';
}

/**
 * The time of a change that was made at `madeAt` by this device's clock. It is after what the reader saw before the change,
 * even if the clock is a little behind the server's.
 */
export function timeOfChange(madeAt: number, clockAhead: number, seen: string): string {
  const after = seen === '' ? 0 : Date.parse(seen) + 1;
  return new Date(Math.max(madeAt + clockAhead, after)).toISOString();
}

/**
 * Stores a change to a kept story until there is a network, and responds as if it had been sent; null if it cannot wait.
 * `madeAt` is when the reader made it, in milliseconds since 1970: the network may have taken minutes to fail.
 */
export async function storeChange(
  { userId, clockAhead }: Owner,
  method: string,
  { pathname }: URL,
  body: Record<string, unknown> | null,
  madeAt: number,
): Promise<Response | null> {
  const path = pathname.slice('/api/v1'.length);
  const found = subjectOf({ method, path, body });
  if (found === null) return null;
  const stories = await listStories();
  const { subject, chapterId, storyId } = found;
  const story =
    chapterId === undefined && storyId === undefined
      ? await storyOfAnnotation(subject, stories, kindOf(path))
      : stories.find((one) =>
          chapterId === undefined ? one.storyId === storyId : chapterId in one.chapters,
        );
  if (story === undefined) return null;
  const at = timeOfChange(madeAt, clockAhead, await lastKnownTime(subject, path, story.storyId));
  const change: Change = { userId, storyId: story.storyId, subject, method, path, body, at };
  const response = await responseTo(change, story);
  const replaced = replacedBy(await listChanges(), change);
  if (replaced === null) return null;
  // Also if the server has carried out the deletion, and so has the restored annotation only itself.
  if (response === null && !isRestore(change)) return null;
  await replaceChanges(replaced, change);
  return response;
}
