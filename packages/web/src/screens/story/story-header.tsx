import type { PlaceInSeries } from '@inkling/contract/series';
import type { Story } from '@inkling/contract/stories';
import { type ReactNode, useState } from 'react';
import { Link } from 'react-router';
import { StoryCover } from '../../features/covers/story-cover.tsx';
import { SeriesLine } from '../../features/series/series-line.tsx';
import { GenreList } from '../../features/stories/genre-list.tsx';
import { HiatusLine } from '../../features/stories/hiatus-line.tsx';
import { StoryLabels } from '../../features/stories/labels/story-labels.tsx';
import { NextChapter } from '../../features/stories/next-chapter.tsx';
import { RatingLine } from '../../features/stories/rating-line.tsx';
import { useOtherLanguage } from '../../features/stories/story-language.ts';
import {
  authorOf,
  descriptionOf,
  isComingSoon,
  statusName,
  titleOf,
} from '../../features/stories/story-text.ts';
import { paths } from '../../lib/paths.ts';
import { Badge } from '../../ui/badge.tsx';
import { Button } from '../../ui/button.tsx';

/** From this many characters on, or lines, a description is folded, so that the chapters are near. */
const long = { onPhones: 200, elsewhere: 480, lines: 6 };

/** What a story is about; a long description begins folded, except without scripts. */
function Description({ story }: { story: Story }) {
  const text = descriptionOf(story);
  const [all, setAll] = useState(false);
  const isLong = text.length > long.elsewhere || text.split('\n').length > long.lines;
  const isFolded = isLong || text.length > long.onPhones;
  const fold = isLong ? 'line-clamp-6' : 'max-sm:line-clamp-6';
  return (
    <section aria-labelledby="about">
      <h2 id="about" className="sr-only">
        About this story
      </h2>
      <p
        className={`max-w-[66ch] whitespace-pre-line ${isFolded && !all ? `${fold} noscript:line-clamp-none` : ''}`}
        dir="auto"
        lang={story.language}
      >
        {text}
      </p>
      {isFolded && (
        <Button
          variant="subtle"
          aria-expanded={all}
          className={`-ms-3 noscript:hidden ${isLong ? '' : 'sm:hidden'}`}
          onClick={() => setAll(!all)}
        >
          {all ? 'Show less' : 'Show more'}
        </Button>
      )}
    </section>
  );
}

/** The layout of the header, which its skeleton has too: the cover beside the title, and on wide screens beside all. */
export const headerClass =
  'grid grid-cols-[6.5rem_minmax(0,1fr)] max-[15rem]:grid-cols-1 gap-4 rounded-xl bg-sunken p-4 sm:grid-cols-[13rem_minmax(0,1fr)] sm:grid-rows-[auto_1fr] sm:gap-x-8 sm:p-8 lg:grid-cols-[15rem_minmax(0,1fr)]';

interface Props {
  story: Story;
  /** Its place in its series. */
  place: PlaceInSeries | null;
  /** The buttons. */
  actions: ReactNode;
  /** At the end. */
  children?: ReactNode;
}

/** What decides whether to read a story: cover, title, author, rating, the buttons, and what it is about. */
export function StoryHeader({ story, place, actions, children }: Props) {
  const other = useOtherLanguage(story.language);
  return (
    <header className={headerClass}>
      <div className="sm:row-span-2" data-cover={story._id}>
        <StoryCover
          story={story}
          sizes="(min-width: 1024px) 240px, (min-width: 640px) 208px, 104px"
          eager
          named
        />
      </div>
      <div>
        <h1
          className="font-serif text-2xl leading-tight text-balance break-words sm:text-5xl sm:leading-tight"
          dir="auto"
          lang={story.language}
        >
          {titleOf(story)}
        </h1>
        <p className="mt-1 sm:mt-2 sm:text-lg">
          by{' '}
          <Link to={paths.person(story.author.username)} className="link">
            <bdi>{authorOf(story)}</bdi>
          </Link>
        </p>
        {other !== null && <p className="mt-1 text-muted">Written in {other}</p>}
        <p className="mt-2 flex flex-wrap items-center gap-x-3 gap-y-1">
          <Badge tone={isComingSoon(story) ? 'accent' : 'plain'}>{statusName(story.effectiveStatus)}</Badge>
          {!story.isPublished && <Badge>Draft</Badge>}
          {story.isAIGenerated && <Badge>AI Generated</Badge>}
          <span className="text-sm text-muted">
            {story.stats.averageRating === null ? (
              <RatingLine stats={story.stats} />
            ) : (
              <a href="#reviews" className="inline-flex min-h-6 items-center hover:underline">
                <RatingLine stats={story.stats} />
              </a>
            )}
          </span>
        </p>
      </div>
      <div className="col-span-full min-w-0 space-y-4 sm:col-span-1 sm:col-start-2">
        <HiatusLine story={story} />
        {story.nextChapterAt !== null && <NextChapter iso={story.nextChapterAt} />}
        {actions}
        <Description story={story} />
        <SeriesLine place={place} />
        <GenreList genres={story.genres} />
        <StoryLabels story={story} />
        {children}
      </div>
    </header>
  );
}
