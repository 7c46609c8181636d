import { squareCharacter, textWidth } from './text-width.ts';

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
