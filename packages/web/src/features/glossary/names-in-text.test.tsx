import type { GlossaryEntry } from '@inkling/contract/glossary';
import { expect, test } from 'vitest';
import { findNames, namesPattern } from './names-in-text.ts';

const entry = (...names: string[]): GlossaryEntry => ({
  _id: names.join(),
  kind: 'person',
  names,
  notes: [],
});

/** The names that are found in paragraphs, with the titles of their entries. */
function found(paragraphs: string[], ...entries: GlossaryEntry[]) {
  const text = document.createElement('div');
  text.innerHTML = paragraphs.map((html, id) => `<p data-paragraph="${id}">${html}</p>`).join('');
  return findNames(text, entries).map(({ range, entries: of }) => [
    String(range),
    ...of.map(({ names }) => names[0]),
  ]);
}

test('names are whole words, the longest first, and terms may begin a sentence', () => {
  const all = [entry('Mara Venn', 'Mara'), entry('Ash'), entry('kelpie'), entry('C.J. (the fox)')];
  expect(
    found(['Mara Venn and Mara saw Ashes. Kelpie! A kelpie’s tail, and C.J. (the fox).'], ...all),
  ).toEqual([
    ['Mara Venn', 'Mara Venn'],
    ['Mara', 'Mara Venn'],
    ['Kelpie', 'kelpie'],
    ['C.J. (the fox)', 'C.J. (the fox)'],
  ]);
  // A name is not found where it is a common word.
  expect(found(['He had hope. Hope left.'], entry('Hope'))).toEqual([['Hope', 'Hope']]);
});

test('a name is found once a paragraph, and never in a link', () => {
  const paragraphs = ['Mara. <em>Mara</em>. Mara.', '<a href="/">Mara</a>', 'And <strong>Mara</strong>.'];
  expect(found(paragraphs, entry('Mara'))).toEqual([
    ['Mara', 'Mara'],
    ['Mara', 'Mara'],
  ]);
});

test('a name of two entries opens both, and languages without spaces are searched within words', () => {
  expect(found(['Ann was there.'], entry('Ann'), entry('Old Ann', 'Ann'))).toEqual([
    ['Ann', 'Ann', 'Old Ann'],
  ]);
  expect(found(['昨日田中さんが来た。'], entry('田中'))).toEqual([['田中', '田中']]);
});

test('without a name in the text, nothing is searched', () => {
  expect(namesPattern(['Mara', 'Ash'], 'Nobody was there.')).toBeNull();
  expect(found(['Nobody.'])).toEqual([]);
});
