import { listedTitle } from '@inkling/contract/chapter-title';
import type { AgeRow, RetentionRow, StoryFigures } from '@inkling/contract/story-analytics';
import { pluralize } from '../../../lib/format.ts';
import type { Mark, Series } from '../charts/chart.ts';
import { SeriesChart } from '../charts/series-chart.tsx';
import { longDay, shortDay } from '../days.ts';

/** Whole percent; below one half, 'under 1%'. */
export function percentText(share: number): string {
  const percent = Math.round(100 * share);
  return percent === 0 && share > 0 ? 'under 1%' : `${percent}%`;
}

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

interface DaysProps {
  figures: Figures;
  /** 'story' or 'chapter'. */
  what: string;
}

/** Views, readers and minutes by day, with what happened on these days. */
export function DaysFigures({ figures, what }: DaysProps) {
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

interface AgesProps {
  rows: AgeRow[];
  /** Whether it is about a chapter, beside what is usual in its story. */
  isChapter?: boolean;
}

/** Views in the weeks after a chapter was published. */
export function AgesFigure({ rows, isChapter = false }: AgesProps) {
  const known = rows.filter(({ usual }) => usual !== null);
  const views = rows.reduce((sum, row) => sum + (row.views ?? 0), 0);
  if (known.length === 0 && !isChapter)
    return <p className="text-muted">No chapter has been out for a week yet.</p>;
  return (
    <SeriesChart
      title="Views by age"
      sentence={
        isChapter
          ? `${pluralize(views, 'view')} in the first twelve weeks.`
          : `In its first week, a chapter gets ${pluralize(rows[0]?.usual ?? 0, 'view')} on average.`
      }
      note={`Weeks are counted from the day of publication. “Usual” is the average of the story’s published chapters, once their week is over.`}
      pointName="Week"
      kind="line"
      series={[
        ...(isChapter ? [{ name: 'This chapter', color: 'accent' as const }] : []),
        { name: 'Usual in this story', color: isChapter ? ('muted' as const) : ('accent' as const) },
      ]}
      points={rows.map(({ week, views: own, usual }) => ({
        label: `Week ${week}`,
        short: String(week),
        values: isChapter ? [own, usual] : [usual],
      }))}
    />
  );
}

export const kinds: Series[] = [
  { name: 'Reading on', color: 'laurel' },
  { name: 'Waiting', color: 'muted' },
  { name: 'Gone', color: 'accent' },
];

export const kindsNote =
  'Reading on: has opened a later chapter, or has a newer one to read and it’s less than 30 days since it came out or since their last visit. Waiting: nothing newer is out yet. Gone: those 30 days have passed. Updated within ten minutes after a chapter is read or published.';

/** Where most readers left. */
function sentenceOf(rows: RetentionRow[]): string {
  const worst = rows.reduce((most, row) => (row.gone > most.gone ? row : most));
  const { chapter, readingOn, waiting, gone } = worst;
  const all = readingOn + waiting + gone;
  if (gone === 0) return 'No readers of these chapters are gone.';
  return `${percentText(gone / all)} of ${pluralize(all, 'reader')} of ${chapter.number === null ? chapter.title : `chapter ${chapter.number}`} are gone.`;
}

/** Readers of each chapter of a page in three kinds. */
export function RetentionFigure({ rows }: { rows: RetentionRow[] }) {
  if (rows.length === 0)
    return (
      <p className="text-muted">
        No chapter on this page has had five readers yet. Come back when more people have read them.
      </p>
    );
  return (
    <SeriesChart
      title="Readers from chapter to chapter"
      sentence={sentenceOf(rows)}
      note={`${kindsNote} Chapters with fewer than five readers are left out.`}
      pointName="Chapter"
      kind="bar"
      isStacked
      series={kinds}
      points={rows.map(({ chapter: { number, title }, readingOn, waiting, gone }) => ({
        label: number === null ? title : listedTitle({ title, chapterNumber: number }),
        short: String(number ?? ''),
        values: [readingOn, waiting, gone],
      }))}
    />
  );
}

const rangeOf = (tenth: number): string => `${tenth * 10}–${(tenth + 1) * 10}%`;

/** Where in the chapter readers stopped, by tenths of its text. */
export function StopsFigure({ stops, readers }: { stops: number[]; readers: number }) {
  const stopped = stops.reduce((sum, share) => sum + share, 0);
  return (
    <SeriesChart
      title="By tenths of the text"
      sentence={`${percentText(stopped)} of ${pluralize(readers, 'reader')} stopped before the end.`}
      note="Shows the furthest place reached by each reader who hasn’t finished the chapter. Some may still come back. Shares are of all the chapter’s readers."
      pointName="Part of the chapter"
      kind="bar"
      series={[{ name: 'Readers who stopped', color: 'accent' }]}
      points={stops.map((share, tenth) => ({
        label: rangeOf(tenth),
        short: `${tenth * 10}%`,
        values: [share],
      }))}
      format={percentText}
    />
  );
}
