import type { ImportLosses } from '@inkling/contract/imports';
import type { PiecedBook } from './book.ts';
import { titleKey } from './titles.ts';

const word = /[\p{L}\p{N}][\p{L}\p{M}\p{N}]*/gu;
/** Marks of emphasis are no borders of words here, and neither are apostrophes. */
const marks = /[*_~\\’']/g;
const wordsOf = (text: string): string[] => text.replace(marks, '').match(word) ?? [];

const shownWords = 12;

/**
 * Balances the words that a reader saw against those of titles, chapters and notes: what is left over is lost and has no
 * name. A line that only repeats a title is not. Null if every word has its place.
 */
export function missingWords(book: PiecedBook): NonNullable<ImportLosses['missing']> | null {
  const { pieces, seen, left = [], title, author, description } = book;
  const names = [title, author ?? '', description, ...new Set(pieces.map(({ volume }) => volume))];
  const titles = new Set([title, author ?? '', `by ${author}`, `${title} by ${author}`].map(titleKey));
  const kept = new Map<string, number>();
  const keep = (text: string) => {
    for (const one of wordsOf(text)) kept.set(one, (kept.get(one) ?? 0) + 1);
  };
  [...names, ...left].forEach(keep);
  for (const piece of pieces) {
    for (const text of [piece.title, piece.authorNotes, piece.endNotes ?? '', piece.content]) keep(text);
    for (const name of [piece.title, piece.volume]) titles.add(titleKey(name));
  }
  const missing: string[] = [];
  for (const text of seen) {
    const start = missing.length;
    for (const one of wordsOf(text)) {
      const left = kept.get(one) ?? 0;
      if (left > 0) kept.set(one, left - 1);
      else missing.push(one);
    }
    if (missing.length > start && titles.has(titleKey(text))) missing.length = start;
  }
  if (missing.length === 0) return null;
  const more = missing.length > shownWords ? ' …' : '';
  return { words: missing.length, excerpt: missing.slice(0, shownWords).join(' ') + more };
}
