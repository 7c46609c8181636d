import { frequentWords } from './parse-query.ts';
import { indexText } from './tokens.ts';

/** Before the initials of a title or name in the index, so that they are no words. */
const mark = 'initials';
const maxInitials = 5;

const initialOf = (word: string): string => [...word][0] ?? '';

/** A title's initials as the index has them: of all words, and of those that distinguish it ('pap' and 'pp'). */
export function titleInitials(title: string): string[] {
  const words = indexText(title).split(' ');
  return asIndexed([words, words.filter((word) => !frequentWords.has(word))]);
}

/** Those of a person's name, and of their given names alone: 'rls' and 'rl'. */
export function nameInitials(name: string): string[] {
  const words = indexText(name).split(' ');
  return asIndexed([words, words.slice(0, -1)]);
}

const asIndexed = (lists: string[][]): string[] => [
  ...new Set(
    lists
      .filter((words) => words.length >= 2 && words.length <= maxInitials)
      .map((words) => mark + words.map(initialOf).join('')),
  ),
];

/** What a word of a query may be in the index if it is initials: several that were typed apart, or letters without a vowel. */
export const initialsIn = (word: string, wereApart: boolean): string[] =>
  wereApart || /^[b-df-hj-np-tv-xz]{2,4}$/.test(word) ? [mark + word] : [];
