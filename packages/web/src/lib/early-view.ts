interface EarlyView {
  chapter: string;
  /** Whether the reader has begun to scroll it or to use the page. */
  used: boolean;
}

declare global {
  /** The page's inline script and the app's scripts are bundled apart and share this. */
  var earlyView: EarlyView | undefined;
}

const signs = ['wheel', 'touchmove', 'pointerdown', 'keydown'] as const;

/** Notes that the page shows a chapter at the reader's place before the app's scripts are loaded. */
export function noteEarlyView(chapter: string): EarlyView {
  const view = { chapter, used: false };
  globalThis.earlyView = view;
  const use = () => {
    view.used = true;
  };
  for (const sign of signs) addEventListener(sign, use, { once: true, passive: true, capture: true });
  return view;
}

/** Whether the reader has moved in this chapter before the app was there: then it opens where they are. True once. */
export function takeEarlyPlace(chapter: string): boolean {
  const view = globalThis.earlyView;
  globalThis.earlyView = undefined;
  return view?.chapter === chapter && view.used;
}
