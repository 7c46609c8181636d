import { numberBeside, numberedTitle, titleAfterNumber } from '@inkling/contract/chapter-title';
import type { ListedChapter } from '@inkling/contract/chapters';
import { Check, MessageSquare, StickyNote } from 'lucide-react';
import { Link } from 'react-router';
import { Count } from '../../features/chapters/list/count.tsx';
import { ExclusiveBadge } from '../../features/chapters/list/exclusive-badge.tsx';
import { pluralize, readingMinutes } from '../../lib/format.ts';
import { LocalDate } from '../../lib/local-date.tsx';
import { Badge } from '../../ui/badge.tsx';

/** The list of the rows, and each row of it. */
export const episodeRows = {
  listClass: 'divide-y divide-line border-line border-t',
  itemClass: 'relative flex min-h-11 items-center gap-x-3 py-1.5 pe-1 focus-within:bg-sunken hover:bg-sunken',
};

interface Props {
  chapter: ListedChapter;
  language: string;
  /** Where its link leads. */
  to: string;
  /** The state passed to the sign-in page (screens/login/login.tsx). */
  state?: { message: string };
  /** For the author, who sees whether it is published. */
  mine?: boolean;
  /** Whether it is the last-read chapter. */
  last?: boolean;
  read?: boolean;
}

/** A chapter in one line, on phones in two. Members see its number in a column, visitors before the title. */
export function EpisodeRow({
  chapter,
  language,
  to,
  state,
  mine = false,
  last = false,
  read = false,
}: Props) {
  const { wordCount, isPublished, publishedAt } = chapter;
  const rest = titleAfterNumber(chapter);
  const number = numberBeside(chapter);
  return (
    <>
      <span
        aria-hidden="true"
        className="hidden w-9 shrink-0 text-end text-sm text-muted tabular-nums member:block"
      >
        {number}
      </span>
      <div className="min-w-0 flex-1 sm:flex sm:items-center sm:gap-x-4">
        <div className="flex min-w-0 flex-1 flex-wrap items-center gap-x-3">
          <Link to={to} state={state} className="min-w-0 card-link font-serif wrap-anywhere hover:underline">
            {rest === '' ? (
              numberedTitle(chapter)
            ) : (
              <>
                {number !== null && <span className="member:sr-only">{`Chapter ${number}: `}</span>}
                <bdi lang={language}>{rest}</bdi>
              </>
            )}
          </Link>
          {chapter.authorNotes !== '' && (
            <span title="With an author’s note" className="text-muted">
              <StickyNote aria-hidden="true" className="size-4" />
              <span className="sr-only">With an author’s note</span>
            </span>
          )}
          {chapter.comments > 0 && (
            <span className="text-sm text-muted">
              <Count icon={MessageSquare} value={chapter.comments} name="comment" />
            </span>
          )}
          {!isPublished && <Badge>Draft</Badge>}
          {chapter.isExclusive && <ExclusiveBadge />}
          {last && <Badge tone="accent">Continue</Badge>}
        </div>
        <p className="flex shrink-0 flex-wrap gap-x-3 text-sm text-muted tabular-nums sm:*:text-end">
          {mine && isPublished && <span>Published</span>}
          {publishedAt !== null && (
            <span className="sm:w-26">
              <LocalDate iso={publishedAt} />
            </span>
          )}
          <span className="sm:w-24">{pluralize(wordCount, 'word')}</span>
          <span className="sm:w-15">{readingMinutes(wordCount)} min</span>
        </p>
      </div>
      <span className="hidden size-5 shrink-0 member:block">
        {read && (
          <>
            <Check aria-hidden="true" className="size-5 text-success" />
            <span className="sr-only">Read</span>
          </>
        )}
      </span>
    </>
  );
}
