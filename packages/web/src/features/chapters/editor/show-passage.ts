import { Selection, TextSelection } from 'prosemirror-state';
import type { EditorView } from 'prosemirror-view';
import { findWords } from '../find-words.ts';

/** Words of a chapter in one line, and the number of the paragraph in which they begin, from 1. */
export interface WantedPassage {
  quote: string;
  place: number;
}

/**
 * Selects the words in the text and scrolls to them: where they are nearest to their paragraph, or the part of them in it;
 * else puts the cursor where it begins.
 */
export function showPassage(view: EditorView, { quote, place }: WantedPassage): void {
  const { doc, tr } = view.state;
  let paragraph = 0;
  let start = 0;
  const found: { distance: number; from: number; length: number }[] = [];
  doc.forEach((block, offset) => {
    const text = block.textContent;
    if (block.isTextblock && text.trim() === '') return;
    paragraph += 1;
    const isThere = paragraph === place;
    if (isThere) start = offset;
    const { at, length } = findWords(text, quote);
    if (length === quote.length || (isThere && length > 0))
      found.push({ distance: Math.abs(paragraph - place), from: offset + 1 + at, length });
  });
  const [best] = found.sort((a, b) => a.distance - b.distance);
  const selection =
    best === undefined
      ? Selection.near(doc.resolve(start))
      : TextSelection.create(doc, best.from, best.from + best.length);
  view.dispatch(tr.setSelection(selection).scrollIntoView());
  view.focus();
}
