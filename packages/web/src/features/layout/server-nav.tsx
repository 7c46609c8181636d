import type { ComponentType } from 'react';

/** The parts of the member layout. */
export type LayoutPart = 'side' | 'top' | 'bottom';

/** The components that the server renders (src/entry.server.tsx); in the browser they are loaded later. */
export const serverLayout: { parts?: Record<LayoutPart, ComponentType> } = {};

const htmlOf = (part: LayoutPart): string =>
  typeof document === 'undefined' ? '' : (document.querySelector(`[data-drawn=${part}]`)?.innerHTML ?? '');

/** The server-rendered HTML of the parts in this document. */
const serverHtml: Record<LayoutPart, string> = {
  side: htmlOf('side'),
  top: htmlOf('top'),
  bottom: htmlOf('bottom'),
};

/** Whether this document contains the server-rendered member layout. */
export const hasServerNav = (): boolean => serverHtml.side !== '';

/** The text of a search box that is being replaced, and its caret if it had the focus. */
let carried: { text: string; caret: number | null } | null = null;

/** While scripts load, search boxes replace each other: each takes over the text and focus of the previous one. */
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
    // Only a box that is mounted in the same commit takes over.
    queueMicrotask(() => {
      carried = null;
    });
  };
}

const carryFromPart = (part: HTMLElement | null) => carrySearchText(part?.querySelector('input') ?? null);

/**
 * The server-rendered HTML of a part of the member layout, shown until its script is loaded, so that links work
 * immediately. Hidden from visitors.
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
      // biome-ignore lint/security/noDangerouslySetInnerHtml: the HTML that our own server rendered here
      dangerouslySetInnerHTML={{ __html: serverHtml[part] }}
    />
  );
}
