/**
 * How texts are compared without case, accents and compatibility forms: `foldText` is the database's `fold_text`
 * (packages/server/migrations/0001-baseline/platform.sql), and a test compares them. What is stored, in indexes too,
 * contains its results: a change needs a migration that computes it again, and `inkling search reindex`.
 */

/** The digit 0 of scripts whose texts have 0 to 9 as well; their other digits follow it. */
const zeros = '٠۰०০੦૦୦௦౦೦൦๐໐၀០';

const allAs = (plain: string, signs: string) =>
  Object.fromEntries(Array.from(signs, (sign) => [sign, plain]));

/**
 * Letters that have no decomposition but are typed without their mark or, as in Persian and Arabic, with another
 * character, and signs and digits that are typed in another form.
 */
const plainForms: Record<string, string> = {
  ß: 'ss',
  æ: 'ae',
  œ: 'oe',
  ø: 'o',
  đ: 'd',
  ð: 'd',
  þ: 'th',
  ł: 'l',
  ħ: 'h',
  ı: 'i',
  ё: 'е',
  ς: 'σ',
  ک: 'ك',
  ی: 'ي',
  ى: 'ي',
  ...allAs("'", '‘’‚‛′׳ʹʻʼʽʾʿꞌꞋ'),
  ...allAs('"', '“”„‟״ʺ'),
  ...allAs('-', '‐‒–—―'),
  ...Object.fromEntries(
    Array.from(zeros, (zero) => zero.charCodeAt(0)).flatMap((zero) =>
      Array.from({ length: 10 }, (_, digit) => [String.fromCharCode(zero + digit), String(digit)]),
    ),
  ),
};
const special = new RegExp(`[${Object.keys(plainForms).join('')}]`, 'gu');
const plain = (one: string): string => plainForms[one] ?? one;

/** Letters that are read as apostrophes. */
export const apostrophes = '\\u02b9-\\u02bf\\ua78b\\ua78c';

/** Latin, Greek, Hebrew and Arabic letters: their marks are left out. In other scripts, such as Devanagari, marks are vowels. */
const letters =
  'A-Za-zªº\\u00c0-\\u02b8\\u0370-\\u03e1\\u03f0-\\u03ff\\u05d0-\\u05f2\\u0620-\\u063f\\u0641-\\u064a\\u0660-\\u0669\\u066e\\u066f\\u0671-\\u06d3\\u06d5\\u06e5\\u06e6\\u06ee-\\u06fc\\u06ff\\u0750-\\u077f\\u0870-\\u0887\\u08a0-\\u08c9\\u1d00-\\u1dbf\\u1e00-\\u1fff\\u2c60-\\u2c7f\\ua722-\\ua7ff\\uab30-\\uab6f';
const marks =
  '\\u0300-\\u036f\\u0483-\\u0489\\u0591-\\u05bd\\u05bf\\u05c1\\u05c2\\u05c4\\u05c5\\u05c7\\u0610-\\u061a\\u064b-\\u065f\\u0670\\u06d6-\\u06dc\\u06df-\\u06e4\\u06e7\\u06e8\\u06ea-\\u06ed\\u0898-\\u089f\\u08ca-\\u08e1\\u08e3-\\u08ff\\u1ab0-\\u1ace\\u1dc0-\\u1dff\\u20d0-\\u20f0\\ufe20-\\ufe2f';
const accents = new RegExp(`(?<=[${letters}])[${marks}]+`, 'gu');

/** Characters that cannot be seen and separate nothing, such as soft hyphens and direction controls. */
export const invisible =
  '\\u034f\\ufe0e\\ufe0f\\u00ad\\u061c\\u200b-\\u200f\\u202a-\\u202e\\u2060-\\u2064\\u2066-\\u2069\\ufeff';
/** They, and the line that stretches Arabic words. */
const leftOut = new RegExp(`[${invisible}\\u0640]`, 'gu');

const ascii = /^[\0-\x7f]*$/;

/** A text without case, accents and compatibility forms; its other characters, such as punctuation, stay. */
export const foldText = (text: string): string =>
  ascii.test(text)
    ? text.toLowerCase()
    : text
        .replace(special, plain)
        .normalize('NFKD')
        .replace(leftOut, '')
        .toLowerCase()
        .replace(accents, '')
        .normalize('NFC')
        .replace(special, plain);
