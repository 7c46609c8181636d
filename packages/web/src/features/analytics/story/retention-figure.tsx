import { listedTitle } from '@inkling/contract/chapter-title';
import type { RetentionRow } from '@inkling/contract/story-analytics';
import { pluralize } from '../../../lib/format.ts';
import type { Series } from '../charts/chart.ts';
import { SeriesChart } from '../charts/series-chart.tsx';
import { percentText } from './percent-text.ts';

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
