import type { Chapter } from '@inkling/contract/chapters';
import type { ChapterProgress } from '@inkling/contract/library';
import { useQueryClient } from '@tanstack/react-query';
import { type RefObject, useLayoutEffect, useRef } from 'react';
import { call } from '../../../lib/api.ts';
import { currentPlace, goTo, isBeginning, type Place, shareRead } from './place.ts';
import { savePlace } from './story-opening.ts';

const saveAfterMs = 1000;
const listsThatShowProgress = ['GET /stories/library/me', 'GET /stories/{id}/reading', 'GET /home'];

/** Where the window stands on a text. */
const standing = (text: HTMLElement) => ({
  top: window.scrollY,
  place: currentPlace(text),
  share: shareRead(text),
});

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
  /** How high the text is whose place is known: at another height its lines were set anew, and the place waits. */
  const height = useRef(-1);
  const chapterId = chapter._id;
  const { version, story: storyId } = chapter;

  useLayoutEffect(() => {
    const element = text.current;
    if (element === null || opened.current === chapterId) return;
    opened.current = chapterId;
    const open = (): void => {
      const went = goTo(element, kept.position, kept.progress >= 100 ? 0 : kept.progress);
      if (!went) window.scrollTo({ top: 0, behavior: 'instant' });
      place.current = currentPlace(element);
      height.current = element.offsetHeight;
    };
    open();
    const { scrollY } = window;
    // A text that is known before its page is drawn is placed in the commit that shows the new address, and then the
    // router's own effect, which runs after this one, scrolls away from it. A microtask runs after both, before the paint.
    queueMicrotask(() => {
      if (opened.current === chapterId && element.isConnected && window.scrollY !== scrollY) open();
    });
  }, [kept, chapterId, text]);

  // Letters of another size, or that arrive late, and a window of another width set the lines anew: before that is
  // painted, what is read is brought back to where it was.
  useLayoutEffect(() => {
    const element = text.current;
    if (element === null) return;
    const watcher = new ResizeObserver(() => {
      height.current = element.offsetHeight;
      if (place.current === null || isBeginning(element, place.current)) return;
      goTo(element, place.current, 0);
      wentTo.current = window.scrollY;
    });
    watcher.observe(element);
    return () => watcher.disconnect();
  }, [text]);

  // Its end is told while the text is still on the page: passive effects end when React has taken it off.
  useLayoutEffect(() => {
    const element = text.current;
    if (element === null) return;
    let timer: ReturnType<typeof setTimeout> | undefined;
    let at = standing(element);
    let unsaved = true;
    // Whoever only turns over a page has not read it.
    let reads = false;
    const save = (keepalive: boolean): void => {
      clearTimeout(timer);
      if (!unsaved || at.place === null) return;
      unsaved = false;
      const body = { progress: at.share, position: { ...at.place, version } };
      savePlace(client, storyId, { chapter: chapterId, ...body, updatedAt: null });
      call('POST /chapters/{id}/progress', { params: { id: chapterId }, body }, { keepalive }).then(
        () => {
          for (const list of listsThatShowProgress) void client.invalidateQueries({ queryKey: [list] });
        },
        () => {
          // Tried again with the next movement, or when the page is left.
          unsaved = true;
        },
      );
    };
    /** Tells whether the reader has moved since it was looked last. */
    const look = (): boolean => {
      // A page that is still moving tells so before the watcher above has brought it back.
      if (element.offsetHeight !== height.current) return false;
      const before = at;
      at = standing(element);
      if (at.top === wentTo.current) at.place = place.current;
      place.current = at.place;
      // Opening a chapter where one left it is no movement of theirs, nor is what brings them back there.
      if (at.top === before.top || at.top === wentTo.current) return false;
      wentTo.current = -1;
      unsaved = true;
      reads = true;
      return true;
    };
    const saveSoon = (): void => {
      clearTimeout(timer);
      timer = setTimeout(() => {
        reads = true;
        look();
        save(false);
      }, saveAfterMs);
    };
    const onScroll = () => {
      if (look()) saveSoon();
    };
    const onGo = () => {
      look();
      save(true);
    };
    const onHide = () => {
      if (document.visibilityState === 'hidden') onGo();
    };
    // A chapter that fits the window is read by being opened.
    saveSoon();
    window.addEventListener('scroll', onScroll, { passive: true });
    document.addEventListener('visibilitychange', onHide);
    window.addEventListener('pagehide', onGo);
    return () => {
      window.removeEventListener('scroll', onScroll);
      document.removeEventListener('visibilitychange', onHide);
      window.removeEventListener('pagehide', onGo);
      clearTimeout(timer);
      // The browser tells of a movement once a frame, of the last one perhaps not any more. Otherwise the place is
      // the one that was seen last: what stood around the text may be gone already.
      if (window.scrollY !== at.top) look();
      if (reads) save(true);
    };
  }, [chapterId, storyId, version, text, client]);
}
