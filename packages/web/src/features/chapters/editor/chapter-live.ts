import { listenLive } from '../../../lib/live.ts';

interface ChapterSlot {
  storyId: string;
  /** The chapter's id, or 'new'. */
  slot: string;
}

interface Handlers {
  /** Another page of the author has saved the chapter as this version. */
  onSaved(version: number): void;
  /** Another page has kept a draft of it. */
  onDrafted(): void;
  /** Either may have happened, while there was no connection. */
  onReconnected(): void;
}

/** A page that is open for so long is one that somebody comes back to. */
const longOpenMs = 30_000;
const activityEvents = ['pointerdown', 'keydown', 'input', 'focusin'] as const;

/** Runs once the page is used, or has been open for a while: opening it makes as many requests as a page may. */
function onFirstUse(run: () => void): () => void {
  const begin = (): void => {
    stop();
    run();
  };
  const timer = window.setTimeout(begin, longOpenMs);
  const stop = (): void => {
    window.clearTimeout(timer);
    for (const activity of activityEvents) window.removeEventListener(activity, begin);
  };
  for (const activity of activityEvents) window.addEventListener(activity, begin);
  return stop;
}

/** Hears what other pages of the author do to the chapter that is open here (docs/product.md §3.6). */
export function subscribeToChapter(
  { storyId, slot }: ChapterSlot,
  { onSaved, onDrafted, onReconnected }: Handlers,
): () => void {
  const chapterSlot = { storyId, slot };
  let stop = onFirstUse(() => {
    const unsubscribe = listenLive({
      onConnected: (emit, isReconnect) => {
        emit('chapter:open', chapterSlot);
        if (isReconnect) onReconnected();
      },
      on: {
        'chapter:changed': (changed) => {
          if (changed.storyId !== storyId || changed.slot !== slot) return;
          if (changed.version !== null) onSaved(changed.version);
          else onDrafted();
        },
      },
    });
    stop = () => unsubscribe((emit) => emit('chapter:close', chapterSlot));
  });
  return () => stop();
}
