import type { Opening } from '@inkling/contract/library';
import type { PlaceInSeries } from '@inkling/contract/series';
import { useQuery } from '@tanstack/react-query';
import { Check } from 'lucide-react';
import { Link } from 'react-router';
import { readIntent, useReadAhead } from '../../features/chapters/read-ahead.ts';
import { CommunitiesNear } from '../../features/communities/communities-near.tsx';
import { ReadNext } from '../../features/home/read-next.tsx';
import { MissedChapters } from '../../features/library/missed-chapters.tsx';
import { newChaptersLabel } from '../../features/library/read-label.ts';
import { ReviewSection } from '../../features/ratings/review-section.tsx';
import { seriesOfStoryQuery } from '../../features/series/series.api.ts';
import { isComingSoon } from '../../features/stories/story-text.ts';
import { StoryFollow } from '../../features/story-follows/story-follow.tsx';
import { lazyComponent } from '../../lib/lazy-component.tsx';
import { paths } from '../../lib/paths.ts';
import { useMe } from '../../lib/session.ts';
import { OnceOnline } from '../../lib/use-connection.ts';
import { Badge } from '../../ui/badge.tsx';
import { OwnEpisodes, ReaderEpisodes } from './episodes.tsx';
import { InCollections } from './in-collections.tsx';
import { MemberActions, mainLink } from './member-actions.tsx';
import { NotesNear } from './notes-near.tsx';
import { ReadBar } from './read-button.tsx';
import { StoryComments } from './story-comments.tsx';
import { StoryDates, StoryFacts } from './story-facts.tsx';
import { StoryHeader } from './story-header.tsx';
import { StoryReactions } from './story-reactions.tsx';

// Lazy, because only readers who have begun the story have it.
const EntryDetails = lazyComponent(
  async () => (await import('../../features/library/story-entry.tsx')).EntryDetails,
);

const GlossaryNear = lazyComponent(
  async () => (await import('../../features/glossary/glossary-link.tsx')).GlossaryLink,
);

interface Props extends Pick<Opening, 'story' | 'chapters' | 'volumes'> {
  /** What the reader's own state is taken from; undefined while only public data is loaded. */
  own: Opening | undefined;
  /** As visitors see it, until the reader's own is loaded. */
  place: PlaceInSeries | null;
}

/** What has come since the reader's last visit. */
function SinceFinished({ own: { isCompleted, lastChapterRead, newChapters } }: { own: Opening }) {
  if (newChapters > 0)
    return (
      <>
        <Badge tone="accent">{newChaptersLabel(newChapters)}</Badge> since your last visit
      </>
    );
  if (!isCompleted || lastChapterRead !== null) return null;
  return (
    <span className="inline-flex items-center gap-2">
      <Check aria-hidden="true" className="size-5 shrink-0 text-success" />
      You’ve completed this story.
    </span>
  );
}

/** The story page with a session. */
export function MemberStory({ story, chapters, volumes, own, place }: Props) {
  const lastChapter = own && (own.continueWith ?? own.lastChapterRead);
  const places = own?.places ?? [];
  const mine = useMe()?._id === story.author._id;
  const ownPlace = useQuery({ ...seriesOfStoryQuery(story._id), enabled: own !== undefined }).data;
  const news = own && (
    <>
      <SinceFinished own={own} />
      <MissedChapters {...own} />
    </>
  );
  useReadAhead(story._id, own && (lastChapter ?? chapters[0]?._id));
  return (
    <article className="space-y-8">
      <StoryHeader
        story={story}
        place={ownPlace === undefined ? place : ownPlace.data}
        actions={<MemberActions story={story} own={own} />}
      >
        {story.isPublished && <StoryFollow story={story} mine={mine} />}
      </StoryHeader>
      <StoryFacts story={story} />
      <div className="flex flex-col gap-x-6 sm:flex-row sm:items-center">
        <StoryDates story={story} />
        <div className="flex min-h-11 flex-1 items-center justify-between gap-x-6">
          {story.isPublished && <InCollections storyId={story._id} isAuthor={mine} />}
          {own !== undefined && story.isPublished && <GlossaryNear storyId={story._id} />}
          {own !== undefined && story.isPublished && <CommunitiesNear of={{ storyId: story._id }} />}
          <Link to={paths.discover} className="link ms-auto">
            Browse More Stories
          </Link>
        </div>
      </div>
      {mine ? (
        <OwnEpisodes story={story} places={places} lastChapter={lastChapter} news={news} />
      ) : (
        <ReaderEpisodes
          story={story}
          total={own?.total ?? story.chapterCount}
          volumes={volumes}
          known={{ chapters, places }}
          news={news}
          lastChapter={lastChapter}
        />
      )}
      {own !== undefined && story.isPublished && <NotesNear story={story} isMine={mine} />}
      {own !== undefined && story.isPublished && <EntryDetails story={story} entry={own} />}
      {own !== undefined && <StoryReactions story={story} />}
      {own !== undefined && <ReviewSection story={story} />}
      {own !== undefined && story.isPublished && (
        <OnceOnline>
          <ReadNext story={story} />
        </OnceOnline>
      )}
      {own !== undefined && story.isPublished && <StoryComments story={story} />}
      {!isComingSoon(story) && <ReadBar {...mainLink(story._id, own)} {...readIntent(story._id)} />}
    </article>
  );
}
