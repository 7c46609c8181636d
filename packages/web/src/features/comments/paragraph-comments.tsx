import type { Chapter } from '@inkling/contract/chapters';
import type { Author } from '@inkling/contract/users';
import { MessageSquare } from 'lucide-react';
import { type RefObject, useCallback, useEffect, useLayoutEffect, useMemo, useState } from 'react';
import { pluralize } from '../../lib/format.ts';
import { type Layout, layOut, paragraphNear } from './paragraph-places.ts';
import { type Passage, paragraphStarts, wholeParagraph } from './passage.ts';
import { PassageComments } from './passage-comments.tsx';
import { useParagraphCounts } from './use-paragraph-counts.ts';

interface Props {
  chapter: Pick<Chapter, '_id' | 'story' | 'content' | 'paragraphIds' | 'version'>;
  /** The author of the story. */
  author: Author;
  /** The element of the chapter's text; this component lies over the same box. */
  text: RefObject<HTMLElement | null>;
}

/** The number of comments in the margin of each paragraph that has some; a press opens them. */
export function ParagraphComments({ chapter, author, text }: Props) {
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
    if (layout?.at !== 'edge' || !around) return;
    // On narrow screens a button is as high as the space between paragraphs; a tap on the text near it is the button's too.
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
          className={`pointer-events-none absolute top-0 select-none ${boxClasses[layout.at]}`}
        >
          {[...layout.places].map(([paragraph, place]) => {
            const count = counts.get(paragraph);
            if (count === undefined) return null;
            return (
              <button
                key={paragraph}
                type="button"
                aria-label={`${pluralize(count, 'comment')} on the paragraph “${startOf(paragraph)}”`}
                aria-haspopup="dialog"
                aria-expanded={open?.paragraph === paragraph}
                className={`group absolute flex items-center text-xs tabular-nums ${classes[layout.at]}`}
                style={place}
                onClick={() => show(paragraph)}
              >
                {layout.at === 'margin' ? (
                  <>
                    <MessageSquare aria-hidden="true" className="size-4" />
                    <span className="ms-1">{shortCount(count)}</span>
                  </>
                ) : (
                  <span
                    className={`flex min-w-4 items-center justify-center gap-0.5 rounded-s-md border border-e-0 border-line bg-sunken px-0.5 py-0.5 ${count > 99 ? 'text-[0.625rem] tracking-tighter' : ''}`}
                  >
                    <MessageSquare aria-hidden="true" className="size-3 shrink-0" />
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
          author={author}
          passage={open.passage}
          onClose={() => setOpen(null)}
        />
      )}
    </>
  );
}

/** In pages without a size: a box that reaches over several pages would be divided. */
const boxClasses = {
  margin: 'left-0 size-full',
  edge: 'left-0 size-full',
  pages: 'left-0',
  vertical: 'right-0',
};
const classes = {
  margin:
    'pointer-events-auto h-11 w-11 justify-center rounded-md text-muted hover:bg-sunken hover:text-text',
  edge: 'pointer-events-auto h-6 w-11 justify-end text-muted',
  pages: 'pointer-events-auto h-6 w-11 justify-end text-muted',
  vertical: 'pointer-events-auto h-11 w-6 justify-end text-muted [text-orientation:upright]',
};

const shortCount = (count: number): string => (count > 99 ? '99+' : String(count));
