import { type BookProblem, notABook } from './book.ts';

/** Whether these characters of Latin-1 are at a place in a file. */
const ascii = (bytes: Uint8Array, at: number, text: string): boolean =>
  [...text].every((letter, i) => bytes[at + i] === letter.charCodeAt(0));

/** The media type of a JPEG, PNG, GIF or WebP, by its first bytes; null for anything else. */
export function imageTypeOf(bytes: Uint8Array): string | null {
  if (bytes[0] === 0xff && bytes[1] === 0xd8 && bytes[2] === 0xff) return 'image/jpeg';
  if (bytes[0] === 0x89 && ascii(bytes, 1, 'PNG\r\n')) return 'image/png';
  if (ascii(bytes, 0, 'GIF87a') || ascii(bytes, 0, 'GIF89a')) return 'image/gif';
  return ascii(bytes, 0, 'RIFF') && ascii(bytes, 8, 'WEBP') ? 'image/webp' : null;
}

const includesAscii = (bytes: Uint8Array, text: string) =>
  Buffer.from(bytes.buffer, bytes.byteOffset, bytes.byteLength).includes(text, 0, 'latin1');

const extension = (name: string) => /\.([a-z\d]{1,12})$/i.exec(name)?.[1]?.toLowerCase() ?? '';

/** Whether these bytes are a zip archive, as an EPUB is. */
export const isZip = (bytes: Uint8Array): boolean =>
  ascii(bytes, 0, 'PK\u0003\u0004') || ascii(bytes, 0, 'PK\u0005\u0006');

export const isRtf = (bytes: Uint8Array): boolean => ascii(bytes, 0, '{\\rtf');

const claimsEpub = (bytes: Uint8Array, name: string): boolean =>
  ascii(bytes, 30, 'mimetypeapplication/epub+zip') ||
  extension(name) === 'epub' ||
  includesAscii(bytes, 'META-INF/container.xml');

/** What a zip archive contains, by the names of its files. */
export function zipKind(bytes: Uint8Array, name: string): 'epub' | 'docx' | 'odt' | null {
  if (includesAscii(bytes, '[Content_Types].xml')) return 'docx';
  if (ascii(bytes, 30, 'mimetypeapplication/vnd.oasis.opendocument')) return 'odt';
  if (claimsEpub(bytes, name)) return 'epub';
  return includesAscii(bytes, 'content.xml') && includesAscii(bytes, 'META-INF/manifest.xml') ? 'odt' : null;
}

/** The problem for a zip archive that is no book. */
export function foreignZip(bytes: Uint8Array): BookProblem {
  if (includesAscii(bytes, 'Index/Document.iwa') || includesAscii(bytes, 'Index.zip'))
    return notABook('This is a Pages document. In Pages, export it as Word or EPUB first.');
  if (includesAscii(bytes, '.scrivx'))
    return notABook('This is a Scrivener project. In Scrivener, compile it to Word or EPUB first.');
  return notABook('This is a zip file, not a book. Unpack it first.');
}

const binaries: [at: number, head: string, what: string][] = [
  [0, '%PDF', 'This is a PDF, which can’t be imported.'],
  [60, 'BOOKMOBI', 'This is a Kindle book. Convert it to EPUB first, for instance with Calibre.'],
  [0, '\u00EADRMION', 'This is a Kindle book. Convert it to EPUB first, for instance with Calibre.'],
  [0, 'CONT\u0002\u0000', 'This is a Kindle book. Convert it to EPUB first, for instance with Calibre.'],
  [0, 'ITSF', 'This is a Windows help file. Convert it to EPUB first, for instance with Calibre.'],
  [60, 'TPZ', 'This is a Kindle book. Convert it to EPUB first, for instance with Calibre.'],
  [0, 'Rar!', 'This is a RAR archive. Unpack it first.'],
  [0, '7z\u00BC\u00AF', 'This is a 7z archive. Unpack it first.'],
  [0, '\u001F\u008B', 'This is a gzip archive. Unpack it first.'],
  [0, '\u007FELF', 'This is a program.'],
  [0, 'MZ\u0090', 'This is a program.'],
];

const wide = (text: string) => [...text].join('\u0000');

/** The problem for a file of Office before 2007, or an encrypted one of today, which is inside such a file. */
function foreignCompound(bytes: Uint8Array): BookProblem | null {
  if (!ascii(bytes, 0, '\u00D0\u00CF\u0011\u00E0')) return null;
  if (includesAscii(bytes, wide('EncryptedPackage')))
    return notABook('This document is protected with a password. Save it without one first.');
  return notABook('This is an older Word document. In Word or LibreOffice, save it as .docx first.');
}

/** The problem for a file that cannot be a book, by its first bytes; null when it may be one. */
export function foreignFile(bytes: Uint8Array): BookProblem | null {
  if (bytes.length === 0) return notABook('This file is empty.');
  if (imageTypeOf(bytes) !== null) return notABook('This is an image.');
  for (const [at, head, what] of binaries) if (ascii(bytes, at, head)) return notABook(what);
  return foreignCompound(bytes);
}

const isJson = (text: string): boolean => {
  try {
    JSON.parse(text);
    return true;
  } catch {
    return false;
  }
};

const controls = /[\p{Cc}--[\t\n\r\f\v\u0080-\u009F]]/gv;

/** The problem for decoded text that is not a story, such as binary data or a web page; null when it may be one. */
export function foreignText(text: string): BookProblem | null {
  // Very old text files end with Ctrl-Z.
  const sample = text.slice(0, 100_000).replaceAll('\u001A', '');
  const odd = (sample.match(controls)?.length ?? 0) + (sample.match(/\uFFFD/g)?.length ?? 0);
  if (text.includes('\u0000') || odd > sample.length * 0.01 + 2)
    return notABook('This file contains no text.');
  const head = text.slice(0, 2000).replace(/^[\uFEFF\s]+/, '');
  if (/<office:document\b/.test(head))
    return notABook('This is a flat OpenDocument file. In LibreOffice, save it as .odt first.');
  if (/<ScrivenerProject\b/.test(head))
    return notABook('This is part of a Scrivener project. In Scrivener, compile it to Word or EPUB first.');
  if (/^<\?xml/i.test(head))
    return notABook('This is an XML file. Convert it to EPUB first, for instance with Calibre.');
  // A story may begin with a bracket, too; a data file has JSON, or an object of it in each line.
  const [line = ''] = head.split('\n', 1);
  if (/^[[{]/.test(head) && (isJson(text) || (line.startsWith('{') && isJson(line))))
    return notABook('This is a data file.');
  return null;
}

/** Whether a text file is Markdown, by its name. */
export const isMarkdownName = (name: string): boolean =>
  /^(?:md|markdown|mdown|mkd|mkdn)$/.test(extension(name));

/** Whether a text file is a web page, by its name. */
export const isHtmlName = (name: string): boolean => /^x?html?$/.test(extension(name));

/** Whether decoded text is a FictionBook. */
export const isFb2 = (markup: string): boolean => /<FictionBook\b/.test(markup.slice(0, 4000));

const beginsAsHtml =
  /^(?:<\?xml[^>]{0,200}\?>\s*)?(?:<!--[\s\S]{0,2000}?-->\s*)*<(?:!doctype html|html|head|body|meta|title|style|h[1-6]|p|div|section|article|main|header|center|blockquote|span|font|b|i|em|strong|hr|br)\b[^<]{0,2000}>/i;

/** Whether decoded text is a web page, or a part of one without `<html>`, by its first tag or by its name. */
export const isHtml = (text: string, isNamed: boolean): boolean =>
  beginsAsHtml.test(text.slice(0, 4000).replace(/^[\uFEFF\s]+/, '')) ||
  (isNamed && /<(?:p|br|div|h[1-6]|i|b|em|strong)\b[^<]{0,2000}>/i.test(text));

/** Derives a title from a file name. */
export const titleOfName = (name: string): string => {
  const base = (name.split(/[\\/]/).at(-1) ?? '').replace(
    /\.(?:epub|doc[xm]|dotx|odt|ott|rtf|fb2|x?html?|md|markdown|mdown|mkdn?|txt|text|zip)$/i,
    '',
  );
  const words = base.replace(/[_\s]+/g, ' ').trim();
  return /[A-Z\s]/.test(words)
    ? words
    : words.replace(/-+/g, ' ').replace(/^./, (letter) => letter.toUpperCase());
};
