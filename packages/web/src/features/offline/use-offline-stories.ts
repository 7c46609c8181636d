import { type QueryClient, queryOptions, useQuery, useQueryClient } from '@tanstack/react-query';
import { useEffect, useSyncExternalStore } from 'react';
import { showSuccess } from '../../lib/notify.ts';
import { canKeep } from '../../lib/offline/can-keep.ts';
import { jobOf, keepOnDevice, onJobsChange } from '../../lib/offline/keep-job.ts';
import {
  type Change,
  deleteChange,
  listChanges,
  listStories,
  type OfflineStory,
  readOwner,
  storedKey,
} from '../../lib/offline/offline-store.ts';
import { dropStory } from '../../lib/offline/offline-stories.ts';
import { useMe } from '../../lib/session.ts';

/** Whether all chapters that readers can read are kept. */
const isWhole = ({ chapters, total }: OfflineStory): boolean => Object.keys(chapters).length >= total;

interface OfflineData {
  stories: OfflineStory[];
  /** What waits to be sent, or was refused. */
  changes: Change[];
}

const offlineQuery = (userId: string | undefined) =>
  queryOptions({
    queryKey: [storedKey, userId],
    queryFn: async (): Promise<OfflineData> => {
      if (!canKeep() || userId === undefined) return { stories: [], changes: [] };
      if ((await readOwner())?.userId !== userId) return { stories: [], changes: [] };
      const [stories, changes] = await Promise.all([listStories(), listChanges()]);
      return { stories: stories.toSorted((a, b) => a.title.localeCompare(b.title)), changes };
    },
    staleTime: 0,
    retry: false,
  });

const reload = (client: QueryClient, userId: string) =>
  client.fetchQuery(offlineQuery(userId)).catch(() => undefined);

/** What this device keeps for the signed-in reader, also after a story was kept from its card. */
export function useOfflineStories() {
  const client = useQueryClient();
  const userId = useMe()?._id;
  useEffect(() => {
    if (userId === undefined) return;
    return onJobsChange((isOver) => {
      if (isOver) void reload(client, userId);
    });
  }, [client, userId]);
  return useQuery({ ...offlineQuery(userId), enabled: userId !== undefined });
}

/** Keeps and removes one story; `percent` while it is being kept. */
export function useKeepStory(storyId: string) {
  const client = useQueryClient();
  const me = useMe();
  const kept = useOfflineStories();
  const job = useSyncExternalStore(
    onJobsChange,
    () => jobOf(storyId),
    () => undefined,
  );
  const story = kept.data?.stories.find((one) => one.storyId === storyId);
  return {
    isPossible: canKeep() && me !== undefined,
    /** Of a part of a story, such as one with new chapters that did not fit, the rest can be kept. */
    isOffline: story !== undefined && isWhole(story),
    exclusive: story?.exclusive ?? 0,
    total: story?.total ?? 0,
    percent: job?.percent,
    keep: () => me && void keepOnDevice(me, storyId),
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
