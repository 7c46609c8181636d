import { useLayoutEffect, useState } from 'react';

const openText = () => document.querySelector('.chapter-text');

/** The pixels between a text and the right edge of the window. */
export function roomBeside(text: Element | null): number {
  if (text === null) return 0;
  return document.documentElement.clientWidth - text.getBoundingClientRect().right;
}

/** The room beside the open chapter's text, kept up to date; 0 where there is none. */
export function useRoomBeside(): number {
  const [room, setRoom] = useState(() => roomBeside(openText()));
  useLayoutEffect(() => {
    const text = openText();
    const measure = () => setRoom(roomBeside(text));
    measure();
    const observer = new ResizeObserver(measure);
    observer.observe(document.documentElement);
    if (text !== null) observer.observe(text);
    return () => observer.disconnect();
  }, []);
  return room;
}
