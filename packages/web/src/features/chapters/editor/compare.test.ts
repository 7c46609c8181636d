import fc from 'fast-check';
import { expect, test } from 'vitest';
import { type ComparedLine, compareTexts as compare } from './compare.ts';
import { runsOf } from './differences.ts';

const compareTexts = (left: string, right: string) => compare(left, right, (text) => runsOf('content', text));

const changedIn = (lines: ComparedLine[]): string[] =>
  lines.flatMap((line) => {
    if (line.kind !== 'different') return [];
    return (line.parts ?? [{ text: line.text, changed: true }])
      .filter(({ changed }) => changed)
      .map(({ text }) => text.trim());
  });

test('paragraphs of one side only are marked, and those that both share are folded', () => {
  const { left, right } = compareTexts('a\nb\nc\nd\ne', 'a\nb\nc\nd\nE');
  expect(left).toEqual([
    { kind: 'gap', hidden: 3, at: 0 },
    { kind: 'same', text: 'd', at: 3 },
    { kind: 'different', text: 'e', at: 4 },
  ]);
  expect(right.at(-1)).toEqual({ kind: 'different', text: 'E', at: 4 });
});

test('a changed paragraph is compared by its words', () => {
  const { left, right } = compareTexts(
    'The rain came down on the roofs.\nThe end.',
    'The rain came softly down on the old roofs.\nThe end.',
  );
  expect(changedIn(left)).toEqual([]);
  expect(changedIn(right)).toEqual(['softly', 'old']);
});

test('words whose emphasis alone changed are marked, and no marks of the format are shown', () => {
  const { left, right } = compareTexts(
    'It was *very*, un\u2060*believ*\u2060ably late.',
    'It was very, unbelievably *late*.',
  );
  expect(changedIn(left)).toEqual(['very', 'un', 'believ', 'ably', 'late']);
  expect(changedIn(right)).toEqual(['very', 'unbelievably', 'late']);
});

test('words of scripts without spaces are compared too', () => {
  const { left, right } = compareTexts('猫が雨の中を歩いていた。', '犬が雨の中を歩いていた。');
  expect(changedIn(left)).toEqual(['猫']);
  expect(changedIn(right)).toEqual(['犬']);
});

test('a paragraph that was inserted before a changed one does not hide what changed in it', () => {
  const { left, right } = compareTexts(
    'She opened the door and looked at the sea.',
    'Nobody had slept.\nShe opened the door and looked at the harbour.',
  );
  expect(changedIn(left)).toEqual(['sea']);
  expect(changedIn(right)).toEqual(['Nobody had slept.', 'harbour']);
});

test('a paragraph that moved is marked on both sides', () => {
  const { left, right } = compareTexts('one\ntwo\nthree', 'two\nthree\none');
  expect([changedIn(left), changedIn(right)]).toEqual([['one'], ['one']]);
});

test('every paragraph is shown or counted as folded, and its parts are its text', () => {
  const lines = fc.array(fc.constantFrom('a b c', 'a b d', 'x', 'y z', ''), { maxLength: 30 });
  fc.assert(
    fc.property(lines, lines, (one, other) => {
      const compared = compareTexts(one.join('\n'), other.join('\n'));
      for (const [shown, all] of [
        [compared.left, one],
        [compared.right, other],
      ] as const) {
        const given = all.filter((line) => line !== '');
        const count = shown.reduce((sum, line) => sum + (line.kind === 'gap' ? line.hidden : 1), 0);
        expect(count).toBe(given.length);
        for (const line of shown) {
          if (line.kind === 'gap') continue;
          expect(given[line.at]).toBe(line.text);
          if (line.kind === 'different' && line.parts !== undefined) {
            expect(line.parts.map(({ text }) => text).join('')).toBe(line.text);
          }
        }
      }
    }),
  );
});

test('two entirely different texts of a million characters are compared to the end', () => {
  const text = (word: string) =>
    Array.from({ length: 20_000 }, (_, at) => `${word} ${at} ${word}${at}`).join('\n');
  const { left, right } = compareTexts(text('left'), text('right'));
  expect(left).toHaveLength(20_000);
  expect(right).toHaveLength(20_000);
});
