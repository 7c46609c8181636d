import type { Chapter } from '@inkling/contract/chapters';
import type { ChapterProgress } from '@inkling/contract/library';
import { useQueryClient } from '@tanstack/react-query';
import { type RefObject, useLayoutEffect, useRef } from 'react';
import { readConnection } from '../../../lib/connection.ts';
import { markStale } from '../../../lib/query.ts';
import { readToken } from '../../../lib/session-store.ts';
import { readerScroll } from '../../../lib/use-opened.ts';
import { isPlaced } from '../../../lib/written-place.ts';
import { saveProgress } from '../../library/library.api.ts';
import { beganAgain, isHeld, isReadingAgain, onPlaceSettled } from './jumps.ts';
import { arePlacesPaused, onPlacesResumed } from './paused-places.ts';
import {
  currentPosition,
  isBeginning,
  isPaged,
  isWhole,
  lineTop,
  readersPlace as position,
  readPercent,
  scrolledBy,
  scrollToPosition,
  showBeginning,
} from './position.ts';

/** Runs once the next frame has been painted, or before, when the page is hidden or left. */
function afterPaint(run: () => void): void {
  const done = new AbortController();
  const once = () => {
    if (done.signal.aborted) return;
    done.abort();
    run();
  };
  requestAnimationFrame(() => setTimeout(once));
  for (const sign of ['visibilitychange', 'pagehide']) addEventListener(sign, once, { signal: done.signal });
}

const saveAfterMs = 1000;

/** The scroll offset, position and progress in a text. */
const readState = (text: HTMLElement) => ({
  top: scrolledBy(),
  position: currentPosition(text),
  share: readPercent(text),
});

interface Reading {
  chapter: Chapter;
  /** The reader's saved progress. */
  saved: ChapterProgress;
  text: RefObject<HTMLElement | null>;
  /** Whether it opens at its last page, not read: nothing is saved until the reader turns a page in it. */
  looksBack?: boolean;
  /** Whether its pages are not laid out yet. */
  waits?: boolean;
}

/**
 * Restores the saved position in a chapter. Saves it a second after opening and after each scroll, and immediately when
 * the page is hidden or left. Saving also records the chapter as the last one opened.
 */
export function useReadingPosition({
  chapter,
  saved,
  text,
  looksBack = false,
  waits = false,
}: Reading): void {
  const client = useQueryClient();
  const isUnread = useRef(saved.updatedAt === null);
  const restoredChapter = useRef<string | null>(null);
  /** The scroll offset after our own scrolling, which does not change the position. */
  const restoredScrollY = useRef(-1);
  /** The text's height when the position was measured; at another height, its lines may have moved. */
  const textHeight = useRef(-1);
  /** Where the position's line was in the text then. */
  const top = useRef(Number.NaN);
  const chapterId = chapter._id;
  const { version, story: storyId } = chapter;

  useLayoutEffect(() => {
    const element = text.current;
    if (element === null || waits || restoredChapter.current === chapterId) return;
    restoredChapter.current = chapterId;
    const stays = isPlaced(element) && !isPaged();
    const { scrollY: place } = window;
    const restore = (): void => {
      if (stays) window.scrollTo({ top: place, behavior: 'instant' });
      const restored =
        stays || scrollToPosition(element, saved.position, saved.progress >= 100 ? 0 : saved.progress);
      if (!restored) showBeginning();
      position.current = currentPosition(element);
      textHeight.current = element.offsetHeight;
      top.current = lineTop(element, position.current);
    };
    restore();
    const { scrollY } = window;
    // If the text is cached, the router's scroll effect runs after this one and scrolls away from the position. A
    // microtask runs after both effects and before the paint.
    queueMicrotask(() => {
      if (restoredChapter.current === chapterId && element.isConnected && window.scrollY !== scrollY)
        restore();
    });
  }, [saved, chapterId, text, waits]);

  // A new font, font size or window width moves the lines: restore the position before the next paint.
  useLayoutEffect(() => {
    const element = text.current;
    if (element === null) return;
    const observer = new ResizeObserver(() => {
      textHeight.current = element.offsetHeight;
      // Pages keep the place themselves.
      if (isPaged() || position.current === null || isBeginning(element, position.current)) return;
      const before = top.current;
      top.current = lineTop(element, position.current);
      // Text was added below it.
      if (Math.abs(top.current - before) < 1) return;
      scrollToPosition(element, position.current, 0);
      restoredScrollY.current = scrolledBy();
    });
    observer.observe(element);
    return () => observer.disconnect();
  }, [text]);

  // A layout effect, because its cleanup needs the text, which React removes before passive effects are cleaned up.
  useLayoutEffect(() => {
    const element = text.current;
    if (element === null || waits) return;
    let timer: ReturnType<typeof setTimeout> | undefined;
    let current = readState(element);
    // Without a connection, the reader may have read on elsewhere: their own place is not saved again as the newer one.
    let unsaved = readConnection() === 'online' || isUnread.current;
    // Passing through a chapter does not count as reading it.
    let hasRead = false;
    // A chapter of one page is seen whole.
    let isUnturned = looksBack && current.top > 0;
    const save = (keepalive: boolean, token = readToken()): void => {
      if (arePlacesPaused() || isHeld(chapterId) || isUnturned) return;
      clearTimeout(timer);
      if (!unsaved || current.position === null || !isWhole(element)) return;
      unsaved = false;
      const readsAgain = isReadingAgain();
      const place = { progress: current.share, position: { ...current.position, version } };
      const progress = { ...place, ...(readsAgain && { readsAgain }) };
      saveProgress(client, storyId, chapterId, progress, keepalive, token).then(
        () => {
          if (readsAgain) beganAgain();
          // Before, the chapter counted as not reached (docs/product/comments.md#spoilers).
          if (isUnread.current) void markStale(client, ['paragraphComments']);
          isUnread.current = false;
        },
        () => {
          // The next scroll or leaving the page tries again.
          unsaved = true;
        },
      );
    };
    /** Measures the position again; returns whether the reader has scrolled since the last time. */
    const updatePosition = (): boolean => {
      // The layout has changed and the observer above has not restored the position yet.
      if (!isPaged() && element.offsetHeight !== textHeight.current) return false;
      const before = current;
      current = readState(element);
      if (current.top === restoredScrollY.current) current.position = position.current;
      position.current = current.position;
      top.current = lineTop(element, current.position);
      // Restoring the position scrolls too, but the reader did not.
      if (current.top === before.top || current.top === restoredScrollY.current) return false;
      restoredScrollY.current = -1;
      unsaved = true;
      hasRead = true;
      if (current.share < 100) isUnturned = false;
      return true;
    };
    const saveSoon = (): void => {
      clearTimeout(timer);
      timer = setTimeout(() => {
        if (!isWhole(element)) return saveSoon();
        hasRead = true;
        updatePosition();
        save(false);
      }, saveAfterMs);
    };
    const onScroll = () => {
      if (!updatePosition()) return;
      saveSoon();
      // Pages scroll by themselves whenever they are laid out.
      if (!isPaged()) window.dispatchEvent(new Event(readerScroll));
    };
    const onLeave = () => {
      updatePosition();
      save(true);
    };
    const onHide = () => {
      if (document.visibilityState === 'hidden') onLeave();
    };
    const stopResuming = onPlacesResumed((outcome) => {
      if (outcome !== 'continue') unsaved = outcome === 'stay';
      if (outcome === 'stay' || hasRead) save(document.visibilityState === 'hidden');
    });
    const stopSettling = onPlaceSettled(saveSoon);
    // A chapter that fits the window is read without scrolling.
    saveSoon();
    // Captured: pages scroll in an element.
    window.addEventListener('scroll', onScroll, { passive: true, capture: true });
    document.addEventListener('visibilitychange', onHide);
    window.addEventListener('pagehide', onLeave);
    return () => {
      stopResuming();
      stopSettling();
      window.removeEventListener('scroll', onScroll, { capture: true });
      document.removeEventListener('visibilitychange', onHide);
      window.removeEventListener('pagehide', onLeave);
      clearTimeout(timer);
      // Scroll events fire once a frame, so the last one may be missing. Otherwise the last measured position is right:
      // the layout around the text may have changed already.
      if (scrolledBy() !== current.top) updatePosition();
      // Not before the next chapter is seen: making the request takes a tenth of the time to its text. By then, another
      // person may have signed in on this page.
      const token = readToken();
      if (hasRead) afterPaint(() => save(true, token));
    };
  }, [chapterId, storyId, version, text, client, looksBack, waits]);
}
