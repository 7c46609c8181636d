import type { ReadingDay } from '@inkling/contract/reading-analytics';
import { useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { pluralize } from '../../lib/format.ts';
import { QueryState } from '../../lib/query-state.tsx';
import { useToday } from '../../lib/today.ts';
import { TextSkeleton } from '../../ui/skeleton.tsx';
import { PlainTable } from '../analytics/charts/plain-table.tsx';
import { DayChooser } from '../analytics/day-chooser.tsx';
import { type Days, longDay, longMonth } from '../analytics/days.ts';
import { Facts } from '../stories/facts.tsx';
import { Section } from './dashboard-parts.tsx';
import { readingRangeQuery } from './reading-analytics.api.ts';

const dayLength = 24 * 60 * 60 * 1000;
const dayAfter = (day: string, days: number): string =>
  new Date(Date.parse(`${day}T00:00:00Z`) + days * dayLength).toISOString().slice(0, 10);

/** Any week, month or year: its sums, and a calendar of its days. */
export function ReadingRange({ firstDay }: { firstDay: string | null }) {
  const today = useToday();
  const [days, setDays] = useState<Days>({});
  const { from = dayAfter(today, -29), to = today } = days;
  const query = useQuery({ ...readingRangeQuery(from, to), placeholderData: (before) => before });
  const range = query.data?.data;
  return (
    <Section
      title="Your Days"
      note={`Any week, month or year, in your time zone.${firstDay === null ? '' : ` You first read on ${longDay(firstDay)}.`}`}
    >
      <DayChooser days={days} shown={{ from, to }} onChange={setDays} />
      <div className="mt-4">
        {range === undefined ? (
          <QueryState
            query={query}
            fallback="Failed to fetch analytics"
            pending={<TextSkeleton lines={6} />}
          />
        ) : (
          <div className="space-y-6">
            <Facts
              facts={[
                { name: 'Minutes', value: range.totals.minutes.toLocaleString('en') },
                { name: 'New words', value: range.totals.words.toLocaleString('en') },
                { name: 'Days with reading', value: range.totals.activeDays.toLocaleString('en') },
                { name: 'Stories finished', value: range.totals.books.toLocaleString('en') },
              ]}
            />
            <p className="text-sm text-muted">
              Minutes are measured while a chapter is open and you’re active. Words count once. A day counts
              with new words or measured time, a story on the day you had read all of it.
            </p>
            <Calendar from={range.from} to={range.to} days={range.days} />
          </div>
        )}
      </div>
    </Section>
  );
}

/** Half the busiest day and more, down to a day without reading. */
const shadeOf = (minutes: number, max: number): string => {
  if (minutes >= max / 2) return 'bg-accent';
  return minutes >= max / 6 ? 'bg-accent/60' : 'bg-accent/30';
};

function Calendar({ from, to, days }: { from: string; to: string; days: ReadingDay[] }) {
  const read = new Map(days.map((day) => [day.date, day]));
  const max = Math.max(1, ...days.map(({ minutes }) => minutes));
  const months = new Map<string, string[]>();
  for (let day = from; day <= to; day = dayAfter(day, 1)) {
    const month = day.slice(0, 7);
    months.set(month, [...(months.get(month) ?? []), day]);
  }
  return (
    <>
      <ul
        className="flex flex-wrap gap-6 print:[print-color-adjust:exact]"
        aria-label="Calendar of your reading"
      >
        {[...months].map(([month, dates]) => {
          const minutes = dates.reduce((sum, date) => sum + (read.get(date)?.minutes ?? 0), 0);
          const active = dates.filter((date) => read.has(date)).length;
          // Weeks begin on Monday.
          const first = (new Date(`${dates[0]}T00:00:00Z`).getUTCDay() + 6) % 7;
          return (
            <li key={month}>
              <p className="mb-1 text-sm text-muted">
                {longMonth(`${month}-01`)}
                <span className="sr-only">
                  : {pluralize(active, 'day')} with reading, {pluralize(minutes, 'minute')}
                </span>
              </p>
              <div aria-hidden="true" className="grid grid-cols-7 gap-1">
                {dates.map((date, index) => {
                  const day = read.get(date);
                  return (
                    <span
                      key={date}
                      data-day={date}
                      title={`${longDay(date)}: ${pluralize(day?.minutes ?? 0, 'minute')}`}
                      style={index === 0 ? { gridColumnStart: first + 1 } : undefined}
                      className={`size-5 rounded-sm ${day === undefined ? 'bg-line' : shadeOf(day.minutes, max)}`}
                    />
                  );
                })}
              </div>
            </li>
          );
        })}
      </ul>
      {days.length > 0 && (
        <details>
          <summary className="inline-flex min-h-11 cursor-pointer items-center text-sm text-muted underline underline-offset-4 hover:text-text print:hidden">
            Show as a table: your days
          </summary>
          <PlainTable
            label="Your days, as a table"
            columns={['Day', 'Minutes', 'Sessions', 'Words', 'Chapters']}
            rows={days.map((day) => ({
              key: day.date,
              cells: [
                longDay(day.date),
                `${day.isEstimated ? '~' : ''}${day.minutes}`,
                day.sessions,
                day.words.toLocaleString('en'),
                day.chapters,
              ],
            }))}
          />
        </details>
      )}
    </>
  );
}
