// Runs at the end of a written reading page, before it is painted: shows the reader's place until React takes the page over.
import { scrollToPosition, setPagedView } from '../../../features/chapters/reader/position.ts';
import { pagesOf } from '../../../features/reading-comfort/paged-view.ts';
import { noteEarlyKeys } from '../../../lib/early-keys.ts';
import { noteEarlyView, type WrittenPlace } from '../../../lib/early-view.ts';
import { lastSave } from '../../../lib/last-save.ts';

function show(text: HTMLElement, { chapter, position, share }: WrittenPlace): void {
  const box = text.closest<HTMLElement>('.pages[data-paged]');
  const pages = box && pagesOf(box);
  const view = noteEarlyView(chapter);
  noteEarlyKeys();
  setPagedView(pages);
  const left = lastSave()?.progress;
  const isThere =
    left?.chapter === chapter &&
    text.querySelector(`[data-paragraph="${left.position?.paragraph}"]`) !== null;
  const place = isThere ? left.position : position;
  const showPlace = () => {
    pages?.fit();
    scrollToPosition(text, place, share);
  };
  showPlace();
  // React opens the chapter here too, before it knows of it.
  view.used = isThere;
  // A font has moved the lines.
  const resized = new ResizeObserver(() => {
    if (globalThis.earlyView !== view) resized.disconnect();
    else if (!view.used || isThere) showPlace();
  });
  resized.observe(text);
}

const text = document.querySelector<HTMLElement>('.chapter-text[data-place]');
if (text?.dataset.place !== undefined) {
  show(text, JSON.parse(text.dataset.place));
  delete text.dataset.place;
}
