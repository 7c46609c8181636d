/** Advance widths of Literata's printable ASCII characters at weight 600, in hundredths of the font size. */
const asciiWidths =
  '20 34 42 69 59 89 83 25 35 35 45 59 33 35 33 47 61 42 53 56 59 53 57 53 58 56 33 33 59 59 59 56 91 75 68 71 78 66 63 77 84 42 57 78 65 100 84 77 64 78 74 61 75 80 75 111 74 74 68 35 47 35 59 47 50 57 64 53 64 55 42 59 68 36 33 65 36 99 69 61 65 63 52 48 43 66 61 89 59 60 52 37 44 37 59'
    .split(' ')
    .map(Number);

/** Characters of East Asian scripts and emoji, which are about square. */
const squareCharacter =
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
function textWidth(text: string): number {
  let width = 0;
  for (const character of text) if (!/\p{M}/u.test(character)) width += characterWidth(character);
  return width * heavier;
}

export interface TextBox {
  width: number;
  height: number;
  maxSize: number;
  /** A multiple of the font size. */
  lineHeight: number;
  /** Above this size a text shrinks before a word is broken. */
  breakWordsBelow: number;
}

export interface FittedText {
  size: number;
  lines: string[];
}

interface Piece {
  text: string;
  /** In ems. */
  width: number;
  spaceBefore: boolean;
}

const spaceWidth = textWidth(' ');

const pieceOf = (text: string, spaceBefore: boolean): Piece => ({
  text,
  width: textWidth(text),
  spaceBefore,
});

/** The text between places where a line may end: spaces, hyphens, and around each East Asian character. */
function piecesOf(text: string): Piece[] {
  const squares = new RegExp(squareCharacter, 'gu');
  return text
    .split(/\s+/)
    .filter(Boolean)
    .flatMap((word) =>
      word
        .replace(squares, '\n$&\n')
        .replace(/([-–—/])(?=.)/gu, '$1\n')
        .split('\n')
        .filter(Boolean)
        .map((part, index) => pieceOf(part, index === 0)),
    );
}

/** Breaks a word that is longer than a line, between characters and never before a combining mark. */
function brokenWord({ text, spaceBefore }: Piece, maxWidth: number): Piece[] {
  const parts: Piece[] = [];
  let part = '';
  for (const character of text.match(/\P{M}\p{M}*|\p{M}+/gu) ?? []) {
    if (part !== '' && textWidth(part + character) > maxWidth) {
      parts.push(pieceOf(part, parts.length === 0 && spaceBefore));
      part = '';
    }
    part += character;
  }
  return [...parts, pieceOf(part, parts.length === 0 && spaceBefore)];
}

/** Fills lines of `maxWidth` ems, one after the other. */
function linesOf(pieces: Piece[], maxWidth: number): string[] {
  const lines: string[] = [];
  let used = 0;
  for (const long of pieces) {
    for (const piece of long.width > maxWidth ? brokenWord(long, maxWidth) : [long]) {
      const space = piece.spaceBefore ? spaceWidth : 0;
      const last = lines.length - 1;
      if (last >= 0 && used + space + piece.width <= maxWidth) {
        lines[last] += (piece.spaceBefore ? ' ' : '') + piece.text;
        used += space + piece.width;
      } else {
        lines.push(piece.text);
        used = piece.width;
      }
    }
  }
  return lines;
}

/** Shortens the lines as far as their number stays the same and no further word is broken. */
function balanced(pieces: Piece[], maxWidth: number): string[] {
  const narrowest = Math.max(maxWidth / 3, ...pieces.map(({ width }) => width));
  let lines = linesOf(pieces, maxWidth);
  for (let width = maxWidth * 0.96; width > narrowest; width *= 0.96) {
    const shorter = linesOf(pieces, width);
    if (shorter.length > lines.length) break;
    lines = shorter;
  }
  return lines;
}

/** The largest size at which a text fits into the box, and its lines. Nothing of the text is left out. */
export function fitText(text: string, box: TextBox): FittedText {
  const pieces = piecesOf(text);
  const fits = (size: number): boolean => {
    const maxWidth = box.width / size;
    if (size > box.breakWordsBelow && pieces.some(({ width }) => width > maxWidth)) return false;
    return linesOf(pieces, maxWidth).length * box.lineHeight * size <= box.height;
  };
  let size = box.maxSize;
  while (!fits(size)) size *= 0.97;
  return { size, lines: balanced(pieces, box.width / size) };
}
