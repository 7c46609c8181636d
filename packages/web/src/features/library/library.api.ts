import type { ChapterProgress, Opening } from '@inkling/contract/library';
import type { QueryClient } from '@tanstack/react-query';
import { type CallResponse, call, mayPass } from '../../lib/api.ts';
import { readConnection } from '../../lib/connection.ts';
import { nextRetry } from '../../lib/next-retry.ts';
import { callQuery, markStale, useCall } from '../../lib/query.ts';
import { serverNow } from '../../lib/server-time.ts';
import { meQuery } from '../../lib/session.ts';
import { isSessionLost, readToken } from '../../lib/session-store.ts';
import { type SentProgress, settleStored, storePlace, unsentPlaces } from '../../lib/stored-places.ts';
import { withPlace } from '../../lib/with-place.ts';
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
  progress: ChapterProgress & { readsAgain?: boolean },
): void {
  const queryKey = readingKey(storyId);
  client.setQueriesData<CallResponse<'GET /stories/{id}/reading'>>(
    { queryKey },
    (opening) => opening && { ...opening, data: withPlace(opening.data, progress) },
  );
}

type ProgressBody = Required<Pick<SentProgress, 'progress' | 'position'>> & Pick<SentProgress, 'readsAgain'>;

const saveStored = (chapter: string, body: SentProgress) =>
  call('POST /chapters/{id}/progress', { params: { id: chapter }, body });

/** Saves what an earlier page or session of the signed-in person could not send; newer progress on the server stays. */
export async function sendStoredPlaces(client: QueryClient): Promise<void> {
  if (readToken() === null) return;
  const { _id: userId } = await client.ensureQueryData(meQuery);
  for (const [chapter, body] of Object.entries(unsentPlaces(userId))) {
    try {
      await saveStored(chapter, body);
    } catch (error) {
      if (mayPass(error)) return;
    }
    settleStored(userId, chapter, body);
  }
}

/** The newest progress of each chapter that the server does not have yet. */
const unsaved = new Map<string, ProgressBody>();

/**
 * Saves the progress in a chapter; with `keepalive` the request outlives the page. It is stored for the next page, which may
 * have been written before. Without a connection it is sent again until it succeeds or newer progress replaces it,
 * by the next page if this one is left before; other failures are thrown. `token` is that of the reader's session.
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
  unsaved.set(chapter, body);
  // Not for the next person who signs in on this page.
  const isWanted = () => unsaved.get(chapter) === body && readToken() === token;
  const stored = { ...body, readAt: new Date(serverNow()).toISOString() };
  const opening = client.getQueryData<{ data: Opening }>(readingKey(storyId));
  const userId = opening?.data.reader._id ?? client.getQueryData(meQuery.queryKey)?._id;
  const settle = (savedAt?: string | null) =>
    userId !== undefined && settleStored(userId, chapter, stored, savedAt);
  if (userId !== undefined && (token !== null || isSessionLost())) storePlace(userId, chapter, stored);
  if (token === null) throw new Error('Not signed in.');
  let sent: SentProgress = body;
  do {
    try {
      const input = { params: { id: chapter }, body: sent };
      const { data } = await call('POST /chapters/{id}/progress', input, { keepalive, token });
      // What was sent late may be older than the place of another device, which the response has then.
      if (sent === body && isWanted()) cacheProgress(client, storyId, { ...data, ...body });
      settle(readConnection() === 'online' ? data.updatedAt : null);
      void markStale(client, ['progress']);
      break;
    } catch (error) {
      if (!mayPass(error)) {
        if (!isSessionLost()) settle();
        throw error;
      }
      await nextRetry();
      sent = stored;
    }
  } while (isWanted());
  if (unsaved.get(chapter) === body) unsaved.delete(chapter);
}
