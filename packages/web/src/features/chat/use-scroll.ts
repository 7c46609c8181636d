import type { ChatMessage } from '@inkling/contract/chat';
import { type RefObject, useCallback, useEffect, useLayoutEffect, useRef, useState } from 'react';

/** Within this many pixels of the end, the reader counts as being at the end. */
const endPx = 48;
/** Within this many pixels of the start, scrolling up fetches older messages. */
const startPx = 160;

interface Options {
  log: RefObject<HTMLElement | null>;
  messages: readonly ChatMessage[];
  /** The number of unsent messages below the others. */
  below: number;
  userId: string;
  onStart: () => void;
}

/**
 * Keeps a chat at its end while the reader is there. Elsewhere it stays where it is, whatever is added above or below;
 * then `newCount` is the number of messages by others below.
 */
export function useScroll({ log, messages, below, userId, onStart }: Options) {
  const isAtEnd = useRef(true);
  const before = useRef({ first: 0, height: 0, top: 0, below: 0 });
  const [seen, setSeen] = useState(0);
  const first = messages[0]?.number ?? 0;
  const last = messages.at(-1)?.number ?? 0;

  const toEnd = useCallback(() => {
    const box = log.current;
    if (box === null) return;
    isAtEnd.current = true;
    box.scrollTop = box.scrollHeight;
  }, [log]);

  useLayoutEffect(() => {
    const box = log.current;
    if (box === null) return;
    const { first: firstBefore, height, below: belowBefore } = before.current;
    // Sending a message scrolls to it, wherever the reader was.
    if (below > belowBefore) isAtEnd.current = true;
    if (isAtEnd.current) {
      toEnd();
      setSeen(last);
    } else if (first < firstBefore) {
      box.scrollTop += box.scrollHeight - height;
    }
    before.current = { first, height: box.scrollHeight, top: box.scrollTop, below };
  }, [first, last, below, log, toEnd]);

  useEffect(() => {
    const box = log.current;
    if (box === null) return;
    // The keyboard of a phone makes the box smaller, and pictures and actions what is in it larger.
    const observer = new ResizeObserver(() => {
      if (isAtEnd.current) box.scrollTop = box.scrollHeight;
      before.current.height = box.scrollHeight;
    });
    observer.observe(box);
    if (box.firstElementChild !== null) observer.observe(box.firstElementChild);
    return () => observer.disconnect();
  }, [log]);

  const onScroll = () => {
    const box = log.current;
    if (box === null) return;
    const isUp = box.scrollTop < before.current.top;
    before.current.top = box.scrollTop;
    before.current.height = box.scrollHeight;
    isAtEnd.current = box.scrollHeight - box.scrollTop - box.clientHeight < endPx;
    if (isAtEnd.current) setSeen(last);
    if (isUp && box.scrollTop < startPx) onStart();
  };
  const newCount = messages.filter(
    ({ number, sender, isRemoved }) => number > seen && sender !== userId && !isRemoved,
  ).length;
  return { onScroll, toEnd, newCount };
}
