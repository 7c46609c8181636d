import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { cleanText, line } from './text.ts';

const marks = fc
  .array(fc.constantFrom('a', '\u0301', '\u0323', '\u0344', '\u034f', '\u{1d165}', 'ก', 'ี', '字'), {
    maxLength: 200,
  })
  .map((all) => all.join(''));

describe('text with many combining marks', () => {
  test('is cleaned to at most thirty in a row, so that normalisation takes linear time [R64]', () => {
    fc.assert(
      fc.property(marks, (text) => {
        expect(cleanText(text)).not.toMatch(/(?:(?!\u034f)\p{M}){31}/u);
      }),
    );
    const long = cleanText(`a${'\u0301\u0323'.repeat(100_000)}`);
    expect(long).not.toMatch(/(?:(?!\u034f)\p{M}){31}/u);
    expect(long.replaceAll('\u034f', '').length).toBeGreaterThan(199_990);
  });

  test('can be cleaned with millions of them in a row', () => {
    expect(cleanText(`a${'\u0301'.repeat(4_000_000)}`)).toHaveLength(4_000_000 + Math.floor(3_999_999 / 30));
  });

  test('does not change when it is cleaned again', () => {
    fc.assert(
      fc.property(marks, (text) => {
        expect(cleanText(cleanText(text))).toBe(cleanText(text));
        expect(cleanText(text).normalize('NFC')).toBe(cleanText(text));
      }),
    );
  });

  test('with up to thirty in a row is only normalised to NFC', () => {
    const few = fc
      .array(fc.tuple(fc.constantFrom('a', 'ệ', '字'), fc.integer({ min: 0, max: 20 })), { minLength: 1 })
      .map((all) => all.map(([letter, count]) => letter + '\u0323'.repeat(count)).join(''));
    fc.assert(
      fc.property(few, (text) => {
        expect(cleanText(text)).toBe(text.normalize('NFC'));
      }),
    );
  });
});

test('required text has a visible character', () => {
  const title = line(50, 'Please enter a title.');
  for (const invisible of [
    '',
    ' \t\n',
    '\u200b',
    '\u2060\u200d',
    '\u202e',
    '\u3164',
    '\ufe0f',
    '\u2800',
    '\u034f',
  ])
    expect(title.safeParse(invisible).error?.issues[0]?.message, JSON.stringify(invisible)).toBe(
      'Please enter a title.',
    );
  for (const shown of ['.', '…', '猫', '👩\u200d🚀', '\u200eא', '0\ufe0f'])
    expect(title.parse(shown)).toBe(shown);
});
