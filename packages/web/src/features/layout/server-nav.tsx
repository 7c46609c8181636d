import type { ComponentType } from 'react';

/** The parts of the members' frame around a page. */
export type LayoutPart = 'side' | 'top' | 'bottom';

/** How the server draws them; in a browser their script comes later (src/entry.server.tsx). */
export const serverLayout: { parts?: Record<LayoutPart, ComponentType> } = {};

const drawnIn = (part: LayoutPart): string =>
  typeof document === 'undefined' ? '' : (document.querySelector(`[data-drawn=${part}]`)?.innerHTML ?? '');

/** What the server has drawn of them in this document. */
const drawn: Record<LayoutPart, string> = {
  side: drawnIn('side'),
  top: drawnIn('top'),
  bottom: drawnIn('bottom'),
};

/** Whether this document has the members' frame. */
export const hasServerNav = (): boolean => drawn.side !== '';

/** What stood in a search box that goes just now, and where somebody was typing in it; null when nobody was. */
let left: { words: string; at: number | null } | null = null;

/** While scripts come, one search box stands after the other: each has the words, and the focus, of the one before. */
export function keepSearchText(box: HTMLInputElement | null): () => void {
  if (box !== null && left !== null) {
    box.value = left.words;
    if (left.at !== null) {
      box.focus();
      box.setSelectionRange(left.at, left.at);
    }
  }
  return () => {
    if (box === null) return;
    left = { words: box.value, at: document.activeElement === box ? box.selectionStart : null };
    // Whatever comes later than in its very place is another's.
    queueMicrotask(() => {
      left = null;
    });
  };
}

const keepDrawn = (part: HTMLElement | null) => keepSearchText(part?.querySelector('input') ?? null);

/**
 * A part of the members' frame as the server has drawn it, for as long as its script is on its way: places and links
 * are there with the page. Visitors do not see it.
 */
export function ServerNav({ part }: { part: LayoutPart }) {
  const OnServer = serverLayout.parts?.[part];
  const shape = { 'data-drawn': part, 'data-for': 'member', className: 'contents' };
  if (OnServer !== undefined) {
    return (
      <div {...shape}>
        <OnServer />
      </div>
    );
  }
  return (
    <div
      {...shape}
      ref={keepDrawn}
      suppressHydrationWarning
      // biome-ignore lint/security/noDangerouslySetInnerHtml: what the server wrote at this place, and nobody else
      dangerouslySetInnerHTML={{ __html: drawn[part] }}
    />
  );
}
