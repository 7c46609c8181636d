import { numberedTitle } from '@inkling/contract/chapter-title';
import type { ListedChapter } from '@inkling/contract/chapters';
import type { PlaceInSeries } from '@inkling/contract/series';
import type { Story } from '@inkling/contract/stories';
import type { Volume } from '@inkling/contract/volumes';
import { useQuery } from '@tanstack/react-query';
import { Link } from 'react-router';
import { ChapterList } from '../../features/chapters/list/chapter-list.tsx';
import { publicChapters } from '../../features/chapters/list/chapter-source.ts';
import { ReadNext } from '../../features/home/read-next.tsx';
import { ReviewSection } from '../../features/ratings/review-section.tsx';
import { AverageTime } from '../../features/reading-sessions/average-time.tsx';
import {
  authorOf,
  comingSoonAlert,
  isComingSoon,
  statusName,
  titleOf,
} from '../../features/stories/story-text.ts';
import { storyFollowQuery } from '../../features/story-follows/story-follows.api.ts';
import { compactNumber, readingMinutes } from '../../lib/format.ts';
import { LocalDate } from '../../lib/local-date.tsx';
import { paths } from '../../lib/paths.ts';
import { useOpened } from '../../lib/use-opened.ts';
import { buttonClass } from '../../ui/button.tsx';
import { EpisodeRow, episodeRows } from './episode-row.tsx';
import { InCollections } from './in-collections.tsx';
import { NotesNear } from './notes-near.tsx';
import { ReadBar, ReadButton } from './read-button.tsx';
import { readingTime } from './reading-time.ts';
import { StoryComments } from './story-comments.tsx';
import { StoryDates, StoryFacts } from './story-facts.tsx';
import { StoryHeader } from './story-header.tsx';
import { StoryReactions } from './story-reactions.tsx';
import { actionRows } from './story-skeleton.tsx';

/** How many follow a story, for visitors: fetched once the page is open. A failure is not shown. */
function FollowerCount({ storyId }: { storyId: string }) {
  const enabled = useOpened();
  const { data } = useQuery({ ...storyFollowQuery(storyId), enabled, retry: false });
  return data === undefined ? '–' : compactNumber(data.followersCount);
}

interface Props {
  story: Story;
  chapters: ListedChapter[];
  volumes: Volume[];
  place: PlaceInSeries | null;
}

/**
 * The story page for visitors: everything except the text. Until scripts have run, members see it too, laid out as their
 * own and without what is for visitors.
 */
export function VisitorStory({ story, chapters, volumes, place }: Props) {
  const signIn = (chapterId?: string) => paths.login(paths.reading(story._id, chapterId));
  const comingSoon = isComingSoon(story);
  const joinTarget = comingSoon ? paths.story(story._id) : paths.reading(story._id);
  const { totalWordCount: words, averageRating, ratingsCount } = story.stats;
  const minutes = readingMinutes(words);
  const length = [
    { name: 'Chapters', value: String(story.chapterCount) },
    { name: 'Words', value: compactNumber(words) },
    { name: 'Reading time', value: readingTime(minutes) },
  ];
  const facts = [
    { name: 'Status', value: statusName(story.effectiveStatus) },
    ...(comingSoon ? [] : length),
    ...(averageRating === null
      ? []
      : [{ name: 'Rating', value: `${averageRating.toFixed(1)} of 5 (${compactNumber(ratingsCount)})` }]),
    { name: 'Views', value: compactNumber(story.viewCount) },
    { name: 'Likes', value: compactNumber(story.likes) },
    { name: 'Followers', value: <FollowerCount storyId={story._id} /> },
  ];
  const read = comingSoon ? null : signIn();
  return (
    <article className="mx-auto max-w-6xl px-4 py-8 sm:px-6 member:p-0">
      <StoryHeader
        story={story}
        place={place}
        actions={
          <div className={`grid content-start *:[grid-area:1/1] ${actionRows}`}>
            <p className="flex flex-wrap gap-3" data-for="visitor">
              {read === null ? (
                <span className="basis-full">{comingSoonAlert}</span>
              ) : (
                <ReadButton to={read}>Sign In to Read</ReadButton>
              )}
              <Link to={paths.signup(joinTarget)} className={buttonClass('quiet')}>
                Join Free
              </Link>
            </p>
            {!comingSoon && (
              <p data-for="member">
                <ReadButton to={paths.reading(story._id)}>Read</ReadButton>
              </p>
            )}
          </div>
        }
      >
        {/* The followers. */}
        <div data-for="member" className="h-11" />
      </StoryHeader>
      <div data-for="member" className="mt-8 space-y-8">
        <StoryFacts story={story} />
        <div className="flex h-17 sm:h-11 sm:items-center">
          <StoryDates story={story} />
        </div>
      </div>
      <div className="mt-8 grid grid-cols-1 gap-10 lg:grid-cols-[minmax(0,2fr)_minmax(0,1fr)] member:grid-cols-1">
        <div>
          <div className="flex flex-wrap items-baseline justify-between gap-x-4">
            <h2 className="font-serif text-2xl">
              <span className="member:hidden">Chapters</span>
              <span data-for="member">Episodes</span>
            </h2>
            <p className="text-sm text-muted">
              <AverageTime storyId={story._id} />
            </p>
          </div>
          {chapters.length === 0 ? (
            <p className="mt-3 text-muted">The first chapter is coming soon.</p>
          ) : (
            <ChapterList
              total={story.chapterCount}
              volumes={volumes}
              language={story.language}
              known={{ chapters, places: [] }}
              source={publicChapters(story._id)}
              here={null}
              {...episodeRows}
            >
              {(chapter) => (
                <EpisodeRow
                  chapter={chapter}
                  language={story.language}
                  to={signIn(chapter._id)}
                  state={{ message: `Sign in to read “${numberedTitle(chapter)}” of “${titleOf(story)}”.` }}
                />
              )}
            </ChapterList>
          )}
          <div className="mt-2 member:hidden">
            <InCollections storyId={story._id} isAuthor={false} />
          </div>
        </div>
        <aside className="space-y-6 member:hidden">
          <dl className="divide-y divide-line rounded-lg border border-line">
            {facts.map(({ name, value }) => (
              <div key={name} className="flex justify-between gap-4 px-4 py-3">
                <dt className="text-muted">{name}</dt>
                <dd className="text-end font-semibold tabular-nums">{value}</dd>
              </div>
            ))}
            {story.publishedAt !== null && (
              <div className="flex justify-between px-4 py-3">
                <dt className="text-muted">Published</dt>
                <dd className="font-semibold">
                  <LocalDate iso={story.publishedAt} />
                </dd>
              </div>
            )}
          </dl>
          <div className="rounded-lg bg-sunken p-5">
            <p className="font-serif text-xl">
              Read <bdi lang={story.language}>{titleOf(story)}</bdi> by <bdi>{authorOf(story)}</bdi>
            </p>
            <p className="mt-2 text-muted">Create a free account and never lose your place.</p>
            <p className="mt-4">
              <Link to={paths.signup(joinTarget)} className={buttonClass('primary')}>
                Create Free Account
              </Link>
            </p>
          </div>
        </aside>
      </div>
      <div data-for="visitor" className="mt-10 space-y-8">
        <NotesNear story={story} />
        <StoryReactions story={story} />
        <ReviewSection story={story} />
        <ReadNext story={story} />
        <StoryComments story={story} />
      </div>
      {read !== null && (
        <div data-for="visitor" className="contents">
          <ReadBar to={read}>Sign In to Read</ReadBar>
        </div>
      )}
    </article>
  );
}
