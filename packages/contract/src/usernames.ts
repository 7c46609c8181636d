import { z } from 'zod';
import { usernameLimits } from './limits.ts';
import { cleanText } from './text.ts';

/**
 * Letters and digits that look like a Latin letter or digit, from Unicode's confusables (UTS #39). Excludes what NFKC
 * already maps and right-to-left scripts. The database stores skeletons of names
 * (migrations/0001-baseline/users.sql): a change of this table requires rebuilding that column.
 */
const confusableLetters: Record<string, string> = {
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

const pairs = Object.entries(confusableLetters).flatMap(([plain, letters]) =>
  Array.from(letters, (letter): [string, string] => [letter, plain]),
);

/** The table for SQL's `translate`: each letter maps to the one at the same index. */
export const confusables = {
  letters: pairs.map(([letter]) => letter).join(''),
  standFor: pairs.map(([, plain]) => plain).join(''),
};

const plainOf = new Map(pairs);

/** The skeleton of a name: two names with the same skeleton look alike. */
export const usernameSkeleton = (username: string): string =>
  Array.from(username, (letter) => plainOf.get(letter) ?? letter)
    .join('')
    .toLowerCase();

/** Names that suggest an official account or have a meaning in URLs. */
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

/** A coarser skeleton: ignores punctuation, and maps i to l. */
const coarseSkeleton = (username: string): string =>
  usernameSkeleton(username).replace(/[_.-]/g, '').replace(/i/g, 'l');
const reservedSkeletons = new Set(reserved.map(coarseSkeleton));

const neutral = String.raw`\p{scx=Common}\p{scx=Inherited}`;
const eastAsian = String.raw`\p{scx=Han}\p{scx=Hiragana}\p{scx=Katakana}\p{scx=Hangul}\p{scx=Bopomofo}`;
const scripts = `
  Latin Greek Cyrillic Armenian Hebrew Arabic Syriac Thaana Devanagari Bengali Gurmukhi Gujarati Oriya
  Tamil Telugu Kannada Malayalam Sinhala Thai Lao Tibetan Myanmar Georgian Ethiopic Cherokee
  Canadian_Aboriginal Khmer Mongolian Tifinagh Coptic Lisu Nko Vai Deseret Osage Adlam Javanese Balinese`
  .trim()
  .split(/\s+/)
  .map((script) => String.raw`\p{scx=${script}}`);

/** One script with digits and punctuation; East Asian scripts mixed with each other and Latin; or any unlisted script. */
const allowedScripts = [
  ...scripts.map((script) => new RegExp(`^[${script}${neutral}]+$`, 'u')),
  new RegExp(`^[${eastAsian}${String.raw`\p{scx=Latin}`}${neutral}]+$`, 'u'),
  new RegExp(`^[^${scripts.join('')}${eastAsian}]+$`, 'u'),
];

// A letter may have marks of its own script, as in Indian scripts, but no separate accents.
const wellFormed = /^(?:[\p{L}\p{Nd}_.-](?:(?![\p{sc=Inherited}\p{sc=Common}])\p{M}){0,3})+$/u;
const invisible = /\p{Default_Ignorable_Code_Point}/u;

/** The error message for a username of valid length; null if it is valid (docs/product/users.md#usernames). */
function usernameProblem(username: string): string | null {
  if (!wellFormed.test(username) || invisible.test(username)) {
    return 'Usernames can contain only letters, numbers and _ . -';
  }
  if (!/\p{L}|\p{Nd}/u.test(username)) return 'Usernames must contain at least one letter or number.';
  if (/[.-]$/.test(username)) return 'Usernames can’t end with a dot or a hyphen.';
  if (!allowedScripts.some((kind) => kind.test(username))) {
    return 'Usernames must use letters of a single alphabet.';
  }
  if (reservedSkeletons.has(coarseSkeleton(username)))
    return 'This username is reserved. Please choose another.';
  return null;
}

const lengthMessage = `Usernames must be ${usernameLimits.min} to ${usernameLimits.max} characters long.`;

/** A newly chosen username, normalised as stored. */
export const newUsername = z
  .string('Please choose a username.')
  .transform((raw) => cleanText(raw).normalize('NFKC'))
  .pipe(
    z
      .string()
      .min(usernameLimits.min, lengthMessage)
      .max(usernameLimits.max, lengthMessage)
      .superRefine((username, context) => {
        const message = usernameProblem(username);
        if (message !== null) context.addIssue({ code: 'custom', message });
      }),
  )
  .meta({ minLength: usernameLimits.min, maxLength: usernameLimits.max });

/** The username of an existing person in a URL. */
export const usernameInPath = z
  .string()
  .max(200)
  .transform((raw) => cleanText(raw).normalize('NFKC'))
  .pipe(z.string().min(1).max(usernameLimits.max));
