import type { RefObject } from 'react';
import { readPercent } from '../../features/chapters/reader/position.ts';
import { ReadingSession } from '../../features/reading-sessions/reading-session.tsx';

interface Props {
  storyId: string;
  chapterId: string;
  text: RefObject<HTMLElement | null>;
}

/** Counts the time of reading a chapter. */
export function ReadingTimer({ storyId, chapterId, text }: Props) {
  const progress = () => (text.current?.isConnected ? readPercent(text.current) : 0);
  return <ReadingSession key={chapterId} storyId={storyId} chapterId={chapterId} progress={progress} />;
}
