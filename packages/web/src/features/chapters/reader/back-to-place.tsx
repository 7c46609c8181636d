import { Undo2, X } from 'lucide-react';
import { type RefObject, useEffect } from 'react';
import { IconButton } from '../../../ui/icon-button.tsx';
import { forgetOrigin, settlePlace, useOrigin } from './jumps.ts';
import { idOf, isPaged, paragraphsOf, scrolledBy, scrollToPosition, showBeginning } from './position.ts';

/** A reader who moves on by this many windows, or pages, reads on. */
const readsOnAfter = 2;

interface Props {
  chapterId: string;
  text: RefObject<HTMLElement | null>;
  /** Opens another chapter. */
  onGo: (chapterId: string) => void;
}

/** After a jump, leads back to where the reader was, until they read on (docs/product/library.md#jumps). */
export function BackToPlace({ chapterId, text, onGo }: Props) {
  const origin = useOrigin();

  useEffect(() => {
    if (origin === null) return;
    let [at, moved] = [scrolledBy(), 0];
    const onScroll = () => {
      const by = Math.abs(scrolledBy() - at) / (isPaged() ? window.innerWidth : window.innerHeight);
      at = scrolledBy();
      // A longer scroll in one step is another jump.
      if (by <= 1.25) moved += by;
      if (moved >= readsOnAfter) settlePlace();
    };
    window.addEventListener('scroll', onScroll, { passive: true, capture: true });
    return () => window.removeEventListener('scroll', onScroll, { capture: true });
  }, [origin]);

  if (origin === null) return null;
  const goBack = () => {
    if (origin.chapter !== chapterId) {
      forgetOrigin();
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
  return (
    <aside aria-label="Before the jump" className="back-to-place">
      <button type="button" onClick={goBack} className="back-to-place-button">
        <Undo2 aria-hidden="true" className="size-4 shrink-0" />
        {origin.chapter === chapterId ? 'Back to where you were' : `Back to Chapter ${origin.number}`}
      </button>
      <IconButton icon={X} label="Stay here" onClick={settlePlace} />
    </aside>
  );
}
