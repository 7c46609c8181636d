import type { ReadingInsights } from '@inkling/contract/reading-analytics';
import type { ReactNode } from 'react';
import { pluralize } from '../../lib/format.ts';

/** A part of the dashboard, with how its figures are made. */
export function Section({ title, note, children }: { title: string; note?: string; children: ReactNode }) {
  const id = title.toLowerCase().replaceAll(/\W+/g, '-');
  return (
    <section aria-labelledby={id}>
      <h2 id={id} className="font-serif text-2xl">
        {title}
      </h2>
      {note !== undefined && <p className="mt-1 max-w-[66ch] text-muted">{note}</p>}
      <div className="mt-4">{children}</div>
    </section>
  );
}

type Day = ReadingInsights['dailyHabits'][number];

/** In pixels. */
const barMin = 8;
const barMax = 120;

const isWeekend = ({ day }: Day): boolean => day === 'Sat' || day === 'Sun';

/** The minutes of the last seven days, today last, scaled to the busiest one. */
export function WeekChart({ days }: { days: Day[] }) {
  const max = Math.max(1, ...days.map(({ minutes }) => minutes));
  const today = days.at(-1)?.date;
  return (
    <Section title="Last 7 Days" note="Minutes you read each day, in your time zone. Today is in bold.">
      <ol className="print:[print-color-adjust:exact] grid grid-cols-7 items-end gap-1 rounded-lg border border-line bg-raised px-2 py-4 sm:gap-3 sm:px-6">
        {days.map((day) => (
          <li key={day.date} className="flex flex-col items-center gap-1 text-sm">
            <span aria-hidden="true" className="text-muted tabular-nums">
              {day.minutes > 0 && `${day.isEstimated ? '~' : ''}${day.minutes.toLocaleString('en')}`}
            </span>
            <span
              aria-hidden="true"
              data-bar={day.day}
              className={`w-full max-w-12 rounded-t ${day.minutes === 0 ? 'bg-line' : isWeekend(day) ? 'bg-laurel' : 'bg-accent'}`}
              style={{ height: Math.max(barMin, Math.round((barMax * day.minutes) / max)) }}
            />
            <span aria-hidden="true" className={day.date === today ? 'font-semibold' : ''}>
              {day.day}
            </span>
            <span className="sr-only">
              {`${day.date}: ${day.isEstimated ? 'about ' : ''}${pluralize(day.minutes, 'minute')}, ${pluralize(day.sessions, 'session')}`}
            </span>
          </li>
        ))}
      </ol>
      <p className="mt-2 flex gap-4 text-sm text-muted" aria-hidden="true">
        <Key color="bg-accent">Weekdays</Key>
        <Key color="bg-laurel">Weekend</Key>
      </p>
    </Section>
  );
}

const Key = ({ color, children }: { color: string; children: string }) => (
  <span className="inline-flex items-center gap-2">
    <span className={`size-3 rounded-sm ${color}`} />
    {children}
  </span>
);
