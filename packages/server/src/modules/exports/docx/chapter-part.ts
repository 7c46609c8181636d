import { parseChapterText, type Run } from '@inkling/contract/chapter-text';
import { isRightToLeft } from '@inkling/contract/language';
import type { ChapterTask } from '../export-book.ts';
import { xmlText } from '../xml.ts';

/** The styles of `styles.ts` that paragraphs use. */
type Style =
  | ('Title' | 'Subtitle' | 'Heading1' | 'Heading2' | 'AuthorNote' | 'SceneBreak' | 'Verse')
  | ('GlossaryHeading' | 'GlossaryEntry' | 'GlossaryText')
  | null;

/** Runs of a paragraph; in right-to-left languages each is marked as such, which Word needs for the order of signs. */
function run({ text, em, strong }: Run, rightToLeft: boolean): string {
  const properties =
    (strong ? '<w:b/><w:bCs/>' : '') + (em ? '<w:i/><w:iCs/>' : '') + (rightToLeft ? '<w:rtl/>' : '');
  const content = xmlText(text).replaceAll('\t', '</w:t><w:tab/><w:t xml:space="preserve">');
  return `<w:r>${properties === '' ? '' : `<w:rPr>${properties}</w:rPr>`}<w:t xml:space="preserve">${content}</w:t></w:r>`;
}

const plain = (text: string): Run[] => [{ text, em: false, strong: false }];

/** A paragraph of the document. */
export function paragraph(style: Style, runs: readonly Run[] | string, language: string): string {
  const rightToLeft = isRightToLeft(language);
  const all = typeof runs === 'string' ? plain(runs) : runs;
  const properties = style === null ? '' : `<w:pPr><w:pStyle w:val="${style}"/></w:pPr>`;
  return `<w:p>${properties}${all.map((one) => run(one, rightToLeft)).join('')}</w:p>\n`;
}

/** A chapter's paragraphs. Blank lines of its text are left out: the styles have the space between paragraphs. */
export function chapterPart({ chapter, language, hasVolumes }: ChapterTask): string {
  const { title, authorNotes, endNotes = '', content } = chapter;
  let xml = paragraph(hasVolumes ? 'Heading2' : 'Heading1', title, language);
  const note = (text: string) =>
    text === ''
      ? ''
      : text
          .split('\n')
          .map((line) => paragraph('AuthorNote', line, language))
          .join('');
  xml += note(authorNotes);
  for (const { kind, runs } of parseChapterText(content)) {
    if (kind === 'paragraph') xml += paragraph(null, runs, language);
    else if (kind === 'verse') xml += paragraph('Verse', runs, language);
    else if (kind === 'scene-break') xml += paragraph('SceneBreak', '* * *', language);
  }
  return xml + note(endNotes);
}
