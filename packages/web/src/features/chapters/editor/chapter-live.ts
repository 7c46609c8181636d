import { listenLive } from '../../../lib/live.ts';

interface Place {
  storyId: string;
  /** The chapter's id, or 'new'. */
  slot: string;
}

interface Heard {
  /** Another page of the author has saved the chapter as this version. */
  saved(version: number): void;
  /** Another page has kept a draft of it. */
  drafted(): void;
  /** Either may have happened, while there was no connection. */
  missed(): void;
}

/** A page that is open for so long is one that somebody comes back to. */
const longOpenMs = 30_000;
const uses = ['pointerdown', 'keydown', 'input', 'focusin'] as const;

/** Runs once the page is used, or has been open for a while: opening it makes as many requests as a page may. */
function onceUsed(run: () => void): () => void {
  const begin = (): void => {
    stop();
    run();
  };
  const timer = window.setTimeout(begin, longOpenMs);
  const stop = (): void => {
    window.clearTimeout(timer);
    for (const use of uses) window.removeEventListener(use, begin);
  };
  for (const use of uses) window.addEventListener(use, begin);
  return stop;
}

/** Hears what other pages of the author do to the chapter that is open here (docs/product.md §3.6). */
export function followChapter({ storyId, slot }: Place, { saved, drafted, missed }: Heard): () => void {
  const place = { storyId, slot };
  let stop = onceUsed(() => {
    const hangUp = listenLive({
      onConnected: (say, again) => {
        say('chapter:open', place);
        if (again) missed();
      },
      on: {
        'chapter:changed': (changed) => {
          if (changed.storyId !== storyId || changed.slot !== slot) return;
          if (changed.version !== null) saved(changed.version);
          else drafted();
        },
      },
    });
    stop = () => hangUp((say) => say('chapter:close', place));
  });
  return () => stop();
}
