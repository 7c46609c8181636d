import type { QualityMetrics, ReadingStats } from '@inkling/contract/reading-sessions';
import { useQuery } from '@tanstack/react-query';
import { compactNumber, pluralize } from '../../lib/format.ts';
import { lastReadLabel } from '../../lib/moments.ts';
import { QueryState } from '../../lib/query-state.tsx';
import { qualityQuery, statsQuery } from './reading-sessions.api.ts';
import { readingTime } from './reading-time.ts';

/** The reader's own sessions in figures: how often, how long and how fast they read. */
export function ReadingFigures() {
  const [stats, quality] = [useQuery(statsQuery()), useQuery(qualityQuery)];
  const failed = [stats, quality].find(({ isError }) => isError);
  return (
    <>
      {failed !== undefined && <QueryState query={failed} fallback="Failed to fetch your reading sessions" />}
      {failed === undefined && (stats.data === undefined || quality.data === undefined) && (
        <div className="h-64 animate-pulse rounded-lg bg-sunken sm:h-36" aria-busy="true" />
      )}
      {stats.data?.data.sessions === 0 && (
        <p className="text-muted">Read for a while to see your sessions here.</p>
      )}
      {stats.data && quality.data && stats.data.data.sessions > 0 && (
        <Figures stats={stats.data.data} quality={quality.data.data.qualityMetrics} />
      )}
    </>
  );
}

function Figures({ stats, quality }: { stats: ReadingStats; quality: QualityMetrics }) {
  const { wordsPerMinute, longSessionShare, chaptersPerSession, longestSeconds, averageSeconds } = quality;
  const unknown = '–';
  const figures = [
    { name: 'Sessions', value: stats.sessions.toLocaleString('en') },
    { name: 'Time read', value: readingTime(stats.seconds) },
    { name: 'Average session', value: averageSeconds === 0 ? unknown : readingTime(averageSeconds) },
    {
      name: `Chapters finished (${compactNumber(stats.wordsRead)} words)`,
      value: stats.chaptersFinished.toLocaleString('en'),
    },
    { name: 'Words per minute', value: wordsPerMinute?.toLocaleString('en') ?? unknown },
    { name: 'Longest session', value: longestSeconds === 0 ? unknown : readingTime(longestSeconds) },
    {
      name: 'Sessions of 5 min or more',
      value: longSessionShare === null ? unknown : `${longSessionShare}%`,
    },
    { name: 'Chapters per session', value: chaptersPerSession?.toLocaleString('en') ?? unknown },
  ];
  return (
    <>
      <dl className="grid grid-cols-2 gap-px overflow-hidden rounded-lg border border-line bg-line sm:grid-cols-4">
        {figures.map(({ name, value }) => (
          <div key={name} className="flex flex-col-reverse justify-end bg-surface px-4 py-3">
            <dt className="text-sm text-muted">{name}</dt>
            <dd className="font-semibold tabular-nums">{value}</dd>
          </div>
        ))}
      </dl>
      <p className="mt-2 text-sm text-muted">
        {stats.lastReadAt !== null && <LastRead iso={stats.lastReadAt} />} Across all your sessions, the
        average is {readingTime(stats.averageSeconds)}. Speed and session lengths cover the{' '}
        {pluralize(quality.sessions, 'session')} of the last 90 days.
      </p>
    </>
  );
}

const LastRead = ({ iso }: { iso: string }) => (
  <>
    Last session: <time dateTime={iso}>{lastReadLabel(iso)}</time>.
  </>
);
