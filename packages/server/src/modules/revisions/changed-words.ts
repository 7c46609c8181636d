import { countWords } from '@inkling/contract/words';
import { diffArrays } from 'diff';
import { idsOf, linesOf, type StoredText } from '../chapters/index.ts';

/** Words with the spaces and punctuation before them; in scripts without spaces, characters, which are counted as words below. */
const pieces =
  /\s*(?:[\p{Script=Han}\p{Script=Hiragana}\p{Script=Katakana}\p{Script=Thai}]|[^\s\p{Script=Han}\p{Script=Hiragana}\p{Script=Katakana}\p{Script=Thai}]+)/gu;
/** Without the spaces at the end, at each of which a match would be tried. */
const piecesOf = (text: string): string[] => text.trimEnd().match(pieces) ?? [];

/** Two forms of a paragraph that differ in more pieces count as wholly different. */
const maxEdits = 400;
/** The work for a chapter: a paragraph takes the square of its edits. What is left beyond it counts as wholly different. */
const maxWork = 8 * maxEdits ** 2;

/** How many words were removed from a paragraph, how many were added, and the work it took. */
function changesIn(before: string, after: string, room: number) {
  const maxEditLength = Math.min(maxEdits, Math.floor(Math.sqrt(room)));
  const changes = diffArrays(piecesOf(before), piecesOf(after), { maxEditLength });
  if (changes === undefined)
    return { removed: countWords(before), added: countWords(after), work: maxEditLength ** 2 };
  const changed = changes.filter((change) => change.added || change.removed);
  const edits = changed.reduce((sum, { value }) => sum + value.length, 0);
  const count = (kind: 'added' | 'removed') =>
    changed.reduce((sum, change) => sum + (change[kind] ? countWords(change.value.join('')) : 0), 0);
  return { removed: count('removed'), added: count('added'), work: edits ** 2 };
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
  let [removed, added, room] = [0, 0, maxWork];
  for (const id of new Set([...old.keys(), ...now.keys()])) {
    const [was, is] = [old.get(id) ?? '', now.get(id) ?? ''];
    if (was === is) continue;
    const changes = changesIn(was, is, room);
    room = Math.max(0, room - changes.work);
    removed += changes.removed;
    added += changes.added;
  }
  return Math.max(removed, added);
}
