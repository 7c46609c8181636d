import { type CSSProperties, type RefObject, useLayoutEffect, useState } from 'react';

const gap = 4;
const margin = 16;
const width = 352;

/** The position of a panel below an element that would clip it, while `enabled`; follows scrolling and resizing. */
export function useFixedBelow(
  element: RefObject<HTMLElement | null>,
  enabled: boolean,
): CSSProperties | undefined {
  const [style, setStyle] = useState<CSSProperties>();
  useLayoutEffect(() => {
    if (!enabled) return;
    const place = () => {
      const rect = element.current?.getBoundingClientRect();
      if (rect === undefined) return;
      const top = rect.bottom + gap;
      setStyle({
        top,
        left: rect.left,
        width: Math.min(width, innerWidth - 2 * margin),
        maxHeight: `calc(100dvh - ${top + margin}px)`,
      });
    };
    place();
    addEventListener('resize', place);
    addEventListener('scroll', place, true);
    return () => {
      removeEventListener('resize', place);
      removeEventListener('scroll', place, true);
    };
  }, [element, enabled]);
  return enabled ? style : undefined;
}
