import { listedTitle } from '@inkling/contract/chapter-title';
import type { ReadingSession } from '@inkling/contract/reading-sessions';
import { useQuery } from '@tanstack/react-query';
import { pluralize } from '../../lib/format.ts';
import { localMoment, localTime } from '../../lib/moments.ts';
import { QueryState } from '../../lib/query-state.tsx';
import { Button } from '../../ui/button.tsx';
import { Dialog } from '../../ui/dialog.tsx';
import { statsQuery } from './reading-sessions.api.ts';
import { readingTime } from './reading-time.ts';
import { useStorySessions } from './story-sessions.api.ts';

const deviceNames = { mobile: 'Phone', tablet: 'Tablet', desktop: 'Computer' };

interface Props {
  storyId: string;
  title: string;
  onClose: () => void;
}

/** The reader's sessions of one story, the latest first, with their totals. */
export function SessionsDialog({ storyId, title, onClose }: Props) {
  const stats = useQuery(statsQuery(storyId)).data?.data;
  const sessions = useStorySessions(storyId);
  const shown = sessions.data?.pages.flatMap(({ data }) => data.sessions);
  return (
    <Dialog open onOpenChange={onClose} title="My reading sessions">
      <p className="text-muted">
        <bdi>{title}</bdi>
        {stats && stats.sessions > 0 && (
          <>
            : {readingTime(stats.seconds)} in {pluralize(stats.sessions, 'session')}, on average{' '}
            {readingTime(stats.averageSeconds)}
          </>
        )}
      </p>
      {stats && stats.chaptersFinished > 0 && (
        <p className="mt-1 text-sm text-muted">
          Chapters finished: {stats.chaptersFinished.toLocaleString('en')} (
          {pluralize(stats.wordsRead, 'word')})
        </p>
      )}
      {shown === undefined ? (
        <QueryState
          query={sessions}
          fallback="Failed to fetch your reading sessions"
          pending={<RowsSkeleton />}
        />
      ) : (
        <>
          {shown.length === 0 && (
            <p className="mt-4">
              No sessions to show. They are listed for 180 days if your reading history is on.
            </p>
          )}
          <ul className="mt-3 divide-y divide-line">
            {shown.map((session) => (
              <Row key={session._id} session={session} />
            ))}
          </ul>
          {sessions.hasNextPage && (
            <p className="mt-4">
              <Button busy={sessions.isFetchingNextPage} onClick={() => void sessions.fetchNextPage()}>
                Show more
              </Button>
            </p>
          )}
        </>
      )}
    </Dialog>
  );
}

const pulse = 'animate-pulse rounded bg-sunken';

const RowsSkeleton = () => (
  <div aria-busy="true" className="mt-3 divide-y divide-line">
    <span className="sr-only" role="status">
      Loading…
    </span>
    {['first', 'second', 'third'].map((row) => (
      <div key={row} className="space-y-2 py-3">
        <div className={`h-5 w-1/2 ${pulse}`} />
        <div className={`h-4 w-4/5 ${pulse}`} />
      </div>
    ))}
  </div>
);

/** From where to where the chapter was read: '20–60%'. */
const shareOf = ({ startProgress, endProgress }: ReadingSession): string => {
  const [start, end] = [Math.round(startProgress), Math.round(Math.max(startProgress, endProgress))];
  return start === end ? `${end}%` : `${start}–${end}%`;
};

const Row = ({ session }: { session: ReadingSession }) => {
  const { chapter, startedAt, endedAt, deviceType, seconds } = session;
  return (
    <li className="flex items-baseline justify-between gap-4 py-3">
      <div className="min-w-0">
        <p className="wrap-anywhere" dir="auto">
          {chapter === null ? 'Chapter no longer available' : listedTitle(chapter)}
        </p>
        <p className="text-sm text-muted">
          <time dateTime={startedAt}>{localMoment(startedAt)}</time>
          {endedAt === null ? (
            ' until now'
          ) : (
            <>
              {' to '}
              <time dateTime={endedAt}>{localTime(endedAt)}</time>
            </>
          )}
          {`\u00a0· ${deviceNames[deviceType]}`}
        </p>
      </div>
      <p className="shrink-0 text-end text-sm tabular-nums">
        {readingTime(seconds)}
        <span className="block text-muted">
          <span className="sr-only">Read: </span>
          {shareOf(session)}
        </span>
      </p>
    </li>
  );
};
