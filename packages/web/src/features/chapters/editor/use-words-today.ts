import { useEffect, useState } from 'react';
import { WordsToday } from './words-today.ts';

/** The words that were added today on this device, and what records them. */
export function useWordsToday(userId: string, slot: string, words: number) {
  const [counter] = useState(() => new WordsToday(userId, slot, words));
  const [today, setToday] = useState(0);
  useEffect(() => setToday(counter.count(words)), [counter, words]);
  return { today, counter };
}
