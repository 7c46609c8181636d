import { type RefObject, useEffect, useRef } from 'react';
import { readPercent } from './position.ts';

/** A thin line that shows the reading progress in the chapter. */
export function ProgressLine({ text }: { text: RefObject<HTMLElement | null> }) {
  const line = useRef<HTMLDivElement>(null);
  useEffect(() => {
    let frame = 0;
    const draw = () => {
      frame = 0;
      const share = text.current === null ? 0 : readPercent(text.current);
      if (line.current) line.current.style.scale = `${share / 100} 1`;
    };
    const onMove = () => {
      frame ||= requestAnimationFrame(draw);
    };
    draw();
    window.addEventListener('scroll', onMove, { passive: true, capture: true });
    window.addEventListener('resize', onMove);
    // A new chapter and a new font size change the height without a scroll event.
    const page = new ResizeObserver(onMove);
    page.observe(document.body);
    return () => {
      cancelAnimationFrame(frame);
      page.disconnect();
      window.removeEventListener('scroll', onMove, { capture: true });
      window.removeEventListener('resize', onMove);
    };
  }, [text]);
  return (
    <div aria-hidden="true" className="h-0.5 bg-line">
      <div ref={line} className="h-full origin-left bg-accent rtl:origin-right" style={{ scale: '0 1' }} />
    </div>
  );
}
