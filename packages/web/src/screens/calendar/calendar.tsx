import type { CalendarEntry } from '@inkling/contract/schedules';
import { keepPreviousData, useQuery } from '@tanstack/react-query';
import { ChevronLeft, ChevronRight } from 'lucide-react';
import { Link, useSearchParams } from 'react-router';
import { BackLink } from '../../features/layout/back-link.tsx';
import { calendarQuery } from '../../features/schedules/schedules.api.ts';
import { ZoneHint, zoneOf } from '../../features/schedules/zone-hint.tsx';
import { localFormat } from '../../lib/local-format.ts';
import { paths } from '../../lib/paths.ts';
import { QueryState } from '../../lib/query-state.tsx';
import { useMe } from '../../lib/session.ts';
import { pageTitle } from '../../lib/titles.ts';
import { Badge } from '../../ui/badge.tsx';
import { buttonClass } from '../../ui/button.tsx';
import { ResultsSkeleton } from '../../ui/skeleton.tsx';
import { monthAfter, weeksOf } from './weeks.ts';

const nameOf = (date: string, options: Intl.DateTimeFormatOptions): string =>
  localFormat({ ...options, timeZone: 'UTC' }).format(new Date(`${date}T00:00Z`));
const monthName = (month: string): string => nameOf(`${month}-01`, { month: 'long', year: 'numeric' });

/** What is said of a chapter besides its time. */
const stateOf = ({ state, isPaused, hasProblem }: CalendarEntry): string => {
  if (state === 'published') return 'Published';
  if (hasProblem) return 'Not published';
  return isPaused ? 'Paused' : 'Scheduled';
};

/** The chapters of all of the author's stories that were published in a month, or are to be, by day. */
export default function Calendar() {
  const [search] = useSearchParams();
  const asked = search.get('month');
  const month = asked !== null && /^\d{4}-(?:0[1-9]|1[0-2])$/.test(asked) ? asked : undefined;
  const calendar = useQuery({ ...calendarQuery(month), placeholderData: keepPreviousData });
  const zone = zoneOf(useMe());
  const shown = calendar.data?.data;
  return (
    <>
      <title>{pageTitle('Calendar')}</title>
      <BackLink to={paths.write}>Back to Write</BackLink>
      <h1 className="mb-4 font-serif text-3xl sm:text-4xl">Calendar</h1>
      <QueryState
        query={calendar}
        fallback="Failed to fetch the calendar"
        pending={<ResultsSkeleton titled={false} />}
      />
      {shown && (
        <div className="space-y-4">
          <div className="flex flex-wrap items-center gap-3">
            <h2 className="me-auto font-serif text-2xl" aria-live="polite">
              {monthName(shown.month)}
            </h2>
            <nav aria-label="Months" className="flex gap-2">
              <MonthLink month={monthAfter(shown.month, -1)} icon={ChevronLeft} label="Earlier" />
              <MonthLink month={shown.today.slice(0, 7)} label="Today" />
              <MonthLink month={monthAfter(shown.month, 1)} icon={ChevronRight} label="Later" />
            </nav>
          </div>
          {shown.entries.length === 0 && (
            <p className="text-muted">
              No chapters were published or are scheduled in {monthName(shown.month)}.
            </p>
          )}
          {shown.total > shown.entries.length && (
            <p className="text-muted">
              Showing the first {shown.entries.length.toLocaleString('en')} of{' '}
              {shown.total.toLocaleString('en')} chapters.
            </p>
          )}
          <MonthTable {...shown} />
          <DayList {...shown} />
          <ZoneHint zone={zone} />
        </div>
      )}
    </>
  );
}

interface MonthLinkProps {
  month: string;
  label: string;
  icon?: typeof ChevronLeft;
}

const MonthLink = ({ month, label, icon: Icon }: MonthLinkProps) => (
  <Link
    to={paths.calendar(month)}
    className={buttonClass()}
    aria-label={Icon && `${label}: ${monthName(month)}`}
    preventScrollReset
  >
    {Icon ? <Icon aria-hidden="true" className="size-5" /> : label}
  </Link>
);

interface MonthProps {
  month: string;
  today: string;
  entries: CalendarEntry[];
}

const byDay = (entries: CalendarEntry[]) => Map.groupBy(entries, ({ local }) => local.date);

/** A month with a column for each day of the week, where there is room. */
function MonthTable({ month, today, entries }: MonthProps) {
  const days = byDay(entries);
  const weeks = weeksOf(month);
  return (
    <table className="hidden w-full table-fixed border-collapse md:table">
      <caption className="sr-only">Chapters in {monthName(month)}, by day</caption>
      <thead>
        <tr>
          {weeks[0]?.map((date) => (
            <th key={date} scope="col" className="p-2 text-start text-sm font-semibold text-muted">
              {nameOf(date, { weekday: 'short' })}
            </th>
          ))}
        </tr>
      </thead>
      <tbody>
        {weeks.map((week) => (
          <tr key={week[0]}>
            {week.map((date) => (
              <td
                key={date}
                className={`h-28 border border-line p-2 align-top ${date.startsWith(month) ? 'bg-raised' : 'bg-sunken'}`}
              >
                {date.startsWith(month) && (
                  <>
                    <DayNumber date={date} isToday={date === today} />
                    <ul className="mt-1 space-y-2">
                      {days.get(date)?.map((entry) => (
                        <li key={entry.chapter._id}>
                          <Entry entry={entry} />
                        </li>
                      ))}
                    </ul>
                  </>
                )}
              </td>
            ))}
          </tr>
        ))}
      </tbody>
    </table>
  );
}

const DayNumber = ({ date, isToday }: { date: string; isToday: boolean }) => (
  <p className="flex flex-wrap items-center gap-1 text-sm tabular-nums">
    <time dateTime={date} aria-current={isToday ? 'date' : undefined}>
      {Number(date.slice(8))}
    </time>
    {isToday && <Badge tone="accent">Today</Badge>}
  </p>
);

/** The days of a month that have chapters, one below the other, for phones. */
function DayList({ today, entries }: MonthProps) {
  return (
    <ol className="space-y-4 md:hidden">
      {[...byDay(entries)].map(([date, chapters]) => (
        <li key={date}>
          <h3 className="flex flex-wrap items-center gap-2 font-semibold">
            <time dateTime={date}>{nameOf(date, { weekday: 'long', day: 'numeric', month: 'long' })}</time>
            {date === today && <Badge tone="accent">Today</Badge>}
          </h3>
          <ul className="mt-1 space-y-2">
            {chapters.map((entry) => (
              <li key={entry.chapter._id} className="rounded-lg border border-line bg-raised p-3">
                <Entry entry={entry} />
              </li>
            ))}
          </ul>
        </li>
      ))}
    </ol>
  );
}

/** A chapter; a press opens it in the editor. */
const Entry = ({ entry }: { entry: CalendarEntry }) => (
  <>
    <Link
      to={paths.writeChapter(entry.story._id, entry.chapter._id)}
      className="link inline-block min-h-6 max-w-full text-sm wrap-anywhere"
    >
      <bdi>{entry.chapter.title}</bdi>
    </Link>
    <p className="text-sm wrap-anywhere text-muted">
      {entry.local.time} ·{' '}
      <span className={entry.hasProblem ? 'text-danger-text' : ''}>{stateOf(entry)}</span>
      <br />
      <bdi>{entry.story.title}</bdi>
    </p>
  </>
);
