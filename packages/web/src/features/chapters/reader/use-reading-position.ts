import type { Chapter } from '@inkling/contract/chapters';
import type { ChapterProgress } from '@inkling/contract/library';
import { useQueryClient } from '@tanstack/react-query';
import { type RefObject, useLayoutEffect, useRef } from 'react';
import { call } from '../../../lib/api.ts';
import { currentPosition, isBeginning, type Position, readPercent, scrollToPosition } from './position.ts';
import { cacheProgress } from './story-opening.ts';

const saveAfterMs = 1000;
const affectedQueries = [
  'GET /stories/continue-reading',
  'GET /stories/library/me',
  'GET /stories/{id}/reading',
  'GET /home',
];

/** Where the window stands on a text. */
const readState = (text: HTMLElement) => ({
  top: window.scrollY,
  position: currentPosition(text),
  share: readPercent(text),
});

interface Reading {
  chapter: Chapter;
  /** Where this reader was. */
  saved: ChapterProgress;
  text: RefObject<HTMLElement | null>;
}

/**
 * Opens a chapter where the reader left it, and keeps the place, and with it that this chapter was opened last: a
 * second after it was opened and after the last movement, and at once when the page is hidden or left.
 */
export function useReadingPosition({ chapter, saved, text }: Reading): void {
  const client = useQueryClient();
  const position = useRef<Position | null>(null);
  const restoredChapter = useRef<string | null>(null);
  /** Where the page was scrolled to by us: the place stays what it was. */
  const restoredScrollY = useRef(-1);
  /** How high the text is whose place is known: at another height its lines were set anew, and the place waits. */
  const textHeight = useRef(-1);
  const chapterId = chapter._id;
  const { version, story: storyId } = chapter;

  useLayoutEffect(() => {
    const element = text.current;
    if (element === null || restoredChapter.current === chapterId) return;
    restoredChapter.current = chapterId;
    const restore = (): void => {
      const restored = scrollToPosition(element, saved.position, saved.progress >= 100 ? 0 : saved.progress);
      if (!restored) window.scrollTo({ top: 0, behavior: 'instant' });
      position.current = currentPosition(element);
      textHeight.current = element.offsetHeight;
    };
    restore();
    const { scrollY } = window;
    // A text that is known before its page is drawn is placed in the commit that shows the new address, and then the
    // router's own effect, which runs after this one, scrolls away from it. A microtask runs after both, before the paint.
    queueMicrotask(() => {
      if (restoredChapter.current === chapterId && element.isConnected && window.scrollY !== scrollY)
        restore();
    });
  }, [saved, chapterId, text]);

  // Letters of another size, or that arrive late, and a window of another width set the lines anew: before that is
  // painted, what is read is brought back to where it was.
  useLayoutEffect(() => {
    const element = text.current;
    if (element === null) return;
    const watcher = new ResizeObserver(() => {
      textHeight.current = element.offsetHeight;
      if (position.current === null || isBeginning(element, position.current)) return;
      scrollToPosition(element, position.current, 0);
      restoredScrollY.current = window.scrollY;
    });
    watcher.observe(element);
    return () => watcher.disconnect();
  }, [text]);

  // Its end is told while the text is still on the page: passive effects end when React has taken it off.
  useLayoutEffect(() => {
    const element = text.current;
    if (element === null) return;
    let timer: ReturnType<typeof setTimeout> | undefined;
    let current = readState(element);
    let unsaved = true;
    // Whoever only turns over a page has not read it.
    let hasRead = false;
    const save = (keepalive: boolean): void => {
      clearTimeout(timer);
      if (!unsaved || current.position === null) return;
      unsaved = false;
      const body = { progress: current.share, position: { ...current.position, version } };
      cacheProgress(client, storyId, { chapter: chapterId, ...body, updatedAt: null });
      call('POST /chapters/{id}/progress', { params: { id: chapterId }, body }, { keepalive }).then(
        () => {
          for (const list of affectedQueries) void client.invalidateQueries({ queryKey: [list] });
        },
        () => {
          // Tried again with the next movement, or when the page is left.
          unsaved = true;
        },
      );
    };
    /** Tells whether the reader has moved since it was looked last. */
    const updatePosition = (): boolean => {
      // A page that is still moving tells so before the watcher above has brought it back.
      if (element.offsetHeight !== textHeight.current) return false;
      const before = current;
      current = readState(element);
      if (current.top === restoredScrollY.current) current.position = position.current;
      position.current = current.position;
      // Opening a chapter where one left it is no movement of theirs, nor is what brings them back there.
      if (current.top === before.top || current.top === restoredScrollY.current) return false;
      restoredScrollY.current = -1;
      unsaved = true;
      hasRead = true;
      return true;
    };
    const saveSoon = (): void => {
      clearTimeout(timer);
      timer = setTimeout(() => {
        hasRead = true;
        updatePosition();
        save(false);
      }, saveAfterMs);
    };
    const onScroll = () => {
      if (updatePosition()) saveSoon();
    };
    const onLeave = () => {
      updatePosition();
      save(true);
    };
    const onHide = () => {
      if (document.visibilityState === 'hidden') onLeave();
    };
    // A chapter that fits the window is read by being opened.
    saveSoon();
    window.addEventListener('scroll', onScroll, { passive: true });
    document.addEventListener('visibilitychange', onHide);
    window.addEventListener('pagehide', onLeave);
    return () => {
      window.removeEventListener('scroll', onScroll);
      document.removeEventListener('visibilitychange', onHide);
      window.removeEventListener('pagehide', onLeave);
      clearTimeout(timer);
      // The browser tells of a movement once a frame, of the last one perhaps not any more. Otherwise the place is
      // the one that was seen last: what stood around the text may be gone already.
      if (window.scrollY !== current.top) updatePosition();
      if (hasRead) save(true);
    };
  }, [chapterId, storyId, version, text, client]);
}
