import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { closedDirections } from './directions.ts';
import { cleanText, emailAddress, line } from './text.ts';

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

describe('the direction of one-line text', () => {
  const title = line(200, 'Please enter a title.');

  test('ends with the text: what has no start or no end is removed', () => {
    const parsed = (text: string) => title.parse(text);
    expect(parsed('\u202eThe Lamp')).toBe('The Lamp');
    expect(parsed('The \u2067Lamp')).toBe('The Lamp');
    expect(parsed('The Lamp\u2069\u202c')).toBe('The Lamp');
    expect(parsed('\u202bThe \u202cLamp\u202d')).toBe('\u202bThe \u202cLamp');
    // The end of an isolate cannot end an embedding, nor that of an embedding what is around its isolate.
    expect(parsed('\u202aa\u2069b\u2066c\u202cd\u2069')).toBe('ab\u2066cd\u2069');
    // An isolate's end ends the override inside it.
    expect(parsed('\u2067a\u202eb\u2069c\u202c')).toBe('\u2067ab\u2069c');
  });

  test('of Arabic and Hebrew titles stays, with marks and matched pairs', () => {
    for (const text of [
      'المصباح (The Lamp)',
      'המנורה\u200f!',
      'a \u2067שלום 1\u2069 b',
      '\u202bשלום \u202aC++\u202c!\u202c',
    ])
      expect(title.parse(text)).toBe(text);
  });

  test('is closed after one cleaning, whatever the order of the controls', () => {
    const texts = fc.array(
      fc.constantFrom('a', 'ש', ...'\u202a\u202b\u202c\u202d\u202e\u2066\u2067\u2068\u2069'),
    );
    fc.assert(
      fc.property(texts, (parts) => {
        const closed = closedDirections(parts.join(''));
        expect(closedDirections(closed)).toBe(closed);
        const count = (pattern: RegExp) => closed.match(pattern)?.length ?? 0;
        expect(count(/[\u202a\u202b\u202d\u202e]/g)).toBe(count(/\u202c/g));
        expect(count(/[\u2066-\u2068]/g)).toBe(count(/\u2069/g));
      }),
    );
  });

  test('is found in linear time', () => {
    const many = 300_000;
    expect(closedDirections('\u202e'.repeat(many) + '\u2069'.repeat(many))).toBe('');
    const nested = '\u2066'.repeat(many) + '\u2069'.repeat(many);
    expect(closedDirections(nested) === nested).toBe(true);
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

describe('an email address', () => {
  test.each([
    ['me@xn--e1afmkfd.xn--p1ai', 'me@xn--e1afmkfd.xn--p1ai'],
    ['me@пример.рф', 'me@xn--e1afmkfd.xn--p1ai'],
    ['Me+a@MÜNCHEN.example', 'Me+a@xn--mnchen-3ya.example'],
    ['me@例子。中国', 'me@xn--fsqu00a.xn--fiqs8s'],
    ['o’x@a.example', null],
    ["o'x@A.Example", "o'x@A.Example"],
    ['имя@пример.рф', null],
    ['me@пример', null],
    ['me@１２７.０.０.１', null],
    ['me@пример.рф/path', null],
    ['me@пример.рф:80', null],
    ['me@xn--', null],
    ['me@example.xn--', null],
    ['me@a..example', null],
    [`me@${'ф'.repeat(250)}.рф`, null],
  ])('%s is stored as %s', (given, stored) => {
    const { success, data } = emailAddress.safeParse(given);
    expect(success ? data : null).toBe(stored);
  });
});
