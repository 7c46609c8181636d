import type { Chapter } from '@inkling/contract/chapters';
import type { ChapterProgress } from '@inkling/contract/library';
import { useQueryClient } from '@tanstack/react-query';
import { type RefObject, useEffect, useLayoutEffect, useRef } from 'react';
import { call } from '../../lib/api.ts';
import { keepPlace } from './opening.ts';
import { currentPlace, goTo, isBeginning, type Place, shareRead } from './place.ts';

const saveAfterMs = 1000;
const listsThatShowProgress = [
  'GET /stories/continue-reading',
  'GET /stories/library/me',
  'GET /stories/{id}/reading',
  'GET /home',
];

interface Reading {
  chapter: Chapter;
  /** Where this reader was. */
  kept: ChapterProgress;
  text: RefObject<HTMLElement | null>;
}

/**
 * Opens a chapter where the reader left it, and keeps the place, and with it that this chapter was opened last: a
 * second after it was opened and after the last movement, and at once when the page is hidden or left.
 */
export function useReadingPlace({ chapter, kept, text }: Reading): void {
  const client = useQueryClient();
  const place = useRef<Place | null>(null);
  const opened = useRef<string | null>(null);
  /** Where the page was scrolled to by us: the place stays what it was. */
  const wentTo = useRef(-1);
  const chapterId = chapter._id;
  const { version, story: storyId } = chapter;

  useLayoutEffect(() => {
    if (text.current === null || opened.current === chapterId) return;
    opened.current = chapterId;
    const went = goTo(text.current, kept.position, kept.progress >= 100 ? 0 : kept.progress);
    if (!went) window.scrollTo({ top: 0, behavior: 'instant' });
    place.current = currentPlace(text.current);
  }, [kept, chapterId, text]);

  // Letters of another size, or that arrive late, and a window of another width set the lines anew: before that is
  // painted, what is read is brought back to where it was.
  useLayoutEffect(() => {
    const element = text.current;
    if (element === null) return;
    const watcher = new ResizeObserver(() => {
      if (place.current === null || isBeginning(element, place.current)) return;
      goTo(element, place.current, 0);
      wentTo.current = window.scrollY;
    });
    watcher.observe(element);
    return () => watcher.disconnect();
  }, [text]);

  useEffect(() => {
    const element = text.current;
    if (element === null) return;
    let timer: ReturnType<typeof setTimeout> | undefined;
    let moved = false;
    const save = (keepalive: boolean): void => {
      clearTimeout(timer);
      if (!moved || !element.isConnected) return;
      moved = false;
      const at = currentPlace(element);
      if (at === null) return;
      const body = { progress: shareRead(element), position: { ...at, version } };
      keepPlace(client, storyId, { chapter: chapterId, ...body, updatedAt: null });
      call('POST /chapters/{id}/progress', { params: { id: chapterId }, body }, { keepalive }).then(
        () => {
          for (const list of listsThatShowProgress) void client.invalidateQueries({ queryKey: [list] });
        },
        () => {
          // Tried again with the next movement, or when the page is left.
          moved = true;
        },
      );
    };
    const onScroll = () => {
      moved = true;
      if (window.scrollY !== wentTo.current) place.current = currentPlace(element);
      clearTimeout(timer);
      timer = setTimeout(() => save(false), saveAfterMs);
    };
    const onHide = () => {
      if (document.visibilityState === 'hidden') save(true);
    };
    // A chapter that fits the window is read by being opened.
    moved = true;
    timer = setTimeout(() => save(false), saveAfterMs);
    window.addEventListener('scroll', onScroll, { passive: true });
    document.addEventListener('visibilitychange', onHide);
    window.addEventListener('pagehide', onHide);
    return () => {
      window.removeEventListener('scroll', onScroll);
      document.removeEventListener('visibilitychange', onHide);
      window.removeEventListener('pagehide', onHide);
      save(true);
    };
  }, [chapterId, storyId, version, text, client]);
}
