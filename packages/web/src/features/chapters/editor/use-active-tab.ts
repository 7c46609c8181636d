import { useEffect, useEffectEvent, useRef, useState } from 'react';
import { ActiveTab, browserChannel, type TabState } from './active-tab.ts';

/** Whether this tab may edit a chapter; `take` takes it over. `chapterKey` is null until the user is known. */
export function useActiveTab(
  chapterKey: string | null,
  onTaken: () => void,
): { state: TabState; take: () => void } {
  const [state, setState] = useState<TabState>('asking');
  const tab = useRef<ActiveTab | null>(null);
  const taken = useEffectEvent(onTaken);
  useEffect(() => {
    if (chapterKey === null) return;
    const activeTab = new ActiveTab({
      channel: browserChannel(`inkling-chapter:${chapterKey}`),
      id: String(Math.random()),
      wait: (ms) => new Promise((resolve) => setTimeout(resolve, ms)),
      onChange: setState,
      onTaken: () => taken(),
    });
    tab.current = activeTab;
    // A new chapter gets a new key when it is saved; editing continues without interruption.
    setState((before) => (before === 'mine' ? before : 'asking'));
    void activeTab.open();
    return () => activeTab.close();
  }, [chapterKey]);
  return { state, take: () => void tab.current?.take() };
}
