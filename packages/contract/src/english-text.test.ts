import { describe, expect, test } from 'vitest';
import { countNames, dialogueIn, formsOf, maskLongRuns, namesOf } from './english-text.ts';

const spoken = (line: string) => dialogueIn(line).map(({ start, end }) => line.slice(start, end));

test.each([
  ['“Go,” she said. “Now.”', ['“Go,”', '“Now.”']],
  ['"Go," she said. "Now."', ['"Go,"', '"Now."']],
  ['‘Don’t go,’ she said.', ['‘Don’t go,’']],
  ['The dogs’ ‘’twas’ and rock ‘n’ roll', []],
  ['“It goes on', ['“It goes on']],
  ['«Oui», dit-elle.', ['«Oui»']],
  ['It was 5\' 6" tall.', []],
])('dialogue in %s', (line, ranges) => {
  expect(spoken(line)).toEqual(ranges);
});

test('long runs are masked by spaces in the same places', () => {
  const text = `a ${'😀'.repeat(70)} b`;
  const masked = `a ${' '.repeat(140)} b`;
  expect(maskLongRuns(text)).toEqual({ masked, ranges: [{ start: 2, end: 142 }] });
  expect(maskLongRuns('short words—only')).toEqual({ masked: 'short words—only', ranges: [] });
});

describe('names', () => {
  const names = (text: string) => namesOf(countNames(text), 10);
  test('are what is capitalized twice in the middle of sentences, possessives included', () => {
    const text =
      'We saw Mirelle come. The boat was Mirelle’s, and old Tobin saw it. Rain fell. Rain fell, and Tobin left.';
    expect(names(text)).toEqual(['Mirelle', 'Tobin']);
  });

  test('are not first words, words after a quotation mark, capitals or typos used once', () => {
    expect(
      names('Stone fell. “Stone,” he said. Stone!\nStone. The NASA and the NASA. I saw Mirele and Mirelle.'),
    ).toEqual([]);
  });

  test('are known with their plurals and possessives', () => {
    expect(formsOf('Tobin')).toEqual(
      expect.arrayContaining(['Tobin', 'Tobins', 'Tobin’s', "Tobin's", 'Tobins’']),
    );
    expect(formsOf('Voss')).toContain('Vosses');
  });
});
