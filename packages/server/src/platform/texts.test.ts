import { foldText } from '@inkling/contract/fold-text';
import fc from 'fast-check';
import { expect, test } from 'vitest';
import { testApp } from '../testing/test-app.ts';
import { sql } from './db/db.ts';
import { placesOf, wordsKey } from './texts.ts';

const site = testApp();

/** What the database makes of texts. */
async function inDatabase(texts: string[]): Promise<[folded: string, words: string][]> {
  const { rows } = await sql<{ folded: string; words: string }>`
    select fold_text(t) as folded, words_key(t) as words from unnest(${texts}::text[]) with ordinality as u (t, place)
    order by place`.execute(site.ctx.db);
  return rows.map(({ folded, words }) => [folded, words]);
}

async function differences(texts: string[]): Promise<string[]> {
  const found = await inDatabase(texts);
  return texts.filter((text, index) => {
    const [folded, words] = found[index] ?? [];
    return folded !== foldText(text) || words !== wordsKey(text);
  });
}

/** Every character of the first two planes that the database's Unicode version has, but few of the many without marks. */
const characters = async (): Promise<string[]> => {
  const all = Array.from({ length: 0x1fb00 }, (_, code) => code + 1)
    .filter((code) => code < 0xd800 || code > 0xdfff)
    .map((code) => String.fromCodePoint(code))
    .filter((one, index) => index % 50 === 0 || !/[\p{Script=Han}\p{Script=Hangul}\p{Cn}\p{Co}]/u.test(one));
  const { rows } = await sql<{ one: string }>`
    select one from unnest(${all}::text[]) one where unicode_assigned(one)`.execute(site.ctx.db);
  return rows.map(({ one }) => one);
};

test('the database folds each character as the program does, also with marks', async () => {
  const all = await characters();
  expect(all.length).toBeGreaterThan(30_000);
  for (const around of [
    (one: string) => one,
    (one: string) => `${one}\u0301`,
    (one: string) => `a${one}b`,
    (one: string) => `и${one} \u{1f600}`,
  ])
    expect((await differences(all.map(around))).map((text) => [text, foldText(text)])).toEqual([]);
});

test('the database folds any text as the program does', async () => {
  const all = await characters();
  const part = fc.constantFrom(
    ...[
      'Straße',
      'ÆRØ',
      'Łódź',
      'ŒUVRE',
      'İstanbul',
      'ΟΔΥΣΣΕΎΣ',
      'Ёлка',
      'Йод',
      'הַתִּקְוָה',
      'مُحَمَّد',
      'हिन्दी',
      'ความรัก',
      '三体',
      'がぎ',
      'п\u02bcять',
      'كـتـاب',
      'کتابی',
      '٤۴४๔',
    ],
    ...[
      'don’t',
      '“x”',
      '″',
      '‴',
      '—',
      '❤️',
      '1️⃣',
      '½',
      'ﬁ',
      '\u0301',
      '\u034f',
      '\u200b',
      '\u200e',
      '\u00ad',
      ' ',
      '\t',
      '???',
      'ﷺ',
      '𝔘',
    ],
  );
  const texts = fc.sample(
    fc.array(fc.oneof(part, part, fc.constantFrom(...all)), { maxLength: 8 }).map((parts) => parts.join('')),
    5000,
  );
  expect(await differences(texts)).toEqual([]);
});

test.each([
  ['Straße, Ærø & Łódź', 'strasse aero lodz'],
  ['Þórr Ħal ÐŒ ı', 'thorr hal doe i'],
  ['Don’t—“Stop”', 'don t stop'],
  ['Ёлка Йод', 'елка йод'],
  ['ΟΔΟΣ', 'οδοσ'],
  ['I ❤️ You', 'i you'],
  ['Soft\u00adware', 'software'],
  ['  A—b  ', 'a b'],
  ['???', '???'],
  ['П\u02bcять Hawai\u02bbi O\u02b9zbek צ׳יפס', "П'ять Hawai‘i O’zbek צ'יפס"],
  ['6″ רמב״ם', '6" רמב"ם'],
  ['ភាសា\u200bខ្មែរ', 'ភាសាខ្មែរ'],
  ['کتابِ علی', 'كتاب علي'],
  ['كـَتـابـ', 'كتاب'],
  ['على', 'علی'],
  ['٠١٢٣٤٥٦٧٨٩', '0123456789'],
  ['۰۱۲۳۴۵۶۷۸۹', '0123456789'],
  ['४२ ๔๒ ៤២', '42 42 42'],
])('the words of “%s” are compared as “%s”', (text, key) => {
  expect(wordsKey(text)).toBe(wordsKey(key));
  expect(wordsKey(wordsKey(text))).toBe(wordsKey(text));
});

test('folding takes linear time', () => {
  const startedAt = performance.now();
  for (const letter of ['e', 'क', '漢']) wordsKey(letter + '\u0301'.repeat(30_000));
  expect(performance.now() - startedAt).toBeLessThan(2000);
});

const text = fc.string({ unit: fc.constantFrom('a', 'b'), maxLength: 400 });

test('finds all places that indexOf finds, overlapping ones too', () => {
  fc.assert(
    fc.property(
      text,
      fc.nat(400),
      fc.integer({ min: 1, max: 120 }),
      fc.nat(420),
      (whole, start, length, from) => {
        const pattern = whole.slice(start, start + length) || 'a';
        const expected: number[] = [];
        for (let at = whole.indexOf(pattern, from); at >= 0; at = whole.indexOf(pattern, at + 1))
          expected.push(at);
        expect([...placesOf(pattern, whole, from)]).toEqual(expected);
      },
    ),
  );
});

// With indexOf, this takes minutes.
test('searches texts that repeat a character', () => {
  const whole = 'a'.repeat(600_000);
  expect([...placesOf(`aaaaaaaaab${'a'.repeat(200_000)}`, whole)]).toEqual([]);
  expect([...placesOf('a'.repeat(200_000), whole)]).toHaveLength(400_001);
});
