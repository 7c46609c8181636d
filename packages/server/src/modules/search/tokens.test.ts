import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { editDistance } from '../../platform/texts.ts';
import { excerptOf, markerOf, rangesIn } from './marks.ts';
import { parseQuery, readQuery } from './parse-query.ts';
import { cutText, pieceLength, pieceOverlap, pieceWords } from './pieces.ts';
import { type Terms, termsOf, tsquery } from './query-forms.ts';
import { indexText, normalizeWord, tokenPattern, tokensOf } from './tokens.ts';

const matchesIn = (text: string, query: Terms[], stems = new Map<string, string>()) =>
  rangesIn([...tokensOf(text)], markerOf(query, 'simple').fitting(stems));

const anyText = fc.string({ unit: 'binary', maxLength: 60 });
const manyScripts = fc
  .array(
    fc.constantFrom(
      'Café',
      'ÉCLAIR',
      '三体世界',
      'ความรัก',
      'Ёлка',
      'naïve',
      '😀',
      '𝔘𝔫𝔦',
      'ﷺ',
      '½',
      'don’t',
      ' ',
      '"',
      '\u0301',
      '한국어',
      'हिन्दी',
      'İstanbul',
      'п\u02bcять',
      'ខ្មែ\u200bរ',
      'كـتاب',
      '๑๒',
    ),
    { maxLength: 12 },
  )
  .map((parts) => parts.join(''));
const texts = fc.oneof(anyText, manyScripts);
const splitsPair = (text: string, at: number) =>
  /[\ud800-\udbff]/.test(text.charAt(at - 1)) && /[\udc00-\udfff]/.test(text.charAt(at));

describe('words of a text', () => {
  test.each([
    ['Café NOËL', 'cafe noel'],
    ['Straße, Ærø & Łódź', 'strasse aero lodz'],
    ['don’t — 42nd', 'don t 42nd'],
    ['三体世', '三体 体世 世'],
    ['Война ёлка', 'война елка'],
    ['ΟΔΟΣ', 'οδοσ'],
    ['한국어', '한국어'],
    ['हिन्दी', 'हिन्दी'],
    ['soft\u00adware', 'software'],
    ['п\u02bcять Hawai\u02bbi o\u02b9zbek', 'п ять hawai i o zbek'],
    ['ខ្មែ\u200bរ', indexText('ខ្មែរ')],
    ['ภา\u200bษา ລາ\u200bວ မြန်\u200bမာ', indexText('ภาษา ລາວ မြန်မာ')],
    ['کتابی كـتاب', 'كتابي كتاب'],
    ['القصة البيوت', 'قصة بيوت'],
    ['الحب الله', 'الحب الله'],
    ['فصل ١٢ ۱۲ ๑๒๓ บทที่๑๒', 'فصل 12 12 123 บท ทที่ ที่ 12'],
  ])('of %s are %s', (text, words) => {
    expect(indexText(text)).toBe(words);
  });

  test('are in order, inside the text, and the same when they are normalized again', () => {
    fc.assert(
      fc.property(texts, (text) => {
        let last = 0;
        for (const { word, start, end } of tokensOf(text)) {
          expect(start).toBeGreaterThanOrEqual(last);
          expect(end).toBeGreaterThan(start);
          expect(end).toBeLessThanOrEqual(text.length);
          expect(splitsPair(text, start) || splitsPair(text, end)).toBe(false);
          expect(word).toMatch(/^[\p{L}\p{N}][\p{L}\p{N}\p{M}]*$/u);
          expect(normalizeWord(word)).toBe(word);
          last = start;
        }
      }),
      { numRuns: 2000 },
    );
  });
});

describe('a query', () => {
  test('has words, phrases in quotation marks, and a last word that may be incomplete', () => {
    expect(parseQuery('the “Great hall” don’t lam')).toEqual([
      { words: ['great', 'hall'], isQuoted: true, isPrefix: false },
      { words: ['don', 't'], isQuoted: false, isPrefix: false },
      { words: ['lam'], isQuoted: false, isPrefix: true },
    ]);
    expect(parseQuery('the')).toMatchObject([{ words: ['the'] }]);
    expect(parseQuery('三体世')).toMatchObject([{ words: ['三体', '体世'] }]);
    expect(parseQuery('"" !!! 😀')).toEqual([]);
  });

  test.each([
    'chapter 12',
    'ch 12',
    'ch. XII',
    'ch.12',
    'ch12',
    'chapter-12',
    'chapter #12',
    'Chapter Twelve',
  ])('has the number of a chapter in ‘%s’', (text) => {
    expect(readQuery(`${text} havisham`)).toMatchObject({ chapter: 12, parts: [{ words: ['havisham'] }] });
  });

  test('has a bounded number of plain words, whatever the text', () => {
    fc.assert(
      fc.property(texts, (text) => {
        const parts = parseQuery(text);
        expect(parts.flatMap(({ words }) => words).length).toBeLessThanOrEqual(24);
        expect(tsquery(termsOf(parts, new Map()))).toMatch(/^[\p{L}\p{N}\p{M}'()|:*&<> -]*$/u);
      }),
      { numRuns: 2000 },
    );
  });
});

test.each(['e', 'क', '漢', 'ก'])(
  'the length of a word that begins with %s and has endless marks costs linear time',
  (letter) => {
    const startedAt = performance.now();
    expect([...tokensOf(letter + '\u0301'.repeat(50_000))].length).toBe(1);
    expect(performance.now() - startedAt).toBeLessThan(1000);
  },
);

test('words of ASCII characters are the same as the pattern finds', () => {
  const signs = fc.string({
    unit: fc.constantFrom(...'aZ9 .’“”—…-_é\u0301\u00ad\u200d\u2028ßﬁ三'),
    maxLength: 30,
  });
  fc.assert(
    fc.property(signs, (text) => {
      const found = [...text.matchAll(new RegExp(tokenPattern))].filter(([, run]) => run === undefined);
      const expected = found.map((match) => [normalizeWord(match[0]), match.index]);
      const isRun = (word: string) => word.includes('三');
      const tokens = [...tokensOf(text)].filter(({ word }) => !isRun(word));
      expect(tokens.map(({ word, start }) => [word, start])).toEqual(
        expected.filter(([word]) => word !== ''),
      );
    }),
    { numRuns: 3000 },
  );
});

describe('marks', () => {
  test('are on the pairs of characters that begin with the only one of a query', () => {
    expect(matchesIn('港の灯台', termsOf(parseQuery('灯'), new Map()))).toEqual([[2, 4]]);
  });

  test('are exactly where the words of a part follow each other', () => {
    const words = fc.array(fc.constantFrom('ab', 'abc', 'cd', 'cde'), { minLength: 1, maxLength: 8 });
    const stems = new Map([['cde', 'cd']]);
    fc.assert(
      fc.property(words, fc.array(words, { maxLength: 3 }), (text, phrases) => {
        const query = termsOf(parseQuery(phrases.map((part) => `"${part.join(' ')}"`).join(' ')), new Map());
        const marked = new Set<number>();
        for (const terms of query) {
          for (let from = 0; from + terms.length <= text.length; from += 1) {
            const found = terms.every(({ words }, place) => {
              const word = text[from + place] ?? '';
              return words.includes(word) || words.includes(stems.get(word) ?? '');
            });
            if (found) for (const place of terms.keys()) marked.add(from + place);
          }
        }
        const tokens = [...tokensOf(text.join(' '))];
        const ranges = matchesIn(text.join(' '), query, stems);
        const isMarked = (index: number) =>
          ranges.some(
            ([start, end]) => start <= (tokens[index]?.start ?? -1) && (tokens[index]?.end ?? 0) <= end,
          );
        expect([...text.keys()].filter(isMarked)).toEqual([...marked].sort((x, y) => x - y));
      }),
      { numRuns: 2000 },
    );
  });

  test('cover the words of the query wherever they are in the text', () => {
    fc.assert(
      fc.property(texts, texts, (before, word) => {
        const query = termsOf(parseQuery(word), new Map());
        const text = `${before} ${word} end`;
        const ranges = matchesIn(text, query);
        if (query.length > 0) expect(ranges.length).toBeGreaterThan(0);
        let last = 0;
        for (const [start, end] of ranges) {
          expect(start).toBeGreaterThanOrEqual(last);
          expect(end).toBeGreaterThan(start);
          expect(splitsPair(text, start) || splitsPair(text, end)).toBe(false);
          last = end;
        }
      }),
      { numRuns: 2000 },
    );
  });

  test('stay on the same words in an excerpt', () => {
    fc.assert(
      fc.property(fc.array(texts, { maxLength: 60 }), texts, (parts, word) => {
        const text = parts.join(' ');
        const ranges = matchesIn(text, termsOf(parseQuery(word), new Map()));
        const excerpt = excerptOf(text, ranges);
        const marked = new Set(ranges.map(([start, end]) => text.slice(start, end).replace(/\s/g, ' ')));
        expect(excerpt.text.isWellFormed() || !text.isWellFormed()).toBe(true);
        for (const [start, end] of excerpt.matches) expect(marked).toContain(excerpt.text.slice(start, end));
        expect(excerpt.text.length).toBeLessThanOrEqual(230);
        if (ranges.length > 0 && (ranges[0]?.[1] ?? 0) - (ranges[0]?.[0] ?? 0) < 100)
          expect(excerpt.matches.length).toBeGreaterThan(0);
      }),
      { numRuns: 1000 },
    );
  });
});

describe('pieces of a chapter', () => {
  test('overlap, so that each run of words is in one of them', () => {
    const words = Array.from({ length: 3 * pieceWords + 17 }, (_, index) => `w${index}`);
    const { pieces } = cutText({ content: words.join(' ') });
    expect(pieces.length).toBeGreaterThan(3);
    for (let from = 0; from + 10 <= words.length; from += 1) {
      const run = ` ${words.slice(from, from + 10).join(' ')} `;
      expect(pieces.some((piece) => ` ${piece.words} `.includes(run))).toBe(true);
    }
    expect(pieceOverlap).toBeGreaterThan(24);
  });

  test('have a bounded length, also of endless words, and are not many', () => {
    for (const length of [490, 50_000]) {
      const word = 'x'.repeat(length);
      const content = Array.from({ length: 900_000 / length }, () => word).join(' ');
      const { pieces } = cutText({ content });
      expect(Math.max(...pieces.map(({ text }) => text.length))).toBeLessThanOrEqual(pieceLength);
      expect(pieces.length).toBeLessThan(60);
    }
  });

  test('keep a partly emphasized word whole', () => {
    expect(cutText({ content: 'un\u2060*believ*\u2060able' })).toEqual({
      pieces: [{ words: 'unbelievable', text: 'unbelievable' }],
      words: ['unbelievable'],
    });
  });

  test('do not exist for an empty chapter', () => {
    expect(cutText({ content: '***\n\n' })).toEqual({ pieces: [], words: [] });
  });
});

test('the distance of two words counts missing, added, replaced and swapped letters', () => {
  const pairs: [string, string, number][] = [
    ['shelock', 'sherlock', 1],
    ['expectatons', 'expectations', 1],
    ['hte', 'the', 1],
    ['badc', 'abcd', 2],
    ['ca', 'abc', 3],
    ['', 'abc', 3],
    ['kitten', 'sitting', 3],
  ];
  for (const [from, to, distance] of pairs)
    expect([from, to, editDistance(from, to)]).toEqual([from, to, distance]);
});
