import type { PlaceInSeries } from '@inkling/contract/series';
import type { Story } from '@inkling/contract/stories';
import { ArrowLeft, ArrowRight, CalendarClock } from 'lucide-react';
import { type ReactNode, useEffect, useState } from 'react';
import { Link } from 'react-router';
import { StoryCover } from '../../features/covers/story-cover.tsx';
import { HiatusLine } from '../../features/stories/hiatus-line.tsx';
import { StoryLabels } from '../../features/stories/labels/story-labels.tsx';
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

/** A date and time; with a time zone in English, as the server renders it. The year is left out if it is this year. */
export function momentIn(iso: string, timeZone?: string, now = new Date()): string {
  const at = new Date(iso);
  // A rendered page may be shown in another year, so it always has the year.
  const isThisYear = timeZone === undefined && at.getFullYear() === now.getFullYear();
  return new Intl.DateTimeFormat(timeZone === undefined ? undefined : 'en', {
    timeZone,
    weekday: 'long',
    day: 'numeric',
    month: 'long',
    year: isThisYear ? undefined : 'numeric',
    hour: 'numeric',
    minute: '2-digit',
    ...(timeZone !== undefined && { timeZoneName: 'short' }),
  }).format(at);
}

/** When a story's next chapter is published: in UTC on the server, then in the reader's language and time zone. */
function NextChapter({ iso }: { iso: string }) {
  const [shown, setShown] = useState<string | null>(() => momentIn(iso, 'UTC'));
  useEffect(() => {
    // A page that was rendered before the publication may be shown just after it.
    setShown(new Date(iso) > new Date() ? momentIn(iso) : null);
  }, [iso]);
  if (shown === null) return null;
  return (
    <p className="flex items-start gap-2">
      <CalendarClock aria-hidden="true" className="mt-0.5 size-5 shrink-0" />
      <span>
        Next chapter: <time dateTime={iso}>{shown}</time>
      </span>
    </p>
  );
}

/** The genres of a story, which lead to their stories. */
function GenreList({ genres }: { genres: Story['genres'] }) {
  if (genres.length === 0) return null;
  return (
    <ul aria-label="Genres" className="flex flex-wrap gap-x-2 gap-y-3">
      {genres.map(({ _id, name }) => (
        <li key={_id}>
          <Link
            to={paths.category(name)}
            className="relative block rounded-full border border-line px-3 py-1 text-sm after:absolute after:-inset-y-1.5 after:inset-x-0 hover:border-control hover:bg-sunken"
          >
            {name}
          </Link>
        </li>
      ))}
    </ul>
  );
}

type Part = NonNullable<PlaceInSeries['next']>;

/** 'Part 2 of The Tides' on the page of a story, with the parts before and after it. */
function SeriesLine({ place }: { place: PlaceInSeries | null }) {
  if (place === null) return null;
  const { _id, name, part, previous, next } = place;
  return (
    <nav aria-label="Series" className="rounded-lg border border-line bg-raised px-4 py-2">
      <p>
        Part {part} of{' '}
        <Link to={paths.series(_id)} className="link inline-block py-2 font-semibold wrap-anywhere">
          <bdi>{name}</bdi>
        </Link>
      </p>
      {(previous !== null || next !== null) && (
        <p className="flex flex-wrap gap-x-6">
          {previous !== null && <Neighbor part={previous} label="Previous" />}
          {next !== null && <Neighbor part={next} label="Next" />}
        </p>
      )}
    </nav>
  );
}

function Neighbor({ part, label }: { part: Part; label: 'Previous' | 'Next' }) {
  const Arrow = label === 'Next' ? ArrowRight : ArrowLeft;
  return (
    <Link
      to={paths.story(part._id)}
      className="flex min-h-11 max-w-full min-w-0 items-center gap-2 hover:underline"
    >
      <Arrow aria-hidden="true" className="size-4 shrink-0 text-muted rtl:-scale-x-100" />
      <span className="text-sm text-muted">{label}:</span>
      <bdi lang={part.language} className="truncate">
        {part.title}
      </bdi>
    </Link>
  );
}

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
