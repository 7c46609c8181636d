import { ChevronLeft, ChevronRight } from 'lucide-react';
import { type RefObject, useLayoutEffect, useRef, useState } from 'react';
import { IconButton } from '../../ui/icon-button.tsx';
import { type Position, readersPlace, scrollToPosition, setPagedView } from '../chapters/reader/position.ts';
import { useReadingSettings } from '../chapters/reader/reading-settings.ts';
import { pagesOf } from './paged-view.ts';
import { endOf, isAtPages, usePageTurning } from './use-page-turning.ts';

/** Delay before snapping to the nearest page: find in page or the focus may scroll to between two. */
const settleMs = 160;
const turnsOnMs = 600;

interface Props {
  /** The element around title, note and text. */
  box: RefObject<HTMLElement | null>;
  text: RefObject<HTMLElement | null>;
  /** Whether pages turn to the left, as in a right-to-left story. */
  turnsLeft: boolean;
  /** Opens the last page of the chapter before, if there is one. */
  onPrevious: (() => void) | undefined;
  onNext: (() => void) | undefined;
  /** Called once the pages are laid out; no text may be shown before. */
  onReady: () => void;
}

const turning = (): ScrollBehavior =>
  matchMedia('(prefers-reduced-motion: reduce)').matches ? 'instant' : 'smooth';

/** Lays the text out in pages, turns them, and says which one is shown. */
export function Pages({ box, text, turnsLeft, onPrevious, onNext, onReady }: Props) {
  const settings = useReadingSettings();
  const [page, setPage] = useState({ current: 0, count: 1 });
  const place = useRef<Position | null>(null);
  /** The page being turned to, while it moves, and how many pages that is from the place. */
  const goal = useRef<{ page: number; by: number } | null>(null);
  const relayout = useRef<() => void>(() => undefined);

  useLayoutEffect(() => {
    const element = box.current;
    if (element === null) return;
    const pages = pagesOf(element);
    /** Where the layout has scrolled to. That is not the reader's choice, so it does not change their place. */
    let laidOutAt = Number.NaN;
    // Before the text is in pages. Another font that was chosen at the same moment may have moved the lines already.
    place.current = text.current && readersPlace.current;
    const showNumber = () => {
      pages.fillLast();
      setPage({ current: pages.current(), count: pages.count() });
    };
    const measure = () => {
      place.current = text.current && pages.position(text.current);
    };
    const isWhereLaidOut = () => Math.abs(pages.scrolled() - laidOutAt) <= 1;
    let timer: ReturnType<typeof setTimeout> | undefined;
    const settle = () => {
      // On a slow device, a turn may not have begun to move when the one before settles.
      pages.turnTo(goal.current?.page ?? pages.current(), 'instant');
      goal.current = null;
      if (!isWhereLaidOut()) {
        measure();
        laidOutAt = Number.NaN;
      }
      showNumber();
    };
    const onScroll = () => {
      clearTimeout(timer);
      timer = setTimeout(settle, settleMs);
    };
    /** Another size of the window or of the text: the same words stay in view. */
    const layOut = () => {
      pages.fit();
      const [shown, at, turned] = [text.current, place.current, goal.current];
      const isPlaced = shown !== null && at !== null;
      if (isPlaced) scrollToPosition(shown, at, 0);
      laidOutAt = pages.scrolled();
      // While a page turns, the place is that of the one before.
      if (turned !== null) {
        const { by } = turned;
        const to = Math.max(0, Math.min(pages.count() - 1, pages.current() + by));
        const page = isPlaced || !Number.isFinite(by) ? to : turned.page;
        goal.current = { page, by };
        pages.turnTo(page, 'instant');
        laidOutAt = Number.NaN;
      }
      showNumber();
    };
    element.dataset.paged = '';
    setPagedView({
      ...pages,
      // Not that of the page's beginning: back in one column, the reader would be a page before their place.
      position: (shown) => (isWhereLaidOut() ? place.current : null) ?? pages.position(shown),
      // What is opened stays in view while fonts load, from the moment it is opened. It also ends a page turn in progress.
      show(target, position) {
        goal.current = null;
        pages.show(target);
        place.current = position ?? null;
        laidOutAt = target !== null && position === undefined ? Number.NaN : pages.scrolled();
      },
      showShare(share) {
        goal.current = null;
        pages.showShare(share);
        measure();
        laidOutAt = Number.NaN;
      },
    });
    layOut();
    // Where the window was scrolled to in one long column is below the pages now.
    window.scrollTo({ top: 0, behavior: 'instant' });
    onReady();
    const observer = new ResizeObserver(layOut);
    observer.observe(element);
    // A new chapter, whose place use-reading-position.ts shows, and a note that arrives late.
    const content = new MutationObserver(showNumber);
    content.observe(element, { childList: true, subtree: true });
    element.addEventListener('scroll', onScroll, { passive: true });
    document.fonts.addEventListener('loadingdone', layOut);
    window.addEventListener('resize', layOut);
    relayout.current = layOut;
    return () => {
      clearTimeout(timer);
      observer.disconnect();
      content.disconnect();
      element.removeEventListener('scroll', onScroll);
      document.fonts.removeEventListener('loadingdone', layOut);
      window.removeEventListener('resize', layOut);
      setPagedView(null);
      delete element.dataset.paged;
    };
  }, [box, text, onReady]);

  // biome-ignore lint/correctness/useExhaustiveDependencies: whatever changes how the text is set
  useLayoutEffect(() => relayout.current(), [settings]);

  const turnBy = (by: number, atEnd: (() => void) | undefined) => {
    const element = box.current;
    if (element === null) return;
    const pages = pagesOf(element);
    const turned = goal.current ?? { page: pages.current(), by: 0 };
    const page = turned.page + by;
    if (page < 0 || page >= pages.count()) return atEnd?.();
    goal.current = { page, by: turned.by + by };
    pages.turnTo(page, turning());
  };
  /** The first or last page, also if the window changes at the same moment. */
  const toEdge = (by: number) => {
    if (box.current === null) return;
    const pages = pagesOf(box.current);
    const page = by < 0 ? 0 : pages.count() - 1;
    goal.current = page === pages.current() ? null : { page, by };
    pages.turnTo(page, 'instant');
  };
  const toEnd = () => {
    const end = box.current?.nextElementSibling;
    // At once: another turn while the window scrolls would be lost.
    end?.scrollIntoView({ behavior: 'instant' });
    // A tap that follows at once is meant to turn on, not for what has come under the finger.
    end?.parentElement?.animate({ pointerEvents: ['none', 'none'] }, turnsOnMs);
  };
  const turnOn = () => {
    const top = endOf(box.current)?.getBoundingClientRect().top ?? 0;
    if (top > window.innerHeight / 2) toEnd();
    else onNext?.();
  };
  const turns = {
    next: () => (isAtPages() ? turnBy(1, toEnd) : turnOn()),
    previous: () => (isAtPages() ? turnBy(-1, onPrevious) : window.scrollTo({ top: 0, behavior: 'instant' })),
    first: () => toEdge(-Infinity),
    last: () => toEdge(Infinity),
  };
  usePageTurning(box, turns, turnsLeft);

  const number = `${page.current + 1} / ${page.count}`;
  return (
    <>
      {/* Below the text while the bar, which covers it, is hidden. */}
      <span aria-hidden="true" dir="ltr" className="page-foot select-none">
        {number}
      </span>
      <nav aria-label="Pages" dir={turnsLeft ? 'rtl' : undefined} className="page-bar">
        <IconButton
          icon={ChevronLeft}
          iconClass="rtl:rotate-180"
          label="Previous page"
          onClick={turns.previous}
        />
        <span dir="ltr" className="page-number">
          <span className="sr-only">Page </span>
          {number}
        </span>
        <span className="flex-1" />
        <IconButton icon={ChevronRight} iconClass="rtl:rotate-180" label="Next page" onClick={turns.next} />
      </nav>
    </>
  );
}
