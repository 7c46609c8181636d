import { useEffect, useRef, useState } from 'react';
import { browserChannel, OneTab, type TabState } from './one-tab.ts';

/** Whether this tab is the one that writes a chapter; `take` makes it so. Null while it is not known whose chapter it is. */
export function useOneTab(
  chapterKey: string | null,
  onTaken: () => void,
): { state: TabState; take: () => void } {
  const [state, setState] = useState<TabState>('asking');
  const tab = useRef<OneTab | null>(null);
  const taken = useRef(onTaken);
  taken.current = onTaken;
  useEffect(() => {
    if (chapterKey === null) return;
    const one = new OneTab({
      channel: browserChannel(`inkling-chapter:${chapterKey}`),
      id: crypto.randomUUID?.() ?? String(Math.random()),
      wait: (ms) => new Promise((resolve) => setTimeout(resolve, ms)),
      onChange: setState,
      onTaken: () => taken.current(),
    });
    tab.current = one;
    // A new chapter that has just been saved goes on under its own name, without a break.
    setState((before) => (before === 'mine' ? before : 'asking'));
    void one.open();
    return () => one.close();
  }, [chapterKey]);
  return { state, take: () => void tab.current?.take() };
}
