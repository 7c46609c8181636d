import { foldText } from '@inkling/contract/fold-text';
import { visibleOf } from '@inkling/contract/text';

/** What readers take for the same text, whatever its case, accents, spaces and invisible characters. */
export const sameText = (text: string): string => visibleOf(foldText(text));

/** What stands between words: punctuation, symbols that are no letters, and space. */
const separators = /[[[\p{P}\p{S}]--\p{Alphabetic}]\p{White_Space}\p{Cc}]+/gv;

/** The database's `words_key`: the words of a folded text with spaces; a text without words stays as it is folded. */
export function wordsKey(text: string): string {
  const folded = foldText(text);
  return folded.replace(separators, ' ').trim() || folded;
}
