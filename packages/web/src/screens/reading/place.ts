// Runs at the end of a written reading page, before its text is painted: shows the reader's place until React takes the page over.
import { scrollToPosition, setPagedView } from '../../features/chapters/reader/position.ts';
import { pagesOf } from '../../features/reading-comfort/paged-view.ts';
import { noteEarlyKeys } from '../../lib/early-keys.ts';
import { newerPlace } from '../../lib/stored-places.ts';
import type { WrittenPlace } from '../../lib/written-place.ts';

const stored = (key: string) => JSON.parse(localStorage.getItem(key) ?? 'null');

/** Whether this browser has settings that the account does not have yet: then the text waits for React, which applies them. */
function hasOwnSettings(reader: string): boolean {
  const changes = stored('reading-setting-changes');
  const isOwn = changes === null ? stored('reading-settings') !== null : changes.owner === reader;
  return isOwn && Object.keys(changes?.times ?? { all: 0 }).length > 0;
}

function show(text: HTMLElement, { chapter, reader, theme, ...given }: WrittenPlace): void {
  noteEarlyKeys();
  history.scrollRestoration = 'manual';
  if (hasOwnSettings(reader)) return;
  document.documentElement.dataset.readingTheme = theme;
  const newer = given.isLinked ? undefined : newerPlace(reader, [chapter], given.updatedAt);
  const { position = null, progress } = newer ?? given;
  const isThere =
    position === null || text.querySelector(`[data-paragraph="${position.paragraph}"]`) !== null;
  // The place is in a part of the text that is not rendered yet.
  if (newer !== undefined && !isThere) return;
  const box = text.closest<HTMLElement>('.pages[data-paged]');
  const pages = box && pagesOf(box);
  setPagedView(pages);
  const used = new AbortController();
  for (const sign of ['wheel', 'touchmove', 'pointerdown', 'keydown'])
    addEventListener(sign, () => used.abort(), { signal: used.signal, passive: true, capture: true });
  const place = () => {
    pages?.fit();
    if (!used.signal.aborted) scrollToPosition(text, position, progress >= 100 ? 0 : progress);
  };
  place();
  // Loading a font has moved the lines.
  const resized = new ResizeObserver(() => ('takeOver' in globalThis ? place() : resized.disconnect()));
  resized.observe(text);
  globalThis.placedText = text;
  delete text.dataset.place;
}

const text = document.querySelector<HTMLElement>('.chapter-text[data-place]');
try {
  if (text?.dataset.place) show(text, JSON.parse(text.dataset.place));
} catch {
  // Without storage, or with something else in it, React shows the place.
}
