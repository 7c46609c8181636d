import { countWords } from '@inkling/contract/words';
import { useEffect, useRef, useState } from 'react';
import { countInChunks } from './word-count.ts';

const shortTextLength = 40_000;
const pause = () => new Promise<void>((resolve) => setTimeout(resolve, 0));

/** Counts words while the author types: immediately in short texts, after a pause in long ones. */
export function useWordCount(initial: string): { words: number; count: (text: string) => void } {
  const [words, setWords] = useState(() => countWords(initial));
  const turn = useRef(0);
  const timer = useRef(0);
  useEffect(() => () => window.clearTimeout(timer.current), []);
  const count = (text: string) => {
    turn.current += 1;
    const ownTurn = turn.current;
    window.clearTimeout(timer.current);
    if (text.length <= shortTextLength) return setWords(countWords(text));
    timer.current = window.setTimeout(async () => {
      const counted = await countInChunks(text, pause, () => turn.current !== ownTurn);
      if (counted !== null) setWords(counted);
    }, 300);
  };
  return { words, count };
}
