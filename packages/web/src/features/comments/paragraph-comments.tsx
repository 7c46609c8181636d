import type { Chapter } from '@inkling/contract/chapters';
import type { Author } from '@inkling/contract/users';
import { useQueries } from '@tanstack/react-query';
import { MessageSquare } from 'lucide-react';
import { type RefObject, useCallback, useEffect, useLayoutEffect, useMemo, useState } from 'react';
import { pluralize } from '../../lib/format.ts';
import { paragraphCountsQuery } from './comments.api.ts';
import { type Layout, layOut, paragraphNear } from './paragraph-places.ts';
import { type Passage, PassageComments, paragraphStarts, wholeParagraph } from './passage-comments.tsx';

/** How many paragraphs around those in view are requested with them, so that scrolling rarely needs another call. */
const around = { before: 20, after: 80 };
/** As many as one call takes. */
const maxBatch = 200;
/** By then the server has usually saved that the reader opened the chapter; before that, it returns no counts. */
const delayMs = 1500;

const idOf = (element: Element): number => Number((element as HTMLElement).dataset.paragraph);

/** The indexes of the paragraphs around those in view, which come first; a jump may bring two separate parts into view. */
export function nearest(inView: readonly number[], count: number): number[] {
  const wanted = new Set(inView);
  for (const index of inView)
    for (let at = Math.max(0, index - around.before); at < Math.min(count, index + around.after); at += 1)
      wanted.add(at);
  return [...wanted];
}

export const inBatches = (ids: readonly number[]): number[][] =>
  Array.from({ length: Math.ceil(ids.length / maxBatch) }, (_, at) =>
    ids.slice(at * maxBatch, (at + 1) * maxBatch),
  );

/**
 * The number of comments on each paragraph of a chapter that has any, by paragraph id, of those that have been in view.
 * `version` is that of the shown text.
 */
function useParagraphCounts(
  chapterId: string,
  version: number,
  text: RefObject<HTMLElement | null>,
): ReadonlyMap<number, number> {
  const [batches, setBatches] = useState<readonly (readonly number[])[]>([]);
  // biome-ignore lint/correctness/useExhaustiveDependencies: another version has other elements
  useEffect(() => {
    const paragraphs = [...(text.current?.querySelectorAll('[data-paragraph]') ?? [])];
    const indexes = new Map(paragraphs.map((paragraph, index) => [paragraph, index]));
    const asked = new Set<number>();
    const ask = (inView: number[]) => {
      const ids = nearest(inView, paragraphs.length)
        .map((index) => idOf(paragraphs[index] as Element))
        .filter((id) => !asked.has(id));
      for (const id of ids) asked.add(id);
      setBatches((before) => [...before, ...inBatches(ids)]);
    };
    const observer = new IntersectionObserver(
      (entries) => {
        const inView = entries.flatMap(({ isIntersecting, target }) =>
          isIntersecting && !asked.has(idOf(target)) ? (indexes.get(target) ?? []) : [],
        );
        if (inView.length > 0) ask(inView);
      },
      { rootMargin: '50% 0px' },
    );
    const timer = setTimeout(() => {
      for (const paragraph of paragraphs) observer.observe(paragraph);
    }, delayMs);
    return () => {
      clearTimeout(timer);
      observer.disconnect();
      setBatches([]);
    };
  }, [chapterId, version, text]);
  return useQueries({
    queries: batches.map((batch) => paragraphCountsQuery(chapterId, batch)),
    combine: countsOf,
  });
}

const countsOf = (
  results: { data: { data: { paragraph: number; comments: number }[] } | undefined }[],
): ReadonlyMap<number, number> =>
  new Map(results.flatMap(({ data }) => (data?.data ?? []).map((each) => [each.paragraph, each.comments])));

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
