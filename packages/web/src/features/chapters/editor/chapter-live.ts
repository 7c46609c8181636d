import { listenLive } from '../../../lib/live.ts';

interface EditedChapter {
  storyId: string;
  chapterId: string;
}

interface Handlers {
  /** Another page of the author has saved the chapter as this version. */
  onSaved(version: number): void;
  /** Another page of the author has saved a draft of the chapter. */
  onDrafted(): void;
  /** Called when either event may have been missed while there was no connection. */
  onMissed(): void;
}

/** A page that is open for this long counts as used. */
const longOpenMs = 30_000;
const activityEvents = ['pointerdown', 'keydown', 'input', 'focusin'] as const;

/** Waits until the page is used or has been open for a while, because opening it already makes enough requests. */
function onFirstUse(run: () => void): () => void {
  const stopped = new AbortController();
  const { signal } = stopped;
  const begin = (): void => {
    if (signal.aborted) return;
    stopped.abort();
    run();
  };
  setTimeout(begin, longOpenMs);
  for (const activity of activityEvents) window.addEventListener(activity, begin, { signal });
  return () => stopped.abort();
}

/** Reports changes that other pages of the author make to the open chapter (docs/product/chapters.md#several-devices). */
export function subscribeToChapter(
  { storyId, chapterId }: EditedChapter,
  { onSaved, onDrafted, onMissed }: Handlers,
): () => void {
  const chapter = { storyId, chapterId };
  let stop = onFirstUse(() => {
    const unsubscribe = listenLive({
      onConnected: (emit, mayHaveMissed) => {
        emit('chapter:open', chapter);
        if (mayHaveMissed) onMissed();
      },
      on: {
        'chapter:changed': (changed) => {
          if (changed.storyId !== storyId || changed.chapterId !== chapterId) return;
          if (changed.version !== null) onSaved(changed.version);
          else onDrafted();
        },
      },
    });
    stop = () => unsubscribe((emit) => emit('chapter:close', chapter));
  });
  return () => stop();
}
