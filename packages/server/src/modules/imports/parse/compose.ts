import { plainText, sceneBreak } from '@inkling/contract/chapter-text';
import { escapeText } from '@inkling/contract/chapter-text-write';
import { chaptersOfRows } from '@inkling/contract/import-rows';
import type { ConfirmedChapter } from '@inkling/contract/imports';
import { type ParsedBook, type ParsedChapter, type PiecedBook, textLimits } from './book.ts';
import { contentOf, literalLine } from './lines.ts';

/** A piece's text, for composing chapters. */
export type PieceText = Pick<ParsedChapter, 'title' | 'authorNotes' | 'endNotes' | 'content'>;

type Range = ConfirmedChapter['text'][number];

const isContinued = (before: Range | undefined, range: Range): boolean =>
  before?.piece === range.piece && before.to === range.from;

/** The lines of ranges, with a scene break between those that do not continue each other. */
function linesOf(ranges: readonly Range[], pieceAt: (piece: number) => PieceText): string[] {
  return ranges.flatMap((range, i) => {
    const { title, content } = pieceAt(range.piece);
    const lines = content.split('\n').slice(range.from, range.to);
    if (range.titled) lines.unshift(literalLine(title));
    if (i > 0 && !isContinued(ranges[i - 1], range)) lines.unshift(sceneBreak);
    return lines;
  });
}

/** The chapter that ranges of pieces result in. Its text may be empty, or too long. */
export function composeChapter(
  { title, volume, text, note }: ConfirmedChapter,
  pieceAt: (piece: number) => PieceText,
): ParsedChapter {
  const notes = note.flatMap((range) => linesOf([range], pieceAt));
  // A piece's own note belongs to its beginning.
  const own = text.filter(({ from }) => from === 0).map(({ piece }) => pieceAt(piece).authorNotes);
  const authorNotes = [plainText(contentOf(notes)), ...own].filter((part) => part !== '').join('\n');
  // And the one after it to its end.
  const endNotes = text.flatMap(({ piece, to }) => {
    const { endNotes = '', content } = pieceAt(piece);
    return endNotes !== '' && to === content.split('\n').length ? [endNotes] : [];
  });
  const [only, ...more] = text;
  const whole =
    only && more.length === 0 && !only.titled && only.from === 0 ? pieceAt(only.piece).content : '';
  // A chapter that is a whole piece stays exactly as it is.
  const isWhole = whole !== '' && only?.to === whole.split('\n').length;
  const content = isWhole ? whole : contentOf(linesOf(text, pieceAt));
  return {
    title,
    volume,
    authorNotes,
    ...(endNotes.length > 0 && { endNotes: endNotes.join('\n') }),
    content,
  };
}

/** The book with the chapters that are proposed. */
export function proposedBook({ pieces, ...details }: Omit<PiecedBook, 'seen'>): ParsedBook {
  const rows = pieces.map(({ title, named, volume, content, proposal }, piece) => ({
    piece,
    from: 0,
    to: content.split('\n').length,
    title,
    named,
    volume,
    use: proposal,
  }));
  const none: PieceText = { title: '', authorNotes: '', content: '' };
  const chapters = chaptersOfRows(rows).map((chapter) =>
    composeChapter(chapter, (piece) => pieces[piece] ?? none),
  );
  return {
    ...details,
    chapters: chapters.map(withFittingNotes),
  };
}

const isLong = (note: string): boolean => note.length > textLimits.authorNotes;

/** How many notes of a chapter are too long to be stored as notes. */
export const countLongNotes = ({
  authorNotes,
  endNotes = '',
}: Pick<ParsedChapter, 'authorNotes' | 'endNotes'>) => [authorNotes, endNotes].filter(isLong).length;

/** The chapter with notes that are too long as its text, at its start and at its end, so that nothing is lost. */
export function withFittingNotes<T extends Pick<ParsedChapter, 'authorNotes' | 'endNotes' | 'content'>>(
  chapter: T,
): T {
  if (countLongNotes(chapter) === 0) return chapter;
  const { authorNotes, endNotes = '', content } = chapter;
  const textOf = (note: string) => (isLong(note) ? escapeText(note) : '');
  const noteOf = (note: string) => (isLong(note) ? '' : note);
  return {
    ...chapter,
    authorNotes: noteOf(authorNotes),
    endNotes: noteOf(endNotes),
    content: [textOf(authorNotes), content, textOf(endNotes)]
      .filter((part) => part !== '')
      .join(`\n${sceneBreak}\n`),
  };
}
