import { z } from 'zod';
import { closedDirections } from './directions.ts';

/** Ids are UUIDv7, sent as `_id`; letter case is ignored. */
export const id = z.uuid().toLowerCase();
/** The id that a client may choose for what it creates (docs/product/contract.md#ids-chosen-by-the-client). */
export const chosenId = z.uuidv7('Please use a UUIDv7 as id.').toLowerCase();
/** Dates are sent as ISO 8601 in UTC. */
export const isoDate = z.iso.datetime();

// Control characters other than newline and tab.
const forbidden = /[^\P{Cc}\n\t]/gu;

/** A combining mark, except U+034F, which ends a sequence of marks. */
const mark = '(?:(?!\\u034f)\\p{M})';
// Of a fixed length: an unbounded repetition over millions of marks would overflow the stack of the regex engine.
const longStack = new RegExp(`(?<!${mark})${mark}{31}`, 'u');
const upToThirty = new RegExp(`(${mark}{30}(?=${mark}))|${mark}{1,30}`, 'gu');

/**
 * Inserts U+034F after every thirty combining marks, as Unicode's Stream-Safe Text Format does (UAX #15). No language
 * needs more, and normalising a long sequence takes quadratic time.
 */
const breakStacks = (text: string): string =>
  longStack.test(text)
    ? text.replace(upToThirty, (marks, followed?: string) =>
        followed === undefined ? marks : `${marks}\u034f`,
      )
    : text;

/**
 * Text as it is stored: well-formed, NFC, with \n line ends, without control characters and long sequences of
 * combining marks, trimmed (docs/product/contract.md#text). Takes linear time.
 */
export const cleanText = (raw: string): string => {
  const plain = raw.toWellFormed().replace(/\r\n?/g, '\n').replace(forbidden, '');
  // Again after NFC, which turns a few marks into two.
  return breakStacks(breakStacks(plain).normalize('NFC')).trim();
};

/** The length limits for the OpenAPI document; the schema checks them after cleaning. */
const limitsOf = (max: number, required?: string) => ({
  maxLength: max,
  ...(required !== undefined && { minLength: 1 }),
});

// Zero-width and filler characters, direction controls, variation selectors, and the Braille pattern without dots.
const visible = /[^\p{White_Space}\p{Default_Ignorable_Code_Point}\u2800]/u;
const notVisible = /[\p{White_Space}\p{Default_Ignorable_Code_Point}\u2800]+/gu;

/** Whether a text has a character that can be seen. */
export const isVisible = (text: string): boolean => visible.test(text);

/** A text without spaces and characters that cannot be seen. */
export const visibleOf = (text: string): string => text.replace(notVisible, '');

/** Multi-line text of at most `max` characters; must have a visible one if `required` has a message. */
export const prose = (max: number, required?: string) => {
  const checked = z.string().max(max, `Please use at most ${max.toLocaleString('en')} characters.`);
  return z
    .string(required)
    .transform(cleanText)
    .pipe(required === undefined ? checked : checked.regex(visible, required))
    .meta(limitsOf(max, required));
};

/** Single-line text: newlines and tabs become spaces, and its writing direction ends with it. */
export const line = (max: number, required?: string) =>
  z
    .string(required)
    .transform((raw) => closedDirections(raw.replace(/[\s\u2028\u2029]+/g, ' ')))
    .pipe(prose(max, required))
    .meta(limitsOf(max, required));

/** An email address whose domain is in its ASCII form (`xn--…`), by which mail servers know it, so that each has one form. */
export function withAsciiDomain(address: string): string {
  const at = address.lastIndexOf('@') + 1;
  const domain = address.slice(at);
  const isInternational =
    at > 0 && /^[\p{L}\p{M}\p{N}.。．｡-]{1,254}$/u.test(domain) && /\P{ASCII}/u.test(domain);
  if (!isInternational || !URL.canParse(`https://${domain}`)) return address;
  return address.slice(0, at) + new URL(`https://${domain}`).hostname;
}

/** Like zod's, and with top-level domains in the ASCII form of other scripts. */
const addressPattern =
  /^(?:[A-Za-z0-9_'+-]+\.)*[A-Za-z0-9_'+-]*[A-Za-z0-9_+-]@(?:[A-Za-z0-9][A-Za-z0-9-]*\.)+(?:[A-Za-z]{2,}|xn--[A-Za-z0-9-]*[A-Za-z0-9])$/i;

/** An email address. */
export const emailAddress = z
  .string('Please enter your email address.')
  .transform((raw) => withAsciiDomain(cleanText(raw)))
  .pipe(
    z
      .email({ pattern: addressPattern, error: 'Please enter an email address like name@example.com.' })
      .max(254, 'This email address is too long.'),
  )
  .meta({ format: 'email', maxLength: 254 });
