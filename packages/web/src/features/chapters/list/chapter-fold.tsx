import type { ListedChapter } from '@inkling/contract/chapters';
import { useQuery } from '@tanstack/react-query';
import { ChevronDown } from 'lucide-react';
import { type ReactNode, type RefObject, useEffect, useRef } from 'react';
import { QueryState } from '../../../lib/query-state.tsx';
import type { ChapterSource, ListedChapters } from './chapter-source.ts';
import { chaptersOfFold, type Fold, foldName, isInFold, pagesOf } from './folds.ts';

export interface ChapterFoldProps<Response> {
  /** The chapters that are loaded from the start. */
  known: ListedChapters;
  source: ChapterSource<Response>;
  /** The number of the reader's chapter, if there is one. */
  here: number | null | undefined;
  /** The language of the story, for the titles of its volumes. */
  language: string;
  listClass: string;
  itemClass: string;
  children: (chapter: ListedChapter, read: boolean) => ReactNode;
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
  const shown = { fold, newestFirst, open };
  const content = <FoldContent {...list} {...shown} />;
  if (only) return content;
  const note = <span className="shrink-0 text-sm font-normal text-accent-text">Your place</span>;
  return (
    <FoldDetails
      {...shown}
      onToggle={onToggle}
      language={list.language}
      note={isInFold(fold, list.here) && note}
    >
      <div className="pb-4">{content}</div>
    </FoldDetails>
  );
}

interface DetailsProps extends Pick<Props<never>, 'fold' | 'newestFirst' | 'language' | 'open' | 'onToggle'> {
  /** Shown beside the title. */
  note?: ReactNode;
  /** Buttons at the end of the title's line. */
  actions?: ReactNode;
  children: ReactNode;
}

/** A fold that is opened and closed by its title: its volume and its chapters. */
export function FoldDetails(props: DetailsProps) {
  const { fold, newestFirst, language, open, onToggle, note, actions, children } = props;
  const name = foldName(fold, newestFirst);
  return (
    <div className="relative border-b border-line first:border-t">
      <details open={open} onToggle={({ currentTarget }) => onToggle(currentTarget.open)} className="group">
        <summary
          className={`flex min-h-12 cursor-pointer list-none items-center gap-3 py-2 ps-2 font-semibold hover:bg-sunken ${actions ? 'pe-12' : 'pe-2'}`}
        >
          <ChevronDown
            aria-hidden="true"
            className="size-5 shrink-0 text-muted transition-transform duration-(--motion-short) group-open:rotate-180"
          />
          {fold.volume === null ? (
            <span className="tabular-nums">{name}</span>
          ) : (
            <span className="flex min-w-0 flex-wrap items-baseline gap-x-3">
              <bdi lang={language} className="font-serif text-lg wrap-anywhere">
                {fold.volume.title}
              </bdi>
              <span className="text-sm font-normal text-muted tabular-nums">{name}</span>
            </span>
          )}
          {note}
        </summary>
        {children}
      </details>
      {actions && <div className="absolute end-0 top-0.5">{actions}</div>}
    </div>
  );
}

/** A fold's list, in which the chapter with the number `sought` gets the focus once it is there. */
export function useSought(fold: Fold, sought: RefObject<number | null>, open: boolean) {
  const list = useRef<HTMLOListElement>(null);
  useEffect(() => {
    if (!open || !isInFold(fold, sought.current)) return;
    const link = list.current?.querySelector<HTMLElement>(`[data-number="${sought.current}"] a`);
    if (!link) return;
    sought.current = null;
    link.focus({ preventScroll: true });
    link.scrollIntoView({ block: 'center' });
  });
  return list;
}

type ContentProps<Response> = Omit<Props<Response>, 'onToggle' | 'only'>;

function FoldContent<Response>(props: ContentProps<Response>) {
  const { fold, newestFirst, open, known, source, sought, listClass, itemClass, children } = props;
  const list = useSought(fold, sought, open);
  const given = chaptersOfFold(fold, known.chapters);
  // A fold is shorter than a page, so it is on one or two of them.
  const [firstPage = 1, lastPage = firstPage] = pagesOf(fold);
  const enabled = open && given === undefined;
  const first = useQuery({ ...source.pageOf(firstPage), enabled });
  const last = useQuery({ ...source.pageOf(lastPage), enabled });
  const pages = firstPage === lastPage ? [first] : [first, last];
  const loaded = pages.flatMap(({ data }) => (data === undefined ? [] : [source.read(data)]));
  const missing = pages.find(({ data }) => data === undefined);
  const listed = loaded.flatMap((page) => page.chapters).filter((each) => isInFold(fold, each.chapterNumber));
  const chapters = given ?? (missing === undefined ? listed : null);
  const places = [...known.places, ...loaded.flatMap(({ places }) => places)];
  const progress = new Map(places.map(({ chapter, progress }) => [chapter, progress]));

  if (chapters === null && missing !== undefined)
    return (
      <>
        <noscript>Turn on JavaScript to list these chapters.</noscript>
        <QueryState
          query={missing}
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
      {(newestFirst ? chapters?.toReversed() : chapters)?.map((chapter) => (
        <li key={chapter._id} data-number={chapter.chapterNumber} className={itemClass}>
          {children(chapter, (progress.get(chapter._id) ?? 0) >= 100)}
        </li>
      ))}
    </ol>
  );
}
