import { useEffect } from 'react';
import { countView } from './stories.api.ts';

const key = 'viewed-stories';

function checkAndMarkViewed(storyId: string): boolean {
  try {
    const seen = (sessionStorage.getItem(key) ?? '').split(' ');
    if (seen.includes(storyId)) return true;
    sessionStorage.setItem(key, [...seen.slice(-200), storyId].join(' ').trim());
    return false;
  } catch {
    return false;
  }
}

/** Counts a view of a story once it is shown, once per session; failures are ignored. */
export function useStoryView(storyId: string, isShown: boolean): void {
  useEffect(() => {
    if (isShown && !checkAndMarkViewed(storyId)) countView(storyId);
  }, [storyId, isShown]);
}
