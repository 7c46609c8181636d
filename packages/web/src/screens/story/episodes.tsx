import type { ChapterSummary } from '@inkling/contract/chapters';
import type { Story } from '@inkling/contract/stories';
import type { Volume } from '@inkling/contract/volumes';
import { useQuery } from '@tanstack/react-query';
import { Check } from 'lucide-react';
import type { ReactNode } from 'react';
import { Link } from 'react-router';
import { ChapterList } from '../../features/chapters/list/chapter-list.tsx';
import {
  type ChapterSource,
  type ListedChapters,
  ownChapters,
  readerChapters,
} from '../../features/chapters/list/chapter-source.ts';
import { ExclusiveBadge } from '../../features/chapters/list/exclusive-badge.tsx';
import { AverageTime } from '../../features/reading-sessions/average-time.tsx';
import { formatCount } from '../../features/stories/story-text.ts';
import { readingMinutes } from '../../lib/format.ts';
import { paths } from '../../lib/paths.ts';
import { QueryState } from '../../lib/query-state.tsx';
import { Badge } from '../../ui/badge.tsx';

interface EpisodesProps<Response> {
  story: Story;
  total: number;
  volumes: Volume[];
  known: ListedChapters;
  source: ChapterSource<Response>;
  /** The id of the last-read chapter; undefined while it is loading. */
  lastChapter: string | null | undefined;
}

/** A story’s chapters with the reader's progress. */
function Episodes<Response>({ story, total, volumes, known, source, lastChapter }: EpisodesProps<Response>) {
  const here = known.chapters.find(({ _id }) => _id === lastChapter)?.chapterNumber ?? null;
  if (total === 0) return <p className="mt-3 text-muted">The first chapter is coming soon.</p>;
  return (
    <ChapterList
      total={total}
      volumes={volumes}
      language={story.language}
      known={known}
      source={source}
      here={lastChapter === undefined ? undefined : here}
      listClass="grid max-sm:divide-y max-sm:divide-line sm:gap-3 md:grid-cols-2"
      itemClass="relative flex flex-col py-2 focus-within:bg-sunken hover:border-control sm:rounded-lg sm:border sm:border-line sm:p-4"
    >
      {(chapter, read) => (
        <Episode story={story} chapter={chapter} last={chapter._id === lastChapter} read={read} />
      )}
    </ChapterList>
  );
}

const Section = ({ storyId, children }: { storyId: string; children: ReactNode }) => (
  <section aria-labelledby="episodes">
    <div className="flex flex-wrap items-baseline justify-between gap-x-4">
      <h2 id="episodes" className="font-serif text-2xl">
        Episodes
      </h2>
      <p className="text-sm text-muted">
        <AverageTime storyId={storyId} />
      </p>
    </div>
    {children}
  </section>
);

/** The published chapters. */
export const ReaderEpisodes = (props: Omit<EpisodesProps<unknown>, 'source'>) => (
  <Section storyId={props.story._id}>
    <Episodes {...props} source={readerChapters(props.story._id)} />
  </Section>
);

/** The author's view, which includes drafts. */
export function OwnEpisodes({
  story,
  places,
  lastChapter,
}: Pick<EpisodesProps<unknown>, 'story' | 'lastChapter'> & Pick<ListedChapters, 'places'>) {
  const source = ownChapters(story._id);
  const first = useQuery(source.pageOf(1));
  return (
    <Section storyId={story._id}>
      {first.data === undefined ? (
        <QueryState
          query={first}
          fallback="Failed to fetch chapters"
          pending={<div className="mt-3 h-48 animate-pulse rounded-lg bg-sunken" aria-busy="true" />}
        />
      ) : (
        <Episodes
          story={story}
          total={first.data.pagination.total}
          volumes={first.data.volumes}
          known={{ chapters: first.data.data, places }}
          source={source}
          lastChapter={lastChapter}
        />
      )}
    </Section>
  );
}

const chapterPath = (story: Story, chapter: ChapterSummary): string =>
  chapter.isPublished ? paths.reading(story._id, chapter._id) : paths.writeChapter(story._id, chapter._id);

interface EpisodeProps {
  story: Story;
  chapter: ChapterSummary;
  /** Whether it is the last-read chapter. */
  last: boolean;
  read: boolean;
}

/** The content of a card; on small screens a two-line row, so that long lists stay scannable. */
function Episode({ story, chapter, last, read }: EpisodeProps) {
  return (
    <>
      <h3 className="font-serif sm:order-2 sm:mt-1 sm:text-lg" dir="auto" lang={story.language}>
        <Link to={chapterPath(story, chapter)} className="card-link hover:underline">
          {chapter.title}
        </Link>
      </h3>
      <div className="flex flex-wrap items-center gap-x-3 text-sm text-muted sm:contents">
        <p className="flex flex-wrap items-center gap-x-3 gap-y-1 sm:order-1">
          <span>Chapter {chapter.chapterNumber}</span>
          {chapter.isPublished ? <span>Published</span> : <Badge>Draft</Badge>}
          {chapter.isExclusive && <ExclusiveBadge />}
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
    </>
  );
}
