import { Undo2, X } from 'lucide-react';
import { type RefObject, useEffect } from 'react';
import { createPortal } from 'react-dom';
import { IconButton } from '../../../ui/icon-button.tsx';
import { ActiveTime } from '../../reading-sessions/active-time.ts';
import { returnTo, settlePlace, useJump } from './jumps.ts';
import { idOf, paragraphsOf, screenSize, scrolledBy, scrollToPosition, showBeginning } from './position.ts';

/** A reader who moves on by this many windows, or pages, reads on. */
const readsOnAfter = 2;
/** So does one who came from elsewhere and stays for this time. */
const readsOnAfterMs = 20_000;
const movements = ['scroll', 'pointermove', 'pointerdown', 'touchmove', 'keydown'] as const;

/** Calls `settlePlace` once someone who came from elsewhere has read for some time. */
function afterActiveTime(): () => void {
  const time = new ActiveTime(performance.now(), document.visibilityState === 'visible');
  let left = readsOnAfterMs;
  const timer = setInterval(() => {
    left -= time.take(performance.now());
    if (left <= 0) settlePlace();
  }, 500);
  const stopped = new AbortController();
  const { signal } = stopped;
  for (const movement of movements)
    addEventListener(movement, () => time.move(performance.now()), { signal, passive: true, capture: true });
  const onShow = () => time.show(performance.now(), document.visibilityState === 'visible');
  document.addEventListener('visibilitychange', onShow, { signal });
  return () => {
    clearInterval(timer);
    stopped.abort();
  };
}

interface Props {
  chapterId: string;
  text: RefObject<HTMLElement | null>;
  /** The element of the header that contains it. */
  place: HTMLElement | null;
  /** Opens another chapter. */
  onGo: (chapterId: string) => void;
}

/** After a jump, a button in the header leads back to where the reader was, until they read on (docs/product/library.md#jumps). */
export function BackToPlace({ chapterId, text, place, onGo }: Props) {
  const jump = useJump();

  useEffect(() => {
    if (jump === null) return;
    let [at, moved] = [scrolledBy(), 0];
    const onScroll = () => {
      const by = Math.abs(scrolledBy() - at) / screenSize();
      at = scrolledBy();
      // A longer scroll in one step is another jump.
      if (by <= 1.25) moved += by;
      if (moved >= readsOnAfter) settlePlace();
    };
    window.addEventListener('scroll', onScroll, { passive: true, capture: true });
    const stop = jump.isArrival ? afterActiveTime() : undefined;
    return () => {
      window.removeEventListener('scroll', onScroll, { capture: true });
      stop?.();
    };
  }, [jump]);

  const origin = jump?.origin ?? null;
  if (origin === null || place === null) return null;
  const isHere = origin.chapter === chapterId;
  const goBack = () => {
    if (!isHere) {
      returnTo(origin.chapter);
      return onGo(origin.chapter);
    }
    settlePlace();
    if (text.current === null) return;
    if (!scrollToPosition(text.current, origin.position, origin.share)) showBeginning();
    // The button goes; readers of the screen's text continue there.
    const paragraph = paragraphsOf(text.current).find((one) => idOf(one) === origin.position?.paragraph);
    if (paragraph === undefined) return;
    paragraph.tabIndex = -1;
    paragraph.focus({ preventScroll: true });
  };
  const isAtEnd = !isHere && jump?.isArrival && origin.share >= 100;
  return createPortal(
    <aside aria-label="Return to your place" className="back-to-place">
      <button type="button" onClick={goBack} className="back-to-place-button">
        <Undo2 aria-hidden="true" className="size-4 shrink-0 rtl:-scale-x-100" />
        <span dir="ltr" className="truncate">
          {/* On the narrowest screens, the arrow stands for these words. */}
          <span className="max-[24rem]:sr-only">Back to {isAtEnd && 'the end of '}</span>
          <bdi>{isHere ? 'where you were' : origin.name}</bdi>
        </span>
      </button>
      <IconButton icon={X} label="Stay here" onClick={settlePlace} className="stay-here" />
    </aside>,
    place,
  );
}
