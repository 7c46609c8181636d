import { parseChapterText } from '@inkling/contract/chapter-text';
import { expect, test } from 'vitest';
import { placeOnPage, whyUnplaced } from './place-on-page.ts';

const annotation = {
  _id: 'one',
  version: 2,
  isTextChanged: false,
  startOffset: 4,
  endOffset: 8,
  selectedText: 'lamp',
};
const chapter = (content: string, version: number) => ({ _id: 'chapter', content, version });
const placeOf = (shown: ReturnType<typeof chapter>, changes = {}) =>
  placeOnPage(shown, parseChapterText(shown.content), { ...annotation, ...changes });

test('a place that was certain stays while the page shows the same text', () => {
  const old = chapter('The lamp.', 2);
  const place = { from: 4, to: 8 };
  expect(placeOf(old)).toEqual(place);
  // The server has carried it over to a text that this page does not show yet, or that lacks its words.
  expect(placeOf(old, { version: 3, startOffset: 10, endOffset: 14 })).toEqual(place);
  expect(placeOf(old, { isTextChanged: true })).toEqual(place);
  // Another version of the same text, such as after a change of the title.
  expect(placeOf(chapter('The lamp.', 3))).toEqual(place);
});

test('in another text, nothing is known of it until it is carried over', () => {
  expect(placeOf(chapter('The lamp.', 2))).not.toBeNull();
  const changed = chapter('A new lamp. The lamp.', 3);
  expect(placeOf(changed)).toBeNull();
  expect(whyUnplaced(changed, annotation)).toContain('has just changed');
  expect(placeOf(changed, { version: 3, startOffset: 16, endOffset: 20 })).toEqual({ from: 16, to: 20 });
  expect(placeOf({ ...changed, _id: 'another' })).toBeNull();
});
