import type { StoryFigures } from '@inkling/contract/story-analytics';
import { pluralize } from '../../../lib/format.ts';
import type { Mark } from '../charts/chart.ts';
import { SeriesChart } from '../charts/series-chart.tsx';
import { longDay, shortDay } from '../days.ts';

type Figures = Pick<StoryFigures, 'days' | 'releases' | 'notes'>;

/** Releases and notes at their days. */
function marksOf({ days, releases, notes }: Figures): Mark[] {
  const places = new Map(days.map(({ day }, index) => [day, index]));
  const all = [
    ...releases.map(({ day, chapters, first }) => ({
      day,
      text: chapters === 1 ? `“${first.title}” published` : `${chapters} chapters published`,
    })),
    ...notes.map(({ day, text }) => ({ day, text })),
  ];
  return all
    .flatMap(({ day, text }) => {
      const at = places.get(day);
      return at === undefined ? [] : [{ at, text }];
    })
    .sort((one, other) => one.at - other.at);
}

interface Props {
  figures: Figures;
  /** 'story' or 'chapter'. */
  what: string;
}

/** Views, readers and minutes by day, with what happened on these days. */
export function DaysFigures({ figures, what }: Props) {
  const { days } = figures;
  const sum = (of: 'views' | 'minutes' | 'robots') => days.reduce((total, day) => total + day[of], 0);
  const points = (values: (day: (typeof days)[number]) => number[]) =>
    days.map((day) => ({ label: longDay(day.day), short: shortDay(day.day), values: values(day) }));
  const robots = sum('robots');
  const excluded = robots === 0 ? '' : ` Not included: ${pluralize(robots, 'view')}, probably from robots.`;
  return (
    <div className="grid gap-8 lg:grid-cols-2">
      <SeriesChart
        title="Views and readers"
        sentence={`${pluralize(sum('views'), 'view')} in ${pluralize(days.length, 'day')}.`}
        note={`A view is one person opening the ${what} on one day. Readers are signed-in people who opened a chapter, each counted once a day. Your own visits don’t count.${excluded}`}
        pointName="Day"
        kind="line"
        series={[
          { name: 'Views', color: 'accent' },
          { name: 'Readers', color: 'laurel' },
        ]}
        columns={['Probably robots']}
        points={points((day) => [day.views, day.readers, day.robots])}
        marks={marksOf(figures)}
      />
      <SeriesChart
        title="Minutes read"
        sentence={`${pluralize(sum('minutes'), 'minute')} in ${pluralize(days.length, 'day')}.`}
        note="The time of reading sessions that ended that day."
        pointName="Day"
        kind="bar"
        series={[{ name: 'Minutes', color: 'accent' }]}
        points={points(({ minutes }) => [minutes])}
      />
    </div>
  );
}
