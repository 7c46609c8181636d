import { useEffect, useRef, useState } from 'react';

const minScroll = 24;

/** Whether the controls are visible: scrolling down hides them; scrolling up, a key or a tap shows them. */
export function useReaderControls(pinned: boolean): boolean {
  const [shown, setShown] = useState(true);
  const last = useRef(0);
  useEffect(() => {
    last.current = window.scrollY;
    const onScroll = () => {
      const now = window.scrollY;
      const moved = now - last.current;
      if (Math.abs(moved) < minScroll) return;
      last.current = now;
      setShown(moved < 0 || now < 80);
    };
    const show = () => setShown(true);
    const onTap = (event: PointerEvent) => event.pointerType === 'touch' && show();
    window.addEventListener('scroll', onScroll, { passive: true });
    window.addEventListener('keydown', show);
    window.addEventListener('pointerup', onTap);
    return () => {
      window.removeEventListener('scroll', onScroll);
      window.removeEventListener('keydown', show);
      window.removeEventListener('pointerup', onTap);
    };
  }, []);
  return shown || pinned;
}
