/** What an author types on a chapter's page. */
export interface ChapterInput {
  title: string;
  content: string;
  authorNotes: string;
  isPublished: boolean;
}

export const emptyChapter: ChapterInput = { title: '', content: '', authorNotes: '', isPublished: false };

/** Only what belongs to a text. */
export const pickInput = ({ title, content, authorNotes, isPublished }: ChapterInput): ChapterInput => ({
  title,
  content,
  authorNotes,
  isPublished,
});

const normalize = (text: string): string => text.replace(/\r\n?/g, '\n').normalize('NFC').trim();
const sameField = (one: string, other: string): boolean =>
  one === other || normalize(one) === normalize(other);

/** Whether the server would keep both as the same text. */
export const isSameInput = (one: ChapterInput, other: ChapterInput): boolean =>
  one.isPublished === other.isPublished &&
  sameField(one.title.replace(/\s+/g, ' '), other.title.replace(/\s+/g, ' ')) &&
  sameField(one.content, other.content) &&
  sameField(one.authorNotes, other.authorNotes);

/** Whether there is no text at all; a switch alone is nothing that could be lost. */
export const isEmpty = ({ title, content, authorNotes }: ChapterInput): boolean =>
  `${title}${content}${authorNotes}`.trim() === '';
