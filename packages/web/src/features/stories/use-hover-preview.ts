import { type FocusEvent, type PointerEvent, useEffect, useRef, useState } from 'react';

const showAfterMs = 2000;
const hideAfterMs = 300;

/**
 * Opens a card's preview after two seconds of hover or keyboard focus, never on touch. It stays open while the pointer is
 * over the card or the preview; Esc closes it.
 */
export function useHoverPreview() {
  const [open, setOpen] = useState(false);
  const timer = useRef<ReturnType<typeof setTimeout>>(undefined);
  const anchor = useRef<HTMLElement | null>(null);

  const after = (delay: number, then: boolean) => {
    clearTimeout(timer.current);
    timer.current = setTimeout(() => setOpen(then), delay);
  };
  useEffect(() => () => clearTimeout(timer.current), []);
  useEffect(() => {
    if (!open) return;
    const close = (event: KeyboardEvent) => event.key === 'Escape' && setOpen(false);
    window.addEventListener('keydown', close);
    return () => window.removeEventListener('keydown', close);
  }, [open]);

  const enter = (event: PointerEvent<HTMLElement>) => {
    if (event.pointerType === 'touch') return;
    anchor.current ??= event.currentTarget;
    if (open) clearTimeout(timer.current);
    else after(showAfterMs, true);
  };
  const leave = () => after(open ? hideAfterMs : 0, false);
  return {
    open,
    anchor,
    area: {
      onPointerEnter: (event: PointerEvent<HTMLElement>) => {
        anchor.current = event.currentTarget;
        enter(event);
      },
      onPointerLeave: leave,
    },
    trigger: {
      onFocus: (event: FocusEvent<HTMLElement>) => {
        if (!event.currentTarget.matches(':focus-visible')) return;
        anchor.current = event.currentTarget.closest('article');
        after(showAfterMs, true);
      },
      onBlur: leave,
    },
    card: { onPointerEnter: () => clearTimeout(timer.current), onPointerLeave: leave },
  };
}
