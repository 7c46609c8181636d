import type { Chapter } from '@inkling/contract/chapters';
import { MessageSquare } from 'lucide-react';
import { type RefObject, useLayoutEffect, useMemo, useState } from 'react';
import { pluralize } from '../../lib/format.ts';
import { paragraphElement } from './paragraph-element.ts';
import { type Passage, paragraphStarts, passageOf } from './passage.ts';
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

/** Beside the first line of a paragraph; on narrow screens at the space below it, where the finger hits no words. */
function layOut(text: HTMLElement, paragraphs: Iterable<number>): Layout {
  const box = text.getBoundingClientRect();
  const room = roomBeside(text);
  const isWide = room >= buttonSize + gap;
  const tops = new Map<number, number>();
  for (const paragraph of paragraphs) {
    const element = paragraphElement(paragraph);
    if (element === null) continue;
    const { top, bottom } = element.getBoundingClientRect();
    const { lineHeight, marginBottom } = getComputedStyle(element);
    const middle = isWide
      ? top + Number.parseFloat(lineHeight) / 2
      : bottom + Number.parseFloat(marginBottom) / 2;
    tops.set(paragraph, middle - buttonSize / 2 - box.top);
  }
  return { isWide, left: box.width + Math.min(gap, room - buttonSize), tops };
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
    const observer = new ResizeObserver(() => setLayout(layOut(element, counts.keys())));
    observer.observe(element);
    // The margin changes with the window, the text often does not.
    observer.observe(document.documentElement);
    return () => observer.disconnect();
  }, [counts, text]);
  const show = (paragraph: number) => {
    const passage = passageOf(chapter, paragraph);
    if (passage !== undefined) setOpen({ paragraph, passage });
  };
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
                className={`group pointer-events-auto absolute flex size-11 items-center text-xs tabular-nums ${layout.isWide ? 'justify-center rounded-md text-muted hover:bg-sunken hover:text-text' : 'justify-end text-muted'}`}
                style={{ top, left: layout.left }}
                onClick={() => show(paragraph)}
              >
                {layout.isWide ? (
                  <>
                    <MessageSquare aria-hidden="true" className="size-4" />
                    <span className="ms-1">{shortCount(count)}</span>
                  </>
                ) : (
                  <span className="min-w-4 rounded-s-md border border-e-0 border-line bg-sunken py-0.5 text-center">
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

/** Two characters at most: the margin of a phone has no more room. */
const shortCount = (count: number): string => (count > 99 ? '99' : String(count));
