import { roomBeside } from '../../ui/use-room-beside.ts';

/** The width and height of a button, which a finger can hit. */
const buttonSize = 44;
/** The height of a tab, or its width beside vertical lines: it lies between two paragraphs and covers no words. */
const tabHeight = 24;
/** Beside the text, a button is this far from it. */
const gap = 4;

export interface Layout {
  /** In the page's margin, where that has room; else tabs at the window's edge, or at the edge of the text's pages. */
  at: 'margin' | 'edge' | 'pages' | 'vertical';
  /** Pixels from the left and top edge of the text's beginning, by paragraph; from the right one for vertical lines. */
  places: ReadonlyMap<number, Place>;
}

type Place = { left: number; top: number } | { right: number; top: number };

type Paragraphs = ReadonlyMap<number, unknown>;

const elementsOf = (text: HTMLElement, paragraphs: Paragraphs): [number, Element][] =>
  [...text.children].flatMap((element): [number, Element][] => {
    const paragraph = Number(element.getAttribute('data-paragraph'));
    return paragraphs.has(paragraph) ? [[paragraph, element]] : [];
  });

/** In pages, after the last line of a paragraph, at its end. A button must not reach over the end of its page. */
function layOutPages(pages: HTMLElement, text: HTMLElement, paragraphs: Paragraphs): Layout {
  const page = pages.getBoundingClientRect();
  const origin = text.getClientRects()[0] ?? page;
  const places = new Map<number, Place>();
  const isVertical = pages.dataset.vertical !== undefined;
  for (const [paragraph, element] of elementsOf(text, paragraphs)) {
    const end = [...element.getClientRects()].at(-1);
    if (end === undefined) continue;
    const { marginBottom, marginLeft } = getComputedStyle(element);
    const space = Number.parseFloat(isVertical ? marginLeft : marginBottom) || 0;
    if (isVertical) {
      const right = Math.max(end.left - space / 2 + tabHeight / 2, page.left + tabHeight);
      places.set(paragraph, { right: origin.right - right, top: end.bottom - buttonSize - origin.top });
      continue;
    }
    const top = Math.min(end.bottom + space / 2 - tabHeight / 2, page.bottom - tabHeight);
    places.set(paragraph, {
      left: end.right - buttonSize - origin.left,
      top: Math.max(top, page.top) - origin.top,
    });
  }
  return { at: isVertical ? 'vertical' : 'pages', places };
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
  const places = new Map<number, Place>();
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
    ([, place]) =>
      'left' in place &&
      x - box.left >= place.left &&
      Math.abs(y - box.top - place.top - tabHeight / 2) < buttonSize / 2,
  )?.[0];
}
