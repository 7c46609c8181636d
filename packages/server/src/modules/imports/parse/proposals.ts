import { minWordsToPublish } from '@inkling/contract/words';
import { type Piece, textLimits } from './book.ts';
import { isDedicationTitle, isNotesTitle } from './excluded-pages.ts';
import { wordsIn } from './lines.ts';
import { isChapterTitle, isUnnumberedChapter, labelOf, titleKey } from './titles.ts';

const isShort = ({ content }: Piece): boolean => wordsIn([content]) < minWordsToPublish;

const hasChapterTitle = ({ title, named }: Piece): boolean =>
  named && (isChapterTitle(title) || labelOf(title) !== null || isUnnumberedChapter(title));

/**
 * Proposes what becomes of pieces with too few words to be published (docs/product/imports.md#review). Those with a
 * chapter's title stay chapters; so do all if most are as short, as in a book of poems.
 */
export function withProposals(pieces: readonly Piece[]): Piece[] {
  const chapters = pieces.filter(({ proposal }) => proposal === 'chapter');
  const short = new Set(chapters.filter(isShort));
  const areFew = short.size <= chapters.length / 2;
  const firstChapter = pieces.findIndex((piece) => piece.proposal === 'chapter' && !short.has(piece));
  const isNotes = ({ title }: Piece) => isNotesTitle(titleKey(title));
  const lastChapter = pieces.findLastIndex((piece) => piece.proposal === 'chapter' && !isNotes(piece));
  const proposed = pieces.map((piece, at): Piece => {
    const isNote = piece.proposal === 'chapter' && /^(?:authors? notes?|a n)$/.test(titleKey(piece.title));
    if (isNote && piece.content.length <= textLimits.authorNotes && chapters.length > 1)
      return { ...piece, named: false, proposal: 'note' };
    // Typed notes belong to the chapter above them, unless they are those of the whole book.
    if (piece.proposal === 'chapter' && isNotes(piece) && at > firstChapter && at < lastChapter)
      return { ...piece, proposal: 'previous' };
    if (!short.has(piece) || hasChapterTitle(piece)) return piece;
    if (isDedicationTitle(titleKey(piece.title))) return { ...piece, named: false, proposal: 'note' };
    if (!areFew) return piece;
    if (at > firstChapter) return { ...piece, proposal: 'previous' };
    return { ...piece, proposal: piece.named ? 'next' : 'note' };
  });
  // Motto and dedication alone are the book.
  const last = proposed.findLast(({ proposal }) => proposal !== 'omit');
  if (last && proposed.every(({ proposal }) => proposal !== 'chapter')) {
    if (!last.named) last.title = 'Chapter 1';
    last.proposal = 'chapter';
  }
  return withinNoteLimit(proposed);
}

/** Notes that are too long together for an author's note start the chapter instead. */
function withinNoteLimit(pieces: readonly Piece[]): Piece[] {
  let size = 0;
  return pieces.map((piece): Piece => {
    if (piece.proposal === 'chapter') size = 0;
    if (piece.proposal !== 'note') return piece;
    size += piece.title.length + piece.content.length + 2;
    return size > textLimits.authorNotes ? { ...piece, proposal: 'next' } : piece;
  });
}
