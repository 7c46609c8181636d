import { useEffect, useState } from 'react';
import { onNetworkIdle } from './on-network-idle.ts';

/** What a reader does on an opened page. */
const signs = ['wheel', 'pointermove', 'pointerdown', 'keydown'];
/** Dispatched by pages that scroll by themselves, for scrolls by the reader or by assistive technology. */
export const readerScroll = 'readerscroll';

/**
 * Whether the page has been opened: its reader has begun to use it, or it has fetched nothing for a while. What waits for
 * this does not delay the opening, nor count among its requests (docs/performance.md). `scrolls`: the page scrolls by
 * itself when it opens, and dispatches `readerScroll`.
 */
export function useOpened(scrolls = false): boolean {
  const [opened, setOpened] = useState(false);
  useEffect(() => {
    if (opened) return;
    const done = new AbortController();
    const open = () => {
      if (!done.signal.aborted) setOpened(true);
    };
    for (const sign of [...signs, scrolls ? readerScroll : 'scroll'])
      addEventListener(sign, open, { signal: done.signal, passive: true, capture: true });
    onNetworkIdle(open);
    return () => done.abort();
  }, [opened, scrolls]);
  return opened;
}
