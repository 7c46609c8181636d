import { countWords } from '@inkling/contract/words';
import { diffArrays } from 'diff';
import { idsOf, linesOf, type StoredText } from '../chapters/index.ts';

/** Words with the spaces and punctuation before them; in scripts without spaces, characters, which are counted as words below. */
const pieces =
  /\s*(?:[\p{Script=Han}\p{Script=Hiragana}\p{Script=Katakana}\p{Script=Thai}]|[^\s\p{Script=Han}\p{Script=Hiragana}\p{Script=Katakana}\p{Script=Thai}]+)/gu;
const piecesOf = (text: string): string[] => text.match(pieces) ?? [];

/** Two forms of a paragraph that differ in more pieces count as wholly different. */
const maxEdits = 400;

/** How many words were removed from a paragraph, and how many were added. */
function changesIn(before: string, after: string): { removed: number; added: number } {
  const changes = diffArrays(piecesOf(before), piecesOf(after), { maxEditLength: maxEdits });
  if (changes === undefined) return { removed: countWords(before), added: countWords(after) };
  const count = (kind: 'added' | 'removed') =>
    changes.reduce((sum, change) => sum + (change[kind] ? countWords(change.value.join('')) : 0), 0);
  return { removed: count('removed'), added: count('added') };
}

const paragraphsOf = ({ content, paragraph_ids }: StoredText): Map<number, string> => {
  const lines = linesOf(content);
  return new Map(idsOf(paragraph_ids).map((id, index) => [id, lines[index] ?? '']));
};

/**
 * How many words differ between a text and a later one: the words removed or the words added, whichever is larger. A
 * paragraph that has only moved has no changed words.
 */
export function changedWords(before: StoredText, after: StoredText): number {
  const [old, now] = [paragraphsOf(before), paragraphsOf(after)];
  let [removed, added] = [0, 0];
  for (const id of new Set([...old.keys(), ...now.keys()])) {
    const [was, is] = [old.get(id) ?? '', now.get(id) ?? ''];
    if (was === is) continue;
    const changes = changesIn(was, is);
    removed += changes.removed;
    added += changes.added;
  }
  return Math.max(removed, added);
}
