import { z } from 'zod';

/** Ids are UUIDv7, sent as `_id`; whoever writes one in capitals means the same. */
export const id = z.uuid().toLowerCase();
/** Dates travel as ISO 8601 in UTC. */
export const isoDate = z.iso.datetime();

// Control characters other than newline and tab.
const forbidden = /[^\P{Cc}\n\t]/gu;

/** Combining marks in a row; U+034F, which joins nothing, ends such a row. */
const mark = '(?:(?!\\u034f)\\p{M})';
// Of a fixed length: an unbounded repetition of millions of marks would overflow the stack of the regular expression.
const longStack = new RegExp(`(?<!${mark})${mark}{31}`, 'u');
const upToThirty = new RegExp(`(${mark}{30}(?=${mark}))|${mark}{1,30}`, 'gu');

/**
 * Puts U+034F after each thirty combining marks in a row, as Unicode's Stream-Safe Text Format does (UAX #15): no
 * language has as many, and bringing them into order takes the square of their number.
 */
const breakStacks = (text: string): string =>
  longStack.test(text)
    ? text.replace(upToThirty, (marks, followed?: string) =>
        followed === undefined ? marks : `${marks}\u034f`,
      )
    : text;

/**
 * Text as it is stored: well-formed, NFC, line ends as \n, without control characters, without endless stacks of
 * combining marks, trimmed (docs/product.md §1.5). Takes time in proportion to its length.
 */
export const cleanText = (raw: string): string => {
  const plain = raw.toWellFormed().replace(/\r\n?/g, '\n').replace(forbidden, '');
  // Again afterwards, as a few marks become two in NFC.
  return breakStacks(breakStacks(plain).normalize('NFC')).trim();
};

/** What the document of the calls says of a text, which is judged once it is cleaned. */
const limitsOf = (max: number, required?: string) => ({
  maxLength: max,
  ...(required !== undefined && { minLength: 1 }),
});

/** Text of several lines, at most `max` characters; not empty when a message for that is given. */
export const prose = (max: number, required?: string) => {
  const checked = z.string().max(max, `Please use at most ${max.toLocaleString('en')} characters.`);
  return z
    .string(required)
    .transform(cleanText)
    .pipe(required === undefined ? checked : checked.min(1, required))
    .meta(limitsOf(max, required));
};

/** Text of one line: newlines and tabs become spaces. */
export const line = (max: number, required?: string) =>
  z
    .string(required)
    .transform((raw) => raw.replace(/[\s\u2028\u2029]+/g, ' '))
    .pipe(prose(max, required))
    .meta(limitsOf(max, required));

/** An address to write to. */
export const emailAddress = z
  .string('Please enter your email address.')
  .transform(cleanText)
  .pipe(
    z
      .email('Please enter an email address like name@example.com.')
      .max(254, 'This email address is too long.'),
  )
  .meta({ format: 'email', maxLength: 254 });
