import type { ChapterSummary } from '@inkling/contract/chapters';
import type { ChapterProgress } from '@inkling/contract/library';
import type { Story } from '@inkling/contract/stories';
import { type UseQueryResult, useQuery } from '@tanstack/react-query';
import { Check } from 'lucide-react';
import { type ReactNode, useRef } from 'react';
import { Link, useNavigate } from 'react-router';
import { chaptersQuery, ownChaptersQuery, useFindChapter } from '../../features/chapters/chapters.api.ts';
import { isFullyRead, progressByChapter } from '../../features/chapters/reader/chapter-progress.ts';
import { GoToChapter, longListLength } from '../../features/chapters/reader/go-to-chapter.tsx';
import { ShowMore } from '../../features/stories/show-more.tsx';
import { storyPageQuery } from '../../features/stories/stories.api.ts';
import { formatCount } from '../../features/stories/story-text.ts';
import { itemsOf, type MorePages, useMorePages } from '../../features/stories/use-more-pages.ts';
import { readingMinutes } from '../../lib/format.ts';
import { paths } from '../../lib/paths.ts';
import { QueryState } from '../../lib/query-state.tsx';
import { Badge } from '../../ui/badge.tsx';

interface EpisodesProps {
  story: Story;
  /** Undefined while loading. */
  chapters: ChapterSummary[] | undefined;
  total: number;
  /** The query of a page of the chapters. */
  queryOf: typeof chaptersQuery | typeof ownChaptersQuery;
  pages: Pick<MorePages<unknown>, 'busy' | 'error' | 'more'>;
  lastChapter: string | null;
  /** The share read of each chapter, by chapter id. */
  shares: Map<string, number>;
  children?: ReactNode;
}

/** A story’s chapters with the reader's progress. */
function Episodes({ story, chapters, total, queryOf, pages, lastChapter, shares, children }: EpisodesProps) {
  const find = useFindChapter(queryOf);
  const navigate = useNavigate();
  const list = useRef<HTMLOListElement>(null);
  const goTo = async (number: number) => {
    const known = chapters?.find(({ chapterNumber }) => chapterNumber === number);
    const chapter = known ?? (await find(story._id, number));
    if (chapter !== undefined) void navigate(chapterPath(story, chapter));
  };
  return (
    <section aria-labelledby="episodes">
      <div className="flex flex-wrap items-center justify-between gap-x-6 gap-y-2">
        <h2 id="episodes" className="font-serif text-2xl">
          Episodes
        </h2>
        {chapters !== undefined && total >= longListLength && (
          <GoToChapter total={total} onGo={(number) => void goTo(number)} />
        )}
      </div>
      {children}
      {chapters?.length === 0 && <p className="mt-3 text-muted">The first chapter is coming soon.</p>}
      <ol
        ref={list}
        className="mt-3 grid max-sm:divide-y max-sm:divide-line max-sm:border-y max-sm:border-line sm:gap-3 md:grid-cols-2"
      >
        {chapters?.map((chapter) => (
          <Episode
            key={chapter._id}
            story={story}
            chapter={chapter}
            last={chapter._id === lastChapter}
            read={isFullyRead(shares.get(chapter._id))}
          />
        ))}
      </ol>
      {chapters !== undefined && <ShowMore list={list} shown={chapters.length} total={total} pages={pages} />}
    </section>
  );
}

interface ReaderEpisodesProps extends Pick<EpisodesProps, 'story' | 'lastChapter'> {
  /** Consecutive chapters; for a long story, those around the last-read chapter. */
  chapters: ChapterSummary[];
  total: number;
  places: ChapterProgress[];
}

/** The published chapters, starting with the first. */
export function ReaderEpisodes({ story, chapters, total, places, lastChapter }: ReaderEpisodesProps) {
  const storyId = story._id;
  const startsAtFirst = (chapters[0]?.chapterNumber ?? 1) === 1;
  const firstPage = useQuery({ ...storyPageQuery(storyId, { from: 1 }), enabled: !startsAtFirst });
  const first = startsAtFirst ? { chapters, places } : firstPage.data?.data;
  const pages = useMorePages((page) =>
    storyPageQuery(storyId, { from: (page - 1) * (first?.chapters.length ?? 0) + 1 }),
  );
  const further = pages.loaded.map(({ data }) => data);
  const shown = first && [...first.chapters, ...further.flatMap((page) => page.chapters)];
  const known = [...places, ...(first?.places ?? []), ...further.flatMap((page) => page.places)];
  return (
    <Episodes
      story={story}
      chapters={shown}
      total={total}
      queryOf={chaptersQuery}
      pages={pages}
      lastChapter={lastChapter}
      shares={progressByChapter(known)}
    >
      {shown === undefined && <ChaptersState chapters={firstPage} />}
    </Episodes>
  );
}

/** The author's view, which includes drafts. */
export function OwnEpisodes({
  story,
  lastChapter,
  places,
}: Pick<ReaderEpisodesProps, 'story' | 'lastChapter' | 'places'>) {
  const chapters = useQuery(ownChaptersQuery(story._id));
  const pages = useMorePages((page) => ownChaptersQuery(story._id, { page }));
  const shown = chapters.data && itemsOf([chapters.data, ...pages.loaded]);
  return (
    <Episodes
      story={story}
      chapters={shown}
      total={chapters.data?.pagination.total ?? 0}
      queryOf={ownChaptersQuery}
      pages={pages}
      lastChapter={lastChapter}
      shares={progressByChapter(places)}
    >
      <ChaptersState chapters={chapters} />
    </Episodes>
  );
}

/** The error or loading state of the chapters. */
const ChaptersState = ({ chapters }: { chapters: UseQueryResult }) => (
  <QueryState
    query={chapters}
    fallback="Failed to fetch chapters"
    pending={<div className="mt-3 h-48 animate-pulse rounded-lg bg-sunken" aria-busy="true" />}
  />
);

const chapterPath = (story: Story, chapter: ChapterSummary): string =>
  chapter.isPublished ? paths.reading(story._id, chapter._id) : paths.writeChapter(story._id, chapter._id);

interface EpisodeProps {
  story: Story;
  chapter: ChapterSummary;
  /** Whether it is the last-read chapter. */
  last: boolean;
  read: boolean;
}

/** A card; on small screens a two-line row, so that long lists stay scannable. */
function Episode({ story, chapter, last, read }: EpisodeProps) {
  return (
    <li className="relative flex flex-col py-2 hover:border-control sm:rounded-lg sm:border sm:border-line sm:p-4">
      <h3 className="font-serif sm:order-2 sm:mt-1 sm:text-lg" dir="auto" lang={story.language}>
        <Link to={chapterPath(story, chapter)} className="after:absolute after:inset-0 hover:underline">
          {chapter.title}
        </Link>
      </h3>
      <div className="flex flex-wrap items-center gap-x-3 text-sm text-muted sm:contents">
        <p className="flex flex-wrap items-center gap-x-3 gap-y-1 sm:order-1">
          <span>Chapter {chapter.chapterNumber}</span>
          <Badge>{chapter.isPublished ? 'Published' : 'Draft'}</Badge>
          {last && <Badge tone="accent">Continue</Badge>}
          {read && (
            <span className="inline-flex items-center gap-1">
              <Check aria-hidden="true" className="size-4 text-success" />
              Read
            </span>
          )}
        </p>
        <p className="tabular-nums sm:order-4 sm:mt-1">
          {chapter.wordCount.toLocaleString()} {chapter.wordCount === 1 ? 'word' : 'words'} ·{' '}
          {formatCount(readingMinutes(chapter.wordCount), 'minute')}
        </p>
      </div>
      {chapter.authorNotes !== '' && (
        <p className="mt-1 line-clamp-2 text-sm text-muted max-sm:hidden sm:order-3" dir="auto">
          {chapter.authorNotes}
        </p>
      )}
    </li>
  );
}
