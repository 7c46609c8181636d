import { plainText } from '@inkling/contract/chapter-text';
import { type Token, tokensOf } from './tokens.ts';

/**
 * A part of a chapter's text as it is indexed. PostgreSQL forgets positions after the 16,383rd word of a text, and
 * those of a word after its 256th, so a chapter is cut (docs/decisions/0047-search-index.md).
 */
interface Piece {
  /** The words with spaces. */
  words: string;
  /** The piece of the plain text, for excerpts. */
  text: string;
}

/** Words in a piece. The most frequent word of a language is a twelfth of a text, far below 256 in this many. */
export const pieceWords = 2000;
/** Words that a piece shares with the next one, so that a phrase across the border is in one of them. */
export const pieceOverlap = 50;
/** Characters of a piece and of what it shares, so that a page of excerpts is small even of texts with endless words. */
export const pieceLength = 20_000;
const overlapLength = 2000;

/** Shorter words resemble too many others to be corrected. */
const minCorrectable = 4;
const maxCorrectable = 30;
const correctable = /^\p{L}+$/u;

/** Whether a misspelt word may be corrected to this one. */
export const isCorrectable = (word: string): boolean =>
  word.length >= minCorrectable && word.length <= maxCorrectable && correctable.test(word);

export interface CutText {
  pieces: Piece[];
  /** The different words of the text that corrections may use. */
  words: string[];
}

/** Cuts a chapter's content into pieces; an empty one has none. Takes linear time. */
export function cutText({ content }: { content: string }): CutText {
  const pieces: Piece[] = [];
  const words = new Set<string>();
  let tokens: Token[] = [];
  let fresh = 0;
  const plain = plainText(content);
  const close = (end: number): void => {
    const [first] = tokens;
    if (first === undefined || fresh === 0) return;
    const start = pieces.length === 0 ? 0 : first.start;
    const text = plain.slice(start, Math.min(end, start + pieceLength)).trim();
    pieces.push({ words: tokens.map(({ word }) => word).join(' '), text });
    tokens = tokens.slice(-pieceOverlap).filter((token) => token.start > end - overlapLength);
    fresh = 0;
  };
  for (const token of tokensOf(plain)) {
    if (isCorrectable(token.word)) words.add(token.word);
    tokens.push(token);
    fresh += 1;
    const isFull = tokens.length >= pieceWords || token.end - (tokens[0]?.start ?? 0) >= pieceLength;
    if (isFull) close(token.end);
  }
  close(plain.length);
  return { pieces, words: [...words] };
}

/** Cuts several texts; takes an object, as worker threads require. */
export const cutTexts = ({ contents }: { contents: string[] }): CutText[] =>
  contents.map((content) => cutText({ content }));
