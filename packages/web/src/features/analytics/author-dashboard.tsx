import type { AuthorDashboard as Dashboard } from '@inkling/contract/analytics';
import { Download } from 'lucide-react';
import { pluralize } from '../../lib/format.ts';
import { localTime } from '../../lib/moments.ts';
import { Button } from '../../ui/button.tsx';
import { EmptyState } from '../../ui/empty-state.tsx';
import { useExportAuthorDashboard } from './analytics.api.ts';
import { ReaderDemographics, RecentActivity, TopStories } from './author-lists.tsx';
import { plainNumber } from './charts/chart.ts';
import { SeriesChart } from './charts/series-chart.tsx';
import { DayChooser } from './day-chooser.tsx';
import { type Days, longDay, longMonth, shortDay, shortMonth } from './days.ts';
import { FigureCard } from './figure-card.tsx';

interface Props {
  dashboard: Dashboard;
  /** The days of the address. */
  days: Days;
  onDays: (days: Days) => void;
}

const percent = (share: number): string =>
  `${(100 * share).toLocaleString('en', { maximumFractionDigits: 1 })}%`;
const signedPercent = (value: number): string => `${value > 0 ? '+' : ''}${value.toLocaleString('en')}%`;

const isEmpty = ({ overview, days, recentActivity, engagement }: Dashboard): boolean =>
  overview.totalViews === 0 &&
  engagement.followers === 0 &&
  recentActivity.length === 0 &&
  days.every(({ views, robots }) => views === 0 && robots === 0);

/** What the figures say, in one sentence. */
function sentenceOf({ days, trends }: Dashboard): string {
  const views = days.reduce((sum, day) => sum + day.views, 0);
  const seen = `Your stories had ${pluralize(views, 'view')} in ${pluralize(days.length, 'day')}`;
  if (trends.views === null) return `${seen}.`;
  const before = `the ${pluralize(days.length, 'day')} before`;
  if (trends.views === 0) return `${seen}, the same as in ${before}.`;
  return `${seen}, ${plainNumber(Math.abs(trends.views))}% ${trends.views > 0 ? 'more' : 'fewer'} than in ${before}.`;
}

/** The figures of all of an author's stories. */
export function AuthorDashboard({ dashboard, days, onDays }: Props) {
  const { asOf, from, to } = dashboard;
  const shown = { from, to };
  const file = useExportAuthorDashboard();
  return (
    <div className="space-y-10">
      <div className="space-y-3">
        {!isEmpty(dashboard) && <p className="max-w-prose font-serif text-xl">{sentenceOf(dashboard)}</p>}
        <div className="flex flex-wrap items-end justify-between gap-3">
          <DayChooser days={days} shown={shown} onChange={onDays} />
          <Button busy={file.isPending} onClick={() => file.mutate(shown)} className="print:hidden">
            <Download aria-hidden="true" className="size-5" />
            Download CSV
          </Button>
        </div>
        <p className="text-sm text-muted">
          {`${longDay(from)} to ${longDay(to)}. Days follow your time zone. As of `}
          <time dateTime={asOf}>{localTime(asOf)}</time>.
        </p>
      </div>
      {isEmpty(dashboard) ? (
        <EmptyState title="No Analytics Available">
          No one has opened your stories yet. Your own visits don’t count. Share a story’s page to bring in
          its first readers.
        </EmptyState>
      ) : (
        <Figures dashboard={dashboard} />
      )}
      <OwnReading stats={dashboard.readingStats} />
    </div>
  );
}

function Figures({ dashboard }: { dashboard: Dashboard }) {
  const { overview, engagement, performance, trends, topStories, recentActivity, readerDemographics } =
    dashboard;
  const rate = overview.engagementRate;
  return (
    <>
      <section aria-labelledby="overview">
        <h2 id="overview" className="mb-3 font-serif text-2xl">
          Overview
        </h2>
        <dl className="grid gap-4 sm:grid-cols-2 xl:grid-cols-4">
          <FigureCard
            name="Total Views"
            value={overview.totalViews}
            trend={trends.views}
            note="All time. Each visitor counts once per story and day. The trend compares the views of this period with those of the period before."
          />
          <FigureCard
            name="Total Stories"
            value={overview.totalStories}
            trend={trends.stories}
            note="Published stories. The trend compares the end of this period with its start."
          />
          <FigureCard
            name="Total Followers"
            value={engagement.followers}
            trend={trends.followers}
            note="People who follow you. The trend counts today’s followers by the day they followed you."
          />
          <FigureCard
            name="Engagement Rate"
            value={rate?.share ?? null}
            format={percent}
            full={rate === null ? '' : `${plainNumber(rate.count)} of ${plainNumber(rate.of)}`}
            trend={trends.engagementRate}
            note={
              rate === null
                ? 'Likes, comments, ratings and saves as a share of views. Shown once there are five views.'
                : `${plainNumber(rate.count)} likes, comments, ratings and saves by others for ${plainNumber(rate.of)} views in this period.`
            }
          />
        </dl>
        <dl className="mt-4 grid gap-4 sm:grid-cols-3">
          <FigureCard
            name="Weekly Views"
            value={performance.weeklyViews}
            note="Views in the last 7 days of this period."
          />
          <FigureCard
            name="Monthly Views"
            value={performance.monthlyViews}
            note="Views in the 30 days up to the end of this period."
          />
          <FigureCard
            name="Views Growth"
            value={performance.viewsGrowth}
            format={signedPercent}
            full="Monthly views compared with the 30 days before"
            note={
              performance.viewsGrowth === null
                ? 'Monthly views compared with the 30 days before, which had no views.'
                : 'Monthly views compared with the 30 days before.'
            }
          />
        </dl>
      </section>
      <Views dashboard={dashboard} />
      <div className="grid gap-10 xl:grid-cols-2">
        <TopStories stories={topStories} />
        <RecentActivity activity={recentActivity} />
      </div>
      <ReaderDemographics demographics={readerDemographics} />
    </>
  );
}

const daily = { period: 'Day', long: longDay, short: shortDay };
const weekly = { period: 'Week', long: (day: string) => `Week of ${longDay(day)}`, short: shortDay };
const monthly = { period: 'Month', long: longMonth, short: shortMonth };

/** Days up to three months, weeks up to a year, then months: more points would not be told apart. */
function Views({ dashboard }: { dashboard: Dashboard }) {
  const { days, weeks, months } = dashboard;
  const [points, names] =
    days.length <= 92 ? [days, daily] : days.length <= 366 ? [weeks, weekly] : [months, monthly];
  const views = days.reduce((sum, day) => sum + day.views, 0);
  const robots = days.reduce((sum, day) => sum + day.robots, 0);
  const best = points.reduce(
    (most, one) => (one.views > most.views ? one : most),
    points[0] ?? { from: '', views: 0 },
  );
  return (
    <section aria-labelledby="views">
      <h2 id="views" className="mb-3 font-serif text-2xl">
        Views and readers
      </h2>
      <div className="rounded-lg border border-line bg-raised p-4">
        <SeriesChart
          title={`By ${names.period.toLowerCase()}`}
          kind={points.length > 1 ? 'line' : 'bar'}
          pointName={names.period}
          series={[
            { name: 'Views', color: 'accent' },
            { name: 'Readers', color: 'ribbon' },
          ]}
          columns={['Probably robots']}
          points={points.map(({ from, views: seen, readers, robots: programs }) => ({
            label: names.long(from),
            short: names.short(from),
            values: [seen, readers, programs],
          }))}
          sentence={
            views === 0
              ? 'No one opened your stories in this period.'
              : `Most views in a ${names.period.toLowerCase()}: ${plainNumber(best.views)} (${names.long(best.from)}).`
          }
          note={`Readers are signed-in people who opened a chapter, each counted once per story and ${names.period.toLowerCase()}, in stories read by at least five people. Visitors without an account count as views only. ${robots === 0 ? 'No views seem to come from robots.' : `Not included: ${pluralize(robots, 'view')}, probably from robots.`}`}
        />
      </div>
    </section>
  );
}

/** What the author has read themselves. */
function OwnReading({ stats }: { stats: Dashboard['readingStats'] }) {
  return (
    <section aria-labelledby="own-reading">
      <h2 id="own-reading" className="mb-3 font-serif text-2xl">
        Your own reading
      </h2>
      <dl className="grid gap-4 sm:grid-cols-2 xl:grid-cols-4">
        <FigureCard name="Books Read" value={stats.totalBooksRead} note="Stories you’ve finished." />
        <FigureCard
          name="Minutes Read"
          value={stats.minutesRead}
          note="Measured while you read. Older minutes are estimated from words."
        />
        <FigureCard
          name="Words Read"
          value={stats.wordsRead}
          note="Each word counts once, when you first read it."
        />
        <FigureCard
          name="Reading Streak"
          value={stats.readingStreak}
          note="Days you’ve read. A few days off each week don’t end a streak."
        />
      </dl>
    </section>
  );
}
