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
  'Reading on: opened a later chapter, or has something newer to read, and less than 30 days have passed since their last visit or since it came out. Waiting: there is nothing newer to read yet. Gone: hasn’t come back for 30 days while something newer was out. Counted again ten minutes after a chapter was read or published, at the latest.';

/** Where most readers left. */
function sentenceOf(rows: RetentionRow[]): string {
  const worst = rows.reduce((most, row) => (row.gone > most.gone ? row : most));
  const { chapter, readingOn, waiting, gone } = worst;
  const all = readingOn + waiting + gone;
  if (gone === 0) return 'No reader of these chapters is gone.';
  return `Of ${pluralize(all, 'reader')} of ${chapter.number === null ? chapter.title : `chapter ${chapter.number}`}, ${percentText(gone / all)} are gone.`;
}

/** Readers of each chapter of a page in three kinds. */
export function RetentionFigure({ rows }: { rows: RetentionRow[] }) {
  if (rows.length === 0)
    return (
      <p className="text-muted">
        No chapter here has had five readers yet. Come back when more people have read it.
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
        label: `${number ?? ''}. ${title}`,
        short: String(number ?? ''),
        values: [readingOn, waiting, gone],
      }))}
    />
  );
}
