import { useQueryClient } from '@tanstack/react-query';
import { useEffect } from 'react';
import { lastSave } from '../../lib/last-save.ts';
import { isHiddenForNow } from '../../lib/take-over.ts';
import { cacheProgress } from './library.api.ts';

/** A page may have been written before the place was saved that this tab has just left: once it is taken over, it shows that. */
export function useLeftPlace(storyId: string): void {
  const client = useQueryClient();
  // biome-ignore lint/correctness/useExhaustiveDependencies: once, when the page was opened
  useEffect(() => {
    const left = lastSave();
    if (left?.storyId === storyId && isHiddenForNow()) cacheProgress(client, storyId, left.progress);
  }, []);
}
