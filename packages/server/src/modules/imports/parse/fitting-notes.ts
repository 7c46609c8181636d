import { sceneBreak } from '@inkling/contract/chapter-text';
import { escapeText } from '@inkling/contract/chapter-text-write';
import { type ParsedChapter, textLimits } from './book.ts';

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
