import { useQueryClient } from '@tanstack/react-query';
import { useEffect, useState } from 'react';
import { hasWorker } from '../../lib/has-worker.ts';

/** The title of the story with this id anywhere in responses. */
function titleIn(value: unknown, storyId: string): string | undefined {
  if (typeof value !== 'object' || value === null) return undefined;
  if ('_id' in value && value._id === storyId && 'title' in value && typeof value.title === 'string')
    return value.title;
  for (const part of Object.values(value)) {
    const found = titleIn(part, storyId);
    if (found !== undefined) return found;
  }
  return undefined;
}

/** The lists and openings of stories that this device keeps; no texts of chapters, which name no story. */
const hasStories = /\/api\/v1\/stories\//;

async function storedTitle(storyId: string): Promise<string | undefined> {
  const { cachedResponses } = await import('../../lib/offline/offline-store.ts');
  const cache = await cachedResponses();
  const kept = (await cache.keys()).filter(({ url }) => hasStories.test(url));
  const responses = await Promise.all(kept.map((request) => cache.match(request, { ignoreVary: true })));
  return titleIn(await Promise.all(responses.map((response) => response?.json())), storyId);
}

/**
 * The title of a story that could not be loaded, from any card, list or history that this page or device has of it;
 * undefined while it is not known.
 */
export function useKnownTitle(storyId: string | undefined): string | undefined {
  const client = useQueryClient();
  const [known, setKnown] = useState<{ storyId: string; title: string | undefined }>();
  useEffect(() => {
    if (storyId === undefined) return;
    const seen = client.getQueryCache().getAll();
    const title = titleIn(
      seen.map(({ state }) => state.data),
      storyId,
    );
    setKnown({ storyId, title });
    if (title !== undefined || !hasWorker()) return;
    // Without the stored lists, the page is shown without a title.
    storedTitle(storyId).then(
      (stored) => setKnown((now) => (now?.storyId === storyId ? { storyId, title: stored } : now)),
      () => undefined,
    );
  }, [client, storyId]);
  return known?.storyId === storyId ? known?.title : undefined;
}
