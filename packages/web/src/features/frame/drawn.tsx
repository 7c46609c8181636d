import type { ComponentType } from 'react';

/** The parts of the members' frame around a page. */
export type FramePart = 'side' | 'top' | 'bottom';

/** How the server draws them; in a browser their script comes later (src/entry.server.tsx). */
export const drawnByServer: { parts?: Record<FramePart, ComponentType> } = {};

const drawnIn = (part: FramePart): string =>
  typeof document === 'undefined' ? '' : (document.querySelector(`[data-drawn=${part}]`)?.innerHTML ?? '');

/** What the server has drawn of them in this document. */
const drawn: Record<FramePart, string> = {
  side: drawnIn('side'),
  top: drawnIn('top'),
  bottom: drawnIn('bottom'),
};

/** Whether this document has the members' frame. */
export const isDrawn = (): boolean => drawn.side !== '';

/**
 * A part of the members' frame as the server has drawn it, for as long as its script is on its way: places and links
 * are there with the page. Visitors do not see it.
 */
export function Drawn({ part }: { part: FramePart }) {
  const OnServer = drawnByServer.parts?.[part];
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
      suppressHydrationWarning
      // biome-ignore lint/security/noDangerouslySetInnerHtml: what the server wrote at this place, and nobody else
      dangerouslySetInnerHTML={{ __html: drawn[part] }}
    />
  );
}
