import { type RefObject, useEffect, useRef } from 'react';
import { onTextMove } from './on-text-move.ts';
import { readPercent } from './position.ts';

interface Props {
  text: RefObject<HTMLElement | null>;
  turnsLeft: boolean;
}

/** A thin line that shows the reading progress in the chapter. */
export function ProgressLine({ text, turnsLeft }: Props) {
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
    const stop = onTextMove(onMove);
    return () => {
      stop();
      cancelAnimationFrame(frame);
    };
  }, [text]);
  return (
    <div aria-hidden="true" className="h-0.5 bg-line">
      <div
        ref={line}
        className={`h-full bg-accent ${turnsLeft ? 'origin-right' : 'origin-left'}`}
        style={{ scale: '0 1' }}
      />
    </div>
  );
}
