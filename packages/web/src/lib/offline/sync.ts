import type { Me } from '@inkling/contract/account';
import { ApiError } from '../api.ts';
import { getQueryClient } from '../query.ts';
import { readToken } from '../session-store.ts';
import { keepStory } from './keep-story.ts';
import {
  findStory,
  forgetCached,
  listChanges,
  listStories,
  type Owner,
  readOwner,
  storedKey,
} from './offline-store.ts';
import { claim, dropStory } from './offline-stories.ts';
import { KeepRefused, Unreadable } from './refusals.ts';
import { askWorker } from './registration.ts';
import { unsentChangesOf } from './unsent-changes.ts';

const minIntervalMs = 60_000;
let syncedAt = Number.NEGATIVE_INFINITY;

/** Statuses that the next story would get too: the session ended, or the server is busy, unreachable or limits this person. */
const ofAll = [401, 429, 502, 503, 504];

/** Brings one story up to date, or removes it if it may no longer be read. False if the others must wait as well. */
async function refresh(me: Me, storyId: string): Promise<boolean> {
  try {
    await keepStory(me, storyId);
  } catch (error) {
    if (error instanceof Unreadable) await dropStory(storyId);
    else {
      const isOfStory = error instanceof ApiError && error.status >= 400 && !ofAll.includes(error.status);
      return isOfStory || error instanceof KeepRefused || (await findStory(storyId)) === undefined;
    }
  }
  return true;
}

/** The owner of what is kept, unless that is another person, whose stories are removed. */
async function ownOwner(me: Me): Promise<Owner | undefined> {
  const owner = await readOwner();
  if (owner === undefined || owner.userId === me._id) return owner;
  await forgetCached();
  return undefined;
}

/** Sends what waits on this device; lists of it that are shown are read again then. */
async function send(token: string): Promise<void> {
  await askWorker({ send: token });
  void getQueryClient().invalidateQueries({ queryKey: [storedKey] });
}

/** Sends what this person did before their session ended; what the server refuses stays, and is shown. */
async function sendUnsent(me: Me, token: string): Promise<void> {
  if ((await unsentChangesOf(me._id)).length === 0) return;
  await claim(me._id);
  await send(token);
  if ((await listChanges()).length + (await listStories()).length === 0) await forgetCached();
}

/**
 * Sends what was done without a connection, then brings the kept stories up to date: chapters that are no longer public
 * leave this device (docs/product/offline.md#withdrawn). What another person has kept is removed.
 */
export async function syncOffline(me: Me, isBack: boolean): Promise<void> {
  const token = readToken();
  if (token === null) return;
  const owner = await ownOwner(me);
  if (owner === undefined) return sendUnsent(me, token);
  if (!isBack && performance.now() - syncedAt < minIntervalMs) return;
  syncedAt = performance.now();
  await claim(me._id);
  await send(token);
  await navigator.locks.request('inkling-offline-sync', { ifAvailable: true }, async (lock) => {
    if (lock === null) return;
    for (const { storyId } of await listStories())
      if (readToken() !== token || !(await refresh(me, storyId))) return;
  });
}
