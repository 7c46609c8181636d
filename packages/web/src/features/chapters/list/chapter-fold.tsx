import { type ChapterSummary, chaptersPerPage } from '@inkling/contract/chapters';
import { useQuery } from '@tanstack/react-query';
import { ChevronDown } from 'lucide-react';
import { type ReactNode, type RefObject, useEffect, useRef } from 'react';
import { QueryState } from '../../../lib/query-state.tsx';
import { isFullyRead, progressByChapter } from './chapter-progress.ts';
import type { ChapterSource, ListedChapters } from './chapter-source.ts';
import { chaptersOfFold, type Fold, foldName, isInFold } from './folds.ts';

export interface ChapterFoldProps<Response> {
  /** The chapters that are loaded from the start. */
  known: ListedChapters;
  source: ChapterSource<Response>;
  /** The number of the reader's chapter, if there is one. */
  here: number | null | undefined;
  listClass: string;
  itemClass: string;
  children: (chapter: ChapterSummary, read: boolean) => ReactNode;
}

interface Props<Response> extends ChapterFoldProps<Response> {
  fold: Fold;
  newestFirst: boolean;
  open: boolean;
  onToggle: (open: boolean) => void;
  /** The list has one fold, which cannot be closed. */
  only: boolean;
  /** The number of the chapter to focus once it is loaded. */
  sought: RefObject<number | null>;
}

/** Up to 50 consecutive chapters. Those that are not known yet are fetched once the fold is open. */
export function ChapterFold<Response>({ fold, newestFirst, open, onToggle, only, ...list }: Props<Response>) {
  const content = <FoldContent {...list} fold={fold} newestFirst={newestFirst} open={open} />;
  if (only) return content;
  return (
    <details
      open={open}
      onToggle={({ currentTarget }) => onToggle(currentTarget.open)}
      className="group border-b border-line first:border-t"
    >
      <summary className="flex min-h-12 cursor-pointer list-none items-center gap-3 px-2 py-2 font-semibold hover:bg-sunken">
        <ChevronDown
          aria-hidden="true"
          className="size-5 shrink-0 text-muted transition-transform duration-(--motion-short) group-open:rotate-180"
        />
        <span className="tabular-nums">{foldName(fold, newestFirst)}</span>
        {isInFold(fold, list.here) && (
          <span className="text-sm font-normal text-accent-text">Your place</span>
        )}
      </summary>
      <div className="pb-4">{content}</div>
    </details>
  );
}

type ContentProps<Response> = Omit<Props<Response>, 'onToggle' | 'only'>;

function FoldContent<Response>(props: ContentProps<Response>) {
  const { fold, newestFirst, open, known, source, sought, listClass, itemClass, children } = props;
  const list = useRef<HTMLOListElement>(null);
  const given = chaptersOfFold(fold, known.chapters);
  const page = useQuery({
    ...source.pageOf(Math.ceil(fold.first / chaptersPerPage)),
    enabled: open && given === undefined,
  });
  const loaded = page.data && source.read(page.data);
  const chapters =
    given ?? loaded?.chapters.filter(({ chapterNumber }) => isInFold(fold, chapterNumber)) ?? null;
  const progress = progressByChapter([...known.places, ...(loaded?.places ?? [])]);

  useEffect(() => {
    if (!open || !isInFold(fold, sought.current)) return;
    const link = list.current?.querySelector<HTMLElement>(`[data-number="${sought.current}"] a`);
    if (!link) return;
    sought.current = null;
    link.focus({ preventScroll: true });
    link.scrollIntoView({ block: 'center' });
  });

  if (chapters === null)
    return (
      <>
        <noscript>Turn on JavaScript to list these chapters.</noscript>
        <QueryState
          query={page}
          fallback="Failed to fetch chapters"
          pending={
            <div className="mt-2 h-48 animate-pulse rounded-lg bg-sunken" aria-busy="true">
              <span className="sr-only" role="status">
                Loading…
              </span>
            </div>
          }
        />
      </>
    );
  return (
    <ol ref={list} className={listClass}>
      {(newestFirst ? chapters.toReversed() : chapters).map((chapter) => (
        <li key={chapter._id} data-number={chapter.chapterNumber} className={itemClass}>
          {children(chapter, isFullyRead(progress.get(chapter._id)))}
        </li>
      ))}
    </ol>
  );
}
