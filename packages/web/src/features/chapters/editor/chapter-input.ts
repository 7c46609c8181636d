/** The contents of the chapter editor. */
export interface ChapterInput {
  title: string;
  content: string;
  authorNotes: string;
  endNotes: string;
  isPublished: boolean;
}

export const emptyChapter: ChapterInput = {
  title: '',
  content: '',
  authorNotes: '',
  endNotes: '',
  isPublished: false,
};

/** Copies only the fields of a ChapterInput. */
export const pickInput = ({
  title,
  content,
  authorNotes,
  endNotes,
  isPublished,
}: ChapterInput): ChapterInput => ({
  title,
  content,
  authorNotes,
  endNotes,
  isPublished,
});

const normalize = (text: string): string => text.replace(/\r\n?/g, '\n').normalize('NFC').trim();
const sameField = (one: string, other: string): boolean =>
  one === other || normalize(one) === normalize(other);

/** Whether the server would store both as the same text. */
export const isSameText = (one: ChapterInput, other: ChapterInput): boolean =>
  one.isPublished === other.isPublished &&
  sameField(one.title.replace(/\s+/g, ' '), other.title.replace(/\s+/g, ' ')) &&
  sameField(one.content, other.content) &&
  sameField(one.authorNotes, other.authorNotes) &&
  sameField(one.endNotes, other.endNotes);

/** Whether all texts are empty; the published switch alone is not worth saving. */
export const isEmpty = ({ title, content, authorNotes, endNotes }: ChapterInput): boolean =>
  `${title}${content}${authorNotes}${endNotes}`.trim() === '';
