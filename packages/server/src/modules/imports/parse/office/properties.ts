import { elementsNamed, type XmlElement } from '../epub/xml.ts';
import { cleanLine, cleanLines } from '../lines.ts';

/** What a document says about itself. */
export type Properties = ReturnType<typeof propertiesOf>;

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
