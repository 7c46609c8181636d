import { useEffect, useEffectEvent, useRef, useState } from 'react';

/** 'mine': this tab edits. 'elsewhere': another tab edits. 'taken': another tab took over from this one. */
export type TabState = 'asking' | 'mine' | 'elsewhere' | 'taken';

/** A page that is being reloaded may need longer for releasing its lock; this tab edits as soon as it has. */
const askMs = 200;
const takeMs = 600;

interface ActiveTab {
  /** Takes over once the other tab has saved its text; from a tab that does not respond, as one that is suspended, at once. */
  take(): void;
  close(): void;
}

/** Lets only the tab that holds a lock edit. `onTaken` saves the typed text before another tab takes over. */
export function openTab(name: string, onChange: (state: TabState) => void, onTaken: () => void): ActiveTab {
  const channel = new BroadcastChannel(name);
  let isClosed = false;
  const waiting = new AbortController();
  /** Null while this tab does not have the lock. */
  let release: (() => void) | null = null;
  const change = (state: TabState): void => {
    if (!isClosed) onChange(state);
  };
  const hold = (): Promise<void> | undefined => {
    if (isClosed) return;
    change('mine');
    return new Promise((resolve) => {
      release = resolve;
    });
  };
  const give = (): void => {
    if (release === null) return;
    onTaken();
    change('taken');
    release();
    release = null;
  };
  /** Also fails when the lock is taken away from a tab that did not give it. */
  const ask = (options: LockOptions, onRefused: () => void): void =>
    void navigator.locks.request(name, options, hold).catch(() => (release === null ? onRefused() : give()));
  channel.onmessage = give;
  // Sites without https have no locks: there, the drafts of two tabs are set aside when they meet.
  if (navigator.locks === undefined) change('mine');
  else {
    ask({ signal: waiting.signal }, () => undefined);
    setTimeout(() => {
      if (release === null && !waiting.signal.aborted) change('elsewhere');
    }, askMs);
  }
  return {
    take: () => {
      waiting.abort();
      channel.postMessage('take');
      ask({ signal: AbortSignal.timeout(takeMs) }, () => ask({ steal: true }, () => undefined));
    },
    close: () => {
      isClosed = true;
      waiting.abort();
      channel.close();
      release?.();
      release = null;
    },
  };
}

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
    // A new chapter gets a new key when it is saved; editing continues without interruption.
    setState((before) => (before === 'mine' ? before : 'asking'));
    const opened = openTab(`inkling-chapter:${chapterKey}`, setState, () => taken());
    tab.current = opened;
    return opened.close;
  }, [chapterKey]);
  return { state, take: () => tab.current?.take() };
}
