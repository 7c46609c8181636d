import { useQuery } from '@tanstack/react-query';
import { useOpened } from '../../lib/use-opened.ts';
import { aboutTime } from './about-time.ts';
import { averageTimeQuery } from './average-time.api.ts';

interface Props {
  storyId: string;
  /** Without it, the time for the whole story. */
  chapterId?: string;
}

/** 'Readers take about 3 h', once five readers have finished it. A failure shows nothing: it is only a hint. */
export function AverageTime({ storyId, chapterId }: Props) {
  const enabled = useOpened();
  const { data } = useQuery({ ...averageTimeQuery(storyId, chapterId), enabled, retry: false });
  const minutes = data?.data.averageMinutes ?? null;
  if (minutes === null) return null;
  return (
    <span className="tabular-nums">
      Readers take about {aboutTime(minutes)}
      {chapterId !== undefined && ' for this chapter'}
    </span>
  );
}
