import type { ChapterFigures } from '@inkling/contract/story-analytics';
import { pluralize } from '../../../lib/format.ts';
import { SeriesChart } from '../charts/series-chart.tsx';
import { longDay } from '../days.ts';
import { percentText } from './percent-text.ts';
import { PlainTable } from './plain-table.tsx';

const rangeOf = (tenth: number): string => `${tenth * 10}–${(tenth + 1) * 10}%`;

/** Where in the chapter readers stopped, by tenths of its text. */
export function StopsFigure({ stops, readers }: { stops: number[]; readers: number }) {
  const stopped = stops.reduce((sum, share) => sum + share, 0);
  return (
    <SeriesChart
      title="By tenths of the text"
      sentence={`${percentText(stopped)} of ${pluralize(readers, 'reader')} stopped before the end.`}
      note="Shows the furthest place reached by each reader who hasn’t finished the chapter. Some may still come back. Shares are of all the chapter’s readers, except up to four whose version too few have read."
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

/** The tenth in which most readers of a version stopped. */
function worstOf(stops: number[]): string {
  const most = Math.max(...stops);
  return most === 0 ? '–' : `${rangeOf(stops.indexOf(most))} (${percentText(most)})`;
}

/** Whether a change of the text helped: who finished each version. */
export function VersionsTable({ versions }: { versions: NonNullable<ChapterFigures['versions']> }) {
  if (versions.length === 0)
    return <p className="text-muted">Figures appear once five people have read the same version.</p>;
  return (
    <>
      <PlainTable
        label="Versions, as a table"
        columns={['Version', 'Readers', 'Finished', 'Where most stopped']}
        rows={versions.map(({ version, from, finished, stops }) => ({
          key: String(version),
          cells: [
            `Version ${version}, ${longDay(from)}`,
            finished.of.toLocaleString('en'),
            `${percentText(finished.share)} (${finished.count.toLocaleString('en')})`,
            worstOf(stops),
          ],
        }))}
      />
      <p className="mt-2 text-sm text-muted">
        Each reader counts for the version they read last. Versions with fewer than five readers are left out.
      </p>
    </>
  );
}
