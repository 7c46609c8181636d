import type { Opening } from '@inkling/contract/library';
import { changesThatUndo, isAnnotationDeletion, replacedBy, subjectOf } from './changes.ts';
import { writeTimeoutMs } from './in-time.ts';
import {
  type AnnotationKind,
  type Change,
  cacheAddress,
  findStory,
  listChanges,
  listStories,
  type OfflineStory,
  type Owner,
  readJson,
  replaceChanges,
} from './offline-store.ts';
import { annotationOf, editedAnnotation, isLiked, placeOf, withChanges } from './overlay.ts';
import { annotationsOf, chapterTitle, storedAnnotations } from './respond-offline.ts';
import { withChangesLocked } from './send-changes.ts';
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
  const kind = kindOf(change.path);
  if (change.method === 'POST')
    return json(
      { data: annotationOf(change, story, await chapterTitle(String(change.body?.chapterId))) },
      201,
    );
  const before = (await annotationsOf(kind, story)).find(({ _id }) => change.subject === `annotation ${_id}`);
  return before === undefined ? null : json({ data: editedAnnotation(before, change) });
}

/** The kept story that an annotation belongs to. */
async function storyOfAnnotation(subject: string, stories: OfflineStory[], kind: AnnotationKind) {
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
 * `isAttempted`: the server may have carried it out, although there was no response.
 */
export async function storeChange(
  { userId, clockAhead }: Owner,
  method: string,
  { pathname }: URL,
  body: Record<string, unknown> | null,
  madeAt: number,
  isAttempted = false,
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
  if (response === null || replaced === null) return null;
  if (isAnnotationDeletion(change)) Object.assign(change, { replaced, isAttempted });
  await replaceChanges(replaced, change);
  return response;
}

/**
 * Undoes a deletion that waits to be sent, restores what it replaced, and responds as the server would. Null if there is
 * no such deletion; a network error if it is just being sent, on a network that does not respond.
 */
export async function undoDeletion({ pathname }: URL): Promise<Response | null> {
  const [, collection = '', id = ''] =
    /^\/api\/v1\/(highlights|bookmarks)\/([\w-]+)\/restore$/.exec(pathname) ?? [];
  if (id === '') return null;
  const kind = kindOf(collection);
  const findDeletion = async () =>
    (await listChanges()).find(
      (change) => isAnnotationDeletion(change) && change.subject === `annotation ${id}`,
    );
  if ((await findDeletion()) === undefined) return null;
  const undo = async (): Promise<Response | null> => {
    const deletion = await findDeletion();
    const story = deletion && (await findStory(deletion.storyId));
    if (deletion === undefined || story === undefined) return null;
    await replaceChanges([deletion], ...changesThatUndo(deletion));
    const data = (await annotationsOf(kind, story)).find(({ _id }) => _id === id);
    return data === undefined ? null : json({ data });
  };
  return withChangesLocked(undo, writeTimeoutMs).catch(() => Response.error());
}
