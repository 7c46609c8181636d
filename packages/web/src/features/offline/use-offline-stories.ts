import type { Me } from '@inkling/contract/account';
import { type QueryClient, queryOptions, useQuery, useQueryClient } from '@tanstack/react-query';
import { useSyncExternalStore } from 'react';
import { messageOf } from '../../lib/api.ts';
import { showError, showSuccess } from '../../lib/notify.ts';
import { keepFonts } from '../../lib/offline/fonts.ts';
import { keepStory } from '../../lib/offline/keep-story.ts';
import {
  type Change,
  deleteChange,
  listChanges,
  type OfflineStory,
  readOwner,
} from '../../lib/offline/offline-store.ts';
import { claim, dropStory, storiesOf } from '../../lib/offline/offline-stories.ts';
import { KeepRefused } from '../../lib/offline/refusals.ts';
import { canKeep, installWorker } from '../../lib/offline/registration.ts';
import { meQuery, useMe } from '../../lib/session.ts';

/** Whether all chapters that readers can read are kept. */
const isWhole = ({ chapters, total }: OfflineStory): boolean => Object.keys(chapters).length >= total;

interface OfflineData {
  stories: OfflineStory[];
  /** What waits to be sent, or was refused. */
  changes: Change[];
}

const offlineQuery = (userId: string | undefined) =>
  queryOptions({
    queryKey: ['kept offline', userId],
    queryFn: async (): Promise<OfflineData> => {
      if (!canKeep() || userId === undefined) return { stories: [], changes: [] };
      if ((await readOwner())?.userId !== userId) return { stories: [], changes: [] };
      const [stories, changes] = await Promise.all([storiesOf(userId), listChanges()]);
      return { stories, changes };
    },
    staleTime: 0,
    retry: false,
  });

/** What this device keeps for the signed-in reader. */
export function useOfflineStories() {
  const me = useMe();
  return useQuery({ ...offlineQuery(me?._id), enabled: me !== undefined });
}

const reload = (client: QueryClient, userId: string) =>
  client.fetchQuery(offlineQuery(userId)).catch(() => undefined);

interface Job {
  percent: number;
  abort: AbortController;
}
/** The stories that are being kept by this page. */
const jobs = new Map<string, Job>();
const listeners = new Set<() => void>();
const change = (storyId: string, job: Job | null): void => {
  if (job === null) jobs.delete(storyId);
  else jobs.set(storyId, job);
  for (const listener of listeners) listener();
};
const subscribe = (listener: () => void) => {
  listeners.add(listener);
  return () => void listeners.delete(listener);
};

async function keep(client: QueryClient, me: Me, storyId: string): Promise<void> {
  const abort = new AbortController();
  change(storyId, { percent: 0, abort });
  try {
    await installWorker();
    await claim(me._id);
    await navigator.storage?.persist?.().catch(() => false);
    await keepStory(me, storyId, (percent) => change(storyId, { percent, abort }), abort.signal);
    await keepLists(client);
    await keepFonts(me).catch(() => undefined);
    showSuccess('Kept offline. You can read this story without a connection.');
  } catch (error) {
    if (!abort.signal.aborted)
      showError(
        error instanceof KeepRefused ? error.message : messageOf(error, 'Failed to keep the story offline.'),
      );
  } finally {
    change(storyId, null);
    await reload(client, me._id);
  }
}

/** Keeps and removes one story; `percent` while it is being kept. */
export function useKeepStory(storyId: string) {
  const client = useQueryClient();
  const me = useMe();
  const kept = useOfflineStories();
  const job = useSyncExternalStore(
    subscribe,
    () => jobs.get(storyId),
    () => undefined,
  );
  return {
    isPossible: canKeep() && me !== undefined,
    /** Of a part of a story, such as one with new chapters that did not fit, the rest can be kept. */
    isOffline: kept.data?.stories.some((one) => one.storyId === storyId && isWhole(one)) === true,
    percent: job?.percent,
    keep: () => me && void keep(client, me, storyId),
    stop: () => job?.abort.abort(),
    remove: async () => {
      if (me === undefined) return;
      await dropStory(storyId);
      await reload(client, me._id);
      showSuccess('Removed from this device.');
    },
  };
}

/** Removes what is kept: one story, all of them, or a change that the server refused. */
export function useFreeSpace() {
  const client = useQueryClient();
  const me = useMe();
  const after = async (work: Promise<unknown>[]) => {
    await Promise.all(work);
    if (me !== undefined) await reload(client, me._id);
  };
  return {
    removeStories: (ids: string[]) => after(ids.map((id) => dropStory(id))),
    discard: ({ id }: Change) => after(id === undefined ? [] : [deleteChange(id)]),
  };
}

const libraryTabs = ['reading', 'completed', 'bookmarks'] as const;

/** Fetches the lists of the library once, which the service worker keeps. */
async function keepLists(client: QueryClient): Promise<void> {
  const { entriesQuery } = await import('../library/library-entries.api.ts');
  const { parseView } = await import('../library/library-view.ts');
  for (const tab of libraryTabs)
    await client
      .fetchQuery({ ...entriesQuery(tab, parseView(tab, ''), 1), staleTime: 0 })
      .catch(() => undefined);
  await client.fetchQuery({ ...meQuery, staleTime: 0 }).catch(() => undefined);
}
