import { z } from 'zod';
import { cleanText } from './text.ts';

export const usernameLimits = { min: 3, max: 30 };

/**
 * Letters and digits that look like a Latin letter or a digit, by what they look like: from Unicode's confusables
 * (UTS #39), without what NFKC makes equal anyway and without scripts that are written from right to left. The
 * database has names by their looks (migration 0007); who changes this table has to build that column anew.
 */
const looksLike: Record<string, string> = {
  2: 'ꝚƧϨꙄᒿ',
  3: 'ꞫȜƷꝪⳌЗӠ𖼻𑣊',
  4: 'Ꮞ𑢯',
  5: 'Ƽ𑢻',
  6: 'ⳒбᏮ𑣕',
  7: '𐓒𑣆',
  8: '৪੪ȣȢ',
  9: '੧୨৭൭ꝮⳊ𑣌𑢬𑣖',
  a: 'ɑαаΑАᎪᗅꓮ𖽀𐊠',
  b: 'ƄЬᏏᖯꞴΒВᏴᗷꓐ𐊂𐊡',
  c: 'ᴄⲥсꮯ𐐽𑣩ⲤСᏟꓚ𐊢𐐕𐔜',
  d: 'ԁᏧᑯꓒᎠᗞᗪꓓ',
  e: 'ꬲеҽΕЕⴹᎬꓰ𑢦𑢮𐊆',
  f: 'ꬵꞙẝքꞘϜᖴꓝ𑣂𑢢𐊇𐊥𐔥',
  g: 'ɡᶃƍցԌᏀᏳꓖ',
  h: 'һհᏂΗⲎНᎻᕼꓧ𐋏',
  i: 'ıɪɩιіꙇꭵᎥ𑣃',
  j: 'ϳјꞲͿЈᎫᒍꓙ',
  k: 'ΚⲔКᏦᛕꓗ𐔘',
  l: '1IӏƖǀΙⲒІӀⵏᛁꓲ𖼨𐊊ⳐᏞᒪꓡ𖼖𑢣𑢲𐐛𐔦',
  m: 'ΜϺⲘМᎷᗰᛖꓟ𐊰',
  n: 'ոռΝⲚꓠ𐔓',
  o: '0०੦૦௦౦೦൦๐໐၀ᴏᴑꬽοσⲟоჿօഠဝ𐓪𑣈𑣗𐐬০୦𑓐𑣠ΟⲞОՕⵔዐଠ𐓂ꓳ𑢵𐊒𐊫𐐄𐔖',
  p: 'ρⲣрΡⲢРᏢᑭꓑ𐊕',
  q: 'ԛգզⵕ',
  r: 'ꭇꭈᴦⲅгꮁƦᎡᏒ𐒴ᖇꓣ𖼵',
  s: 'ꜱƽѕꮪ𑣁𐑈ЅՏᏕᏚꓢ𖼺𐊖𐐠',
  t: 'ΤⲦТᎢꓔ𖼊𑢼𐊗𐊱',
  u: 'ꞟᴜꭎꭒʋυս𐓶𑣘Սሀ𐓎ᑌꓴ𖽂𑢸',
  v: 'ᴠνѵ𑜆ꮩ𑣀ѴⴸᏙᐯꛟꓦ𖼈𑢠𐔝',
  w: 'ɯᴡѡԝա𑜊𑜎𑜏ꮃ𑣦ԜᎳᏔꓪ',
  x: 'хᕁᕽꞳΧⲬХⵝᚷꓫ𐊐𐊴𐔧',
  y: 'ɣᶌʏỿꭚγуүყ𑣜ΥⲨУҮᎩᎽꓬ𖽃𑢤𐊲',
  z: 'ᴢꮓ𑣄𑣥ΖᏃꓜ𑢩',
};

const pairs = Object.entries(looksLike).flatMap(([plain, letters]) =>
  Array.from(letters, (letter): [string, string] => [letter, plain]),
);

/** The table as `translate` of SQL takes it: each letter stands for the one at the same place. */
export const confusables = {
  letters: pairs.map(([letter]) => letter).join(''),
  standFor: pairs.map(([, plain]) => plain).join(''),
};

const plainOf = new Map(pairs);

/** What a name looks like: two names with the same look are one name to the eye. */
export const usernameSkeleton = (username: string): string =>
  Array.from(username, (letter) => plainOf.get(letter) ?? letter)
    .join('')
    .toLowerCase();

/** Names that would speak for the site, or that stand for something in an address. */
const reserved = `
  about account accounts admin administrator admins anonymous api app assets auth author authors bot
  category chapter chapters collection community contact delete deleted discover edit editor editors
  everyone export files follow genre genres guest healthz help helpdesk home info inkling inklingadmin
  inklingapp inklinghelp inklingofficial inklingstaff inklingsupport inklingteam legal library livez login
  logout mail mod moderator moderators mods new nobody null official operator owner password postmaster
  preferences privacy profile public readyz register reset root search security settings signin signout
  signup site staff status store stories story support sysadmin system team terms undefined unfollow upload
  user username users verify webmaster write`
  .trim()
  .split(/\s+/);

/** More alike than a look: signs between letters are nothing, and i is l. */
const roughLook = (username: string): string =>
  usernameSkeleton(username).replace(/[_.-]/g, '').replace(/i/g, 'l');
const reservedLooks = new Set(reserved.map(roughLook));

const neutral = String.raw`\p{scx=Common}\p{scx=Inherited}`;
const eastAsian = String.raw`\p{scx=Han}\p{scx=Hiragana}\p{scx=Katakana}\p{scx=Hangul}\p{scx=Bopomofo}`;
const alone = `
  Latin Greek Cyrillic Armenian Hebrew Arabic Syriac Thaana Devanagari Bengali Gurmukhi Gujarati Oriya
  Tamil Telugu Kannada Malayalam Sinhala Thai Lao Tibetan Myanmar Georgian Ethiopic Cherokee
  Canadian_Aboriginal Khmer Mongolian Tifinagh Coptic Lisu Nko Vai Deseret Osage Adlam Javanese Balinese`
  .trim()
  .split(/\s+/)
  .map((script) => String.raw`\p{scx=${script}}`);

/** One script, with digits and signs; the scripts of East Asia together, also with Latin; or a script not named here. */
const unmixed = [
  ...alone.map((script) => new RegExp(`^[${script}${neutral}]+$`, 'u')),
  new RegExp(`^[${eastAsian}${String.raw`\p{scx=Latin}`}${neutral}]+$`, 'u'),
  new RegExp(`^[^${alone.join('')}${eastAsian}]+$`, 'u'),
];

// A letter may carry marks of its own script, as those of India do; accents that are no part of a letter are none.
const wellFormed = /^(?:[\p{L}\p{Nd}_.-](?:(?![\p{sc=Inherited}\p{sc=Common}])\p{M}){0,3})+$/u;
const invisible = /\p{Default_Ignorable_Code_Point}/u;

/** What is wrong with a username that is long enough; null when nothing is (docs/product.md §2.12). */
function faultOf(username: string): string | null {
  if (!wellFormed.test(username) || invisible.test(username)) {
    return 'Usernames can contain only letters, numbers and _ . -';
  }
  if (!/\p{L}|\p{Nd}/u.test(username)) return 'Usernames must contain at least one letter or number.';
  if (!unmixed.some((kind) => kind.test(username))) {
    return 'Usernames must use letters of a single alphabet.';
  }
  if (reservedLooks.has(roughLook(username))) return 'This username is reserved. Please choose another.';
  return null;
}

const lengthMessage = `Usernames must be ${usernameLimits.min} to ${usernameLimits.max} characters long.`;

/** A username that somebody chooses, in the form in which it is kept. */
export const newUsername = z
  .string('Please choose a username.')
  .transform((raw) => cleanText(raw).normalize('NFKC'))
  .pipe(
    z
      .string()
      .min(usernameLimits.min, lengthMessage)
      .max(usernameLimits.max, lengthMessage)
      .superRefine((username, context) => {
        const message = faultOf(username);
        if (message !== null) context.addIssue({ code: 'custom', message });
      }),
  )
  .meta({ minLength: usernameLimits.min, maxLength: usernameLimits.max });

/** A username in an address, of somebody who has it. */
export const usernameInPath = z
  .string()
  .max(200)
  .transform((raw) => cleanText(raw).normalize('NFKC'))
  .pipe(z.string().min(1).max(usernameLimits.max));
