import { sceneBreak } from '@inkling/contract/chapter-text';
import { serializeChapterText } from '@inkling/contract/chapter-text-write';
import { labelsFrom, ownDocxProperty, ownEpub } from '../../../../platform/own-epub.ts';
import { addLosses, noDetails, type PiecedBook, type ReadOptions, textLimits } from '../book.ts';
import { bookOfPages } from '../epub/assemble.ts';
import { authorNoteType, type Block } from '../epub/blocks.ts';
import { shownTitle } from '../epub/entries.ts';
import { elementsNamed, type XmlElement } from '../epub/xml.ts';
import { isGutenberg } from '../excluded-pages.ts';
import { cleanLine, cleanLines, plainOf } from '../lines.ts';
import { ownPieces, type Section } from '../sections.ts';
import { truncate } from '../titles.ts';
import type { DocumentPages } from './document-writer.ts';

/** What a document says about itself. */
type Properties = ReturnType<typeof propertiesOf>;

const maxKeywords = 40;

/** What programs state as the author when they know none, and their own names. */
const noAuthor =
  /^(?:(?:libre|open|wps )office|pandoc|calibre|sigil|scrivener|abiword|google docs|microsoft word|pages|vellum|aspose|apache poi|docx4j|microsoft(?: office)? user|office user|user|windows user|admin(?:istrator)?|owner|home|pc|author|unknown|anonymous|un-named|python-docx|html-to-docx)$/i;

/** Tidies what a document says about itself; `keywords` may be lists with commas. */
export function propertiesOf(
  stated: Record<'title' | 'description' | 'language', string> & Record<'authors' | 'keywords', string[]>,
) {
  const keywords = stated.keywords.slice(0, maxKeywords).flatMap((text) => text.split(/[,;]/).map(cleanLine));
  return {
    title: cleanLine(stated.title),
    author: stated.authors.map(cleanLine).find((name) => name !== '' && !noAuthor.test(name)) ?? null,
    description: cleanLines(stated.description),
    language: cleanLine(stated.language) || null,
    keywords: [...new Set(keywords)].filter((word) => word !== '').slice(0, maxKeywords),
  };
}

/** Reads `docProps/core.xml` of a Word document or `meta.xml` of an OpenDocument file; null when there is none. */
export function readProperties(root: XmlElement | null): Properties {
  const textOf = (name: string) => elementsNamed(root, name)[0]?.text ?? '';
  return propertiesOf({
    title: textOf('title'),
    authors: [textOf('initial-creator'), textOf('creator')],
    description: textOf('description'),
    language: textOf('language'),
    keywords: ['keywords', 'keyword'].flatMap((name) => elementsNamed(root, name).map(({ text }) => text)),
  });
}

/**
 * The labels and the description of a story, in `docProps/custom.xml` and `core.xml` of a Word document that Inkling
 * exported; null for any other.
 */
export function ownDetailsOf(custom: XmlElement | null, core: XmlElement | null) {
  const properties = new Map(
    elementsNamed(custom, 'property').map(({ attributes, text }) => [attributes.name, text]),
  );
  const of = (name: string) => properties.get(ownDocxProperty(name));
  const description = elementsNamed(core, 'description')[0]?.text ?? '';
  return of('format') === ownEpub.version
    ? { ...labelsFrom(of), description: description.slice(0, textLimits.description) }
    : null;
}

const textOf = ({ runs }: Block): string => runs.map(({ text }) => text).join('');

/** The lines of a block, with the gaps between the stanzas above it. */
function linesOf({ kind, verse, runs, blanks }: Block): string[] {
  if (kind === 'break') return [sceneBreak];
  const line = serializeChapterText([{ kind: verse ? 'verse' : 'paragraph', runs }]);
  return verse ? [...Array<string>(blanks).fill('|'), line] : [line];
}

/** The sections of a Word document that Inkling exported, as it wrote them; its title page is left out. */
export function ownSections(
  blocks: readonly Block[],
  { title, author, description }: { title: string; author: string | null; description: string },
): Section[] {
  const front = new Set([title, author ?? '', ...description.split('\n')]);
  const sections: Section[] = [{ depth: 0, title: '', lines: [], authorNotes: '' }];
  for (const block of blocks) {
    const section = sections.at(-1);
    if (block.kind === 'heading' && block.level > 1)
      sections.push({ depth: block.level, title: textOf(block), lines: [], authorNotes: '' });
    else if (sections.length === 1 && front.has(cleanLine(plainOf(block.runs)))) continue;
    else if (block.types.has(authorNoteType) && section !== undefined) {
      const place = section.lines.length === 0 ? 'authorNotes' : 'endNotes';
      const above = section[place] ? section[place] + '\n'.repeat(block.blanks + 1) : '';
      section[place] = above + textOf(block);
    } else section?.lines.push(...linesOf(block));
  }
  return sections;
}

const maxTitlePage = 5;
/** The lines of a title page above the first heading, as Pandoc writes it: in bold, with names and a date below. */
function titlePageOf(blocks: readonly Block[]): string[] {
  const end = blocks.findIndex(({ kind }) => kind === 'heading');
  if (!blocks[0]?.isDisplayed || end > maxTitlePage) return [];
  return blocks.slice(0, Math.max(end, 0)).map(({ runs }) => plainOf(runs));
}
/** Two or more words with capitals, not 'For Ann'. */
const isName = (line: string): boolean =>
  /^(?!(?:For|To|An?|The|In|Part|Book) )\p{Lu}\S*(?: (?:\p{Lu}\S*|d[aei]|v[ao]n|der|l[ae])){1,4}$/u.test(
    line,
  );

/** A word processor's document as a book: by its headings, its chapter titles, or else its page breaks. */
export function readPages(
  format: 'docx' | 'odt' | 'rtf',
  document: DocumentPages,
  properties: Properties,
  name: string,
  options: ReadOptions,
  own: ReturnType<typeof ownDetailsOf> = null,
): PiecedBook {
  const { losses, notes } = document;
  const [first = '', ...others] = document.titles.map(cleanLine).filter((title) => title !== '');
  const blocks = document.pages.flatMap((page) => page.blocks);
  const [shown, ...below] = first === '' && properties.title === '' ? titlePageOf(blocks) : [];
  const title = truncate(
    (others.length === 0 ? first : '') || (shown ?? shownTitle(properties.title, { blocks }, name)),
    textLimits.title,
  );
  const { language, keywords } = properties;
  const author = properties.author ?? (below.filter(isName).join(', ') || null);
  const description = truncate(properties.description, textLimits.description);
  const details = { format, title, author, description, language, genres: keywords, losses };
  const pages = document.pages.map((page) => ({
    ...page,
    isGutenberg: page.blocks.some(({ runs }) => isGutenberg(plainOf(runs))),
  }));
  if (own === null) return bookOfPages(pages, details, options, notes);
  for (const page of [...pages, notes]) addLosses(losses, page.losses);
  const pieces = ownPieces(ownSections(blocks, details));
  return { ...noDetails, ...details, ...own, pieces, seen: [], isExact: true };
}
