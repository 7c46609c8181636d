import type { Opening } from '@inkling/contract/library';
import { Check } from 'lucide-react';
import { Link } from 'react-router';
import { readIntent, useReadAhead } from '../../features/chapters/read-ahead.ts';
import { AddToCollectionButton } from '../../features/collections/add-to-collection-button.tsx';
import { CommunitiesNear } from '../../features/communities/communities-near.tsx';
import { newChaptersLabel } from '../../features/library/read-label.ts';
import { ReviewSection } from '../../features/ratings/review-section.tsx';
import { ReportButton } from '../../features/reports/report-button.tsx';
import { BookmarkButton } from '../../features/stories/bookmark-button.tsx';
import { Facts } from '../../features/stories/facts.tsx';
import { GenreList } from '../../features/stories/genre-list.tsx';
import { StoryLabels } from '../../features/stories/labels/story-labels.tsx';
import { LikeButton } from '../../features/stories/like-button.tsx';
import { RatingLine } from '../../features/stories/rating-line.tsx';
import { descriptionOf, isComingSoon, statusName } from '../../features/stories/story-text.ts';
import { storyThings } from '../../features/stories/story-things.ts';
import { StoryFollow } from '../../features/story-follows/story-follow.tsx';
import { compactNumber, readingMinutes, wordsInThousands } from '../../lib/format.ts';
import { lazyComponent } from '../../lib/lazy-component.tsx';
import { LocalDate } from '../../lib/local-date.tsx';
import { paths } from '../../lib/paths.ts';
import { useMe } from '../../lib/session.ts';
import { Badge } from '../../ui/badge.tsx';
import { buttonClass } from '../../ui/button.tsx';
import { aboutHours } from './about-hours.ts';
import { OwnEpisodes, ReaderEpisodes } from './episodes.tsx';
import { HideButton } from './hide-button.tsx';
import { InCollections } from './in-collections.tsx';
import { KeepOffline } from './keep-offline.tsx';
import { ConnectionReason, NeedsConnection } from './needs-connection.tsx';
import { StoryComments } from './story-comments.tsx';
import { StoryHeader } from './story-header.tsx';
import { StoryReactions } from './story-reactions.tsx';
import { actionRows } from './story-skeleton.tsx';

// Lazy, because only admins see it.
const PickControl = lazyComponent(
  async () => (await import('../../features/stories/pick-control.tsx')).PickControl,
);

// Lazy, because only stories in the reader's library have it.
const StoryEntry = lazyComponent(
  async () => (await import('../../features/library/story-entry.tsx')).StoryEntry,
  // Its row on phones.
  { fallback: <span className="min-h-11 max-sm:basis-full" /> },
);

/** On phones a row of its own. Gone where a mouse shows the tooltip of 'Bookmark'. */
const bookmarkHint = 'min-h-11 sm:pointer-fine:hidden';

interface Props extends Pick<Opening, 'story' | 'chapters' | 'volumes'> {
  /** What the reader's own state is taken from; undefined while only public data is loaded. */
  own: Opening | undefined;
}

/** A placeholder with the height of the buttons, which wrap on narrow screens. */
function LoadingActions({ likes, mine }: { likes: number; mine: boolean }) {
  return (
    <div className="grid">
      <p role="status" aria-busy="true" className="flex min-h-11 text-muted [grid-area:1/1]">
        Loading story...
      </p>
      <div
        aria-hidden="true"
        className={`invisible flex flex-wrap content-start gap-3 [grid-area:1/1] ${actionRows}`}
      >
        {[
          'Start Reading',
          'Bookmark +',
          'Add to collection +',
          `Like + ${compactNumber(likes)}`,
          mine ? 'Manage' : 'Hide +',
          'Keep offline +',
        ].map((label) => (
          <span key={label} className={buttonClass('quiet')}>
            {label}
          </span>
        ))}
        <span className={`max-sm:basis-full sm:w-64 ${bookmarkHint}`} />
      </div>
    </div>
  );
}

/** The story page with a session. */
export function MemberStory({ story, chapters, volumes, own }: Props) {
  const lastChapter = own?.lastChapterRead ?? null;
  const places = own?.places ?? [];
  const me = useMe();
  const mine = me?._id === story.author._id;
  const { stats } = story;
  const minutes = readingMinutes(stats.totalWordCount);
  useReadAhead(story._id, own && (lastChapter ?? chapters[0]?._id));
  return (
    <article className="space-y-8">
      <StoryHeader story={story}>
        <p className="flex flex-wrap items-center gap-2">
          <Badge>{statusName(story.effectiveStatus)}</Badge>
          {!story.isPublished && <Badge>Draft</Badge>}
          {story.isAIGenerated && <Badge>AI Generated</Badge>}
          <span className="text-sm text-muted">
            <RatingLine stats={stats} />
          </span>
        </p>
        <GenreList genres={story.genres} />
        <StoryLabels story={story} />
        {own === undefined ? (
          <LoadingActions likes={story.likes} mine={mine} />
        ) : (
          <div className={`flex flex-wrap content-start gap-3 ${actionRows}`}>
            {!isComingSoon(story) && (
              <Link
                to={paths.reading(story._id)}
                className={buttonClass('primary')}
                {...readIntent(story._id)}
              >
                {lastChapter === null ? 'Start Reading' : 'Continue Reading'}
              </Link>
            )}
            <NeedsConnection>
              {story.isPublished && <BookmarkButton story={story} />}
              {story.isPublished && <AddToCollectionButton story={story} />}
            </NeedsConnection>
            {story.isPublished && <LikeButton story={story} />}
            <NeedsConnection>{!mine && <HideButton story={story} />}</NeedsConnection>
            {!isComingSoon(story) && story.isPublished && <KeepOffline story={story} />}
            {mine && (
              <Link to={paths.writeStory(story._id)} className={buttonClass('quiet')}>
                Manage
              </Link>
            )}
            <NeedsConnection>
              {story.isPublished &&
                (own.status !== 'none' || story.isBookmarked ? (
                  <StoryEntry story={story} entry={own} />
                ) : (
                  <p
                    className={`flex items-center text-sm text-muted ${bookmarkHint} ${me?.isAdmin ? '' : 'max-sm:basis-full'}`}
                  >
                    Bookmark it to save it to your library.
                  </p>
                ))}
              {me?.isAdmin && story.isPublished && <PickControl story={story} />}
            </NeedsConnection>
            <ConnectionReason />
          </div>
        )}
        {story.isPublished && <StoryFollow story={story} mine={mine} />}
        {own?.isCompleted && lastChapter === null && (
          <p className="flex items-center gap-2 text-muted">
            <Check aria-hidden="true" className="size-5 shrink-0 text-success" />
            You have completed this story.
          </p>
        )}
        {own !== undefined && own.newChapters > 0 && (
          <p className="flex flex-wrap items-center gap-x-2 text-muted">
            <Badge tone="accent">{newChaptersLabel(own.newChapters)}</Badge> since you finished this story
          </p>
        )}
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
          { name: 'Minutes', value: String(minutes), note: aboutHours(minutes) },
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
        {story.isPublished && (
          <div className="flex min-h-11 flex-wrap items-center gap-x-1">
            <span className="-ms-3">
              <ReportButton things={storyThings(story)} personId={story.author._id} />
            </span>
            <InCollections storyId={story._id} />
          </div>
        )}
      </section>
      {mine ? (
        <OwnEpisodes story={story} places={places} lastChapter={own?.lastChapterRead} />
      ) : (
        <ReaderEpisodes
          story={story}
          total={own?.total ?? story.chapterCount}
          volumes={volumes}
          known={{ chapters, places }}
          lastChapter={own?.lastChapterRead}
        />
      )}
      {own !== undefined && <StoryReactions story={story} />}
      {own !== undefined && <ReviewSection story={story} />}
      {own !== undefined && story.isPublished && <CommunitiesNear of={{ storyId: story._id }} />}
      {own !== undefined && story.isPublished && <StoryComments story={story} />}
    </article>
  );
}
