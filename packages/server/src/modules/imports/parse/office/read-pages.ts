import { addLosses, noDetails, type PiecedBook, type ReadOptions, textLimits } from '../book.ts';
import { elementsNamed, type XmlElement } from '../epub/xml.ts';
import { cleanLine, cleanLines } from '../lines.ts';
import { bookOfPages } from '../pages.ts';
import { ownPieces } from '../sections.ts';
import { truncate } from '../titles.ts';
import type { DocumentPages } from './document-writer.ts';
import { type ownDetailsOf, ownSections } from './own-docx.ts';

/** What a document says about itself. */
type Properties = ReturnType<typeof propertiesOf>;

const maxKeywords = 40;

/** What programs state as the author when they know none, and their own names. */
const noAuthor =
  /^(?:(?:libre|open|wps )office|pandoc|calibre|sigil|scrivener|abiword|google docs|microsoft word|pages|vellum|aspose|apache poi|docx4j|microsoft(?: office)? user|office user|user|windows user|admin(?:istrator)?|owner|home|pc|author|unknown|anonymous|un-named|python-docx|html-to-docx)$/i;

/** Whether an author's name is that of a program, or of nobody. */
export const isProgram = (name: string): boolean => noAuthor.test(name);

/** Tidies what a document says about itself; `keywords` may be lists with commas. */
export function propertiesOf(
  stated: Record<'title' | 'description' | 'language', string> & Record<'authors' | 'keywords', string[]>,
) {
  const keywords = stated.keywords.slice(0, maxKeywords).flatMap((text) => text.split(/[,;]/).map(cleanLine));
  return {
    title: cleanLine(stated.title),
    author: stated.authors.map(cleanLine).find((name) => name !== '' && !isProgram(name)) ?? null,
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

/** A title that a program gave, not an author. */
const isGeneric = (title: string): boolean =>
  /^(?:microsoft word\b.*|(?:untitled|document|dokument|documento?)\s?\d*|.*\.(?:docx?|odt|rtf))$/i.test(
    title,
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
  const { losses, notes, pages } = document;
  const [first = '', ...others] = document.titles.map(cleanLine).filter((title) => title !== '');
  const stated = isGeneric(properties.title) ? '' : properties.title;
  const title = truncate((others.length === 0 ? first : '') || stated || name, textLimits.title);
  const { author, language, keywords } = properties;
  const description = truncate(properties.description, textLimits.description);
  const details = { format, title, author, description, language, genres: keywords, losses };
  if (own === null) return bookOfPages(pages, details, options, notes);
  for (const page of [...pages, notes]) addLosses(losses, page.losses);
  const blocks = pages.flatMap((page) => page.blocks);
  const pieces = ownPieces(ownSections(blocks, details));
  return { ...noDetails, ...details, ...own, pieces, seen: [], isExact: true };
}
