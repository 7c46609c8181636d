import type { ComponentType } from 'react';

/** The parts of the members' frame around a page. */
export type LayoutPart = 'side' | 'top' | 'bottom';

/** How the server draws them; in a browser their script comes later (src/entry.server.tsx). */
export const serverLayout: { parts?: Record<LayoutPart, ComponentType> } = {};

const htmlOf = (part: LayoutPart): string =>
  typeof document === 'undefined' ? '' : (document.querySelector(`[data-drawn=${part}]`)?.innerHTML ?? '');

/** What the server has drawn of them in this document. */
const serverHtml: Record<LayoutPart, string> = {
  side: htmlOf('side'),
  top: htmlOf('top'),
  bottom: htmlOf('bottom'),
};

/** Whether this document has the members' frame. */
export const hasServerNav = (): boolean => serverHtml.side !== '';

/** What stood in a search box that goes just now, and where somebody was typing in it; null when nobody was. */
let carried: { text: string; caret: number | null } | null = null;

/** While scripts come, one search box stands after the other: each has the words, and the focus, of the one before. */
export function carrySearchText(box: HTMLInputElement | null): () => void {
  if (box !== null && carried !== null) {
    box.value = carried.text;
    if (carried.caret !== null) {
      box.focus();
      box.setSelectionRange(carried.caret, carried.caret);
    }
  }
  return () => {
    if (box === null) return;
    carried = { text: box.value, caret: document.activeElement === box ? box.selectionStart : null };
    // Whatever comes later than in its very place is another's.
    queueMicrotask(() => {
      carried = null;
    });
  };
}

const carryFromPart = (part: HTMLElement | null) => carrySearchText(part?.querySelector('input') ?? null);

/**
 * A part of the members' frame as the server has drawn it, for as long as its script is on its way: places and links
 * are there with the page. Visitors do not see it.
 */
export function ServerNav({ part }: { part: LayoutPart }) {
  const ServerComponent = serverLayout.parts?.[part];
  const attributes = { 'data-drawn': part, 'data-for': 'member', className: 'contents' };
  if (ServerComponent !== undefined) {
    return (
      <div {...attributes}>
        <ServerComponent />
      </div>
    );
  }
  return (
    <div
      {...attributes}
      ref={carryFromPart}
      suppressHydrationWarning
      // biome-ignore lint/security/noDangerouslySetInnerHtml: what the server wrote at this place, and nobody else
      dangerouslySetInnerHTML={{ __html: serverHtml[part] }}
    />
  );
}
