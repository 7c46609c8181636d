import type { Story } from '@inkling/contract/stories';
import { deviceSettings } from '../../../lib/device-settings.ts';
import { useMeQuery, useSessionState } from '../../../lib/session.ts';

/** How many stories are remembered; beyond that, the oldest is forgotten. */
const maxStories = 100;

/** The mature stories that a person on this device has chosen to open, oldest first. */
const consents = deviceSettings<{ stories: string[] }>('mature-stories', { stories: [] }, ({ stories }) => ({
  stories: Array.isArray(stories) ? stories.map(String) : [],
}));

export function openMatureStory(id: string): void {
  const others = consents.read().stories.filter((other) => other !== id);
  consents.change({ stories: [...others, id].slice(-maxStories) });
}

/** Whether a person on this device has chosen to open the mature story, or its community, with this id. */
export const useHasOpened = (id: string): boolean => consents.use().stories.includes(id);

/**
 * Whether a story’s page asks before it is shown (docs/product/labels.md#mature-content-gate); 'unknown' while
 * the reader’s preferences are loading.
 */
export function useAsksFirst(
  story: Pick<Story, '_id' | 'audience' | 'author'> | undefined,
): boolean | 'unknown' {
  const hasOpened = useHasOpened(story?._id ?? '');
  const session = useSessionState();
  const isNew = story !== undefined && story.audience === 'mature' && !hasOpened;
  // Other stories' pages do not need the reader.
  const me = useMeQuery({ enabled: isNew });
  if (!isNew) return false;
  if (me.data !== undefined && (me.data.readingPreferences.showsMature || me.data._id === story.author._id))
    return false;
  return session === 'member' && me.isPending ? 'unknown' : true;
}
