import { useEffect } from 'react';
import { pageSource, takeFrom } from '../../lib/page-source.ts';
import { countView } from './stories.api.ts';

const key = 'viewed-pages';
/** How long a page is visible before it counts as seen. */
const seenAfter = 2000;

/** Whether a page was not seen in this session of the browser; marks it as seen. */
function isFirstView(id: string): boolean {
  try {
    const seen = (sessionStorage.getItem(key) ?? '').split(' ');
    if (seen.includes(id)) return false;
    sessionStorage.setItem(key, [...seen.slice(-200), id].join(' ').trim());
    return true;
  } catch {
    return true;
  }
}

/** What moves a page; a place that is restored scrolls it too, but nobody has. */
const movements = ['wheel', 'touchmove', 'keydown'] as const;

/** Calls `then` once the page was visible for two seconds, or is moved. Returns how to stop waiting. */
function whenSeen(then: () => void): () => void {
  let timer: ReturnType<typeof setTimeout> | undefined;
  const wait = () => {
    clearTimeout(timer);
    if (document.visibilityState === 'visible') timer = setTimeout(see, seenAfter);
  };
  const stop = () => {
    clearTimeout(timer);
    document.removeEventListener('visibilitychange', wait);
    for (const movement of movements) removeEventListener(movement, see);
  };
  function see() {
    stop();
    then();
  }
  document.addEventListener('visibilitychange', wait);
  for (const movement of movements) addEventListener(movement, see, { passive: true });
  wait();
  return stop;
}

/**
 * Counts a view of a story, or of a chapter, once it has been seen; once per session of the browser. Failures are ignored.
 * A page that is not shown yet does not count.
 */
export function usePageView(storyId: string, chapterId: string | undefined, isShown: boolean): void {
  useEffect(() => {
    if (!isShown) return;
    const from = takeFrom();
    return whenSeen(() => {
      if (isFirstView(chapterId ?? storyId)) countView(storyId, chapterId, pageSource(from));
    });
  }, [storyId, chapterId, isShown]);
}
