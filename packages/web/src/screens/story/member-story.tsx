import type { ChapterSummary } from '@inkling/contract/chapters';
import type { Opening } from '@inkling/contract/library';
import type { Story } from '@inkling/contract/stories';
import { useQuery } from '@tanstack/react-query';
import type { ReactNode } from 'react';
import { Link } from 'react-router';
import { BookmarkButton } from '../../features/stories/bookmark-button.tsx';
import { Facts } from '../../features/stories/facts.tsx';
import { GenreList } from '../../features/stories/genre-list.tsx';
import { LikeButton } from '../../features/stories/like-button.tsx';
import { LocalDate } from '../../features/stories/local-date.tsx';
import { count, descriptionOf, isComingSoon, statusName } from '../../features/stories/story-text.ts';
import { messageOf } from '../../lib/api.ts';
import { compactNumber, readingMinutes, wordsInThousands } from '../../lib/format.ts';
import { paths } from '../../lib/paths.ts';
import { callQuery } from '../../lib/query.ts';
import { useMe } from '../../lib/session.ts';
import { Badge } from '../../ui/badge.tsx';
import { buttonClass } from '../../ui/button.tsx';
import { ErrorState } from '../../ui/error-state.tsx';
import { StoryHeader } from './story-header.tsx';

/** A story as signed-in people see it. */
export function MemberStory({ opening }: { opening: Opening }) {
  const { story, chapters, lastChapterRead: lastChapter } = opening;
  const mine = useMe()?._id === story.author._id;
  const { stats } = story;
  return (
    <article className="space-y-8">
      <StoryHeader story={story}>
        <p className="flex flex-wrap items-center gap-2">
          <Badge>{statusName(story.effectiveStatus)}</Badge>
          {!story.isPublished && <Badge>Draft</Badge>}
          {story.isAIGenerated && <Badge>AI Generated</Badge>}
          <span className="text-sm text-muted">
            {stats.averageRating === null ? 'Not rated yet' : `Rated ${stats.averageRating.toFixed(1)} of 5`}
          </span>
        </p>
        <GenreList genres={story.genres} />
        <div className="flex flex-wrap gap-3">
          {!isComingSoon(story) && (
            <Link to={paths.reading(story._id)} className={buttonClass('primary')}>
              {lastChapter === null ? 'Start Reading' : 'Continue Reading'}
            </Link>
          )}
          {story.isPublished && <BookmarkButton story={story} />}
          {story.isPublished && <LikeButton story={story} />}
          {mine && (
            <Link to={paths.writeStory(story._id)} className={buttonClass('quiet')}>
              Manage
            </Link>
          )}
        </div>
        <p>
          <Link to={paths.discover} className="link">
            Browse More Stories
          </Link>
        </p>
      </StoryHeader>
      <Facts
        facts={[
          { name: 'Chapters', value: String(story.chapterCount) },
          { name: 'Words', value: wordsInThousands(stats.totalWordCount) },
          { name: 'Minutes', value: String(readingMinutes(stats.totalWordCount)) },
          { name: 'Views', value: compactNumber(stats.views) },
        ]}
      />
      <section aria-labelledby="about">
        <h2 id="about" className="font-serif text-2xl">
          About this story
        </h2>
        <p className="mt-3 max-w-[66ch] whitespace-pre-line" dir="auto" lang={story.language}>
          {descriptionOf(story)}
        </p>
        <p className="mt-4 flex flex-wrap gap-x-6 text-sm text-muted">
          {story.publishedAt !== null && (
            <span>
              Published <LocalDate iso={story.publishedAt} />
            </span>
          )}
          {story.lastUpdated !== null && (
            <span>
              Last updated <LocalDate iso={story.lastUpdated} />
            </span>
          )}
        </p>
      </section>
      {mine ? (
        <OwnEpisodes story={story} lastChapter={lastChapter} />
      ) : (
        <Episodes story={story} chapters={chapters} lastChapter={lastChapter} />
      )}
    </article>
  );
}

interface EpisodesProps {
  story: Story;
  /** Undefined while they are on their way. */
  chapters: ChapterSummary[] | undefined;
  lastChapter: string | null;
  children?: ReactNode;
}

function Episodes({ story, chapters, lastChapter, children }: EpisodesProps) {
  return (
    <section aria-labelledby="episodes">
      <h2 id="episodes" className="font-serif text-2xl">
        Episodes
      </h2>
      {children}
      {chapters?.length === 0 && <p className="mt-3 text-muted">The first chapter is on its way.</p>}
      <ol className="mt-3 grid gap-3 md:grid-cols-2">
        {chapters?.map((chapter) => (
          <Episode key={chapter._id} story={story} chapter={chapter} last={chapter._id === lastChapter} />
        ))}
      </ol>
    </section>
  );
}

/** The author sees drafts among them. */
function OwnEpisodes({ story, lastChapter }: { story: Story; lastChapter: string | null }) {
  const chapters = useQuery(
    callQuery('GET /chapters/story/{storyId}/author', { params: { storyId: story._id } }),
  );
  return (
    <Episodes story={story} chapters={chapters.data?.data} lastChapter={lastChapter}>
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

function Episode({ story, chapter, last }: { story: Story; chapter: ChapterSummary; last: boolean }) {
  const to = chapter.isPublished
    ? paths.reading(story._id, chapter._id)
    : paths.writeChapter(story._id, chapter._id);
  return (
    <li className="relative rounded-lg border border-line p-4 hover:border-control">
      <p className="flex flex-wrap items-center gap-2 text-sm text-muted">
        <span>Chapter {chapter.chapterNumber}</span>
        <Badge>{chapter.isPublished ? 'Published' : 'Draft'}</Badge>
        {last && <Badge tone="accent">Continue</Badge>}
      </p>
      <h3 className="mt-1 font-serif text-lg" dir="auto" lang={story.language}>
        <Link to={to} className="after:absolute after:inset-0 hover:underline">
          {chapter.title}
        </Link>
      </h3>
      {chapter.authorNotes !== '' && (
        <p className="mt-1 line-clamp-2 text-sm text-muted" dir="auto">
          {chapter.authorNotes}
        </p>
      )}
      <p className="mt-1 text-sm text-muted tabular-nums">
        {chapter.wordCount.toLocaleString()} {chapter.wordCount === 1 ? 'word' : 'words'} ·{' '}
        {count(readingMinutes(chapter.wordCount), 'minute')}
      </p>
    </li>
  );
}
