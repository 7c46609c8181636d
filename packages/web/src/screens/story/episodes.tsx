import type { ChapterSummary } from '@inkling/contract/chapters';
import type { Story } from '@inkling/contract/stories';
import { useQuery } from '@tanstack/react-query';
import { Check } from 'lucide-react';
import type { ReactNode } from 'react';
import { Link, useNavigate } from 'react-router';
import { GoToChapter, worthANumber } from '../../features/reading/go-to-chapter.tsx';
import { isReadWhole } from '../../features/reading/read-share.ts';
import { count } from '../../features/stories/story-text.ts';
import { messageOf } from '../../lib/api.ts';
import { readingMinutes } from '../../lib/format.ts';
import { paths } from '../../lib/paths.ts';
import { callQuery } from '../../lib/query.ts';
import { Badge } from '../../ui/badge.tsx';
import { ErrorState } from '../../ui/error-state.tsx';

interface EpisodesProps {
  story: Story;
  /** Undefined while they are on their way. */
  chapters: ChapterSummary[] | undefined;
  lastChapter: string | null;
  /** How far each chapter is read, by its id. */
  shares: Map<string, number>;
  children?: ReactNode;
}

/** A story’s chapters, and what has been read of them. */
export function Episodes({ story, chapters, lastChapter, shares, children }: EpisodesProps) {
  const navigate = useNavigate();
  const goTo = (number: number) => {
    const chapter = chapters?.find(({ chapterNumber }) => chapterNumber === number);
    if (chapter !== undefined) void navigate(chapterPath(story, chapter));
  };
  return (
    <section aria-labelledby="episodes">
      <div className="flex flex-wrap items-center justify-between gap-x-6 gap-y-2">
        <h2 id="episodes" className="font-serif text-2xl">
          Episodes
        </h2>
        {chapters !== undefined && chapters.length >= worthANumber && (
          <GoToChapter total={chapters.at(-1)?.chapterNumber ?? 0} onGo={goTo} />
        )}
      </div>
      {children}
      {chapters?.length === 0 && <p className="mt-3 text-muted">The first chapter is on its way.</p>}
      <ol className="mt-3 grid max-sm:divide-y max-sm:divide-line max-sm:border-y max-sm:border-line sm:gap-3 md:grid-cols-2">
        {chapters?.map((chapter) => (
          <Episode
            key={chapter._id}
            story={story}
            chapter={chapter}
            last={chapter._id === lastChapter}
            read={isReadWhole(shares.get(chapter._id))}
          />
        ))}
      </ol>
    </section>
  );
}

/** The same for its author, who sees drafts among them. */
export function OwnEpisodes({ story, lastChapter, shares }: Omit<EpisodesProps, 'chapters' | 'children'>) {
  const chapters = useQuery(
    callQuery('GET /chapters/story/{storyId}/author', { params: { storyId: story._id } }),
  );
  return (
    <Episodes story={story} chapters={chapters.data?.data} lastChapter={lastChapter} shares={shares}>
      {chapters.isError && (
        <ErrorState
          message={messageOf(chapters.error, 'Failed to fetch chapters')}
          onRetry={() => chapters.refetch()}
        />
      )}
      {chapters.isPending && (
        <div className="mt-3 h-48 animate-pulse rounded-lg bg-sunken" aria-busy="true" />
      )}
    </Episodes>
  );
}

const chapterPath = (story: Story, chapter: ChapterSummary): string =>
  chapter.isPublished ? paths.reading(story._id, chapter._id) : paths.writeChapter(story._id, chapter._id);

interface EpisodeProps {
  story: Story;
  chapter: ChapterSummary;
  /** It is the one to go on with. */
  last: boolean;
  read: boolean;
}

/** A card; on small screens a row of two lines, so that a hundred of them can be looked through. */
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
          {count(readingMinutes(chapter.wordCount), 'minute')}
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
