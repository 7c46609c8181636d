import { roomBeside } from '../../ui/use-room-beside.ts';

/** The width and height of a button, which a finger can hit. */
const buttonSize = 44;
/** The height of a tab, which lies between two paragraphs and covers no words. */
const tabHeight = 24;
/** Beside the text, a button is this far from it. */
const gap = 4;

export interface Layout {
  /** In the page's margin, where that has room; else tabs at the window's edge, or at the edge of the text's pages. */
  at: 'margin' | 'edge' | 'pages';
  /** Pixels from the left and top edge of the text's beginning, by paragraph. */
  places: ReadonlyMap<number, { left: number; top: number }>;
}

type Paragraphs = ReadonlyMap<number, unknown>;

const elementsOf = (text: HTMLElement, paragraphs: Paragraphs): [number, Element][] =>
  [...text.children].flatMap((element): [number, Element][] => {
    const paragraph = Number(element.getAttribute('data-paragraph'));
    return paragraphs.has(paragraph) ? [[paragraph, element]] : [];
  });

/** In pages, below the last line of a paragraph, at its end. A button must not reach over the end of its page. */
function layOutPages(pages: HTMLElement, text: HTMLElement, paragraphs: Paragraphs): Layout {
  const page = pages.getBoundingClientRect();
  const origin = text.getClientRects()[0] ?? page;
  const places = new Map<number, { left: number; top: number }>();
  // Vertical lines leave no room.
  if (pages.dataset.vertical !== undefined) return { at: 'pages', places };
  for (const [paragraph, element] of elementsOf(text, paragraphs)) {
    const end = [...element.getClientRects()].at(-1);
    if (end === undefined) continue;
    const space = Number.parseFloat(getComputedStyle(element).marginBottom) || 0;
    const top = Math.min(end.bottom + space / 2 - tabHeight / 2, page.bottom - tabHeight);
    places.set(paragraph, {
      left: end.right - buttonSize - origin.left,
      top: Math.max(top, page.top) - origin.top,
    });
  }
  return { at: 'pages', places };
}

/** Beside the first line of a paragraph; on narrow screens at the space below it. Measures once for all paragraphs. */
export function layOut(text: HTMLElement, paragraphs: Paragraphs): Layout {
  const pages = text.closest<HTMLElement>('[data-paged]');
  if (pages !== null) return layOutPages(pages, text, paragraphs);
  const box = text.getBoundingClientRect();
  const room = roomBeside(text);
  const isWide = room >= buttonSize + gap;
  const left = box.width + Math.min(gap, room - buttonSize);
  const line = Number.parseFloat(getComputedStyle(text).lineHeight) || 0;
  const places = new Map<number, { left: number; top: number }>();
  for (const [paragraph, element] of elementsOf(text, paragraphs)) {
    const { top, bottom } = element.getBoundingClientRect();
    const next = element.nextElementSibling?.getBoundingClientRect().top ?? bottom;
    const place = isWide ? top + (line - buttonSize) / 2 : (bottom + next - tabHeight) / 2;
    places.set(paragraph, { left, top: place - box.top });
  }
  return { at: isWide ? 'margin' : 'edge', places };
}

/** The paragraph whose tab is so near to a point of the window that a finger there may have meant it. */
export function paragraphNear(
  text: HTMLElement,
  { places }: Layout,
  x: number,
  y: number,
): number | undefined {
  const box = text.getBoundingClientRect();
  return [...places].find(
    ([, { left, top }]) =>
      x - box.left >= left && Math.abs(y - box.top - top - tabHeight / 2) < buttonSize / 2,
  )?.[0];
}
