/** Advance widths of Literata's printable ASCII characters at weight 600, in hundredths of the font size. */
const asciiWidths =
  '20 34 42 69 59 89 83 25 35 35 45 59 33 35 33 47 61 42 53 56 59 53 57 53 58 56 33 33 59 59 59 56 91 75 68 71 78 66 63 77 84 42 57 78 65 100 84 77 64 78 74 61 75 80 75 111 74 74 68 35 47 35 59 47 50 57 64 53 64 55 42 59 68 36 33 65 36 99 69 61 65 63 52 48 43 66 61 89 59 60 52 37 44 37 59'
    .split(' ')
    .map(Number);

/** Characters of East Asian scripts and emoji, which are about square. */
export const squareCharacter =
  /[\u1100-\u11ff\u2e80-\ua4cf\uac00-\ud7af\uf900-\ufaff\uff01-\uff60]|\p{Extended_Pictographic}/u;
const widest = /[ЖМШЩЫЮÆŒĲ…—]/iu;

/** Titles are set a little heavier than the weight of the table. */
const heavier = 1.02;

/** The width of one character; an upper estimate for characters outside the table. */
function characterWidth(character: string): number {
  const known = asciiWidths[character.charCodeAt(0) - 32];
  if (known !== undefined) return known / 100;
  if (squareCharacter.test(character)) return 1.05;
  if (widest.test(character)) return 1.2;
  const base = asciiWidths[character.normalize('NFD').charCodeAt(0) - 32];
  if (base !== undefined) return base / 100;
  return character === character.toLowerCase() ? 0.72 : 0.92;
}

/** The width of a text set in the serif, in ems. */
export function textWidth(text: string): number {
  let width = 0;
  for (const character of text) if (!/\p{M}/u.test(character)) width += characterWidth(character);
  return width * heavier;
}
