import { useQuery } from '@tanstack/react-query';
import { pluralize } from '../../lib/format.ts';
import { lastReadLabel } from '../../lib/moments.ts';
import { statsQuery } from './reading-sessions.api.ts';
import { readingTime } from './reading-time.ts';

/** How long the reader has read a chapter. Nothing for one that they have not read, nor after a failure. */
export function MyChapterTime({ storyId, chapterId }: { storyId: string; chapterId: string }) {
  const stats = useQuery({ ...statsQuery(storyId, chapterId), retry: false }).data?.data;
  if (stats === undefined || stats.sessions === 0) return null;
  const { sessions, seconds, averageSeconds, chaptersFinished, wordsRead, lastReadAt } = stats;
  return (
    <span className="tabular-nums">
      You’ve spent {readingTime(seconds)} on this chapter
      {sessions > 1 && ` in ${pluralize(sessions, 'session')}, ${readingTime(averageSeconds)} on average`}
      {chaptersFinished > 0 &&
        `, and finished it ${chaptersFinished === 1 ? 'once' : pluralize(chaptersFinished, 'time')} (${pluralize(wordsRead, 'word')})`}
      .
      {lastReadAt !== null && (
        <>
          {' Last read: '}
          <time dateTime={lastReadAt}>{lastReadLabel(lastReadAt)}</time>.
        </>
      )}
    </span>
  );
}
