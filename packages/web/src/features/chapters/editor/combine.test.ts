import fc from 'fast-check';
import { expect, test } from 'vitest';
import { emptyChapter } from './chapter-input.ts';

import { compareTexts } from './compare.ts';
import { combineInputs, combineTexts, compareInputs, runsOf } from './differences.ts';

const rowsOf = (left: string, right: string) =>
  compareTexts(left, right, (text) => runsOf('content', text)).rows ?? [];

test('paragraphs of both texts make one, in the order of both', () => {
  const left = 'One.\n\nThe sea was calm.\n***\nTheirs alone.\nLast.';
  const right = 'One.\n\nThe sea was rough.\n***\nLast.\nMine alone.';
  const rows = rowsOf(left, right);
  const different = rows.flatMap(({ same }, at) => (same ? [] : [at]));
  expect(different).toHaveLength(3);
  const [sea = 0, theirs = 0, mine = 0] = different;
  const combined = (...taken: number[]) =>
    combineTexts(left, right, rows, (row) => (taken.includes(row) ? 'left' : 'right'));
  expect(combined(sea)).toBe('One.\n\nThe sea was calm.\n***\nLast.\nMine alone.');
  expect(combined(theirs)).toBe('One.\n\nThe sea was rough.\n***\nTheirs alone.\nLast.\nMine alone.');
  expect(combined(mine)).toBe('One.\n\nThe sea was rough.\n***\nLast.');
});

test('all of one side is that side’s text, and every paragraph of a combined text is from a side', () => {
  const lines = fc.array(fc.constantFrom('a b c', 'a b d', 'x', ' y z', '', '***'), { maxLength: 20 });
  fc.assert(
    fc.property(lines, lines, fc.array(fc.boolean()), (one, other, choices) => {
      const [left, right] = [one.join('\n'), other.join('\n')];
      const rows = rowsOf(left, right);
      expect(combineTexts(left, right, rows, () => 'right')).toBe(right.trim());
      const paragraphs = (text: string) => text.split('\n').filter((line) => line.trim() !== '');
      const trimmed = (text: string) => paragraphs(text).map((line) => line.trim());
      expect(trimmed(combineTexts(left, right, rows, () => 'left'))).toEqual(trimmed(left));
      const mixed = combineTexts(left, right, rows, (row) => (choices[row] ? 'left' : 'right'));
      const known = new Set([...trimmed(left), ...trimmed(right)]);
      expect(trimmed(mixed).every((line) => known.has(line))).toBe(true);
      const same = rows.filter((row) => row.same).length;
      expect(trimmed(mixed).length).toBeGreaterThanOrEqual(same);
    }),
  );
});

test('a title is taken as a whole, and what is not taken stays as on the right', () => {
  const left = { ...emptyChapter, title: 'Sunset', content: 'Same.\n', authorNotes: 'A note.' };
  const right = { ...emptyChapter, title: 'Evening', content: 'Same. ', authorNotes: '' };
  const { fields, differences } = compareInputs(left, right);
  expect(differences).toBe(2);
  const keyOf = (name: string) => fields.find(({ field }) => field === name)?.rows?.[0]?.key ?? '';
  expect(combineInputs(left, right, fields, new Set([keyOf('title')]))).toEqual({
    title: 'Sunset',
    content: 'Same. ',
    authorNotes: '',
    endNotes: '',
  });
  expect(combineInputs(left, right, fields, new Set([keyOf('authorNotes')])).authorNotes).toBe('A note.');
});

test('a difference keeps its key while others change, and equal ones have keys of their own', () => {
  const keys = (left: string, right: string) =>
    compareInputs({ ...emptyChapter, content: left }, { ...emptyChapter, content: right })
      .fields.flatMap(({ rows }) => rows ?? [])
      .map(({ key }) => key)
      .filter((key) => key !== '');
  const before = keys('One.\nTwo.', 'One.\n***\nTwo.\n***');
  expect(new Set(before).size).toBe(2);
  expect(keys('One.\nTwo.', 'Zero.\nOne.\n***\nTwo.\n***')).toEqual(expect.arrayContaining(before));
});
