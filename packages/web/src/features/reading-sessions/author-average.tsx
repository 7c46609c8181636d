import { readingSessionLimits } from '@inkling/contract/limits';
import { useQuery } from '@tanstack/react-query';
import { useOpened } from '../../lib/use-opened.ts';
import { averageText } from './average-text.ts';
import { averageTimeQuery } from './average-time.api.ts';

interface Props {
  storyId: string;
}

/** For the author: how long readers take for a story, or why there is no average. A line that is always there. */
export function AuthorAverage({ storyId }: Props) {
  const enabled = useOpened();
  const { data, isError } = useQuery({ ...averageTimeQuery(storyId), enabled });
  return (
    <p className="mt-2 min-h-10 text-sm sm:min-h-5 text-muted tabular-nums">
      {isError && 'The average reading time couldn’t be loaded. Reload the page to try again.'}
      {data &&
        (averageText(data.data, ' for the whole story') ??
          `There is no average reading time yet: fewer than ${readingSessionLimits.averageReaders} readers have finished every published chapter.`)}
    </p>
  );
}
