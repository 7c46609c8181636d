import type { Chapter } from '@inkling/contract/chapters';
import { MessageSquare } from 'lucide-react';
import { type RefObject, useCallback, useEffect, useLayoutEffect, useMemo, useState } from 'react';
import { pluralize } from '../../lib/format.ts';
import { type Passage, paragraphStarts, wholeParagraph } from './passage.ts';
import { PassageComments } from './passage-comments.tsx';
import { useParagraphCounts } from './use-paragraph-counts.ts';
import { roomBeside } from './use-room-beside.ts';

interface Props {
  chapter: Pick<Chapter, '_id' | 'story' | 'content' | 'paragraphIds' | 'version'>;
  /** The author of the story. */
  authorId: string;
  /** The element of the chapter's text; this component lies over the same box. */
  text: RefObject<HTMLElement | null>;
}

/** The width and height of a button, which a finger can hit. */
const buttonSize = 44;
/** Beside the text, a button is this far from it. */
const gap = 4;

interface Layout {
  /** Whether the page's margin has room for the buttons; else they are tabs at the window's edge. */
  isWide: boolean;
  /** Pixels from the left edge of the text. */
  left: number;
  /** Pixels from the top of the text, by paragraph. */
  tops: ReadonlyMap<number, number>;
}

/** Beside the first line of a paragraph; on narrow screens at the space below it. Measures once for all paragraphs. */
function layOut(text: HTMLElement, paragraphs: ReadonlyMap<number, unknown>): Layout {
  const box = text.getBoundingClientRect();
  const room = roomBeside(text);
  const isWide = room >= buttonSize + gap;
  const line = Number.parseFloat(getComputedStyle(text).lineHeight) || 0;
  const tops = new Map<number, number>();
  for (const element of text.children) {
    const paragraph = Number(element.getAttribute('data-paragraph'));
    if (!paragraphs.has(paragraph)) continue;
    const { top, bottom } = element.getBoundingClientRect();
    const next = element.nextElementSibling?.getBoundingClientRect().top ?? bottom;
    const middle = isWide ? top + line / 2 : (bottom + next) / 2;
    tops.set(paragraph, middle - buttonSize / 2 - box.top);
  }
  return { isWide, left: box.width + Math.min(gap, room - buttonSize), tops };
}

/** The paragraph whose button has a point of the window in its area. */
function paragraphNear(text: HTMLElement, { left, tops }: Layout, x: number, y: number): number | undefined {
  const box = text.getBoundingClientRect();
  if (x - box.left < left) return undefined;
  return [...tops].find(([, top]) => y - box.top >= top && y - box.top < top + buttonSize)?.[0];
}

/** The number of comments in the margin of each paragraph that has some; a press opens them. */
export function ParagraphComments({ chapter, authorId, text }: Props) {
  const counts = useParagraphCounts(chapter._id, chapter.version, text);
  const startOf = useMemo(() => paragraphStarts(chapter), [chapter]);
  const [layout, setLayout] = useState<Layout | null>(null);
  const [open, setOpen] = useState<{ paragraph: number; passage: Passage } | null>(null);
  useLayoutEffect(() => {
    const element = text.current;
    if (element === null || counts.size === 0) return;
    const observer = new ResizeObserver(() => setLayout(layOut(element, counts)));
    observer.observe(element);
    // The margin changes with the window, the text often does not.
    observer.observe(document.documentElement);
    return () => observer.disconnect();
  }, [counts, text]);
  const show = useCallback(
    (paragraph: number) => {
      const passage = wholeParagraph(chapter, paragraph);
      if (passage !== undefined) setOpen({ paragraph, passage });
    },
    [chapter],
  );
  useEffect(() => {
    const around = text.current?.parentElement;
    if (layout === null || layout.isWide || !around) return;
    // On narrow screens a button's area reaches over the text, which stays selectable there; only a tap is the button's.
    const onClick = ({ target, clientX, clientY, defaultPrevented }: MouseEvent) => {
      if (defaultPrevented || !(target instanceof Node) || !text.current?.contains(target)) return;
      if (getSelection()?.isCollapsed === false) return;
      const paragraph = paragraphNear(text.current, layout, clientX, clientY);
      if (paragraph !== undefined) show(paragraph);
    };
    around.addEventListener('click', onClick);
    return () => around.removeEventListener('click', onClick);
  }, [layout, text, show]);
  return (
    <>
      {layout !== null && (
        <section
          aria-label="Comments on paragraphs"
          className="pointer-events-none absolute inset-0 select-none"
        >
          {[...layout.tops].map(([paragraph, top]) => {
            const count = counts.get(paragraph);
            if (count === undefined) return null;
            return (
              <button
                key={paragraph}
                type="button"
                aria-label={`${pluralize(count, 'comment')} on the paragraph “${startOf(paragraph)}”`}
                aria-haspopup="dialog"
                aria-expanded={open?.paragraph === paragraph}
                className={`group absolute flex size-11 items-center text-xs tabular-nums ${layout.isWide ? 'pointer-events-auto justify-center rounded-md text-muted hover:bg-sunken hover:text-text' : 'justify-end text-muted'}`}
                style={{ top, left: layout.left }}
                onClick={() => show(paragraph)}
              >
                {layout.isWide ? (
                  <>
                    <MessageSquare aria-hidden="true" className="size-4" />
                    <span className="ms-1">{shortCount(count)}</span>
                  </>
                ) : (
                  <span
                    className={`pointer-events-auto min-w-4 rounded-s-md border border-e-0 border-line bg-sunken py-0.5 text-center ${count > 99 ? 'text-[0.625rem] tracking-tighter' : ''}`}
                  >
                    {shortCount(count)}
                  </span>
                )}
              </button>
            );
          })}
        </section>
      )}
      {open !== null && (
        <PassageComments
          key={open.paragraph}
          chapter={chapter}
          authorId={authorId}
          passage={open.passage}
          onClose={() => setOpen(null)}
          onLoadFailed={() => setOpen(null)}
        />
      )}
    </>
  );
}

const shortCount = (count: number): string => (count > 99 ? '99+' : String(count));
