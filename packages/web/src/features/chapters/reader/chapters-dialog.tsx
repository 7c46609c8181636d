import { numberBeside, shownTitle } from '@inkling/contract/chapter-title';
import type { ChapterSummary } from '@inkling/contract/chapters';
import type { Opening } from '@inkling/contract/library';
import { Check, MessageSquare, Search } from 'lucide-react';
import { type KeyboardEvent, type ReactNode, useRef } from 'react';
import { Link } from 'react-router';
import { pluralize, readingMinutes } from '../../../lib/format.ts';
import { LocalDate } from '../../../lib/local-date.tsx';
import { paths } from '../../../lib/paths.ts';
import { Button } from '../../../ui/button.tsx';
import { Dialog } from '../../../ui/dialog.tsx';
import { aboutTime } from '../../reading-sessions/about-time.ts';
import { AverageTime } from '../../reading-sessions/average-time.tsx';
import { MyChapterTime } from '../../reading-sessions/my-chapter-time.tsx';
import { useFindChapter } from '../chapters.api.ts';
import { ChapterList } from '../list/chapter-list.tsx';
import { readerChapters } from '../list/chapter-source.ts';
import { Count } from '../list/count.tsx';
import { ExclusiveBadge } from '../list/exclusive-badge.tsx';

interface Props {
  opening: Opening;
  current: string;
  onGo: (chapterId: string) => void;
  onSearch: () => void;
  /** These open the chapter before and after, if there is one. */
  onPrevious: (() => void) | undefined;
  onNext: (() => void) | undefined;
  onOpenChange: (open: boolean) => void;
  /** Further links, below the search. */
  children?: ReactNode;
}

const steps: Record<string, (at: number, last: number) => number> = {
  ArrowDown: (at, last) => Math.min(at + 1, last),
  ArrowUp: (at) => Math.max(at - 1, 0),
  Home: () => 0,
  End: (_at, last) => last,
};

/** Moves the focus between the links of the open folds. */
function onListKeyDown(event: KeyboardEvent<HTMLElement>) {
  const links = [...event.currentTarget.querySelectorAll('a')].filter(
    (link) => link.closest('details:not([open])') === null,
  );
  const at = links.findIndex((link) => link.matches(':focus'));
  const to = at === -1 ? undefined : steps[event.key]?.(at, links.length - 1);
  if (to === undefined) return;
  event.preventDefault();
  links[to]?.focus();
}

/** 'This chapter takes about 12 min (2,310 words)'. */
const estimateOf = ({ wordCount }: ChapterSummary): string =>
  `This chapter takes about ${aboutTime(readingMinutes(wordCount))} (${pluralize(wordCount, 'word')})`;

/** The chapters of the open story, with the focus on the current one; arrow keys move through them. */
export function ChaptersDialog({
  opening,
  current,
  onGo,
  onSearch,
  onPrevious,
  onNext,
  onOpenChange,
  children,
}: Props) {
  const { story, total, chapters } = opening;
  const find = useFindChapter();
  const here = useRef<HTMLAnchorElement>(null);
  const shown = chapters.find(({ _id }) => _id === current);
  const open = (id: string | undefined) => {
    if (id === undefined) return;
    onOpenChange(false);
    onGo(id);
  };
  const ways = [
    ['Previous Chapter', onPrevious],
    ['Next Chapter', onNext],
  ] as const;
  const openNumber = async (number: number) => {
    const known = chapters.find(({ chapterNumber }) => chapterNumber === number);
    open((known ?? (await find(story._id, number)))?._id);
  };
  return (
    <Dialog open onOpenChange={onOpenChange} title="Chapters" headStays initialFocus={here}>
      <Button onClick={onSearch} className="mb-3 w-full">
        <Search aria-hidden="true" className="size-4" /> Search in This Story
      </Button>
      {children}
      {/* On wider screens the header has them. */}
      <div className="mb-3 flex flex-wrap gap-3 min-[30rem]:hidden">
        {ways.map(([name, go]) => (
          <Button
            key={name}
            disabled={!go}
            onClick={() => {
              onOpenChange(false);
              go?.();
            }}
            className="flex-1"
          >
            {name}
          </Button>
        ))}
      </div>
      {/* Has room for the reader's own time, so that the list stays where it is. */}
      <div className="mb-2 min-h-10 text-sm text-muted">
        <p>
          <AverageTime storyId={story._id} chapterId={current} estimate={shown && estimateOf(shown)} />
        </p>
        <p>
          <MyChapterTime storyId={story._id} chapterId={current} />
        </p>
      </div>
      {/* biome-ignore lint/a11y/noStaticElementInteractions: adds keys to the links in it */}
      <div onKeyDown={onListKeyDown}>
        <ChapterList
          total={total}
          volumes={opening.volumes}
          language={story.language}
          known={opening}
          source={readerChapters(story._id)}
          here={shown?.chapterNumber ?? null}
          focusHere
          onGo={(number) => void openNumber(number)}
          listClass="-mx-2"
          itemClass=""
        >
          {({ _id, title, chapterNumber, wordCount, publishedAt, isExclusive, comments }, read) => (
            <Link
              ref={_id === current ? here : undefined}
              to={paths.reading(story._id, _id)}
              aria-current={_id === current ? 'true' : undefined}
              onClick={(event) => {
                if (event.ctrlKey || event.metaKey || event.shiftKey) return;
                event.preventDefault();
                open(_id);
              }}
              className="flex min-h-11 items-center gap-3 rounded-md px-2 py-1.5 hover:bg-sunken aria-[current]:bg-sunken aria-[current]:font-semibold"
            >
              <span className="min-w-8 shrink-0 text-end text-sm text-muted tabular-nums">
                {numberBeside({ title, chapterNumber })}
              </span>
              <span className="min-w-0 flex-1">
                <bdi lang={story.language} className="block font-serif wrap-anywhere">
                  {shownTitle({ title, chapterNumber })}
                </bdi>
                <span className="block text-sm font-normal text-muted tabular-nums">
                  {aboutTime(readingMinutes(wordCount))}
                  {publishedAt !== null && (
                    <>
                      {' · '}
                      <LocalDate iso={publishedAt} />
                    </>
                  )}
                  {comments > 0 && (
                    <>
                      {' · '}
                      <Count icon={MessageSquare} value={comments} name="comment" />
                    </>
                  )}
                </span>
              </span>
              {isExclusive && <ExclusiveBadge />}
              {read && (
                <>
                  <Check aria-hidden="true" className="size-4 shrink-0 text-success" />
                  <span className="sr-only">read</span>
                </>
              )}
            </Link>
          )}
        </ChapterList>
      </div>
    </Dialog>
  );
}
