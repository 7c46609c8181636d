import type { ChapterSummary } from '@inkling/contract/chapters';
import type { Story } from '@inkling/contract/stories';
import type { Volume } from '@inkling/contract/volumes';
import { Link } from 'react-router';
import { ChapterList } from '../../features/chapters/list/chapter-list.tsx';
import { publicChapters } from '../../features/chapters/list/chapter-source.ts';
import { ExclusiveBadge } from '../../features/chapters/list/exclusive-badge.tsx';
import { ReviewSection } from '../../features/ratings/review-section.tsx';
import { AverageTime } from '../../features/reading-sessions/average-time.tsx';
import { GenreList } from '../../features/stories/genre-list.tsx';
import { StoryLabels } from '../../features/stories/labels/story-labels.tsx';
import {
  authorOf,
  comingSoonAlert,
  descriptionOf,
  formatCount,
  isComingSoon,
  statusName,
  titleOf,
} from '../../features/stories/story-text.ts';
import { FollowerCount } from '../../features/story-follows/follower-count.tsx';
import { compactNumber, readingMinutes, wordsInThousands } from '../../lib/format.ts';
import { LocalDate } from '../../lib/local-date.tsx';
import { paths } from '../../lib/paths.ts';
import { Badge } from '../../ui/badge.tsx';
import { buttonClass } from '../../ui/button.tsx';
import { aboutHours } from './about-hours.ts';
import { InCollections } from './in-collections.tsx';
import { StoryComments } from './story-comments.tsx';
import { StoryHeader } from './story-header.tsx';
import { StoryReactions } from './story-reactions.tsx';

interface Props {
  story: Story;
  chapters: ChapterSummary[];
  volumes: Volume[];
}

/**
 * The story page for visitors: everything except the text. Before scripts have run, members see only the parts that
 * are at the same position in their own view.
 */
export function VisitorStory({ story, chapters, volumes }: Props) {
  const signIn = (chapterId?: string) => paths.login(paths.reading(story._id, chapterId));
  const comingSoon = isComingSoon(story);
  const joinTarget = comingSoon ? paths.story(story._id) : paths.reading(story._id);
  const { totalWordCount: words, averageRating, ratingsCount } = story.stats;
  const minutes = readingMinutes(words);
  const readingTime = [formatCount(minutes, 'minute'), aboutHours(minutes)].filter(Boolean).join(', ');
  const length = [
    { name: 'Chapters', value: String(story.chapterCount) },
    { name: 'Words', value: wordsInThousands(words) },
    { name: 'Reading time', value: readingTime },
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
  return (
    <article className="mx-auto max-w-6xl px-4 py-8 sm:px-6 member:p-0">
      <StoryHeader story={story}>
        <p className="flex flex-wrap items-center gap-2 text-muted tabular-nums" data-for="visitor">
          <Badge tone={comingSoon ? 'accent' : 'plain'}>{statusName(story.effectiveStatus)}</Badge>
          {!comingSoon && (
            <span className="text-sm">
              {formatCount(story.chapterCount, 'chapter')} · {readingTime}
            </span>
          )}
        </p>
        <GenreList genres={story.genres} />
        <StoryLabels story={story} />
        <p className="flex flex-wrap gap-3" data-for="visitor">
          {comingSoon ? (
            <span className="basis-full">{comingSoonAlert}</span>
          ) : (
            <Link to={signIn()} className={buttonClass('primary')}>
              Sign In to Read
            </Link>
          )}
          <Link to={paths.signup(joinTarget)} className={buttonClass('quiet')}>
            Join Free
          </Link>
        </p>
      </StoryHeader>
      <div data-for="visitor" className="mt-8 grid gap-10 lg:grid-cols-[minmax(0,2fr)_minmax(0,1fr)]">
        <div>
          <h2 className="font-serif text-2xl">About this story</h2>
          <p className="mt-3 max-w-[66ch] whitespace-pre-line" dir="auto" lang={story.language}>
            {descriptionOf(story)}
          </p>
          <div className="mt-2">
            <InCollections storyId={story._id} />
          </div>
          <div className="mt-6 flex flex-wrap items-baseline justify-between gap-x-4">
            <h2 className="font-serif text-2xl">Chapters</h2>
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
              listClass="divide-y divide-line"
              itemClass=""
            >
              {(chapter) => (
                <Link
                  to={signIn(chapter._id)}
                  className="flex min-h-12 items-center justify-between gap-3 py-2 hover:text-accent-text hover:underline"
                >
                  <span className="min-w-0">
                    {`Chapter ${chapter.chapterNumber}: `}
                    <bdi lang={story.language}>{chapter.title}</bdi>
                  </span>
                  {chapter.isExclusive && <ExclusiveBadge />}
                </Link>
              )}
            </ChapterList>
          )}
        </div>
        <aside className="space-y-6">
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
        <StoryReactions story={story} />
        <ReviewSection story={story} />
        <StoryComments story={story} />
      </div>
    </article>
  );
}
