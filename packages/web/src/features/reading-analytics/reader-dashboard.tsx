import type { ReaderAnalytics, ReadingInsights } from '@inkling/contract/reading-analytics';
import { useQuery } from '@tanstack/react-query';
import type { ReactNode } from 'react';
import { Link } from 'react-router';
import { messageOf } from '../../lib/api.ts';
import { paths } from '../../lib/paths.ts';
import { Alert } from '../../ui/alert.tsx';
import { Button, buttonClass } from '../../ui/button.tsx';
import { EmptyState } from '../../ui/empty-state.tsx';
import { ProgressBar } from '../../ui/progress-bar.tsx';
import { TextSkeleton } from '../../ui/skeleton.tsx';
import { FigureCard } from '../analytics/figure-card.tsx';
import { Section, WeekChart } from './dashboard-parts.tsx';
import { readerAnalyticsQuery, readingInsightsQuery } from './reading-analytics.api.ts';
import { ReadingGoal } from './reading-goal.tsx';
import { ReadingMeasuring } from './reading-measuring.tsx';
import { ReadingRange } from './reading-range.tsx';

/** The reader’s own figures, from the first day and of the last seven. */
export default function ReaderDashboard() {
  const figures = useQuery(readerAnalyticsQuery);
  const insights = useQuery(readingInsightsQuery);
  const failed = figures.error ?? insights.error;
  if (failed !== null)
    return (
      <Alert>
        <p className="font-semibold">Analytics Error</p>
        <p className="mb-3">{messageOf(failed, 'Failed to fetch analytics')}</p>
        <Button onClick={() => void Promise.all([figures.refetch(), insights.refetch()])}>Try again</Button>
      </Alert>
    );
  if (figures.data === undefined || insights.data === undefined) return <TextSkeleton lines={12} />;
  const [own, week] = [figures.data.data, insights.data.data];
  return (
    <div className="space-y-12">
      {!own.hasReadingActivity && <Journey />}
      <Cards own={own} />
      {own.firstDay !== null && (
        <>
          <WeekChart days={week.dailyHabits} />
          <Insights week={week} />
          <Genres genres={own.readingHabits.favoriteGenres} />
          <Sessions habits={own.readingHabits} />
          {own.achievements !== null && <Achievements achievements={own.achievements} />}
          <Comparison comparison={own.comparisonToAverage} />
          <ReadingRange firstDay={own.firstDay} />
        </>
      )}
      {own.hasReadingActivity && own.firstDay === null && (
        <EmptyState title="No Reading Analytics Available">
          You’ve opened a story. Keep reading to see your days, genres and streaks.
        </EmptyState>
      )}
      <div className="space-y-12 print:hidden">
        <ReadingGoal goal={own.goal} />
        <ReadingMeasuring />
      </div>
    </div>
  );
}

const Grid = ({ children, columns = 'lg:grid-cols-4' }: { children: ReactNode; columns?: string }) => (
  <dl className={`grid gap-3 sm:grid-cols-2 ${columns}`}>{children}</dl>
);

const Journey = () => (
  <EmptyState
    title="Start Your Reading Journey"
    action={
      <Link to={paths.discover} className={buttonClass('primary')}>
        Discover Stories
      </Link>
    }
  >
    Your figures begin with your first chapter. Only you can see them.
  </EmptyState>
);

function Cards({ own }: { own: ReaderAnalytics }) {
  const { estimatedMinutes } = own;
  const guessed =
    estimatedMinutes > 0
      ? ` ${estimatedMinutes.toLocaleString('en')} of them are estimated, at 200 words a minute.`
      : '';
  return (
    <Grid>
      <FigureCard name="Books Read" value={own.totalBooksRead} note="Completed stories in your library." />
      <FigureCard
        name="Minutes Read"
        value={own.totalMinutesRead}
        note={`Measured while a chapter is open and you’re active.${guessed}`}
      />
      <FigureCard
        name="Reading Streak"
        value={own.readingStreak}
        format={inDays}
        note="Days you’ve read. A few days off each week don’t end a streak."
      />
      <FigureCard
        name="Longest Streak"
        value={own.longestStreak}
        format={inDays}
        note="The longest of all your streaks."
      />
    </Grid>
  );
}

const inDays = (days: number): string => `${days.toLocaleString('en')} ${days === 1 ? 'day' : 'days'}`;
const percent = (value: number): string => `${value}%`;
const signed = (value: number): string => `${value > 0 ? '+' : value < 0 ? '−' : ''}${Math.abs(value)}%`;

function Insights({ week }: { week: ReadingInsights }) {
  const { speedCategory, recommendation, improvement } = week.readingSpeedInsights;
  return (
    <Section title="Reading Insights" note="The last 7 days, including today.">
      <Grid columns="lg:grid-cols-3">
        <TextCard
          name="Reading speed"
          value={
            week.readingSpeed === null ? '-' : `${week.readingSpeed.toLocaleString('en')} words per minute`
          }
          note="Words in the chapters you finished, divided by the minutes you spent on them that day."
        />
        <TextCard name="Speed category" value={speedCategory} note={recommendation} />
        <TextCard
          name="Improvement"
          value={improvement === null ? '-' : signed(improvement)}
          color={!improvement ? '' : improvement > 0 ? 'text-success' : 'text-danger-text'}
          note="Your speed compared with the 7 days before. Slow reading is reading too."
        />
        <TextCard
          name="Completion rate"
          value={week.completionRate === null ? '-' : percent(week.completionRate)}
          note="The share of the stories you’ve started that you’ve completed."
        />
        <TextCard
          name="Total sessions"
          value={week.totalSessions.toLocaleString('en')}
          note="Times you opened a chapter and read; a session counts once it has ended."
        />
        <TextCard
          name="Active days"
          value={`${week.activeDays}/7`}
          note="Days with new words or measured time."
        />
      </Grid>
    </Section>
  );
}

interface TextCardProps {
  name: string;
  value: string;
  note: string;
  color?: string;
}

const TextCard = ({ name, value, note, color = '' }: TextCardProps) => (
  <div className="flex flex-col rounded-lg border border-line bg-raised p-4 break-inside-avoid">
    <dt className="text-muted">{name}</dt>
    <dd className={`mt-1 font-serif text-2xl font-semibold tabular-nums ${color}`}>{value}</dd>
    <dd className="mt-2 text-sm text-muted">{note}</dd>
  </div>
);

function Genres({ genres }: { genres: ReaderAnalytics['readingHabits']['favoriteGenres'] }) {
  return (
    <Section
      title="Favorite Genres"
      note="By the words you’ve read. The words of a story with several genres are split among them."
    >
      {genres.length === 0 ? (
        <div className="rounded-xl bg-sunken px-6 py-8 text-center">
          <p className="mb-4 text-muted">
            Not enough reading yet. Choose what you like to read in the meantime.
          </p>
          <Link to={paths.settings} className={buttonClass()}>
            Set Genre Preferences
          </Link>
        </div>
      ) : (
        <ul className="flex flex-wrap gap-2">
          {genres.map(({ genre, percentage }) => (
            <li key={genre._id} className="rounded-full border border-line bg-raised px-4 py-1.5">
              {genre.name} <span className="text-muted tabular-nums">{percentage}%</span>
            </li>
          ))}
        </ul>
      )}
    </Section>
  );
}

const notEnough = 'Not enough reading yet';

function Sessions({ habits }: { habits: ReaderAnalytics['readingHabits'] }) {
  const { preferredReadingTime: time, averageSessionLength: minutes, daysActive: days } = habits;
  return (
    <Section title="Session Insights">
      <Grid columns="lg:grid-cols-3">
        <TextCard
          name="Preferred time"
          value={time ?? '-'}
          note={
            time === null
              ? notEnough
              : 'The part of the day when you read most in the last 90 days, in your time zone.'
          }
        />
        <TextCard
          name="Average session"
          value={minutes === null ? '-' : `${minutes} ${minutes === 1 ? 'minute' : 'minutes'}`}
          note={minutes === null ? notEnough : 'The average of your sessions in the last 90 days.'}
        />
        <TextCard
          name="Days active"
          value={days === null ? '-' : `${days} ${days === 1 ? 'day' : 'days'}/week`}
          note={days === null ? notEnough : 'Days you read per week, over the last four weeks.'}
        />
      </Grid>
    </Section>
  );
}

function Achievements({ achievements }: { achievements: NonNullable<ReaderAnalytics['achievements']> }) {
  const { completed, inProgress, nextMilestone: next } = achievements;
  return (
    <Section title="Achievements">
      <Grid columns="lg:grid-cols-3">
        <FigureCard name="Completed" value={completed} note="Achievements you’ve earned." />
        <FigureCard name="In progress" value={inProgress} note="Achievements you’ve started." />
        {next !== null && (
          <div className="rounded-lg border border-line bg-raised p-4">
            <dt className="text-muted">Next milestone</dt>
            <dd className="mt-1 mb-3 flex flex-wrap items-baseline justify-between gap-2">
              <Link to={paths.achievements} className="font-serif text-2xl font-semibold underline">
                {next.title}
              </Link>
              <span className="text-muted tabular-nums">{next.progress}%</span>
            </dd>
            <dd>
              <ProgressBar value={next.progress} label={`Progress toward ${next.title}`} />
            </dd>
            <dd className="mt-2 text-sm text-muted">The achievement you are closest to.</dd>
          </div>
        )}
      </Grid>
    </Section>
  );
}

function Comparison({ comparison }: { comparison: ReaderAnalytics['comparisonToAverage'] }) {
  const shown = (value: number | null) => (value === null ? '-' : signed(value));
  return (
    <Section
      title="Comparison to Average"
      note="Above or below the average of people who read on this site in the last four weeks. It’s updated once a day, needs at least 50 readers, and names no one."
    >
      <Grid columns="lg:grid-cols-3">
        <TextCard
          name="Reading speed"
          value={shown(comparison.readingSpeed)}
          note="Words per minute in finished chapters, over the last 90 days."
        />
        <TextCard
          name="Books completed"
          value={shown(comparison.booksCompleted)}
          note="Completed stories in your library."
        />
        <TextCard
          name="Consistency"
          value={shown(comparison.consistency)}
          note="Days you read out of the last 28."
        />
      </Grid>
    </Section>
  );
}
