import type { EditorState } from 'prosemirror-state';
import type { EditorView } from 'prosemirror-view';
import { expect, test } from 'vitest';
import { createState } from './rich-text/rich-text-field.tsx';
import { showPassage, type WantedPassage } from './show-passage.ts';

/** What is selected after a passage of a text was shown, in brackets after the text before it in its paragraph. */
function selectedAfter(content: string, wanted: WantedPassage): string {
  let state: EditorState = createState(content, []);
  const view = {
    get state() {
      return state;
    },
    dispatch(tr: Parameters<EditorState['apply']>[0]) {
      state = state.apply(tr);
    },
    focus() {},
  };
  showPassage(view as unknown as EditorView, wanted);
  const { $from, from, to } = state.selection;
  return `${$from.parent.textContent.slice(0, $from.parentOffset)}[${state.doc.textBetween(from, to)}]`;
}

const text = 'The sea was *loud*.\n\n***\n\nThe sea was calm.\nShe left the sea.';

test('the words are selected in their paragraph, or in the nearest one that has them', () => {
  expect(selectedAfter(text, { quote: 'The sea', place: 3 })).toBe('[The sea]');
  expect(selectedAfter(text, { quote: 'sea was loud', place: 1 })).toBe('The [sea was loud]');
  expect(selectedAfter(text, { quote: 'sea', place: 4 })).toBe('She left the [sea]');
  // The paragraph has moved.
  expect(selectedAfter(text, { quote: 'calm', place: 1 })).toBe('The sea was [calm]');
});

test('of words in two paragraphs, those in the first are selected; without any, the cursor is in their paragraph', () => {
  expect(selectedAfter(text, { quote: 'was calm. She left', place: 3 })).toBe('The sea [was calm.]');
  expect(selectedAfter(text, { quote: 'zebra', place: 4 })).toBe('[]');
  expect(selectedAfter(text, { quote: 'zebra', place: 99 })).toBe('[]');
});
