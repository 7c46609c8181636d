import type { ParsedBlock } from '@inkling/contract/chapter-text';
import type { Place } from '../annotations/passage.ts';
import { findWords } from '../chapters/find-words.ts';

/** Where words are in a line of the content, as `findWords` finds them in what it shows; null if it does not have them. */
export function placeInLine({ runs }: Pick<ParsedBlock, 'runs'>, words: string): Place | null {
  const { at, length } = findWords(runs.map((run) => run.text).join(''), words);
  if (length === 0) return null;
  const offsetOf = (index: number, isEnd: boolean): number => {
    let passed = 0;
    for (const run of runs) {
      const within = index - passed;
      if (within < run.text.length || (isEnd && within === run.text.length)) return run.from + within;
      passed += run.text.length;
    }
    return runs.at(-1)?.to ?? 0;
  };
  return { from: offsetOf(at, false), to: offsetOf(at + length, true) };
}
