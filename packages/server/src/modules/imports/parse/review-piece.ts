import { excerptOf } from '@inkling/contract/chapter-text';
import { countWords } from '@inkling/contract/words';
import type { Piece, ReviewPiece } from './book.ts';

export const reviewPiece = (piece: Piece): ReviewPiece => ({
  ...piece,
  words: countWords(piece.content),
  paragraphs: piece.content.split('\n').length,
  excerpt: excerptOf(piece.content),
});
