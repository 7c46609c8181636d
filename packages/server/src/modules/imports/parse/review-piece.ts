import { plainText, sceneBreak } from '@inkling/contract/chapter-text';
import { countWords } from '@inkling/contract/words';
import type { Piece, ReviewPiece } from './book.ts';

const excerptLength = 160;

/** The first words of a text, without marks. */
export const excerptOf = (content: string, length = excerptLength): string =>
  plainText(content.slice(0, length * 4))
    .split('\n')
    .filter((line) => line !== sceneBreak)
    .join(' ')
    .trim()
    .slice(0, length)
    .toWellFormed();

export const reviewPiece = (piece: Piece): ReviewPiece => ({
  ...piece,
  words: countWords(piece.content),
  paragraphs: piece.content.split('\n').length,
  excerpt: excerptOf(piece.content),
});
