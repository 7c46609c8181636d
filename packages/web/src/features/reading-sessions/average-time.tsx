import { useQuery } from '@tanstack/react-query';
import { useOpened } from '../../lib/use-opened.ts';
import { averageText } from './average-text.ts';
import { averageTimeQuery } from './average-time.api.ts';

interface Props {
  storyId: string;
  /** Without it, the time for the whole story. */
  chapterId?: string;
  /** Shown until there is an average. */
  estimate?: string;
}

/** How long readers take, once five readers have finished it. A failure is not shown: it is only a hint. */
export function AverageTime({ storyId, chapterId, estimate }: Props) {
  const opened = useOpened();
  // A chapter's time is shown in a dialog, which the reader has opened.
  const enabled = opened || chapterId !== undefined;
  const { data } = useQuery({ ...averageTimeQuery(storyId, chapterId), enabled, retry: false });
  const average = data && averageText(data.data, chapterId === undefined ? '' : ' for this chapter');
  const text = average ?? estimate;
  return text ? <span className="tabular-nums">{text}</span> : null;
}
