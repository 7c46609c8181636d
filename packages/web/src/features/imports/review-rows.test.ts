import { chaptersOfRows } from '@inkling/contract/import-rows';
import { expect, test } from 'vitest';
import {
  changeRow,
  chapterWords,
  type ReviewRow,
  renameVolume,
  rowsOfPlan,
  splitRow,
} from './review-rows.ts';

const piece = (title: string, words: number, volume = '') => ({
  title,
  named: true,
  volume,
  words,
  paragraphs: 10,
  excerpt: title,
  proposal: 'chapter' as const,
});
const rows = rowsOfPlan([
  piece('Dedication', 5),
  piece('One', 900, 'I'),
  piece('Two', 800, 'I'),
  piece('Three', 700, 'II'),
]);
const shown = (list: readonly ReviewRow[]) =>
  chaptersOfRows(list).map(({ title, text, note }) => [
    title,
    text.map(({ piece, from, to }) => `${piece}:${from}-${to}`).join(' '),
    note.map((range) => range.piece).join(' '),
  ]);

test('rows become chapters; others are joined to them, become a note, or are left out', () => {
  const changed = changeRow(
    changeRow(changeRow(rows, '0.0', { use: 'note' }), '2.0', { use: 'previous' }),
    '3.0',
    {
      use: 'omit',
    },
  );
  expect(shown(changed)).toEqual([['One', '1:0-10 2:0-10', '0']]);
  expect([...chapterWords(changed)]).toEqual([['1.0', 1700]]);
  expect(shown(changeRow(rows, '0.0', { use: 'next' }))[0]).toEqual(['One', '0:0-10 1:0-10', '']);
});

test('a split row becomes two chapters with all paragraphs between them, and can be joined again', () => {
  const split = splitRow(rows, '1.0', { at: 4, wordsBefore: 400, excerpt: 'Later' });
  expect(shown(split).slice(1, 3)).toEqual([
    ['One', '1:0-4', ''],
    ['One (2)', '1:4-10', ''],
  ]);
  expect(split.map(({ words }) => words)).toEqual([5, 400, 500, 800, 700]);
  expect(shown(changeRow(split, '1.4', { use: 'previous' }))[1]).toEqual(['One', '1:0-4 1:4-10', '']);
  expect(splitRow(rows, '1.0', { at: 10, wordsBefore: 900, excerpt: '' })).toEqual(rows);
});

test('text after the last chapter is not lost, nor that of a book without a chapter', () => {
  expect(shown(changeRow(rows, '3.0', { use: 'next' })).at(-1)).toEqual(['Two', '2:0-10 3:0-10', '']);
  const none = rows.map((row) => ({ ...row, use: 'note' as const }));
  expect(shown(none)).toEqual([['Dedication', '0:0-10 1:0-10 2:0-10 3:0-10', '']]);
});

test('a volume is renamed for all of its rows', () => {
  expect(renameVolume(rows, '1.0', 'Book One').map(({ volume }) => volume)).toEqual([
    '',
    'Book One',
    'Book One',
    'II',
  ]);
});
