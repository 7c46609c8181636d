import type { ChapterProgress } from '@inkling/contract/library';
import type { QueryClient } from '@tanstack/react-query';
import { type CallResponse, call, type Input, mayPass } from '../../lib/api.ts';
import { begunAgain, continuedAt } from '../../lib/continued-at.ts';
import { noteLastSave } from '../../lib/early-calls.ts';
import { nextRetry } from '../../lib/next-retry.ts';
import { callQuery, markStale, useCall } from '../../lib/query.ts';
import { serverNow } from '../../lib/server-time.ts';
import { meQuery } from '../../lib/session.ts';
import { isSessionLost, readToken } from '../../lib/session-store.ts';
import { inputKey, readInput, storeInput } from '../../lib/stored-input.ts';
import { readingKey } from '../stories/stories.api.ts';

/** The number of people who have opened a chapter of one's own story. */
export const readersQuery = (storyId: string) =>
  callQuery('GET /stories/{id}/readers', { params: { id: storyId } });

export const useMarkCompleted = () =>
  useCall('POST /stories/{id}/mark-completed', {
    success: 'Marked as completed. You’ll find it in your library.',
    touches: ['completion'],
  });

/** Updates a chapter's progress in the story that the reading screen has cached. */
export function cacheProgress(
  client: QueryClient,
  storyId: string,
  { readsAgain, ...progress }: ChapterProgress & { readsAgain?: boolean },
): void {
  const queryKey = readingKey(storyId);
  client.setQueriesData<CallResponse<'GET /stories/{id}/reading'>>({ queryKey }, (opening) => {
    if (opening === undefined) return undefined;
    const known = readsAgain && opening.data.isCompleted ? begunAgain(opening.data) : opening.data;
    const { chapters, places, opened } = known;
    const continued = continuedAt(known, progress);
    // In a long story, this chapter may not be loaded.
    if (!chapters.some(({ _id }) => _id === progress.chapter))
      return { ...opening, data: { ...known, ...continued } };
    const before = places.find(({ chapter }) => chapter === progress.chapter);
    const furthest = Math.max(before?.furthest ?? before?.progress ?? 0, progress.progress);
    const merged = [...places.filter((one) => one !== before), { ...progress, furthest }];
    return {
      ...opening,
      data: { ...known, ...continued, opened: opened + Number(before === undefined), places: merged },
    };
  });
}

type SentProgress = Input<'POST /chapters/{id}/progress'>['body'];
type ProgressBody = Required<Pick<SentProgress, 'progress' | 'position'>> & Pick<SentProgress, 'readsAgain'>;

/** By chapter, the newest progress that could not be sent: without a connection, or after the session had ended. */
type StoredPlaces = Record<string, SentProgress>;
const placesKey = (userId: string): string => inputKey(userId, 'places');

const saveStored = (chapter: string, body: SentProgress) =>
  call('POST /chapters/{id}/progress', { params: { id: chapter }, body });

/** Saves what an earlier page or session of the signed-in person could not send; newer progress on the server stays. */
export async function sendStoredPlaces(client: QueryClient): Promise<void> {
  if (readToken() === null) return;
  const key = placesKey((await client.ensureQueryData(meQuery))._id);
  const left = { ...readInput<StoredPlaces>(key) };
  for (const [chapter, body] of Object.entries(left)) {
    if (body === undefined) continue;
    try {
      await saveStored(chapter, body);
    } catch (error) {
      if (mayPass(error)) return;
    }
    delete left[chapter];
    storeInput(key, Object.keys(left).length === 0 ? null : left);
  }
}

/** The newest progress of each chapter that the server does not have yet. */
const unsaved = new Map<string, ProgressBody>();

/**
 * Saves the progress in a chapter; with `keepalive` the request outlives the page. Without a connection it is sent again
 * until it succeeds or newer progress replaces it, by the next page if this one is left before; other failures are thrown.
 * `token` is that of the reader's session.
 */
export async function saveProgress(
  client: QueryClient,
  storyId: string,
  chapter: string,
  body: ProgressBody,
  keepalive: boolean,
  token = readToken(),
): Promise<void> {
  cacheProgress(client, storyId, { chapter, ...body, updatedAt: null });
  if (keepalive) noteLastSave();
  unsaved.set(chapter, body);
  // Not for the next person who signs in on this page.
  const isWanted = () => unsaved.get(chapter) === body && readToken() === token;
  const readAt = new Date(serverNow()).toISOString();
  /** Stores this place for the next page, or with null removes what is stored of the chapter. */
  const storePlace = (place: SentProgress | null): void => {
    const userId = client.getQueryData(meQuery.queryKey)?._id;
    if (userId === undefined) return;
    const { [chapter]: _earlier, ...others } = readInput<StoredPlaces>(placesKey(userId)) ?? {};
    const left = place === null ? others : { ...others, [chapter]: place };
    storeInput(placesKey(userId), Object.keys(left).length === 0 ? null : left);
  };
  if (token === null) {
    if (isSessionLost()) storePlace({ ...body, readAt });
    throw new Error('Not signed in.');
  }
  // The page may be gone before it knows that the request has failed.
  if (keepalive && !navigator.onLine) storePlace({ ...body, readAt });
  let sent: SentProgress = body;
  do {
    try {
      const input = { params: { id: chapter }, body: sent };
      const { data } = await call('POST /chapters/{id}/progress', input, { keepalive, token });
      // What was sent late may be older than the place of another device, which the response has then.
      if (sent === body && isWanted()) cacheProgress(client, storyId, { ...data, ...body });
      if (isWanted()) storePlace(null);
      void markStale(client, ['progress']);
      break;
    } catch (error) {
      if (mayPass(error) || isSessionLost()) storePlace({ ...body, readAt });
      if (!mayPass(error)) throw error;
      await nextRetry();
      sent = { ...body, readAt };
    }
  } while (isWanted());
  if (unsaved.get(chapter) === body) unsaved.delete(chapter);
}
