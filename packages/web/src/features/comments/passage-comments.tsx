import { parseChapterText } from '@inkling/contract/chapter-text';
import type { Chapter } from '@inkling/contract/chapters';
import { commentLimits } from '@inkling/contract/limits';
import type { Author } from '@inkling/contract/users';
import { lazyComponent } from '../../lib/lazy-component.tsx';

/** A part of a chapter's text: offsets in the content of a version, and what it says. */
export interface Passage {
  version: number;
  startOffset: number;
  endOffset: number;
  quote: string;
  /** The paragraph in which it begins; undefined if it begins in none. */
  paragraph: number | undefined;
}

type Text = Pick<Chapter, 'content' | 'paragraphIds' | 'version'>;

/** The id of the paragraph that contains an offset; a line of the content is a paragraph. */
export function paragraphAt({ content, paragraphIds }: Text, offset: number): number | undefined {
  const lines = content.slice(0, offset).split('\n').length;
  return paragraphIds[lines - 1] ?? undefined;
}

/** The text of a line of the content, without marks. */
const plainText = (line: string): string =>
  parseChapterText(line)
    .flatMap(({ runs }) => runs.map(({ text }) => text))
    .join('')
    .trim();

/** A quotation as the server shortens it. */
const shortened = (text: string): string =>
  text.length <= commentLimits.quote
    ? text
    : `${text.slice(0, commentLimits.quote - 1).replace(/[\ud800-\udbff]$/, '')}…`;

/** Of a text, a function that returns the first words of a paragraph. */
export function paragraphStarts({ content, paragraphIds }: Text): (paragraph: number) => string {
  const lines = content.split('\n');
  const indexes = new Map(paragraphIds.map((id, index) => [id, index]));
  return (paragraph) => {
    // The beginning is enough.
    const text = plainText(lines[indexes.get(paragraph) ?? -1]?.slice(0, 200) ?? '');
    const start = text.split(/\s+/, 5).join(' ').slice(0, 60).toWellFormed();
    return start.length < text.length ? `${start}…` : start;
  };
}

/** A whole paragraph as a passage; undefined if the text does not have it. */
export function wholeParagraph(
  { content, paragraphIds, version }: Text,
  paragraph: number,
): Passage | undefined {
  const index = paragraphIds.indexOf(paragraph);
  const lines = content.split('\n');
  const line = lines[index];
  if (line === undefined) return undefined;
  const startOffset = lines.slice(0, index).reduce((length, each) => length + each.length + 1, 0);
  return {
    version,
    paragraph,
    startOffset,
    endOffset: startOffset + line.length,
    quote: shortened(plainText(line)),
  };
}

export interface PassageCommentsProps {
  /** The open chapter. */
  chapter: Pick<Chapter, '_id' | 'story'>;
  /** The author of the story. */
  author: Author;
  passage: Passage;
  /** Whether the reader wants to write about the passage, not to read what others wrote. */
  takesFocus?: boolean;
  onClose: () => void;
}

/** The comments on the paragraph of a passage, and a box for another one about the passage. Loaded when it is opened. */
export const PassageComments = lazyComponent<PassageCommentsProps>(
  async () => (await import('./passage-panel.tsx')).PassagePanel,
);
