import { elementsNamed, type XmlElement } from '../epub/xml.ts';
import { cleanLine } from '../lines.ts';

/** What a document says about itself. */
export type Properties = ReturnType<typeof readProperties>;

const maxKeywords = 40;

/** What programs state as the author when they know none. */
const noAuthor =
  /^(?:microsoft(?: office)? user|office user|user|windows user|admin(?:istrator)?|owner|home|pc|author|unknown|python-docx)$/i;

/** Reads `docProps/core.xml` of a Word document or `meta.xml` of an OpenDocument file; null when there is none. */
export function readProperties(root: XmlElement | null) {
  const textOf = (name: string) => cleanLine(elementsNamed(root, name)[0]?.text ?? '');
  const words = [...elementsNamed(root, 'keywords'), ...elementsNamed(root, 'keyword')];
  const authors = [textOf('initial-creator'), textOf('creator')];
  return {
    title: textOf('title'),
    author: authors.find((name) => name !== '' && !noAuthor.test(name)) ?? null,
    description: textOf('description'),
    language: textOf('language') || null,
    keywords: [
      ...new Set(words.slice(0, maxKeywords).flatMap(({ text }) => text.split(/[,;]/).map(cleanLine))),
    ]
      .filter((word) => word !== '')
      .slice(0, maxKeywords),
  };
}
