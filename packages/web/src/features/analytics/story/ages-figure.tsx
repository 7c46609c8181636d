import type { AgeRow } from '@inkling/contract/story-analytics';
import { pluralize } from '../../../lib/format.ts';
import { SeriesChart } from '../charts/series-chart.tsx';

interface Props {
  rows: AgeRow[];
  /** Whether it is about a chapter, beside what is usual in its story. */
  isChapter?: boolean;
}

/** Views in the weeks after a chapter was published. */
export function AgesFigure({ rows, isChapter = false }: Props) {
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
