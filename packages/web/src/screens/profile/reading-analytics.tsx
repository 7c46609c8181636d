import type { MyProfile } from '@inkling/contract/profiles';
import { useRef } from 'react';
import { Link } from 'react-router';
import { Facts } from '../../features/stories/facts.tsx';
import { formatCount } from '../../features/stories/story-text.ts';
import { compactNumber } from '../../lib/format.ts';
import { lazyComponent } from '../../lib/lazy-component.tsx';
import { paths } from '../../lib/paths.ts';
import { useNear } from '../../lib/use-near.ts';
import { useOpened } from '../../lib/use-opened.ts';
import { buttonClass } from '../../ui/button.tsx';
import { EmptyState } from '../../ui/empty-state.tsx';
import { ProgressBar } from '../../ui/progress-bar.tsx';

const ReadingFigures = lazyComponent(
  async () => (await import('../../features/reading-sessions/reading-figures.tsx')).ReadingFigures,
);

type Analytics = MyProfile['analytics'];

/** The last seven days, totals and favorite genres. */
export function ReadingAnalytics({ analytics }: { analytics: Analytics }) {
  if (!analytics.hasReadingActivity) {
    return (
      <EmptyState
        title="No Reading Analytics Available"
        action={
          <Link to={paths.discover} className={buttonClass('primary')}>
            Discover Stories
          </Link>
        }
      >
        Read a chapter to see your days, genres and streaks.
      </EmptyState>
    );
  }
  return (
    <div className="space-y-10">
      <Week days={analytics.dailyHabits} activeDays={analytics.activeDays} />
      <section aria-labelledby="in-all">
        <h2 id="in-all" className="mb-3 font-serif text-2xl">
          Totals
        </h2>
        <Facts
          facts={[
            { name: 'Words read', value: compactNumber(analytics.totalWordsRead) },
            {
              name: 'Minutes',
              value: compactNumber(analytics.totalMinutesRead),
              note: estimateNote(analytics),
            },
            { name: 'Longest streak', value: formatCount(analytics.longestStreak, 'day') },
            { name: 'Stories finished', value: `${analytics.completionRate}%` },
          ]}
        />
      </section>
      <Sessions />
      <Genres genres={analytics.readingHabits.favoriteGenres} />
      <p className="max-w-[66ch] text-sm text-muted">
        Words count once; minutes count every time you read.
        {hasEstimates(analytics) &&
          ' Minutes from before your first measured day are estimated at 200 words per minute.'}{' '}
        If a story has several genres, its words are split among them. Days follow your time zone.
      </p>
    </div>
  );
}

/** How many of the minutes are estimated; without a number where all are. */
function estimateNote({ estimatedMinutes, totalMinutesRead }: Analytics): string | null {
  if (estimatedMinutes === 0) return null;
  return estimatedMinutes === totalMinutesRead ? 'estimated' : `${compactNumber(estimatedMinutes)} estimated`;
}

const hasEstimates = ({ estimatedMinutes, dailyHabits }: Analytics): boolean =>
  estimatedMinutes > 0 || dailyHabits.some(({ isEstimated }) => isEstimated);

/** The figures of reading sessions, loaded after the page. The height is reserved, so that nothing below moves. */
function Sessions() {
  const section = useRef<HTMLElement>(null);
  const [near, opened] = [useNear(section), useOpened()];
  return (
    <section ref={section} aria-labelledby="sessions">
      <h2 id="sessions" className="mb-3 font-serif text-2xl">
        Reading sessions
      </h2>
      <div className="min-h-96 sm:min-h-44">{near && opened && <ReadingFigures />}</div>
    </section>
  );
}

/** Fits above a bar on a phone: '45 min', '1.8 h'. */
const shortTime = (minutes: number): string =>
  minutes < 100 ? `${minutes} min` : `${(minutes / 60).toFixed(1)} h`;

const barMin = 8;
const barMax = 120;

/** A bar for each of the last seven days, scaled to the day with the most words. */
function Week({ days, activeDays }: { days: Analytics['dailyHabits']; activeDays: number }) {
  const max = Math.max(1, ...days.map(({ words }) => words));
  return (
    <section aria-labelledby="week">
      <h2 id="week" className="font-serif text-2xl">
        Last 7 days
      </h2>
      <p className="mt-1 mb-4 text-muted">
        {activeDays === 0
          ? 'You haven’t read anything in the last 7 days.'
          : `You read on ${activeDays} of 7 days. Any days count.`}
      </p>
      <ol className="grid grid-cols-7 items-end gap-1 rounded-lg border border-line bg-raised px-2 py-4 sm:gap-3 sm:px-6">
        {days.map(({ day, date, words, minutes, isEstimated, chapters }) => (
          <li key={date} className="flex flex-col items-center gap-1 text-sm">
            <span aria-hidden="true" className="whitespace-nowrap text-muted tabular-nums">
              {minutes > 0 && `${isEstimated ? '~' : ''}${shortTime(minutes)}`}
            </span>
            <span
              aria-hidden="true"
              className={`w-full max-w-12 rounded-t ${words > 0 ? 'bg-accent' : 'bg-line'}`}
              style={{ height: words === 0 ? barMin : Math.max(barMin, Math.round((barMax * words) / max)) }}
            />
            <span aria-hidden="true">{day}</span>
            <span className="sr-only">
              {`${date}: ${formatCount(words, 'word')}, ${isEstimated ? 'about ' : ''}${formatCount(minutes, 'minute')}${isEstimated ? ' (estimated)' : ''}, ${formatCount(chapters, 'chapter')} finished`}
            </span>
          </li>
        ))}
      </ol>
    </section>
  );
}

function Genres({ genres }: { genres: Analytics['readingHabits']['favoriteGenres'] }) {
  return (
    <section aria-labelledby="genres">
      <h2 id="genres" className="mb-3 font-serif text-2xl">
        Favorite genres
      </h2>
      {genres.length === 0 && <p className="text-muted">Read a little more to see your favorites.</p>}
      <ul className="max-w-xl space-y-3">
        {genres.map(({ genre, percentage }) => (
          <li key={genre._id}>
            <p className="flex justify-between gap-4">
              <span>{genre.name}</span>
              <span className="text-muted tabular-nums">{percentage}%</span>
            </p>
            <ProgressBar value={percentage} label={`${genre.name}: share of your words`} />
          </li>
        ))}
      </ul>
    </section>
  );
}
