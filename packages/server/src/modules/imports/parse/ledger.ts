import type { ImportLosses } from '@inkling/contract/imports';
import type { PiecedBook } from './book.ts';
import { titleKey } from './titles.ts';

const word = /[\p{L}\p{N}][\p{L}\p{M}\p{N}]*/gu;
/** Marks of emphasis with their joiners are no borders of words here, and neither are apostrophes. */
const marks = /[*_~\\’'\u2060]/g;
const wordsOf = (text: string): string[] => text.replace(marks, '').match(word) ?? [];

const shownWords = 12;

const add = (counts: Map<string, number>, key: string, count = 1): void => {
  counts.set(key, (counts.get(key) ?? 0) + count);
};

/** Takes one if any is left; returns whether it did. */
function take(counts: Map<string, number>, key: string): boolean {
  const count = counts.get(key) ?? 0;
  if (count > 0) counts.set(key, count - 1);
  return count > 0;
}

/**
 * Balances the words that a reader saw against those of titles, chapters and notes: what is left over is lost and has no
 * name. A line that only repeats a title is not. Null if every word has its place.
 */
export function missingWords(book: PiecedBook): NonNullable<ImportLosses['missing']> | null {
  const { pieces, seen, left = [], title, author, description } = book;
  const names = [title, author ?? '', description, ...new Set(pieces.map(({ volume }) => volume))];
  const titles = new Set([title, author ?? '', `by ${author}`, `${title} by ${author}`].map(titleKey));
  /** Most lines have their place as a whole. */
  const lines = new Map<string, number>();
  const texts = pieces.flatMap((piece) => [
    piece.title,
    piece.authorNotes,
    piece.endNotes ?? '',
    piece.content,
  ]);
  for (const text of [...names, ...left, ...texts])
    for (const line of text.split('\n')) add(lines, line.replace(marks, ''));
  const others = seen.filter((text) => !take(lines, text.replace(marks, '').trim()));
  const kept = new Map<string, number>();
  for (const [line, count] of lines) if (count > 0) for (const one of wordsOf(line)) add(kept, one, count);
  for (const { title, volume } of pieces) titles.add(titleKey(title)).add(titleKey(volume));
  const missing: string[] = [];
  for (const text of others) {
    const start = missing.length;
    missing.push(...wordsOf(text).filter((one) => !take(kept, one)));
    if (missing.length > start && titles.has(titleKey(text))) missing.length = start;
  }
  if (missing.length === 0) return null;
  const more = missing.length > shownWords ? ' …' : '';
  return { words: missing.length, excerpt: missing.slice(0, shownWords).join(' ') + more };
}
